"""What a house file may say: the card room, its tables, its jackpots, its approvals."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from feltworks.rules.amounts import Money, Percent
from feltworks.rules.schema.part import Id, Part, Switch, Text, Whole

Kind = Literal["practice", "commercial", "tribal"]
Consequence = Literal["void", "void-seat", "play-on"]


class Room(Part):
    """Who the house is, and the date whose state rules it runs under."""

    name: Text = Field(description="The card room's name.")
    kind: Kind = Field(
        "practice",
        description="A commercial card room, a tribal casino, or a practice house that opens any "
        "valid rules file and says so.",
    )
    under: date = Field(description="The date whose state rules hold, such as 2008-09-01.")


class TableCard(Part):
    """One table: its game, its limits, its chips."""

    game: str = Field(description="A shipped game by its id, or the path of a rules file.")
    options: dict[str, str | int | Switch] = Field(
        default_factory=dict, description="What the house chooses of the game's options."
    )
    minimum: Money = Field(description="The least on a main wager, or the bet between players.")
    maximum: Money = Field(description="The most on a main wager.")
    side_minimum: Money = Field(
        default_factory=lambda: Money.parse("$1"), description="The least on a side wager."
    )
    side_maximum: Money | None = Field(
        None, description="The most on a side wager; the table's maximum unless told."
    )
    seats: Whole | None = Field(None, ge=1, le=10, description="Places used; all unless told.")
    chips: tuple[Money, ...] = Field(
        default_factory=lambda: tuple(Money.parse(chip) for chip in ("$1", "$5", "$25", "$100")),
        min_length=1,
        description="The chips in use, smallest first.",
    )
    tray: Money = Field(
        default_factory=lambda: Money.parse("$5,000"), description="What the tray opens with."
    )
    irregularities: dict[Id, Consequence] = Field(
        default_factory=dict,
        description="What the house does about irregularities that the rules leave to it; one "
        "that is not named voids the round.",
    )
    player_limit: Money | None = Field(
        None, description="The most one player is paid on odds in a round."
    )
    table_limit: Money | None = Field(
        None, description="The most all players together are paid on odds in a round."
    )


class JackpotCard(Part):
    """One jackpot the house keeps, and the tables that play for it."""

    tables: tuple[Id, ...] = Field(min_length=1, description="The tables that play for it.")
    jackpot: Id = Field(description="The jackpot's name in the rules of those tables.")
    cap: Money | None = Field(None, description="The most it may display.")
    contribution: Percent | None = Field(
        None, description="A meter's rate, where the rules file states none."
    )
    fees: Percent = Field(
        default_factory=lambda: Percent.parse("0%"),
        description="Fees out of each day's remainder, as far as the state allows them.",
    )


class ApprovalCard(Part):
    """A document on file that fulfils a condition of the approval letters."""

    condition: Id = Field(description="The condition, by its name in the state's data.")
    games: tuple[str, ...] = Field((), description="The games it is about; all unless told.")
    document: Text = Field(description="What the document is called.")
    dated: date = Field(description="The date of the document.")


class HouseFile(Part):
    """The whole of a house file."""

    house: Room = Field(description="Who the house is.")
    tables: dict[Id, TableCard] = Field(min_length=1, description="The tables.")
    jackpots: dict[Id, JackpotCard] = Field(
        default_factory=dict, description="The jackpots the house keeps."
    )
    approvals: tuple[ApprovalCard, ...] = Field((), description="The approvals on file.")
