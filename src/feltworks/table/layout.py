"""The state of a round at a table: what each player has decided, and whether the deck is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from feltworks.cards import Card
from feltworks.round.core.layout import Layout, Spot
from feltworks.table.plan import ChoicePlan, TablePlan


@dataclass(slots=True, eq=False)
class TableSpot(Spot):
    """One seat's part of the layout: what it has out and what its player has decided."""

    in_main: bool = False
    folded: bool = False
    tucked: str | None = None
    gave_up: bool = False
    ended: bool = False
    contest: str | None = None
    laid: tuple[Card, ...] = ()
    swept: bool = False

    @property
    def in_contest(self) -> bool:
        """Whether it still plays the main game."""
        return self.in_main and not self.folded


@dataclass(slots=True, eq=False)
class TableLayout(Layout[TablePlan, TableSpot]):
    """A round at a table."""

    new_spot: ClassVar[type[Spot]] = TableSpot

    deck_away: bool = False

    @property
    def choices(self) -> Mapping[str, ChoicePlan]:
        """The choices of the present stage by id."""
        return self.plan.choices[self.stage_at]
