"""Every game that can be dealt is banked by the house: shipped ones, and some nobody ships."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from feltworks.house import House, read_house
from feltworks.house.demo import DemoDealer, Guests
from generic.registered import games

from .conftest import DAY

pytestmark = pytest.mark.slow

ROUNDS = 3
PLAYERS = {seat: f"player {seat}" for seat in range(1, 11)}


def room_for(entry):
    """A practice house with one table of the game, and every jackpot it plays for."""
    rules = entry.table.rules
    kept = "".join(f'[jackpots.{id}]\ntables = ["t"]\njackpot = "{id}"\n' for id in rules.jackpots)
    fixed = rules.ring is not None and rules.ring.structure == "fixed-limit"
    file = f"""
[house]
name = "One game"
under = 2023-09-01

[tables.t]
game = "{Path(entry.game).as_posix()}"
minimum = "$10"
maximum = "{"$10" if fixed else "$50"}"
side_maximum = "$5"

{kept}
"""
    return read_house(file)


@pytest.mark.parametrize("entry", games(), ids=str)
def test_rounds_are_dealt_booked_recalled_and_audited(entry, books):
    with House(books, create=True) as house:
        opening = house.open(room_for(entry), DAY)
        assert opening.opened == ("t",), opening.objections
        for player in PLAYERS.values():
            house.sell_chips(player, 10_000_00, key=f"{player} buys in")
        dealer, rng = DemoDealer(house, "t", seed=7), random.Random(7)
        for _ in range(ROUNDS):
            seats = sorted(rng.sample(range(1, dealer.sheet.seats + 1), 3))
            settled = dealer.deal_round(Guests(seats, rng), PLAYERS)
            assert settled is not None and house.verify(settled.number).holds
        dealer.end_shoe()
        house.close()
        for name in house.jackpots.all():
            house.jackpots.count(name)
            assert house.jackpots.statement(name).difference == 0
        report = house.audit()
        assert report.violations == ()
        assert report.replayed == ROUNDS
        revealed = {house.verify(number).shuffle for number in range(1, ROUNDS + 1)}
        assert revealed == {"fits its commitment"}


def test_a_shoe_that_was_dealt_from_otherwise_is_found(books):
    entry = next(each for each in games() if each.table.cut_at is not None)
    with House(books, create=True) as house:
        house.open(room_for(entry), DAY)
        house.sell_chips("player 1", 10_000_00, key="player 1 buys in")
        dealer, rng = DemoDealer(house, "t", seed=7), random.Random(7)
        dealer.deal_round(Guests([1], rng), PLAYERS)
        # The dealer takes two cards out of order and says that they were dealt before.
        out = dealer.deck.discarded
        dealer.deck.discarded = out[:-2] + out[-2:][::-1]
        dealer.deal_round(Guests([1], rng), PLAYERS)
        assert house.verify(2).shuffle == "not revealed yet"
        dealer.end_shoe()
        (found,) = house.verify(2).violations
        assert "these are not the first cards of the revealed deck" in found.text
        assert house.verify(1).holds
