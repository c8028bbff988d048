"""A sitting at a table with a shoe: rounds follow each other through it until the cut card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltworks.blackjack import Shoe
from feltworks.pit.sitting import Sitting

if TYPE_CHECKING:
    from feltworks.cards import Card, Commitment
    from feltworks.round.contract import Round


@dataclass
class ShoeSitting(Sitting):
    """One promise holds for all rounds of a shoe, and is kept when the shoe is done with."""

    shoe: Shoe | None = field(default=None, init=False)

    def next_round(self) -> tuple[Round, Commitment]:
        """A round to bet on, from the shoe as it stands or, behind the cut card, a fresh one."""
        if self.shoe is None or self.shoe.cut_card_is_out:
            self.shuffle()
        assert self.shoe is not None
        self.dealt += 1
        return self.table.open_round(self.shoe.terms(self.terms)), self.shoe.commitment

    def shuffle(self) -> None:
        """A fresh shoe, whatever is left of the old one."""
        self.shoe = Shoe(self._shuffled(), self.table.cut_at or self.table.deck.size)

    def after(self, round: Round) -> None:
        """A round is over: its cards have left the shoe."""
        assert self.shoe is not None
        self.shoe = self.shoe.after(round)

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is left in the shoe, the next card first; for the dealer alone."""
        return () if self.shoe is None else self.shoe.cards
