"""The golden transcripts of ring games: true to the rules and dealt as written.

They name their rules by the identity of today. The same rounds as 0.1 wrote them, which name
version 1 of it, are among the transcripts of tests/frozen.
"""

import re

import pytest
from tests.golden import dealt_text

from feltworks.pit import replay_text
from feltworks.round.transcript import TranscriptError
from feltworks.rules.loader import read

from .felt import GAME
from .golden_rounds import FOLDER, ROUNDS

FILES = sorted(FOLDER.glob("*.toml"))


def written(name):
    """A golden text; which rules it names is the list of approved files' business, not its own."""
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    identity = read(GAME).sha256
    return re.sub(r'(?m)^rules_sha256 = ".*"$', f'rules_sha256 = "{identity}"', text)


def test_there_is_a_file_for_every_golden_round_and_none_beside():
    assert {path.stem for path in FILES} == set(ROUNDS)


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_replay_gives_the_same_log_byte_for_byte(name):
    text = written(name)
    table, transcript, done = replay_text(text, name)
    assert table.transcript(done, transcript.reveal) == text


@pytest.mark.parametrize("name", ROUNDS)
def test_the_rule_is_still_dealt_as_written(name):
    """After a change that is meant, write them anew: `python -m tests.ring.golden_rounds`."""
    assert dealt_text(ROUNDS[name]) == written(name)


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
    text = written("best-hand-takes-the-pot")
    assert line in text
    with pytest.raises(TranscriptError) as caught:
        replay_text(text.replace(line, changed, 1))
    assert re.search(r"line \d+", str(caught.value))
    assert caught.value.line >= text[: text.index(line)].count("\n")
