"""Progress: a bar on a terminal's stderr, nothing where there is none."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from feltworks.cli.progress import bars, counting
from feltworks.cli.showing import PIPED_WIDTH

from .running import run


def drawn(*reports: tuple[str, int, int]) -> str:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=PIPED_WIDTH)
    with bars(console) as report:
        for each in reports:
            report(*each)
    return screen.getvalue()


def test_the_part_under_way_has_the_bar() -> None:
    out = drawn(("valuing boards", 1, 4), ("valuing boards", 4, 4), ("counting endings", 2, 4))
    last = out[out.rindex("counting endings") :]
    assert "50%" in last and "valuing boards" not in last


def test_a_part_may_come_again() -> None:
    out = drawn(("valuing boards", 4, 4), ("counting endings", 4, 4), ("valuing boards", 1, 4))
    assert "25%" in out[out.rindex("valuing boards") :]


def test_nothing_is_drawn_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "odds", "mini-tex", "--json")
    assert ran.code == 0 and "%" not in ran.err and "counting" not in ran.err
    assert not sys.stderr.isatty()
    with counting() as report:
        report("valuing boards", 1, 2)
    assert capsys.readouterr().err == ""
