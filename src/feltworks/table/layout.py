"""The state of a round at a table: what each player has decided, and whether the deck is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from feltworks.round.core.layout import Layout, Spot
from feltworks.table.plan import TablePlan

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.terms import Terms
    from feltworks.table.plan import StagePlan


class TableSpot(Spot):
    """One seat's part of the layout: what it has out and what its player has decided."""

    __slots__ = (
        "contest",
        "ended",
        "folded",
        "gave_up",
        "in_main",
        "laid",
        "swept",
        "tucked",
    )

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.in_main = False
        self.folded = False
        self.tucked: str | None = None
        self.gave_up = False
        self.ended = False
        self.contest: str | None = None
        self.laid: tuple[Card, ...] = ()
        self.swept = False

    @property
    def in_contest(self) -> bool:
        """Whether it still plays the main game."""
        return self.in_main and not self.folded

    def copy(self) -> Self:
        twin = super().copy()
        twin.in_main = self.in_main
        twin.folded = self.folded
        twin.tucked = self.tucked
        twin.gave_up = self.gave_up
        twin.ended = self.ended
        twin.contest = self.contest
        twin.laid = self.laid
        twin.swept = self.swept
        return twin


class TableLayout(Layout[TablePlan, TableSpot]):
    """A round at a table."""

    __slots__ = ("deck_away",)

    new_spot: ClassVar[type[Spot]] = TableSpot

    def __init__(self, plan: TablePlan, terms: Terms) -> None:
        super().__init__(plan, terms)
        self.deck_away = False

    def fork(self) -> Self:
        twin = super().fork()
        twin.deck_away = self.deck_away
        return twin

    @property
    def stage(self) -> StagePlan:
        return self.plan.stages[self.stage_at]
