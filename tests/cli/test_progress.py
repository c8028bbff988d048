"""Progress: a bar on a terminal's stderr, nothing where there is none."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import pytest
from rich.console import Console

from feltworks.cli import progress
from feltworks.cli.progress import announce_long_counts, bars, counting
from feltworks.cli.terminal import PIPED_WIDTH

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


def told_of(monkeypatch: pytest.MonkeyPatch, *reports: tuple[float, str, int, int]) -> list[str]:
    """What is said when these reports come, each at its second."""
    said: list[str] = []
    report = announce_long_counts(said.append)
    for second, *report_of in reports:
        monkeypatch.setattr(progress.time, "monotonic", lambda second=second: second)
        report(*report_of)
    return said


def test_a_long_count_says_once_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first piece took ten seconds because kernels were compiled."""
    boards = "valuing boards"
    reports = [(0.0, boards, 0, 90), (10.0, boards, 1, 90), (10.9, boards, 2, 90)]
    assert told_of(monkeypatch, *reports, (14.0, boards, 3, 90), (99.0, boards, 4, 90)) == [
        "valuing boards: this will take about 3 minutes"
    ]
    half = told_of(monkeypatch, (0.0, "counting", 1, 4), (15.2, "counting", 2, 4))
    assert half == ["counting: this will take about 30 seconds"]


def test_a_message_is_said_once_as_it_is_and_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "9 hands are to be counted: about 9 hours"
    assert told_of(monkeypatch, (0.0, long, 0, 0), (1.0, long, 0, 0)) == [long]
    out = re.sub(r"\x1b\[[\d;]*m", "", drawn((long, 0, 0), ("valuing boards", 1, 4)))
    assert out.count(long) == 1 and "25%" in out


def test_a_short_count_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = "valuing boards"
    reports = [(0.0, boards, 0, 90), (5.0, boards, 1, 90), (6.1, boards, 9, 90)]
    assert told_of(monkeypatch, *reports, (60.0, boards, 10, 90)) == []


def test_a_part_that_comes_again_has_a_pace_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other parts ran in between: they are no time that this one takes."""
    ends = "counting endings"
    once = [(0.0, ends, 0, 90), (0.1, ends, 1, 90), (0.9, ends, 90, 90)]
    again = [(30.0, ends, 0, 90), (30.1, ends, 1, 90), (30.2, ends, 2, 90), (31.2, ends, 80, 90)]
    assert told_of(monkeypatch, *once, *again) == []


@pytest.mark.slow
def test_compiling_is_announced_once_for_all_commands(tmp_path) -> None:
    """Another process, another kernel, the same folder: nothing is said a second time."""
    code = (
        "from feltworks.cli.progress import announced_compiling\n"
        "with announced_compiling():\n"
        "    from feltworks.kernels import numba\n"
        "    numba.njit(lambda x: x + {number})(1)\n"
    )
    said = []
    for number in (1, 2):
        run_of = subprocess.run(
            [sys.executable, "-c", code.format(number=number)],
            env={**os.environ, "FELTWORKS_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(run_of.stderr)
    assert said == [f"{progress.COMPILING}\n", ""]
