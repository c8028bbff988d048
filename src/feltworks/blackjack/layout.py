"""The state of a round of blackjack in play: spots and hands, the shoe's count, the log so far.

Only the modules of this package change a layout, and only one that was forked for the move in hand;
the round that the caller holds never changes. A fork shares the spots, and one is copied, with its
hands, when it is first about to change; from then on the fork owns it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from feltworks.blackjack.hand import ACE, POINTS, TEN, Hand
from feltworks.round.banked.reading import HOUSE

if TYPE_CHECKING:
    from feltworks.blackjack.plan import BlackjackPlan
    from feltworks.cards import Card
    from feltworks.round.banked.order import Slot
    from feltworks.round.banked.reading import Place
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms

Phase = Literal["bets", "stages", "offer", "peek", "hands", "dealer", "settling"]


class Spot:
    """One seat's part of the layout; `hands` is empty until the first cards are out."""

    __slots__ = ("collected", "hands", "in_main", "seat", "settled", "stakes", "tips")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.stakes: dict[str, int] = {}
        self.tips: dict[str, int] = {}
        self.settled: frozenset[str] = frozenset()
        self.in_main = False
        self.hands: list[Hand] = []
        self.collected = False

    def has_out(self, wager: str) -> bool:
        """Whether the wager lies on the spot, unsettled."""
        return wager in self.stakes and wager not in self.settled

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seat = self.seat
        twin.stakes = self.stakes.copy()
        twin.tips = self.tips.copy()
        twin.settled = self.settled
        twin.in_main = self.in_main
        twin.hands = [hand.copy() for hand in self.hands]
        twin.collected = self.collected
        return twin


class Layout:
    """A round in play.

    `cards` has the first cards by place, which wagers beside blackjack are paid on; `acting` are
    the seats still to decide, and `hand_at` says which hand of the first of them is played.
    `dealt` counts the cards that are out of the shoe, eight bits for each face. `checked` means
    that the dealer cannot have a blackjack any more.
    """

    __slots__ = (
        "acting",
        "cards",
        "checked",
        "dealer",
        "dealt",
        "down",
        "hand_at",
        "left",
        "log",
        "over",
        "owned",
        "phase",
        "plan",
        "script",
        "script_at",
        "spots",
        "stage_at",
        "terms",
    )

    def __init__(self, plan: BlackjackPlan, terms: Terms, dealt: int) -> None:
        self.plan = plan
        self.terms = terms
        self.spots: dict[int, Spot] = {}
        self.cards: dict[Place, tuple[Card, ...]] = {}
        self.down: dict[Place, tuple[Card, ...]] = {}
        self.dealer = Hand()
        self.dealt = dealt
        self.left = plan.deck.size - len(terms.discarded)
        self.log: list[Operation] = []
        self.phase: Phase = "bets"
        self.stage_at = -1
        self.script: tuple[Slot, ...] = ()
        self.script_at = 0
        self.acting: tuple[int, ...] = ()
        self.hand_at = 0
        self.checked = False
        self.over = False
        self.owned: set[int] = set()

    def fork(self) -> Self:
        twin = object.__new__(type(self))
        twin.plan = self.plan
        twin.terms = self.terms
        twin.spots = self.spots.copy()
        twin.cards = self.cards.copy()
        twin.down = self.down.copy()
        twin.dealer = self.dealer.copy()
        twin.dealt = self.dealt
        twin.left = self.left
        twin.log = self.log.copy()
        twin.phase = self.phase
        twin.stage_at = self.stage_at
        twin.script = self.script
        twin.script_at = self.script_at
        twin.acting = self.acting
        twin.hand_at = self.hand_at
        twin.checked = self.checked
        twin.over = self.over
        twin.owned = set()
        return twin

    def own(self, seat: int) -> Spot:
        """The seat's spot, made safe to change; a new one where nobody has bet yet."""
        known = self.spots.get(seat)
        if known is not None and seat in self.owned:
            return known
        self.owned.add(seat)
        spot = self.spots[seat] = Spot(seat) if known is None else known.copy()
        return spot

    @property
    def taking_bets(self) -> bool:
        return self.phase == "bets" and not self.over

    @property
    def needs_card(self) -> bool:
        """Whether the shoe has the next move."""
        at = self.script_at
        return at < len(self.script) and self.script[at].does != "turn"

    @property
    def seats(self) -> list[int]:
        """The seats in the round from the dealer's left."""
        return sorted(self.spots)

    @property
    def seats_from_right(self) -> list[int]:
        return sorted(self.spots, reverse=True)

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
