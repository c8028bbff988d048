"""Every line of the README, run from a copy of the sources by the installed program."""

from __future__ import annotations

import re
from pathlib import Path

from tests.guides import blocks
from tests.ship.installed import Installed
from tests.ship.steps import Steps, require


def run_lines(steps: Steps, installed: Installed, sources: Path) -> None:
    """Run each line as a step of its own; those of `make` are checked elsewhere and here named."""
    text = (sources / "README.md").read_text("utf-8")
    typed = [line for block in blocks(text, "shell") for line in block.splitlines()]
    lines = [line.partition("  #")[0].strip() for line in typed]
    lines += re.findall(r"`(feltworks(?: [^`]*)?)`", text)
    for line in dict.fromkeys(lines):
        if line.startswith("make "):
            steps.run(f"README: {line}", _is_target, installed, sources, line)
        else:
            steps.run(f"README: {line}", _prints, installed, sources, line)
    for number, block in enumerate(blocks(text, "python"), 1):
        steps.run(f"README: program {number}", _doctest, installed, block)


def _prints(installed: Installed, sources: Path, line: str) -> None:
    require(installed.type(line, sources).expect().out, f"{line}: nothing is printed")


def _is_target(installed: Installed, sources: Path, line: str) -> str:
    """Make knows what to do; `make run` is the card room's step, and `make test` came before."""
    installed.type(f"{line} --dry-run", sources).expect()
    return "a target"


def _doctest(installed: Installed, block: str) -> str:
    file = installed.work / "readme.txt"
    file.write_text(block, "utf-8")
    installed.run("python", "-m", "doctest", file).expect()
    require(len(block.splitlines()) == 10, "the program does not have the ten lines of its title")
    return f"{len(block.splitlines())} lines"
