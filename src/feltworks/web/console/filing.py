"""The house file changed at the console: a table added, or dealt by other options.

The new text is filed in the books when the table opens, so that the house opens with it again. The
operator's own copy of the file does not change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from feltworks.errors import FeltworksError
from feltworks.house import CardRoom, HouseFileError, read_house
from feltworks.house.cardroom.editing import section_of, with_section
from feltworks.house.errors import HouseError
from feltworks.house.opening import kept_rules_hint
from feltworks.money import dollars_text
from feltworks.round.core.wagers import wager_plans
from feltworks.rules.catalogue import game_ids
from feltworks.rules.loader import Loaded, read
from feltworks.rules.schema import Rules
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayFile, OnStaff
from feltworks.web.console.tables import (
    MOST_CENTS,
    HouseTableReply,
    HouseTables,
    between_rounds,
)
from feltworks.web.dependencies import JsonRequest, TheFloor
from feltworks.web.protocol.description import GameName
from feltworks.web.protocol.sentences import sentence

router = APIRouter(prefix="/api/console/tables", tags=["console"])
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Chosen = dict[
    Annotated[str, StringConstraints(max_length=80)],
    Annotated[str, StringConstraints(max_length=80)],
]


class JackpotRequest(JsonRequest):
    """A jackpot that a table is to play for: one that the house keeps, or a new one.

    A new one may need a rate and an account.
    """

    name: Name
    contribution: Annotated[str, StringConstraints(max_length=20)] | None = None
    account: Annotated[str, StringConstraints(max_length=200)] | None = None


class OptionsRequest(JsonRequest):
    """The house's choices among a game's options; an option left out has the game's default.

    A table that is to play for a jackpot from now on says which.
    """

    options: Chosen = Field(default_factory=dict, max_length=64)
    jackpots: dict[Annotated[str, StringConstraints(max_length=80)], JackpotRequest] = Field(
        default_factory=dict, max_length=8, description="By the jackpot's id in the game's rules."
    )


class NewTableRequest(OptionsRequest):
    """A table that the house file does not have yet.

    If it shares a jackpot with another table of the game, it is dealt by the options and readings
    of that table, apart from the `options` given here.
    """

    table: Name
    game: Annotated[str, StringConstraints(max_length=80)]
    minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    maximum_cents: int = Field(ge=1, le=MOST_CENTS)


class KeptJackpotReply(BaseModel):
    """A jackpot of the house, and the tables that play for it."""

    name: str
    tables: list[str]


class GameJackpotReply(BaseModel):
    """A jackpot that a table of the game plays for, and those that the house keeps for it."""

    id: str
    name: str
    kept: list[KeptJackpotReply]
    needs_contribution: bool = Field(description="A new one needs a rate for its meter.")
    needs_account: bool = Field(description="A new one needs a bank account.")


class NewTableGameReply(GameName):
    """A game that a new table may deal."""

    jackpots: list[GameJackpotReply]


@router.get("/games", responses=NOT_ADMITTED)
def games(request: Request, member: OnStaff) -> list[NewTableGameReply]:
    """The shipped games, with what a new table of each must say about jackpots."""
    room: CardRoom = request.app.state.room
    loaded = {id: _shipped(id).rules for id in game_ids()}
    return [
        NewTableGameReply.of(rules.game, id=id, jackpots=_jackpots(room, rules))
        for id, rules in loaded.items()
    ]


@cache
def _shipped(game: str) -> Loaded:
    return read(game)


def _jackpots(room: CardRoom, rules: Rules) -> list[GameJackpotReply]:
    """The jackpots whose wagers are on offer at a table with the game's default options."""
    plans = wager_plans(rules)
    return [
        GameJackpotReply(
            id=id,
            name=jackpot.name or id,
            kept=[
                KeptJackpotReply(name=name, tables=list(kept.tables))
                for name, kept in room.file.jackpots.items()
                if kept.jackpot == id
                and any(room.sheets[table].game == rules.game.id for table in kept.tables)
            ],
            needs_contribution=jackpot.mode == "meter" and jackpot.contribution is None,
            needs_account=room.file.house.kind != "practice",
        )
        for id, jackpot in rules.jackpots.items()
        if plans[jackpot.wager].on_offer
    ]


