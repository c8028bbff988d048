"""Net results in whole parts of the first wager, so that adding them up is adding places.

Most games win and lose one or two wagers; odds on a twenty-one may be broken and higher. The parts
are as fine, and the places as many, as a game's own odds ask for.
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
"""Wagers that one hand can lose."""


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
        """From the lowest net of a hand to the highest."""
        return self.lost + self.won

    @property
    def even(self) -> int:
        """The place of a push among the nets of a round."""
        return MOST_HANDS * self.lost

    @property
    def places(self) -> int:
        """Net results of a round of four hands."""
        return MOST_HANDS * self.span + 1

    def net(self, place: int) -> Fraction:
        return Fraction(place - self.even, self.scale)


class SureNets(NamedTuple):
    """What hands that win at once bring, as kernels add it up."""

    nets: Int64s
    """In parts of a wager, for each of the odds that are paid."""
    parts: Floats
    """[odds, hand]: the part of such hands that is paid them; all 0 where it waits."""
    doubled: Flags
    """Hands that win at once when they are doubled."""
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
