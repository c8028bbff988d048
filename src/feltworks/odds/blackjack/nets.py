"""Net results in whole parts of the first wager, so that adding them up is adding places.

Most games win and lose one or two wagers; odds on a twenty-one may be fractions and higher. The
parts are as fine, and the places as many, as the game's own odds need.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.surewins import SureWins

MOST_HANDS = 4
MOST_LOST = 2
"""The most wagers that one hand can lose."""


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
