"""The state of a round of blackjack: hands, the shoe's count, and the phase the play is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Self

from feltworks.blackjack.hand import ACE, POINTS, TEN, BlackjackHand
from feltworks.blackjack.operations import CutCardOut
from feltworks.blackjack.plan import BlackjackPlan
from feltworks.round.core.layout import Layout, Spot
from feltworks.round.core.reading import HOUSE

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.core.order import Slot
    from feltworks.round.terms import Terms

Phase = Literal["bets", "stages", "offer", "peek", "hands", "dealer", "settling"]


class BlackjackSpot(Spot):
    """One seat's part of the layout; `hands` is empty until the first cards are out."""

    __slots__ = ("hands", "in_main")

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.in_main = False
        self.hands: list[BlackjackHand] = []

    def copy(self) -> Self:
        twin = super().copy()
        twin.in_main = self.in_main
        twin.hands = [hand.copy() for hand in self.hands]
        return twin


class BlackjackLayout(Layout[BlackjackPlan, BlackjackSpot]):
    """A round of blackjack in play.

    `cards` has the first cards by place, which wagers beside blackjack are paid on; `hand_at` says
    which hand of the seat to decide is played, and `left` how many cards the shoe holds. `checked`
    means that the dealer cannot have a blackjack any more.
    """

    __slots__ = ("checked", "dealer", "hand_at", "left", "phase")

    new_spot: ClassVar[type[Spot]] = BlackjackSpot

    def __init__(self, plan: BlackjackPlan, terms: Terms, dealt: int) -> None:
        super().__init__(plan, terms, dealt)
        self.dealer = BlackjackHand()
        self.left = plan.deck.size - len(terms.discarded)
        self.phase: Phase = "bets"
        self.hand_at = 0
        self.checked = False

    def fork(self) -> Self:
        twin = super().fork()
        twin.dealer = self.dealer.copy()
        twin.left = self.left
        twin.phase = self.phase
        twin.hand_at = self.hand_at
        twin.checked = self.checked
        return twin

    @property
    def taking_bets(self) -> bool:
        return self.phase == "bets" and not self.over

    def take(self, slot: Slot, card: Card) -> None:
        """A card has come from the shoe: one of the first cards, or to a hand in play."""
        self.left -= 1
        if self.phase == "stages" or slot.does == "burn":
            super().take(slot, card)
        elif slot.place[0] == HOUSE:
            self.dealer.take(card)
        else:
            self.own(slot.place[0]).hands[self.hand_at].take(card)
        if self.plan.deck.size - self.left == self.plan.cut_at:
            self.log.append(CutCardOut())

    @property
    def used(self) -> int:
        """How many cards this round has taken from the shoe."""
        return self.plan.deck.size - len(self.terms.discarded) - self.left

    @property
    def up_card(self) -> Card:
        """The dealer's open card, which is his first."""
        return self.cards[HOUSE, self.plan.dealer_zone][0]

    @property
    def up_points(self) -> int:
        """What the dealer's open card counts, an ace as one."""
        return POINTS[self.up_card.rank]

    @property
    def may_be_blackjack(self) -> bool:
        """Whether the dealer's open card can be half of a blackjack."""
        return self.up_points in (ACE, TEN)
