"""Whoever reads the books in mid-round sees no card, not even where a move names some."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sqlalchemy import select, text, update
from tests.ask.rounds import UNTUCKED, Dealt, Decide, NotAllowed, TableDeck, dealt

from feltworks.house import House, practice_house
from feltworks.house.books import schema
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.errors import BooksError, HouseError
from feltworks.house.rounds import rounds
from feltworks.house.rounds.journal import is_sealed, opened_moves, sealed_move, tells_cards
from generic.registered import games

from .conftest import DAY
from .tampering import protect, unprotect
from .test_any_game import PLAYERS, room_for

# A sealed text is base64: two of its letters may read like a card, and have neighbours.
CARD = re.compile(r"(?<![\w+/])(?:[2-9TJQKA][cdhs]|Jo)(?![\w+/=])")
SALT = "5a" * 32
SETTING = next(each for each in games() if str(each) == "pick-2-poker")


def texts(house) -> set[str]:
    """Every value of every row in the database."""
    with house.database.engine.connect() as connection:
        tables = schema.metadata.sorted_tables
        return {
            str(value)
            for table in tables
            for row in connection.execute(select(table))
            for value in row
        }


class NamingGuests(Guests):
    """Guests who say which of their cards they play, wherever they may."""

    def decide(self, round):
        move = super().decide(round)
        entries = [entry for entry in round.log if isinstance(entry, Dealt)]
        own = tuple(entry.card for entry in entries if entry.seat == move.seat)
        for count in range(1, len(own)):
            with suppress(NotAllowed):
                round.play(replace(move, cards=own[:count]))
                return replace(move, cards=own[:count])
        return move


class Unsettled(DemoDealer):
    """Deals one round to its end, journals every move, and books nothing after that."""

    def _finished(self, round, number, guests):
        while (round := dealt(round, self.deck.order)).turn.waits_for != "nothing":
            round = round.play(guests.decide(round))
            self.house.write(self.house.rounds.move(number, round))
        return number, round


def played(house, entry, seed=3):
    """A round with all its moves journaled, and what the database says that it did not before."""
    assert house.open(room_for(entry), DAY).opened == ("t",)
    for player in PLAYERS.values():
        house.sell_chips(player, 10_000_00, key=f"{player} buys in")
    before, dealer = texts(house), Unsettled(house, "t", seed)
    number, round = dealer.deal_round(NamingGuests([1, 2, 3], random.Random(seed)), PLAYERS)
    return dealer, number, round, texts(house) - before


def settled(dealer, number, round):
    house = dealer.house
    house.write(house.rounds.settle(number, round, dealer.deck.shown_with_round()))


@pytest.mark.slow
@pytest.mark.parametrize("entry", games(), ids=str)
def test_the_database_shows_no_card_of_a_round_that_is_played(entry, books):
    with House(books, create=True) as house:
        dealer, number, round, said = played(house, entry)
        assert round.turn.waits_for == "nothing"
        stages = entry.table.rules.stages
        decides = any((stage.decide and not stage.asked_if) or stage.mechanism for stage in stages)
        told = any(text.startswith("seat ") for text in said) or any(map(is_sealed, said))
        assert told or not decides
        assert [text for text in said if CARD.search(text)] == []
        with house.database.reading() as reader:
            resumed = house.rounds.resumed(reader, number)
        assert dealt(resumed.round, resumed.order).log == round.log
        settled(dealer, number, round)
        assert house.verify(number).holds


def test_without_sealing_it_would(books, monkeypatch):
    """And books whose moves were not sealed are read, settled and verified as before."""
    monkeypatch.setattr(rounds, "tells_cards", lambda move: False)
    with House(books, create=True) as house:
        dealer, number, round, said = played(house, SETTING)
        assert any(CARD.search(text) and "setting" in text for text in said)
        monkeypatch.undo()
        settled(dealer, number, round)
        assert house.verify(number).holds


def test_a_sealed_move_in_anothers_place_does_not_open(books):
    with House(books, create=True) as house:
        dealer, number, round, _ = played(house, SETTING)
        settled(dealer, number, round)
        with house.database.reading() as reader:
            moves = reader.moves(number)
        sealed = next(step for step, each in enumerate(moves, 1) if is_sealed(each))
        other = next(step for step in range(1, len(moves) + 1) if step != sealed)
        with house.database.engine.begin() as connection:
            unprotect(connection)
            connection.execute(
                text("UPDATE moves SET move = :move WHERE step = :step"),
                {"move": moves[sealed - 1], "step": other},
            )
            protect(connection)
        assert [each.check for each in house.verify(number).violations] == ["moves"]


def test_a_sealed_move_is_asked_again_like_any_other(books):
    with House(books, create=True) as house:
        _, number, round, _ = played(house, SETTING)
        house.write(house.rounds.move(number, round))
        with house.database.reading() as reader:
            moves = reader.moves(number)
        assert len(moves) == sum(isinstance(entry, Decide) for entry in round.log)
        entry = next(entry for entry in round.log if isinstance(entry, Decide) and entry.cards)
        swapped = replace(entry, cards=entry.cards[::-1])
        log = tuple(swapped if each is entry else each for each in round.log)
        with pytest.raises(HouseError, match="gone on by another move"):
            house.write(house.rounds.move(number, SimpleNamespace(log=log)))


def test_moves_that_others_may_not_know_are_sealed():
    secret = f"fold{UNTUCKED}"
    assert tells_cards(Decide(1, secret)) and not tells_cards(Decide(1, "fold"))
    text = sealed_move(f"seat 1 decides {secret}", SALT, 7, 1)
    assert "fold" not in text
    assert list(opened_moves([text, "seat 2 decides fold"], SALT, 7)) == [
        f"seat 1 decides {secret}",
        "seat 2 decides fold",
    ]
    with pytest.raises(BooksError, match="move 2 of round 7 is not what was sealed"):
        list(opened_moves(["seat 2 decides fold", text], SALT, 7))
    for wrong in ({"salt": "a5" * 32, "round": 7}, {"salt": SALT, "round": 8}):
        with pytest.raises(BooksError, match="not what was sealed"):
            list(opened_moves([text], **wrong))


def test_a_table_goes_on_after_a_sealed_deck_was_changed_in_the_books(books):
    """As with a lost key: the deck is told as lost, and the table deals from the next."""
    with House(books, create=True) as house:
        room = practice_house()
        house.open(room, DAY)
        sheet = room.sheets["mini-tex-1"]
        deck, following = (TableDeck(sheet.dealt).promise() for _ in range(2))
        house.write(house.rounds.decks.commit(sheet.table, deck))
        with house.database.reading() as reader:
            record = reader.last_of_kind("deck committed", f"deck {deck.digest}")
            sealed = reader.paper(record.facts["sealed"])
        changed = sealed[:-6] + ("B" if sealed[-6] == "A" else "A") + sealed[-5:]
        with house.database.writing() as connection:
            unprotect(connection)
            papers = schema.papers
            its = papers.c.hash == record.facts["sealed"]
            connection.execute(update(papers).where(its).values(text=changed))
            protect(connection)
        with house.database.reading() as reader:
            kept = house.rounds.decks.of_table(reader, sheet)
        assert (kept.number, kept.commitment) == (1, None)
        house.write(house.rounds.decks.commit(sheet.table, following))
        with house.database.reading() as reader:
            assert house.rounds.decks.of_table(reader, sheet).commitment == following
