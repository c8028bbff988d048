"""The golden transcripts of every engine: a file for each round, true to the rules, as written.

They name their rules by the identity of today. The same rounds as 0.1 wrote them, which name
version 1 of it, are among the transcripts of tests/frozen.
"""

import pytest
from tests.ask.rounds import replay_text
from tests.blackjack import golden_rounds as blackjack
from tests.golden import dealt_text
from tests.ring import golden_rounds as ring
from tests.table import golden_rounds as table

ENGINES = (blackjack, ring, table)
FILES = sorted(path for engine in ENGINES for path in engine.FOLDER.rglob("*.toml"))
ROUNDS = {
    engine.FOLDER / f"{name}.toml": rigged
    for engine in ENGINES
    for name, rigged in engine.ROUNDS.items()
}


def name_of(path):
    return f"{path.parent.name}-{path.stem}"


def test_there_is_a_file_for_every_golden_round_and_none_beside():
    assert sorted(ROUNDS) == FILES


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_replay_gives_the_same_log_byte_for_byte(path):
    text = path.read_text(encoding="utf-8")
    opened, transcript, round = replay_text(text, path.name)
    assert opened.transcript(round, transcript.reveal) == text


@pytest.mark.parametrize("path", ROUNDS, ids=name_of)
def test_the_clause_is_still_dealt_as_written(path):
    """After a change that is meant, write them anew: `python -m tests.table.golden_rounds`."""
    assert dealt_text(ROUNDS[path]) == path.read_text(encoding="utf-8")
