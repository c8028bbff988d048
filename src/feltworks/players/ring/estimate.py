"""Estimating a hand's part of the pot by dealing the unknown cards a few hundred times.

A rival's cards are random, but how he has bet makes some of them likelier. Each deal gets a weight
that says how well it fits what he did: for the first betting round by the strength of his starting
hand, and after that by whether his hand would beat another one dealt at random on the same board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.odds.equity import against_one
from feltworks.odds.equity.equity import counts_unknown
from feltworks.odds.equity.sampling import drawn_cards
from feltworks.odds.equity.starts import starts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from feltworks.odds.equity import PotHand
    from feltworks.players.ring.position import RingPosition, Rival

UNFIT_WEIGHT = 0.2
"""The weight of a deal in which a rival's hand does not warrant what he did; 1 where it does."""
CALLED_WITH = 0.65
RAISED_WITH = 0.3
"""The best part of all starting hands that a rival is taken to call with, and to raise with."""


@dataclass(frozen=True, slots=True)
class PotEstimate:
    """The part of the pot that a hand wins on average against so many rivals."""

    part: float
    rivals: int

    @property
    def edge(self) -> float:
        """The part over an equal share of the pot: above 1 is better than average."""
        return self.part * (self.rivals + 1)


@dataclass(frozen=True, slots=True)
class PotSampler:
    """Deals the unknown cards `deals` times for each estimate."""

    pot: PotHand
    chance: Random
    deals: int

    def estimate(
        self, here: RingPosition, rivals: Sequence[Rival], *, weighed: bool
    ) -> PotEstimate:
        """The part of the pot against those rivals; `weighed` by what they did, or not at all."""
        pot = self.pot
        own, board = pot.faces(here.own), pot.faces(here.board)
        free = pot.free_faces([*here.own, *here.board])
        missing, coming = pot.board_cards - len(board), pot.own_cards - len(own)
        seats = min(len(rivals), (len(free) - missing - coming) // pot.own_cards - 1)
        # One hand more than there are rivals: the one that theirs are compared with.
        drawn = np.empty((self.deals, missing + coming + (seats + 1) * pot.own_cards), np.uint8)
        drawn_cards(free, np.uint64(self.chance.getrandbits(64)), drawn)
        boards = np.concatenate([np.tile(board, (self.deals, 1)), drawn[:, :missing]], axis=1)
        mine = np.tile(own, (self.deals, 1))
        mine = np.concatenate([mine, drawn[:, missing : missing + coming]], axis=1)
        hands = drawn[:, missing + coming :].reshape(self.deals, seats + 1, pot.own_cards)
        values = pot.values(np.concatenate([mine[:, None], hands], axis=1), boards)
        weights = np.ones(self.deals)
        if weighed:
            for at, rival in enumerate(rivals[:seats]):
                weights *= self._weights(rival, hands[:, at], values[:, 1 + at], values[:, -1])
        best = values[:, 1:-1].max(axis=1, initial=-1)
        tied = (values[:, 1:-1] == values[:, :1]).sum(axis=1)
        shares = np.where(values[:, 0] >= best, 1.0 / (1 + tied), 0.0)
        return PotEstimate(float((shares * weights).sum() / weights.sum()), seats)

    def _weights(
        self, rival: Rival, hands: NDArray[Any], values: NDArray[Any], random_values: NDArray[Any]
    ) -> NDArray[np.float64]:
        """How well each deal's hand fits what the rival did."""
        weights = np.ones(self.deals)
        stronger = stronger_starts(self.pot)
        if stronger is not None and (rival.raised or rival.called):
            most = RAISED_WITH / rival.raised if rival.raised else CALLED_WITH
            fits = stronger[hands[:, 0], hands[:, 1]] < most
            weights *= np.where(fits, 1.0, UNFIT_WEIGHT)
        if rival.raised_later:
            weights *= np.where(values > random_values, 1.0, UNFIT_WEIGHT**rival.raised_later)
        return weights


@lru_cache(maxsize=16)
def stronger_starts(pot: PotHand) -> NDArray[np.float64] | None:
    """For each pair of faces, the part of all starting hands that are stronger; None if not pairs.

    0 is the strongest start, 1 the weakest.
    """
    if not counts_unknown(pot):
        return None
    kinds, number = starts(pot)
    parts = {start.name: share.part for start, share in against_one(pot)}
    stronger = np.zeros(len(kinds))
    better, hands = 0, sum(start.hands for start in kinds)
    for at in sorted(range(len(kinds)), key=lambda at: parts[kinds[at].name], reverse=True):
        stronger[at] = better / hands
        better += kinds[at].hands
    table: NDArray[np.float64] = stronger[np.maximum(number, 0)]
    return table
