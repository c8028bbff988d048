"""The spots on the layout: which wagers there are and how large they may be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from feltworks.rules.amounts import Money, Size
from feltworks.rules.schema.part import Id, Part, Switch, Text, Whole


def _or_none(found: object) -> object:
    return None if found == "none" else found


class Wager(Part):
    """One spot: when it is bet, and how its size hangs on others."""

    name: Text = Field(description="The wager's name as it stands on the felt.")
    kind: Literal["required", "side", "decision"] = Field(
        description="`required` opens the hand, `side` is the player's wish before the deal, "
        "`decision` is bet by a choice later."
    )
    size: Size | None = Field(
        None, description="Its exact size, where it has one; else the player chooses."
    )
    minimum: Money | None = Field(None, description="The least it may be, whatever the table's.")
    at_most: Annotated[Size | None, BeforeValidator(_or_none)] = Field(
        None, description='It may not exceed this; "none" when only the table\'s maximum holds.'
    )
    alone: Switch = Field(
        False, description="A side wager only: may it be bet without the required ones?"
    )
    minimum_alone: Money | None = Field(
        None, description="The least it may be when bet without the required ones."
    )


class Offer(Part):
    """Which side wagers a table puts on its layout."""

    side_wagers: tuple[Id, ...] = Field(
        (), description="The side wagers on the layout. Left out: all of them."
    )
    at_most: Whole | None = Field(None, ge=0, description="How many the document allows at once.")
