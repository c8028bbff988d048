"""What a house file may say: the card room, its tables, its jackpots, its approvals.

Mistakes are reported like those of rules files: the key, what is there, what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from feltworks.round.terms import Consequence
from feltworks.rules.amounts import Money, Percent
from feltworks.rules.mistakes import FileMistakes, Mistake, RefusalError, RulesError, quote
from feltworks.rules.reading import check_bounds, parse_toml
from feltworks.rules.schema.part import Id, Part, Switch, Text, Whole
from feltworks.rules.validation import mistakes_of

Place = Annotated[str, AfterValidator(lambda place: _place(place))]
Kind = Literal["practice", "commercial", "tribal"]


class HouseSection(Part):
    """Who the house is, and the date whose state rules it runs under."""

    name: Text = Field(description="The card room's name.")
    kind: Kind = Field(
        "practice",
        description="A commercial card room, a tribal casino, or a practice house that opens any "
        "valid rules file and says so.",
    )
    under: date = Field(description="The date whose state rules hold, such as 2008-09-01.")


class TableSection(Part):
    """One table: its game, its limits, its chips."""

    game: str = Field(description="A shipped game by its id, or the path of a rules file.")
    options: dict[str, str | int | Switch] = Field(
        default_factory=dict, description="What the house chooses of the game's options."
    )
    readings: dict[str, str | int | Switch] = Field(
        default_factory=dict,
        description="The readings of the game's document that the house deals by, option to value. "
        "A house that takes bets opens a table only when every reading in force is named.",
    )
    knows_edge: Switch = Field(
        False,
        description="The house knows that the game's edge is the player's; without it, one that "
        "takes bets opens no such table.",
    )
    minimum: Money = Field(description="The least on a main wager, or the bet between players.")
    maximum: Money = Field(description="The most on a main wager.")
    side_minimum: Money = Field(
        default_factory=lambda: Money.parse("$1"), description="The least on a side wager."
    )
    side_maximum: Money | None = Field(
        None, description="The most on a side wager; by default the table's maximum."
    )
    seats: Whole | None = Field(None, ge=1, le=10, description="Places used; by default all.")
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


class JackpotSection(Part):
    """One jackpot the house keeps, and the tables that play for it."""

    tables: tuple[Id, ...] = Field(min_length=1, description="The tables that play for it.")
    jackpot: Id = Field(description="The jackpot's name in the rules of those tables.")
    cap: Money | None = Field(None, description="The most it may display.")
    contribution: Percent | None = Field(
        None, description="A meter's rate, where the rules file states none."
    )
    account: Text | None = Field(
        None,
        description="The separate bank account that its money lies in. A house that takes bets has "
        "one, and records every deposit; while it falls short, nobody plays for the jackpot.",
    )
    fees: Percent = Field(
        default_factory=lambda: Percent.parse("0%"),
        description="Fees out of each day's remainder, as far as the state allows them.",
    )


class ApprovalSection(Part):
    """A document on file that fulfils a condition of the approval letters."""

    condition: Id = Field(description="The condition, by its name in the state's data.")
    games: tuple[str, ...] = Field((), description="The games it is about; by default all.")
    document: Text = Field(description="What the document is called.")
    dated: date = Field(description="The date of the document.")
    allows: Percent | None = Field(
        None,
        description="What it allows: the least rate of a jackpot's meter, or the most that is "
        "taken out of a jackpot's money as fees.",
    )


def _place(place: str) -> str:
    if len(place) > 400 or not _PLACE.match(place):
        allowed = "a full path, https://..., or command: and a program with its words"
        raise RefusalError(quote(place), allowed)
    return place


_PLACE = re.compile(r"/|~/|[A-Za-z]:[\\/]|https?://|command: *\S")


class SealsSection(Part):
    """Where the house puts the seals of its books."""

    to: tuple[Place, ...] = Field(
        (),
        description="Where each seal goes: a file or a folder by its full path, a web address that "
        "takes it by POST, or `command: ...`, a program that reads it.",
    )
    every: Whole = Field(1000, ge=10, description="After how many records the books are sealed.")


class HouseFile(Part):
    """The whole of a house file."""

    house: HouseSection = Field(description="Who the house is.")
    tables: dict[Id, TableSection] = Field(min_length=1, description="The tables.")
    jackpots: dict[Id, JackpotSection] = Field(
        default_factory=dict, description="The jackpots the house keeps."
    )
    approvals: tuple[ApprovalSection, ...] = Field((), description="The approvals on file.")
    seals: SealsSection = Field(
        default_factory=lambda: SealsSection.model_validate({}),
        description="Where the seals of its books go.",
    )


class HouseFileError(FileMistakes):
    """A house file that cannot be used."""


def parse_house(text: str, name: str) -> HouseFile:
    """The parsed text; a `HouseFileError` lists every mistake of form."""
    try:
        document = parse_toml(text.encode(), name)
    except RulesError as error:
        raise HouseFileError(name, error.mistakes) from None
    if mistakes := list(check_bounds(document)):
        raise HouseFileError(name, mistakes)
    try:
        return HouseFile.model_validate(document, by_alias=True, by_name=False)
    except ValidationError as error:
        raise HouseFileError(name, mistakes_of(error, document, HouseFile)) from None


_TABLE = {"game": "none", "minimum": "$0.01", "maximum": "$999999999999"}
_JACKPOT = {"tables": ["none"], "jackpot": "none"}
_HOUSE = {"name": "House", "under": date(2000, 1, 1)}
_APPROVAL = {"condition": "none", "document": "none", "dated": date(2000, 1, 1)}
# The least and the most that a table can post cause no mistake with what else it posts.
_IN_PLACE = {**_TABLE, **_JACKPOT, **_HOUSE, **_APPROVAL, "side_maximum": "$999999999999"}
_SECTIONS = {"house": _HOUSE, "tables": _TABLE, "jackpots": _JACKPOT}


def without_mistakes(text: str, mistakes: Sequence[Mistake]) -> HouseFile | None:
    """A house file without its mistakes of form, so that others can be found; None if it has none.

    What is missing or mistaken is left out, or replaced if the file needs it.
    """
    try:
        document = parse_toml(text.encode(), "")
    except RulesError:
        return None
    for mistake in mistakes:
        names = mistake.key.split(".")
        instead = _IN_PLACE.get(names[-1])
        if names == ["house"] or (len(names) == 2 and names[0] in ("tables", "jackpots")):
            instead = _SECTIONS[names[0]]
        _replace(document, mistake.key, instead)
    try:
        return HouseFile.model_validate(document, by_alias=True, by_name=False)
    except ValidationError:
        return None


def _replace(section: dict[str, Any], key: str, instead: object) -> None:
    """Replace the value at a key, or the list that it is an item of, or leave it out."""
    # A name in quotes may have a dot itself.
    above = [name for name in section if f"{key}.".startswith(f"{name}.")]
    name = max(above, key=len, default=key)
    found, inside = section.get(name), key[len(name) + 1 :]
    if inside and isinstance(found, list):
        items = {str(place): item for place, item in enumerate(found, start=1)}
        place, _, rest = inside.partition(".")
        if rest and isinstance(items.get(place), dict):
            found, inside = items[place], rest
    if inside and isinstance(found, dict):
        _replace(found, inside, instead)
        return
    section.pop(name, None)
    if inside:
        instead = _IN_PLACE.get(name)
    # A section that is at fault itself has a name that none may have; one that is left out has
    # nothing left to replace.
    if instead is not None and not isinstance(found, dict) and "." not in name:
        section[name] = instead
