"""The deck at a table: when a shoe is put away."""

from __future__ import annotations

import pytest

from feltworks.pit import open_table, posted_seeds
from feltworks.round import Terms
from feltworks.rules.loader import read
from feltworks.web.floor.pack import Pack


@pytest.mark.parametrize(
    ("penetration", "out", "put_away"),
    [("95", 292, False), ("95", 293, True), ("75", 233, False), ("75", 234, True)],
)
def test_a_shoe_goes_at_its_cut_card_or_when_it_cannot_serve_every_seat(penetration, out, put_away):
    """Seven hands, the dealer and the flop take twenty cards; 95% of the shoe are 296."""
    dealt = open_table(read("texas-21", {"penetration": penetration, "seats": "7"}))
    pack = Pack(dealt)
    promised = pack.promise()
    pack.out = promised.reveal().order[:out]
    nobody_bet = dealt.open_round(Terms(jackpots=posted_seeds(dealt)))
    assert pack.after(nobody_bet) is (promised if put_away else None)
    assert (pack.commitment is None) == put_away
