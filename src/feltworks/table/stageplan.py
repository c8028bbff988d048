"""A stage as the table plays it: the order of its cards and the choices that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.hands import HandTest
    from feltworks.round.banked.order import DealOrder
    from feltworks.round.banked.reading import HandReader
    from feltworks.rules.amounts import Size
    from feltworks.rules.schema.stages import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePlan:
    """One choice at a decision; `sets` is the hand whose cards the player may lay himself."""

    id: str
    name: str
    folds: bool
    bet: str | None
    size: Size | None
    take_back: str | None
    plays: str | None
    ends: bool
    requires: tuple[HandReader, HandTest] | None
    sets: HandReader | None


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage of the file."""

    stage: Stage
    order: DealOrder
    choices: Mapping[str, ChoicePlan]
