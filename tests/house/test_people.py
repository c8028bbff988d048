"""Guests: a pseudonym in the chain, a name beside it that can be forgotten and taken again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from cli.terminal import Caller
from feltworks.house import HouseError, RoundQuery
from feltworks.house.cage import exchange
from feltworks.house.corrections import confirm, propose, read_moves
from feltworks.house.people import (
    FREE_AFTER_DAYS,
    PSEUDONYM,
    claim,
    forget,
    is_taken,
    new_pseudonym,
    note_seen,
    people,
    player_of,
)
from feltworks.house.rounds.recall import find_numbers

from .conftest import DAY
from .dealing import Rigged, bets, count_closed, likes
from .rooms import room


def came(house, name, cents=1_000_00):
    """A new guest with chips; gives his pseudonym, or None where the name is taken."""
    player = new_pseudonym()

    def unit(batch):
        if not claim(batch, name, player):
            return None
        exchange(batch, player, cents, f"first chips of {player}")
        return player

    return house.write(unit)


def taken(house, name):
    with house.database.reading() as reader:
        return is_taken(reader, name)


def after(house, days):
    for name in house.jackpots.all():
        count_closed(house, name)
    house.open(room(), DAY + timedelta(days))


def everything(house):
    """All text in all tables but the one with the names."""
    with house.database.reading() as reader:
        return "\n".join(
            str(tuple(row))
            for table in ("records", "papers", "postings", "seatings", "accounts", "standings")
            for row in reader.connection.execute(text(f"SELECT * FROM {table}"))
        )


def test_the_chain_has_a_pseudonym_and_people_see_the_name(house):
    player = came(house, "Wilhelmina")
    assert PSEUDONYM.fullmatch(player)
    rigged = Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold"), {1: player})
    settled = rigged.settled()
    assert "Wilhelmina" not in everything(house)
    assert house.stack_cents("Wilhelmina") == house.stack_cents(player) == 1_000_00 - 500
    (found,) = house.find(RoundQuery(player="wilhelmina"))
    assert found.number == settled.number
    exported = house.read(lambda reader: find_numbers(reader, RoundQuery(player="wilhelmina")))
    assert exported == [settled.number]
    assert house.names(found.players.values()) == {player: "Wilhelmina"}
    assert house.audit().in_order


@pytest.mark.both_databases
def test_a_guest_who_asks_is_forgotten_and_keeps_his_chips(house):
    player = came(house, "Wilhelmina")
    with house.database.reading() as reader:
        before = list(reader.chain())
    house.write(lambda batch: forget(batch, "Wilhelmina", staff="cyd"))
    with house.database.reading() as reader:
        assert list(reader.chain())[: len(before)] == before
        told = list(reader.chain())[-1]
        assert player_of(reader, "Wilhelmina") == "Wilhelmina"
        assert people(reader) == []
    assert (told.kind, told.subject) == ("guest forgotten", f"player {player}")
    assert told.facts == {"staff": "cyd"}
    assert house.stack_cents(player) == 1_000_00
    assert house.names([player]) == {player: player}
    assert came(house, "Wilhelmina") not in (None, player)
    assert house.stack_cents("Wilhelmina") == 1_000_00
    assert house.audit().in_order


def test_a_guest_is_corrected_by_the_name_he_has(house):
    player = came(house, "Ida")
    moves = read_moves([("house", "player:Ida", 500)])

    def unit(batch):
        number = propose(batch, moves, corrects=1, because="a chip fell", by="cyd").number
        return confirm(batch, number, by="dee")

    assert house.write(unit).content["postings"][1][0] == f"player:{player}"
    assert house.stack_cents("Ida") == 1_005_00


def test_whoever_stands_in_the_chain_by_name_cannot_be_taken_out(house):
    with pytest.raises(HouseError, match="ann stands in the chain by that name"):
        house.write(lambda batch: forget(batch, "ann", staff="cyd"))
    with pytest.raises(HouseError, match="there is no guest called nobody"):
        house.write(lambda batch: forget(batch, "nobody", staff="cyd"))


@pytest.mark.both_databases
def test_a_name_is_taken_whatever_its_capitals(house):
    came(house, "Straße")
    for name in ("Straße", "STRASSE", "ann"):
        assert taken(house, name)
        assert came(house, name) is None
    assert not taken(house, "Strasser")


@pytest.mark.both_databases
def test_a_name_is_claimed_once_however_often_it_is_asked_for(house):
    player = new_pseudonym()
    for _ in range(2):
        assert house.write(lambda batch: claim(batch, "Ida", player))
    with house.database.reading() as reader:
        assert [each.player for each in people(reader)] == [player]


@pytest.mark.both_databases
def test_a_name_left_for_a_time_can_be_taken_again_by_another_player(house):
    first = came(house, "Ida", 700_00)
    after(house, FREE_AFTER_DAYS)
    assert came(house, "Ida") is None
    house.open(room(), DAY + timedelta(FREE_AFTER_DAYS + 1))
    second = came(house, "ida", 300_00)
    assert second not in (None, first)
    assert house.stack_cents("Ida") == 300_00
    assert house.stack_cents(first) == 700_00
    assert house.names([first, second]) == {first: first, second: "ida"}


def test_a_guest_who_comes_now_and_then_keeps_his_name(house):
    player = came(house, "Ida")
    after(house, FREE_AFTER_DAYS)
    house.write(lambda batch: note_seen(batch, player))
    house.open(room(), DAY + timedelta(2 * FREE_AFTER_DAYS))
    assert came(house, "Ida") is None


def test_a_name_of_older_books_is_free_after_a_time_too(house):
    """The books once knew a guest by his name, and kept his first sale under it."""
    house.sell_chips("Old Ada", 500, key="guest old ada")
    assert taken(house, "OLD ADA")
    after(house, FREE_AFTER_DAYS + 1)
    assert not taken(house, "old ada")
    assert came(house, "Old Ada") is not None


def test_forgetting_at_the_terminal(house, books, capsys, monkeypatch):
    player = came(house, "Ida")
    feltworks = Caller(capsys, monkeypatch)
    assert "Ida" in feltworks("house", "guests", "id", "--books", books).out
    said = feltworks("house", "forget", "Ida", "--books", books, "--by", "cyd")
    assert said.code == 0 and player in said.out
    assert feltworks("house", "guests", "--books", books, "--json").out.strip() == "[]"
    assert feltworks("house", "forget", "Ida", "--books", books).code == 2
