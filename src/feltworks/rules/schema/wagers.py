"""The spots on the layout: which wagers there are, how large they may be, and their jackpots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from feltworks.rules.amounts import Money, Percent, Size
from feltworks.rules.schema.part import Id, Part, Switch, Text, Whole


class Wager(Part):
    """One spot: when it is bet, and how its size depends on others."""

    name: Text = Field(description="The wager's name as it stands on the felt.")
    kind: Literal["required", "side", "decision"] = Field(
        description="`required` opens the hand, `side` is the player's wish before the deal, "
        "`decision` is bet by a choice later."
    )
    size: Size | None = Field(None, description="Its exact size; left out, the player chooses.")
    minimum: Money | None = Field(None, description="The least it may be, whatever the table's.")
    at_most: Annotated[
        Size | None, BeforeValidator(lambda found: None if found == "none" else found)
    ] = Field(
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


class Backups(Part):
    """Money set aside for the jackpot after this one."""

    first_at: Money = Field(description="The primary's amount at which the first backup starts.")
    second_at: Money = Field(description="The first backup's amount at which a second starts.")
    cap: Money = Field(description="A backup may not exceed this ...")
    cap_lifts_at: Money = Field(description="... until the primary has reached this.")
    share: Percent = Field(description="The part of each day's addition that goes to the backup.")
    above_cap: Literal["stays", "to-primary"] = Field(
        "stays",
        description="What a backup holds above its cap when the primary falls below the amount "
        "that lifts it: it stays and takes no more, or goes to the primary at once.",
    )


class Jackpot(Part):
    """A progressive jackpot and the money rules it is kept by."""

    name: Text = Field(description="What the sign above the table calls it.")
    wager: Id = Field(description="The wager that plays for it.")
    seed: Money = Field(description="What a new jackpot starts with, at least.")
    mode: Literal["manual", "meter"] = Field(
        "manual", description="Counted and posted once a day, or a meter that moves at once."
    )
    contribution: Percent | None = Field(
        None, description="The part of each dollar that goes in; left out: the day's remainder."
    )
    contribution_of: Literal["wagered", "lost"] = Field(
        "wagered", description="Every dollar wagered, or losing dollars only."
    )
    tray_payouts_deducted: Switch = Field(
        False, description="The day's prizes from the tray come out of the drop first."
    )
    seed_recovery: Literal["none", "all-first", "portion"] = Field(
        "none", description="How the house gets the seed back."
    )
    seed_portion: Percent = Field(
        default_factory=lambda: Percent.parse("50%"),
        description="The part of each day's addition that goes to the seed when by portions.",
    )
    shortfall: Literal["house", "carried"] = Field(
        "house", description="A day whose tray prizes exceed the drop: who bears it."
    )
    below_seed: Literal["stands", "filled-up"] = Field(
        "stands",
        description="What a share leaves below the seed: it stands, or the house fills it up.",
    )
    backups: Backups | None = Field(None, description="Backup jackpots, where they are kept.")
    backups_kept: Switch = Field(True, description="Are the backups in use?")
