"""The shoe between rounds: shuffled once, committed to as a whole, dealt until the cut card.

A round knows only which cards earlier rounds took. Whoever runs the table keeps a shoe, opens each
round on its terms, and goes on with the shoe as the round leaves it. Its order is revealed when the
shoe is done with, not before: a round's transcript carries the commitment alone until then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from feltworks.round.operations import Burnt, Dealt
from feltworks.round.terms import Terms, TermsError

if TYPE_CHECKING:
    from feltworks.blackjack.plan import BlackjackPlan
    from feltworks.cards import Card, Commitment
    from feltworks.round.contract import Round


@dataclass(frozen=True, slots=True)
class Shoe:
    """`cut_at` cards come before the cut card; `dealt` have come out so far."""

    commitment: Commitment
    cut_at: int
    dealt: int = 0

    def terms(self, terms: Terms) -> Terms:
        """The terms for the next round from this shoe."""
        return replace(
            terms, commitment=self.commitment.digest, discarded=self._order[: self.dealt]
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards still in it, the next one first; for whoever deals, and nobody else."""
        return self._order[self.dealt :]

    @property
    def cut_card_is_out(self) -> bool:
        """Whether it must be shuffled before another round."""
        return self.dealt >= self.cut_at

    def after(self, round: Round) -> Self:
        """The shoe as a round leaves it."""
        taken = sum(isinstance(entry, Dealt | Burnt) for entry in round.log)
        return replace(self, dealt=self.dealt + taken)

    @property
    def _order(self) -> tuple[Card, ...]:
        return self.commitment.reveal().order


def count_out(plan: BlackjackPlan, terms: Terms) -> int:
    """The cards that are out, counted by face as a layout counts them.

    A `TermsError` or `CardError` where no round may begin from such a shoe. Rounds of one shoe
    follow each other, so what an earlier one was opened with is not counted again.
    """
    discarded = terms.discarded
    if len(discarded) >= plan.cut_at:
        raise TermsError(
            f"{len(discarded)} cards are out and the cut card lies after {plan.cut_at}: "
            "the shoe is shuffled before another round"
        )
    known, dealt = plan.counted
    if discarded[: len(known)] != known:
        known, dealt = (), 0
    for card in discarded[len(known) :]:
        shift, copies = plan.faces.get(card, (0, 0))
        if (dealt >> shift) & 255 >= copies:
            plan.deck.check(discarded)
        dealt += 1 << shift
    plan.counted = (discarded, dealt)
    return dealt
