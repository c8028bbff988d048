"""Running the command in this process, as a person would type it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from feltworks.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


def run(capsys, *words: str) -> Ran:
    """`feltworks WORDS`."""
    old, sys.argv = sys.argv, ["feltworks", *words]
    try:
        main()
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.argv = old
    said = capsys.readouterr()
    return Ran(code, said.out, said.err)


def refusal(capsys, *words: str) -> str:
    """The one sentence with which a mistaken command is turned away."""
    ran = run(capsys, *words)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    lines = [line for line in ran.err.splitlines() if "compiling kernels" not in line]
    assert len(lines) == 1, ran.err
    return lines[0]
