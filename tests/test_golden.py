"""The golden rounds of every engine: dealt today as their files say, and replayed to the byte.

They name their rules by the identity of today. The same rounds as 0.1 wrote them, which name
version 1 of it, are among the transcripts of tests/frozen.
"""

import pytest
from tests.ask.rounds import read_transcript
from tests.blackjack import golden_rounds as blackjack
from tests.golden import dealt_text, golden_file, golden_texts, names_in
from tests.ring import golden_rounds as ring
from tests.table import golden_rounds as table

ENGINES = (blackjack, ring, table)
ROUNDS = {name: rigged for engine in ENGINES for name, rigged in engine.ROUNDS.items()}


@pytest.fixture(scope="module", params=ENGINES, ids=lambda engine: engine.__package__)
def engine(request):
    return request.param


def rounds_of(text):
    """The parts of a golden file: its beginning and every round by its name."""
    beginning, *rounds = text.split("\n== ")
    return {"": beginning} | {part.partition("\n")[0]: part.partition("\n")[2] for part in rounds}


@pytest.mark.slow
def test_every_clause_is_still_dealt_as_written(engine):
    """After a change that is meant, write them anew: `python -m tests.table.golden_rounds`."""
    texts = golden_texts(engine)
    assert sorted(texts) == sorted(path for path in engine.FOLDER.rglob("*") if path.is_file())
    for path, text in texts.items():
        written = path.read_text("utf-8")
        assert rounds_of(text) == rounds_of(written), path.name
        assert text == written


def test_each_transcript_that_is_kept_whole_is_one_of_the_rounds_of_its_game(engine):
    for game, name in engine.WHOLE.items():
        assert name in names_in(engine.FOLDER / f"{game}.txt")


@pytest.mark.parametrize("name", ROUNDS)
def test_replay_gives_the_same_log_byte_for_byte(name):
    text, opened = dealt_text(ROUNDS[name]), ROUNDS[name].table
    transcript = read_transcript(text, name)
    assert opened.transcript(opened.replay(transcript), transcript.reveal) == text


HEADER = 'game = "mini-tex"\n\n[options]\n{}\n[shuffle]\ndeck = "{}"\n\n[play]\nactions = [\n{}]\n'


def test_a_golden_file_shows_where_a_header_differs_and_leaves_the_deck_out():
    plain = HEADER.format('seats = "6"\n', "2c", '    "round closed",\n')
    other = HEADER.format('seats = "7"\n', "2d", '    "no more bets",\n    "round closed",\n')
    bare = HEADER.format("", "2h", '    "round closed",\n')
    text = golden_file("mini-tex", "x", {"a": plain, "b": plain, "c": plain, "d": other, "e": bare})
    assert "deck" not in text and text.count("[options]") == 1
    assert rounds_of(text)["d"] == 'seats = "7"\n  no more bets\n  round closed\n'
    assert rounds_of(text)["e"] == 'without seats = "6"\n  round closed\n'
    assert rounds_of(text)["a"] == "  round closed\n"
