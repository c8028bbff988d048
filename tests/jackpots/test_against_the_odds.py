"""What a wager adds to its jackpot on average: counted by the odds, and added by the arithmetic.

Every deal there is, once each, is one long day of play: what its count adds, or its meter, is the
odds' average times the number of deals.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.ask.rules import load
from tests.ask.sides import side_jackpot, side_odds

from feltworks.jackpots import JackpotState, Play, count, play, terms_from

pytestmark = pytest.mark.slow

UNIT_CENTS = 100


def every_deal(odds):
    """The play of one wager in every deal; the jackpot itself is not paid."""
    # A share is paid beside what happens to the stake: nothing where the stake comes back.
    returned = all(row.net == 0 for row in odds.outcomes if row.share)
    wagered = lost = tray_paid = 0
    for row in odds.outcomes:
        keeps = returned and row.net >= 0
        wagered += row.combinations * UNIT_CENTS
        lost += 0 if keeps else row.combinations * UNIT_CENTS
        tray_paid += int(row.net + (0 if keeps else 1)) * row.combinations * UNIT_CENTS
    return Play(wagered, lost, tray_paid)


@pytest.mark.parametrize("mode", ["manual", "meter"])
@pytest.mark.parametrize(
    ("game", "wager", "chosen"),
    [
        ("spanish-poker", "gran-progressive", {}),
        ("texas-21", "progressive", {}),
        ("texas-21", "progressive", {"progressive_contribution": 30}),
        ("texas-21", "progressive", {"progressive_contribution_of": "lost"}),
    ],
)
def test_the_odds_and_the_arithmetic_add_the_same(game, wager, chosen, mode):
    rules = load(game, chosen)
    odds, stated = side_odds(rules, wager), side_jackpot(rules, wager)
    terms = terms_from(rules.jackpots[stated.jackpot].model_copy(update={"mode": mode}))
    day = play(JackpotState(stated.jackpot, terms), every_deal(odds)).state
    counted = count(day, day.lost).state
    grown = counted.held.displayed + counted.carry.contribution
    assert Fraction(grown, UNIT_CENTS * odds.combinations) == stated.added_dollars
