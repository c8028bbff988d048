"""Rounds dealt from the top of packs, many at once: what a game says of its rounds.

Wherever the solver of decisions is not needed to deal (nobody decides, cards are drawn by rule, a
choice follows from a few cards), a game is told here in one way: every seat's round ends in one of
a list of endings, each with what every wager comes to. A game turns the next cards of many rounds
into the numbers of their endings; seats with amounts of their own, shoes dealt to a cut card, a
counter's bets, tallies, checkpoints, sheets and Parquet follow for all such games alike.

Another kind of game plugs in with a class that has the members of `PackRounds`, made by
`packgames.prepare_packs` in `mechanisms`, as `undecidedrounds.UndecidedRounds` is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Deck
from feltworks.odds.result import WagerOdds
from feltworks.rules.schema import Rules
from feltworks.simulate.sides import SideRow

MAIN = "main"
"""All required wagers together, with what is added to them during the round."""


@dataclass(frozen=True)
class PackEnding:
    """One way in which a round can end for a seat."""

    rows: Mapping[str, SideRow]
    """By side wager, and as `MAIN`: the outcome as the exact odds name it, and what one unit won;
    of the main game that is the rules' unit."""
    staked: Fraction = Fraction(1)
    """What the main game had out at the end, in the rules' unit."""


@dataclass(frozen=True)
class EndedRounds:
    """Rounds that were played: the number of its ending for every seat, and the cards it took."""

    endings: NDArray[np.int64]
    """By seat and round."""
    taken: NDArray[np.int64]
    """By round: cards, the burnt ones included."""


class PackRounds(Protocol):
    """How rounds of one game are played; it travels to other processes."""

    @property
    def rules(self) -> Rules: ...

    @property
    def deck(self) -> Deck: ...

    @property
    def seats(self) -> int: ...

    @property
    def most_cards(self) -> int:
        """Cards that a round takes at most, the burnt ones included."""

    @property
    def burnt(self) -> tuple[int, ...]:
        """Which of a round's cards nobody sees, counted from 0."""

    @property
    def endings(self) -> tuple[PackEnding | None, ...]:
        """By number; None where no round can end so."""

    @property
    def identity(self) -> str:
        """What the numbers of endings depend on beside the rules: wagers played, a strategy."""

    def played(self, faces: NDArray[np.uint8]) -> EndedRounds:
        """Play rounds from their next `most_cards` cards, by card and round, as face numbers."""

    def told(self, faces: NDArray[np.uint8], seat: int) -> dict[str, NDArray[np.int64]]:
        """The cards that a seat sees at the end, by zone and place (`hole_1`): a face number by
        round, -1 where none was dealt."""

    def exact(self, wager: str) -> WagerOdds:
        """The exact odds of a wager, or of `MAIN`."""
