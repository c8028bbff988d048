"""The command from the shell: seconds from Enter to the prompt, with warm kernels.

Each command runs several times in a process of its own, and the quickest run is taken. Beside it
stands the same command ended as Python ends by itself, in turn with it, so that both see the same
machine: the difference is what the program saves on its way out. The rows below it tell what a
command waits for: the interpreter, the imports, the exit.
"""

from __future__ import annotations

import subprocess
import sys
import time

from rich.table import Table

RUNS = 7
AIMS = {"games": 0.25, "rules show mini-tex": None, "odds mini-tex": 0.8, "house check": None}
"""Commands, and the seconds aimed at where there is an aim."""

PROGRAM = "from feltworks.cli import program; program()"
ENDED_BY_PYTHON = "from feltworks.cli import main; main()"
PARTS = {
    "Python itself, started and ended": "pass",
    "importing the rules": "import feltworks.rules.loader",
    "importing Numba": "import feltworks.kernels",
    "importing the odds, Numba and rules included": "import feltworks.odds.report",
}
"""Pieces of `feltworks odds`, each started, imported and ended at once."""


def seconds(code: str, words: str = "") -> float:
    """Wall seconds of one process."""
    start = time.perf_counter()
    call = [sys.executable, "-c", f"import sys; sys.argv = ['feltworks', *sys.argv[1:]]; {code}"]
    done = subprocess.run([*call, *words.split()], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"feltworks {words} ended with {done.returncode}: {done.stderr!r}")
    return time.perf_counter() - start


def bench() -> Table:
    table = Table(title=f"The command, best of {RUNS} runs")
    for heading in ("what", "seconds", "ended by Python", "aim"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for words, aim in AIMS.items():
        seconds(PROGRAM, words)  # kernels are compiled and files are in memory after this
        pairs = [(seconds(PROGRAM, words), seconds(ENDED_BY_PYTHON, words)) for _ in range(RUNS)]
        ours, plain = (min(each) for each in zip(*pairs, strict=True))
        told = "" if aim is None else f"{aim:.2f}"
        table.add_row(f"feltworks {words}", f"{ours:.3f}", f"{plain:.3f}", told)
    table.add_section()
    for what, code in PARTS.items():
        best = min(seconds(f"{code}; import os; os._exit(0)") for _ in range(RUNS))
        plain = min(seconds(code) for _ in range(RUNS))
        table.add_row(what, f"{best:.3f}", f"{plain:.3f}", "")
    return table
