"""The state of a round in play: the spots, the cards, the deck's count, and the log so far.

Only the modules of this package change a layout, and only one that was forked for the move in hand;
the round that the caller holds never changes. A fork copies the outer containers and shares what is
inside: a spot is copied when it is about to change, cards are tuples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.banked.order import Slot
    from feltworks.round.banked.reading import Place
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms
    from feltworks.table.plan import TablePlan
    from feltworks.table.stageplan import StagePlan


class Spot:
    """One seat's part of the layout: what it has out and what its player has decided."""

    __slots__ = (
        "collected",
        "contest",
        "ended",
        "folded",
        "gave_up",
        "in_main",
        "laid",
        "seat",
        "settled",
        "stakes",
        "swept",
        "tips",
        "tucked",
    )

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.stakes: dict[str, int] = {}
        self.tips: dict[str, int] = {}
        self.settled: frozenset[str] = frozenset()
        self.in_main = False
        self.folded = False
        self.tucked: str | None = None
        self.gave_up = False
        self.ended = False
        self.contest: str | None = None
        self.laid: tuple[Card, ...] = ()
        self.swept = False
        self.collected = False

    @property
    def in_contest(self) -> bool:
        """Whether it still plays the main game."""
        return self.in_main and not self.folded

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
        twin.folded = self.folded
        twin.tucked = self.tucked
        twin.gave_up = self.gave_up
        twin.ended = self.ended
        twin.contest = self.contest
        twin.laid = self.laid
        twin.swept = self.swept
        twin.collected = self.collected
        return twin


class Layout:
    """A round in play; `stage_at` is -1 while bets are taken."""

    __slots__ = (
        "cards",
        "dealt",
        "deciding",
        "deck_away",
        "down",
        "log",
        "over",
        "plan",
        "script",
        "script_at",
        "spots",
        "stage_at",
        "terms",
    )

    def __init__(self, plan: TablePlan, terms: Terms) -> None:
        self.plan = plan
        self.terms = terms
        self.spots: dict[int, Spot] = {}
        self.cards: dict[Place, tuple[Card, ...]] = {}
        self.down: dict[Place, tuple[Card, ...]] = {}
        self.dealt = 0
        self.log: list[Operation] = []
        self.stage_at = -1
        self.script: tuple[Slot, ...] = ()
        self.script_at = 0
        self.deciding: tuple[int, ...] = ()
        self.deck_away = False
        self.over = False

    def fork(self) -> Self:
        twin = object.__new__(type(self))
        twin.plan = self.plan
        twin.terms = self.terms
        twin.spots = self.spots.copy()
        twin.cards = self.cards.copy()
        twin.down = self.down.copy()
        twin.dealt = self.dealt
        twin.log = self.log.copy()
        twin.stage_at = self.stage_at
        twin.script = self.script
        twin.script_at = self.script_at
        twin.deciding = self.deciding
        twin.deck_away = self.deck_away
        twin.over = self.over
        return twin

    def own(self, seat: int) -> Spot:
        """The seat's spot, made safe to change; a new one where nobody has bet yet."""
        known = self.spots.get(seat)
        spot = self.spots[seat] = Spot(seat) if known is None else known.copy()
        return spot

    @property
    def taking_bets(self) -> bool:
        return self.stage_at < 0 and not self.over

    @property
    def needs_card(self) -> bool:
        """Whether the deck has the next move."""
        at = self.script_at
        return at < len(self.script) and self.script[at].does != "turn"

    @property
    def stage(self) -> StagePlan:
        return self.plan.stages[self.stage_at]

    @property
    def seats(self) -> list[int]:
        """The seats in the round from the dealer's left."""
        return sorted(self.spots)

    @property
    def seats_from_right(self) -> list[int]:
        return sorted(self.spots, reverse=True)

    def cards_left(self) -> int:
        """How many cards the deck still holds."""
        return self.plan.deck.size - sum(self.dealt.to_bytes(len(self.plan.faces), "little"))
