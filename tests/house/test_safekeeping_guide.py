"""The guide to safekeeping names commands that there are, with options that they take."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from feltworks.house.people import FREE_AFTER_DAYS, PSEUDONYM

GUIDE = (Path(__file__).parents[2] / "docs" / "safekeeping.md").read_text("utf-8")
CALLS = re.findall(r"^(?:\S+ \* \* \* \*  )?feltworks (house .+)$", GUIDE, flags=re.MULTILINE)


def test_there_is_something_to_check():
    assert len(CALLS) >= 11


@pytest.mark.parametrize("call", CALLS)
def test_every_call_shown_is_one(feltworks, call):
    group, word, *rest = shlex.split(call)
    said = feltworks(group, word, "--help")
    assert said.code == 0, said.err
    assert {name for name in rest if name.startswith("--")} <= set(
        re.findall(r"--[\w-]+", said.out)
    )


def test_the_pseudonym_and_the_days_are_those_of_the_program():
    (shown,) = re.findall(r"such as `(guest \w+)`", GUIDE)
    assert PSEUDONYM.fullmatch(shown)
    assert f"was not here for {FREE_AFTER_DAYS} days" in GUIDE
