"""Rounds between players in the books: told sealed, through every way out, and looks are events."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.console import shown_to_player
from tests.ask.rounds import SPECTATOR, player
from tests.ring.test_sealed import a_round, hidden_cards

from feltworks.cards import Commitment, commit
from feltworks.house import House, HouseError, practice_house
from feltworks.house.roundsfile import round_rows

DAY = date(2025, 11, 14)
TABLE = "mini-tex-ring-1"
PLAYERS = {seat: f"ring {seat}" for seat in range(1, 5)}
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])(?![A-Za-z0-9])")


@contextmanager
def ring_house(folder):
    with House(str(folder / "house.db"), create=True) as house:
        house.open(practice_house(), DAY)
        for name in PLAYERS.values():
            house.sell_chips(name, 50_000_000, key=f"{name} buys in")
        yield house


def settled(house, round, deck) -> int:
    """Books a finished round of the ring table; its number."""
    opened = house.sheet(TABLE).dealt.open_round(round.terms)
    moves = iter(round.moves)
    while opened.turn.waits_for == "bets":
        opened = opened.play(next(moves))
    house.write(house.rounds.decks.commit(TABLE, Commitment(deck.digest, deck)))
    record = house.write(house.rounds.begin(TABLE, opened, PLAYERS))
    house.write(house.rounds.move(record.number, round))
    house.write(house.rounds.settle(record.number, round, deck))
    return record.number


def booked(house, seed):
    """A round played anyhow and settled; its number, the round and its deck."""
    terms = house.terms(TABLE, "0" * 64)
    round, deck = a_round(house.sheet(TABLE).dealt, seed, terms=terms)
    return settled(house, round, deck), round, deck


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with ring_house(tmp_path_factory.mktemp("ring")) as house:
        yield house


@pytest.mark.slow
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.integers(0, 10**6))
def test_nothing_mucked_leaves_the_books(house, feltworks, seed):
    number, round, deck = booked(house, seed)
    said = feltworks("rounds", "show", number, "--json", "--books", house.database.url)
    assert said.code == 0, said.err
    with house.database.reading() as reader:
        exported = [row["transcript"] for row in round_rows(reader, [number], lambda *_: None)]
    ways_out = {
        SPECTATOR: [house.public_round(number).transcript, said.out, *filter(None, exported)],
        **{
            player(seat): shown_to_player(house, number, name, len(round.log))
            for seat, name in PLAYERS.items()
        },
    }
    for viewer, texts in ways_out.items():
        mucked = hidden_cards(round, viewer)
        for text in texts:
            assert not set(CARD.findall(text)) & mucked, viewer
            assert deck.salt not in text
    assert house.verify(number).holds
    assert house.verify(number).shuffle == "fits its commitment"


def test_a_look_is_an_event_with_a_name_and_a_reason(house):
    number, _, deck = booked(house, 7)
    assert deck.salt not in house.public_round(number).transcript
    story = house.look(number, by="staff iris", why="seat 2 says he had an ace")
    assert deck.salt in story.transcript
    record = story.records[-1]
    assert (record.kind, record.subject) == ("cards looked at", f"round {number}")
    assert record.facts == {"by": "staff iris", "why": "seat 2 says he had an ace"}
    assert house.verify(number).holds
    for by, why, says in (
        ("", "x", "no name"),
        ("iris", " ", "reason"),
        ("iris", "x" * 201, "reason"),
    ):
        with pytest.raises(HouseError, match=says):
            house.look(number, by=by, why=why)
    with pytest.raises(HouseError, match="there is no round"):
        house.look(999_999, by="iris", why="curious")
    assert house.audit().in_order


def test_the_terminal_looks_only_with_a_name_and_a_reason(house, feltworks):
    number, _, deck = booked(house, 8)

    def show(*words):
        return feltworks("rounds", "show", number, "--books", house.database.url, *words)

    assert deck.salt not in show().out
    for words in (["--look"], ["--by", "iris"], ["--look", "--by", "iris"], ["--because", "x"]):
        assert show(*words).code != 0
    looked = show("--look", "--by", "iris", "--because", "a dispute")
    assert looked.code == 0 and deck.salt in looked.out
    events = [record.facts for record in house.recall(number).records if "looked" in record.kind]
    assert events == [{"by": "iris", "why": "a dispute"}]


def test_a_deck_that_is_not_full_is_found(tmp_path):
    """One card twice and another missing: the promise fits, the deck does not."""
    with ring_house(tmp_path) as house:
        dealt_by = house.sheet(TABLE).dealt
        round, deck = a_round(dealt_by, 9, seeds=False, terms=house.terms(TABLE, "0" * 64))
        marked = commit([*deck.order[:-1], deck.order[0]]).reveal()
        terms = replace(round.terms, commitment=marked.digest)
        again = dealt_by.open_round(terms).play_all(round.moves)
        checked = house.verify(settled(house, again, marked))
        assert [violation.check for violation in checked.violations] == ["replay"]
        assert f"{deck.order[0]} is there 2 times" in str(checked.violations[0])
        assert not house.audit().in_order
