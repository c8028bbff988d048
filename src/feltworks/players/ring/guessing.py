"""Guessing a hand's part of the pot by dealing the unknown cards a few hundred times.

A rival's cards are random; how he has bet makes some of them likelier. Each deal is weighed by how
well it goes with what he did: with the strength of his starting hand for the first betting round,
and after that with whether his hand would beat another one dealt at random on the same board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.odds.equity import against_one
from feltworks.odds.equity.boards import starts
from feltworks.odds.equity.sampling import drawn_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from feltworks.odds.equity import PotHand
    from feltworks.players.ring.sight import Rival, Sight

DOUBTED = 0.2
"""How likely a deal is still held to be in which a rival has done what it does not warrant."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Part of the pot to be expected, and how many share out a pot on average."""

    part: float
    rivals: int

    @property
    def edge(self) -> float:
        """The part over the one that chance alone would give: above 1 is better than average."""
        return self.part * (self.rivals + 1)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals unknown cards for a player who wonders; `deals` is how often."""

    pot: PotHand
    chance: Random
    deals: int

    def guess(self, sight: Sight, rivals: Sequence[Rival], *, weighed: bool) -> Guess:
        """The part of the pot against those rivals; weighed by what they did, or not at all."""
        pot = self.pot
        own, board = pot.faces(sight.own), pot.faces(sight.board)
        free = pot.free_faces([*sight.own, *sight.board])
        missing, coming = pot.board_cards - len(board), pot.own_cards - len(own)
        seats = min(len(rivals), (len(free) - missing - coming) // pot.own_cards - 1)
        # One hand more than there are rivals: the one that theirs are measured by.
        drawn = self._cards(free, missing + coming + (seats + 1) * pot.own_cards)
        boards = np.concatenate([np.tile(board, (self.deals, 1)), drawn[:, :missing]], axis=1)
        mine = np.tile(own, (self.deals, 1))
        mine = np.concatenate([mine, drawn[:, missing : missing + coming]], axis=1)
        hands = drawn[:, missing + coming :].reshape(self.deals, seats + 1, pot.own_cards)
        values = pot.values(np.concatenate([mine[:, None], hands], axis=1), boards)
        weights = np.ones(self.deals)
        if weighed:
            for at, rival in enumerate(rivals[:seats]):
                weights *= self._likelihood(rival, hands[:, at], values[:, 1 + at], values[:, -1])
        best = values[:, 1:-1].max(axis=1, initial=-1)
        tied = (values[:, 1:-1] == values[:, :1]).sum(axis=1)
        shares = np.where(values[:, 0] >= best, 1.0 / (1 + tied), 0.0)
        return Guess(float((shares * weights).sum() / weights.sum()), seats)

    def _cards(self, free: NDArray[np.uint8], needed: int) -> NDArray[np.uint8]:
        drawn = np.empty((self.deals, needed), np.uint8)
        drawn_cards(free, np.uint64(self.chance.getrandbits(64)), drawn)
        return drawn

    def _likelihood(
        self, rival: Rival, hands: NDArray[Any], values: NDArray[Any], measure: NDArray[Any]
    ) -> NDArray[np.float64]:
        weights = np.ones(self.deals)
        standing = start_standing(self.pot)
        if standing is not None and (rival.raised or rival.called):
            share = 0.3 / rival.raised if rival.raised else 0.65
            within = standing[hands[:, 0], hands[:, 1]] < share
            weights *= np.where(within, 1.0, DOUBTED)
        if rival.raised_later:
            weights *= np.where(values > measure, 1.0, DOUBTED**rival.raised_later)
        return weights


@lru_cache(maxsize=16)
def start_standing(pot: PotHand) -> NDArray[np.float64] | None:
    """For each pair of faces, the part of all starting hands that are stronger; None if not pairs.

    0 is the strongest start, 1 the weakest.
    """
    if not pot.counts_unknown:
        return None
    kinds, number = starts(pot)
    parts = {start.name: share.part for start, share in against_one(pot)}
    standing = np.zeros(len(kinds))
    better, hands = 0, sum(start.hands for start in kinds)
    for at in sorted(range(len(kinds)), key=lambda at: parts[kinds[at].name], reverse=True):
        standing[at] = better / hands
        better += kinds[at].hands
    table: NDArray[np.float64] = standing[np.maximum(number, 0)]
    return table
