"""The command from the shell: seconds from Enter to the prompt, with warm kernels.

Each command runs several times in a process of its own, and the quickest run is taken. Beside it
stands the same command ended as Python ends by itself, in turn with it, so that both see the same
machine: the difference is what the program saves on its way out. The rows below it tell what a
command waits for: the interpreter, the imports, the exit.

A second table asks questions about games with a board of five, one after the other in a cache of
counts that begins empty: what the first to ask waits for, and what everybody does after him.
`python -m bench terminal` runs both.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Group
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

GAMES = Path(__file__).parents[1] / "tests" / "odds" / "games"
BOARDS_OF_FIVE = {
    "ultimate-texas-holdem": ("blind.flush=2", "blind.flush=3", "2.5%", "3%"),
    str(GAMES / "casino-holdem.toml"): ("ante.flush=3", "ante.flush=4", "2.5%", "3%"),
    str(GAMES / "texas-holdem-bonus.toml"): (
        "ante.straight-or-better=3:2",
        "ante.straight-or-better=2",
        "2.5%",
        "1.5%",
    ),
}
"""Games, each with two pays and two edges to ask about."""


def seconds(code: str, words: str = "") -> float:
    """Wall seconds of one process."""
    start = time.perf_counter()
    call = [sys.executable, "-c", f"import sys; sys.argv = ['feltworks', *sys.argv[1:]]; {code}"]
    done = subprocess.run([*call, *words.split()], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"feltworks {words} ended with {done.returncode}: {done.stderr!r}")
    return time.perf_counter() - start


def questions(pays: tuple[str, str], edges: tuple[str, str]) -> list[tuple[str, str, float]]:
    """What is asked about a game, in which state of the cache, and the seconds aimed at."""
    pay, other_pay = (f"odds --pay {pay}" for pay in pays)
    edge, other_edge = (f"tune --target {edge}" for edge in edges)
    return [
        ("odds", "first", 2.5),
        ("odds", "again", 0.6),
        (pay, "first", 2.5),
        (pay, "again", 1.0),
        (other_pay, "another pay", 1.0),
        (edge, "first", 2.5),
        (edge, "again", 1.0),
        (other_edge, "another edge", 2.5),
        ("strategy --simple", "first", 2.5),
        ("strategy --simple", "again", 0.6),
    ]


def timed(words: list[str], counts: str) -> tuple[float, float]:
    """Wall and CPU seconds of one command."""
    call = [sys.executable, "-m", "feltworks", *words]
    start = time.perf_counter()
    # Python keeps what it compiles, as it does where the program is installed.
    env = {**os.environ, "FELTWORKS_COUNTS": counts, "PYTHONDONTWRITEBYTECODE": ""}
    process = subprocess.Popen(
        call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env, text=True
    )
    assert process.stderr is not None
    told = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)}: {told}")
    return wall, used.ru_utime + used.ru_stime


def boards_of_five() -> Table:
    table = Table(title="Games with a board of five, each command in a process of its own")
    for heading in ("game", "command", "", "seconds", "CPU seconds", "aim"):
        table.add_column(heading, justify="left" if len(table.columns) < 3 else "right")
    for game, (pay, other_pay, edge, other_edge) in BOARDS_OF_FIVE.items():
        asked = questions((pay, other_pay), (edge, other_edge))
        with tempfile.TemporaryDirectory() as warm:  # kernels are compiled after this
            for words in dict.fromkeys(words for words, state, _ in asked if state == "first"):
                timed([*words.split(), game], warm)
        with tempfile.TemporaryDirectory() as counts:
            for words, state, aim in asked:
                wall, cpu = timed([*words.split(), game], counts)
                figures = (f"{wall:.2f}", f"{cpu:.2f}", f"{aim:.1f}")
                table.add_row(Path(game).stem, words, state, *figures)
        table.add_section()
    return table


def bench() -> Group:
    return Group(commands(), boards_of_five())


def commands() -> Table:
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
