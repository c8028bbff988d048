"""Hands that win whatever the dealer draws: charlies, twenty-ones, and bonuses. Hands are
distinguished by the values of their cards, but a bonus may need suits. No play depends on suits, so
a hand's suits are random among those in the shoe: the part of such hands that is all of one suit is
a quotient of falling powers, suit by suit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from feltworks.arrays import Flags, Floats
from feltworks.blackjack.pays import bonus_odds
from feltworks.cards import SUITS
from feltworks.odds.blackjack.hands import TOP, BlackjackHands
from feltworks.odds.blackjack.shoe import Shoe, value_of
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

MIXED = None
"""The suit of a hand whose cards are not all of one suit."""

Parts = Mapping[int, Mapping[Fraction, float]]
"""By hand: the odds paid before the dealer plays, and the part of such hands that gets them."""


@dataclass(frozen=True)
class SureWins:
    """The hands of one kind, unsplit or split, that win before the dealer plays."""

    parts: Parts
    means: Floats
    """By hand: its average odds, 0 if it has to wait for the dealer."""
    doubled: Flags
    """Doubled hands that win before the dealer plays, one to one: they get no bonus."""

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """All odds that are paid."""
        return tuple(sorted({odds for parts in self.parts.values() for odds in parts}))


def sure_wins(rules: Blackjack, hands: BlackjackHands, shoe: Shoe, *, split: bool) -> SureWins:
    """What wins before the dealer plays; a charlie (a hand of many cards) only if unsplit."""
    found: dict[int, Mapping[Fraction, float]] = {}
    even = {Fraction(1): 1.0}
    none = hands.sizes < 0
    charlies = none if split or rules.charlie is None else hands.sizes >= rules.charlie
    has_bonus = bool(rules.bonus) and (rules.bonus_after_split or not split)
    for hand in np.flatnonzero(charlies | (hands.totals == TOP)).tolist():
        is_21 = hands.totals[hand] == TOP
        if is_21 and has_bonus and (parts := _bonus_parts(rules, hands, shoe, hand)):
            found[hand] = parts
        elif charlies[hand] or (is_21 and rules.twenty_one_wins):
            found[hand] = even
    if not split:
        found.pop(hands.natural, None)
    means = np.zeros(hands.count)
    for hand, paid in found.items():
        means[hand] = sum(float(odds) * part for odds, part in paid.items())
    return SureWins(found, means, charlies | ((hands.totals == TOP) & rules.twenty_one_wins))


def _bonus_parts(
    rules: Blackjack, hands: BlackjackHands, shoe: Shoe, hand: int
) -> dict[Fraction, float]:
    """The odds on a twenty-one by the suits that its cards may have."""
    cards = hands.cards[hand]
    points = tuple(value + 1 for value in range(10) for _ in range(cards[value]))
    plain = bonus_odds(rules, points, MIXED)
    by_suit = {suit: bonus_odds(rules, points, suit) for suit in SUITS}
    if plain is None and not any(by_suit.values()):
        return {}
    found: dict[Fraction, float] = {}
    mixed = Fraction(1)
    if any(odds != plain for odds in by_suit.values()):
        for suit, odds in by_suit.items():
            part = _one_suit(shoe, cards.tolist(), suit)
            mixed -= part
            found[odds or Fraction(1)] = found.get(odds or Fraction(1), 0.0) + float(part)
    odds = plain or Fraction(1)
    found[odds] = found.get(odds, 0.0) + float(mixed)
    return {odds: part for odds, part in found.items() if part}


def _one_suit(shoe: Shoe, cards: list[int], suit: str) -> Fraction:
    """The chance that cards of these values are all of a suit."""
    if shoe.faces is None:
        raise OddsRefused("blackjack.bonus", "a bonus by suits needs a shoe whose suits are known")
    held, every = [0] * 10, [0] * 10
    for card, count in shoe.faces.items():
        every[value_of(card)] += count
        held[value_of(card)] += count * (card.suit == suit)
    chance = Fraction(1)
    for value, count in enumerate(cards):
        ways = prod(every[value] - n for n in range(count))
        if ways == 0:
            return Fraction(0)
        chance *= Fraction(prod(held[value] - n for n in range(count)), ways)
    return chance
