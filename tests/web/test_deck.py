"""The deck at a table: when a shoe is put away."""

from __future__ import annotations

import pytest
from tests.ask.rounds import TableDeck, Terms, open_table, posted_seeds
from tests.ask.rules import read


@pytest.mark.parametrize(
    ("penetration", "out", "put_away"),
    [("95", 292, False), ("95", 293, True), ("75", 233, False), ("75", 234, True)],
)
def test_a_shoe_goes_at_its_cut_card_or_when_it_cannot_serve_every_seat(penetration, out, put_away):
    """Seven hands, the dealer and the flop take twenty cards; 95% of the shoe are 296."""
    table = open_table(read("texas-21", {"penetration": penetration, "seats": "7"}))
    deck = TableDeck(table)
    promised = deck.promise()
    deck.discarded = promised.reveal().order[:out]
    nobody_bet = table.open_round(Terms(jackpots=posted_seeds(table)))
    assert deck.after(nobody_bet) is (promised if put_away else None)
    assert (deck.commitment is None) == put_away
