"""Hands that win whatever the dealer draws: charlies, twenty-ones, and bonuses.

Hands are distinguished by the values of their cards, but a bonus may need suits. No play depends on
suits, so a hand's suits are random among those in the shoe: the part of such hands that is all of
one suit is a quotient of falling powers, suit by suit.

Net results are in whole parts of the first wager, so that adding them up is adding places. Most
games win and lose one or two wagers; odds on a twenty-one may be fractions and higher. The parts
are as fine, and the places as many, as the game's own odds need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.blackjack.pays import bonus_odds
from feltworks.cards import SUITS
from feltworks.odds.blackjack.hands import TOP, BlackjackHands
from feltworks.odds.blackjack.shoe import Shoe, value_of
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

if TYPE_CHECKING:
    from feltworks.odds.blackjack.setting import Setting

MIXED = None
"""The suit of a hand whose cards are not all of one suit."""
MOST_HANDS = 4
MOST_LOST = 2
"""The most wagers that one hand can lose."""

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


@dataclass(frozen=True)
class NetUnits:
    """How many parts a wager has, and how many one hand can lose and win."""

    scale: int
    lost: int
    won: int

    @classmethod
    def of(cls, setting: Setting) -> NetUnits:
        odds = {*setting.sure.odds, *setting.sure_split.odds, Fraction(MOST_LOST)}
        scale = lcm(*(each.denominator for each in odds))
        return cls(scale, MOST_LOST * scale, int(max(odds) * scale))

    @property
    def span(self) -> int:
        """The number of nets from the lowest of a hand to the highest."""
        return self.lost + self.won

    @property
    def even(self) -> int:
        """The place of a push among the nets of a round."""
        return MOST_HANDS * self.lost

    @property
    def places(self) -> int:
        """How many net results a round of four hands can have."""
        return MOST_HANDS * self.span + 1

    def net(self, place: int) -> Fraction:
        return Fraction(place - self.even, self.scale)


class SureNets(NamedTuple):
    """The nets of hands that win before the dealer plays, for kernels."""

    nets: Int64s
    """The net in parts of a wager, for each of the odds."""
    parts: Floats
    """[odds, hand]: the part of such hands that is paid these odds; 0 if the hand waits."""
    doubled: Flags
    """Hands that win before the dealer plays when they are doubled."""
    scale: int
    even: int

    @classmethod
    def of(cls, sure: SureWins, units: NetUnits) -> SureNets:
        odds = sure.odds
        parts = np.zeros((len(odds), len(sure.means)))
        for hand, paid in sure.parts.items():
            for each, part in paid.items():
                parts[odds.index(each), hand] = part
        nets = np.array([int(each * units.scale) for each in odds], np.int64)
        return cls(nets, parts, sure.doubled, units.scale, units.even)
