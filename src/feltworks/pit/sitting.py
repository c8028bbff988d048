"""A sitting: one person's rounds at one table, each from a fresh deck that was committed to.

The deck is shuffled by the house's randomness, or for practice by a seed, in which case the same
seed deals the same cards again. Where the rules know two decks they take turns.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feltworks.cards import HouseRandomness, SeededRandomness, Shuffle, commit
from feltworks.round.terms import Terms

if TYPE_CHECKING:
    from feltworks.cards import Commitment
    from feltworks.pit.tables import OpenTable
    from feltworks.round.contract import Round


@dataclass
class Sitting:
    """`seed` None is play with the house's shuffles; `dealt` counts the rounds begun."""

    table: OpenTable
    terms: Terms
    seed: int | None = None
    dealt: int = field(default=0, init=False)

    def next_round(self) -> tuple[Round, Commitment]:
        """A round to bet on, and the promise of its deck."""
        commitment = self._shuffled()
        pack = 2 if self.table.rules.table.second_deck and self.dealt % 2 else 1
        self.dealt += 1
        terms = replace(self.terms, commitment=commitment.digest, pack=pack)
        return self.table.open_round(terms), commitment

    def _shuffled(self) -> Commitment:
        deck = self.table.deck
        if self.seed is None:
            return commit(Shuffle(deck, HouseRandomness()).for_play())
        stream = SeededRandomness(self.seed).child(self.dealt)
        salt = stream.child("salt").bytes(32).hex()
        return commit(Shuffle(deck, stream).order, salt)


def posted_seeds(table: OpenTable) -> dict[str, int]:
    """Every jackpot of the game at the amount it starts from."""
    return {id: jackpot.seed.cents for id, jackpot in table.rules.jackpots.items()}