@router.post("", status_code=201, responses=REFUSED)
async def add_table(
    request: Request, floor: TheFloor, operator: MayFile, wanted: NewTableRequest
) -> HouseTableReply:
    """Adds a table to the house file and opens it."""
    room: CardRoom = request.app.state.room
    if wanted.table in room.sheets:
        raise HTTPException(409, f"There is a table {wanted.table} already.")
    section = {
        "game": wanted.game,
        "minimum": dollars_text(wanted.minimum_cents),
        "maximum": dollars_text(wanted.maximum_cents),
        **({"options": wanted.options} if wanted.options else {}),
    }
    return await _filed(request, floor, operator, wanted.table, section, wanted.jackpots)


@router.put("/{table}/options", responses=REFUSED)
async def change_options(
    request: Request, floor: TheFloor, operator: MayFile, table: str, wanted: OptionsRequest
) -> HouseTableReply:
    """Deals a table with other options; a round in play ends first."""
    room: CardRoom = request.app.state.room
    if table not in room.sheets:
        raise HTTPException(404, f"The house file has no table {table}.")
    state = await floor.cashier.read(lambda reader: reader.state(f"table {table}"))
    if state is not None and not state["open"]:
        raise HTTPException(409, f"Table {table} is closed: open it, then change its options.")
    section = section_of(room.text, "tables", table) | {"options": wanted.options}
    return await _filed(request, floor, operator, table, section, wanted.jackpots)


async def _filed(
    request: Request,
    floor: TheFloor,
    operator: MayFile,
    table: str,
    section: dict[str, Any],
    jackpots: Mapping[str, JackpotRequest],
) -> HouseTableReply:
    """Files and opens the new section of the table; if that is refused, the room stays as it was.

    Changes are made one after the other, each on the file that the one before has left.
    """
    state = request.app.state
    async with state.filing:
        try:
            room = await run_in_threadpool(_with_table, state.room, table, section, jackpots)
        except FeltworksError as error:
            raise HTTPException(409, sentence(str(error).splitlines()[0])) from None
        tables = HouseTables(state.house, room)

        def open_with_it() -> None:
            tables.open(table, operator)
            state.room = room

        return await between_rounds(tables, floor, table, open_with_it)


def _with_table(
    room: CardRoom, table: str, section: dict[str, Any], jackpots: Mapping[str, JackpotRequest]
) -> CardRoom:
    """The room with this section; the table is dealt by the present rules, others as they were.

    A new table that shares a jackpot is dealt as the table is that plays for it already.
    """
    file, text = Path(room.name), room.text
    folder = file.parent if file.is_file() else None
    rules = {other: text for other, text in room.kept.items() if other != table}
    for id, wanted in jackpots.items():
        kept = section_of(text, "jackpots", wanted.name)
        terms = wanted.model_dump(include={"contribution", "account"}, exclude_none=True)
        if kept and terms:
            raise HouseError(f"the jackpot {wanted.name} has its terms already")
        if kept and table not in room.sheets:
            for other in kept["tables"]:
                alike = section_of(text, "tables", other)
                if alike.get("game") == section["game"]:
                    section = _dealt_alike(section, alike)
                    rules |= {table: room.kept[other]} if other in room.kept else {}
                    break
        kept = kept or {"tables": [], "jackpot": id, **terms}
        if kept["jackpot"] != id:
            raise HouseError(f"the jackpot {wanted.name} is a {kept['jackpot']}, not a {id}")
        kept["tables"] = list(dict.fromkeys([*kept["tables"], table]))
        text = with_section(text, "jackpots", wanted.name, kept)
    text = with_section(text, "tables", table, section)
    try:
        return read_house(text, room.name, folder, rules)
    except HouseFileError as error:
        beside = _kept_beside(room, table, {mistake.key for mistake in error.mistakes})
        if not beside:
            raise
        # The console shows the first line alone.
        first = str(error).splitlines()[0]
        raise HouseError(f"{first}; {kept_rules_hint([table, *beside])}") from None


def _kept_beside(room: CardRoom, table: str, mistakes: Collection[str]) -> list[str]:
    """The tables with earlier rules, like this one, that share a jackpot with mistaken tables."""
    sharing = {
        other
        for name, kept in room.file.jackpots.items()
        if f"jackpots.{name}.tables" in mistakes and table in kept.tables
        for other in kept.tables
    }
    return [other for other in room.kept if other in sharing - {table} and table in room.kept]


def _dealt_alike(section: dict[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """A table's section with the options and readings of another table of the game."""
    taken = {key: other[key] for key in ("options", "readings", "knows_edge") if key in other}
    options = {**taken.get("options", {}), **section.get("options", {})}
    return {**section, **taken, **({"options": options} if options else {})}
