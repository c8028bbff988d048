"""The state of a round of blackjack: hands, the shoe's count, and the phase the play is in.

Also what the dealer does with the cards: draws one to a hand, turns hands over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

from feltworks.blackjack.hand import ACE, POINTS, TEN, BlackjackHand
from feltworks.blackjack.operations import CutCardOut
from feltworks.blackjack.plan import BlackjackPlan
from feltworks.cards import Card
from feltworks.round.core.layout import Layout, Spot
from feltworks.round.core.order import DealerAct, shared_act
from feltworks.round.core.reading import HOUSE
from feltworks.round.operations import Shown

BlackjackPhase = Literal["bets", "stages", "offer", "peek", "hands", "dealer", "settling"]


@dataclass(slots=True, eq=False)
class BlackjackSpot(Spot):
    """One seat's part of the layout; `hands` is empty until the first cards are out."""

    in_main: bool = False
    hands: list[BlackjackHand] = field(default_factory=list)

    def copy(self) -> Self:
        copy = Spot.copy(self)
        copy.hands = [hand.copy() for hand in self.hands]
        return copy


@dataclass(slots=True, eq=False)
class BlackjackLayout(Layout[BlackjackPlan, BlackjackSpot]):
    """A round of blackjack in play.

    `cards` has the first cards by place, which side wagers are paid on; `hand_at` says which hand
    of the seat to decide is played, and `left` how many cards the shoe holds. `checked` means that
    the dealer cannot have a blackjack any more.
    """

    new_spot: ClassVar[type[Spot]] = BlackjackSpot
    copied: ClassVar[tuple[str, ...]] = (*Layout.copied, "dealer")

    dealer: BlackjackHand = field(default_factory=BlackjackHand)
    left: int = field(init=False)
    phase: BlackjackPhase = "bets"
    hand_at: int = 0
    checked: bool = False

    def __post_init__(self) -> None:
        self.left = self.plan.deck.size - len(self.terms.discarded)

    @property
    def taking_bets(self) -> bool:
        return self.phase == "bets" and not self.over

    def take(self, act: DealerAct, card: Card) -> None:
        """A card has come from the shoe: one of the first cards, or to a hand in play."""
        self.left -= 1
        if self.phase == "stages" or act.does == "burn":
            Layout.take(self, act, card)
        elif act.place[0] == HOUSE:
            self.dealer.take(card)
        else:
            self.own(act.place[0]).hands[self.hand_at].take(card)
        if self.plan.deck.size - self.left == self.plan.cut_at:
            self.log.append(CutCardOut())

    def drop(self, seat: int) -> None:
        """If it was the seat's turn, the next seat begins with its first hand."""
        if self.deciding[:1] == (seat,):
            self.hand_at = 0
        Layout.drop(self, seat)

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


def draw(layout: BlackjackLayout, seat: int, zone: str) -> None:
    """Makes one card due, face up, to a hand in play or to the dealer."""
    layout.script, layout.script_at = (shared_act("deal", (seat, zone), "up"),), 0


def cards_wanted(layout: BlackjackLayout) -> int:
    """How many cards the stages take before blackjack itself begins."""
    seats = len(layout.spots)
    dealt = [order for order in layout.plan.stages if takes_place(layout, order.stage.if_out)]
    burnt = 0 if layout.terms.discarded else layout.plan.game.burn
    return burnt + sum(order.cards_needed(seats) for order in dealt)


def takes_place(layout: BlackjackLayout, if_out: tuple[str, ...]) -> bool:
    """Whether a stage is played: always, or only if somebody has one of its wagers out."""
    return not if_out or layout.anybody_has(if_out)


def original_wager(layout: BlackjackLayout, spot: BlackjackSpot) -> int:
    """What the seat bet before the deal, in cents; the first hand may have been doubled since."""
    stake, first = spot.stakes[layout.plan.main], spot.hands[0]
    return stake // 2 if first.doubled and not first.free_bets else stake


def show_hand(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand | None) -> None:
    """Turns over a seat's face-down cards; `hand` None if no hand is made of them yet.

    Only a seat's first hand can lie face down: hands split off are open.
    """
    place = (spot.seat, layout.plan.zone)
    if layout.down.get(place) and (hand is None or hand.number == 1):
        layout.down[place] = ()
        layout.log.append(Shown(*place, layout.cards[place] if hand is None else hand.cards))


def show_hole_card(layout: BlackjackLayout) -> None:
    """The dealer turns his face-down card over."""
    place = (HOUSE, layout.plan.dealer_zone)
    if layout.down.get(place):
        layout.down[place] = ()
        layout.log.append(Shown(None, layout.plan.dealer_zone, layout.dealer.cards))
