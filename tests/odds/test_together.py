"""Wagers of one round together: their covariances, by the positions of the first decision."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.ask.odds import Player
from tests.ask.rules import Handbook, Rules, Situation, load, settle
from tests.ask.sides import jackpots
from tests.ask.together import MAIN, together

from .small_decks import DECKS, on_deck


def net(book: Handbook, side: str, zones: dict, jackpot: Fraction) -> Fraction:
    """What a side wager on the player's own cards pays, in units of itself."""
    rules = book.rules
    held = {rules.pays[table].hand for table in rules.tables_of(side)}
    paid = settle(book, side, Situation({hand: book.held(hand, zones) for hand in held}))
    size = rules.wagers[side].size
    unit = 100 if size is None else size.cents
    share = sum((hit.share for hit in paid.hits), Fraction(0))
    return paid.odds + Fraction(paid.cents, unit) + share * jackpot


@pytest.mark.parametrize(("game", "zone"), [("mini-tex", "hole"), ("spanish-poker", "cards")])
def test_covariances_are_those_of_every_first_position(game: str, zone: str) -> None:
    """The side wagers pay on the cards with which the first decision is taken."""
    rules: Rules = on_deck(game, next(iter(DECKS[game].values())))
    book, best, found = Handbook(rules), Player(rules), together(rules)
    lines = list(best.positions(best.decisions[0]))
    deals = sum(line.deals for line in lines)
    posted = {wager: each.quoted_dollars for wager, each in jackpots(rules).items()}
    sides = rules.wagers_of("side")
    assert sides
    for side in sides:
        products = means = Fraction(0)
        for line in lines:
            value = line.advice.values[line.advice.best]
            pays = net(book, side, {zone: line.cards}, posted.get(side, Fraction(0)))
            products += line.deals * value * pays
            means += line.deals * pays
        assert found.means[side] == means / deals
        covariance = products / deals - found.means[MAIN] * found.means[side]
        assert found.covariances[MAIN, side] == covariance


def test_wagers_that_nobody_decides_about_vary_together_as_ties_have_it():
    """Eight packs: a tie with 31 of 415 cards left loses half of Dragon and of Tiger."""
    found = together(load("dragon-tiger"))
    tie = Fraction(31, 415)
    assert found.covariances["dragon", "tiger"] == -(1 - tie) + tie / 4 - (tie / 2) ** 2
    both = -tie / 2 * 8 - (1 - tie) * 0
    means = found.means["dragon"] * found.means["tie"]
    assert found.covariances["dragon", "tie"] == both - means
    assert None not in found.covariances.values()
    # Half a unit on each of two wagers is won and lost as their covariance says.
    mean, variance = found.of({"dragon": Fraction(1, 2), "tiger": Fraction(1, 2)})
    assert mean == found.means["dragon"]
    assert variance == (tie / 2) ** 2 * (1 / tie - 1), "lost by ties alone"
