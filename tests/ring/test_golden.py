"""A golden transcript of a ring game with one line changed is refused at that line."""

import re

import pytest
from tests.ask.rounds import TranscriptError, replay_text

from .golden_rounds import FOLDER


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("seat 1 sits in with $100", "seat 1 sits in with $4"),
        ("button at seat 4", "button at seat 3"),
        ("seat 3 decides call $10", "seat 3 decides fold"),
        ("seat 4 decides raise-to $20", "seat 4 decides raise-to $30"),
        ("seat 3 takes $125 from the pot", "seat 1 takes $125 from the pot"),
        ("As to seat 1's hole, face down", "Ad to seat 1's hole, face down"),
    ],
)
def test_a_changed_line_is_found(line, changed):
    text = (FOLDER / "mini-tex-ring.toml").read_text(encoding="utf-8")
    assert line in text
    with pytest.raises(TranscriptError) as caught:
        replay_text(text.replace(line, changed, 1))
    assert re.search(r"line \d+", str(caught.value))
    assert caught.value.line >= text[: text.index(line)].count("\n")
