"""The house file changed at the console: a table added, or dealt by other options.

The new text is filed in the books when the table opens, so that the house opens with it again. The
operator's own copy of the file does not change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from feltworks.errors import FeltworksError
from feltworks.house import CardRoom, read_house
from feltworks.house.cardroom.editing import table_section, with_table
from feltworks.money import dollars_text
from feltworks.web.console.access import REFUSED, MayKeep
from feltworks.web.console.tables import (
    MOST_CENTS,
    HouseTableReply,
    HouseTables,
    between_rounds,
)
from feltworks.web.dependencies import JsonRequest, TheFloor
from feltworks.web.protocol.sentences import sentence

router = APIRouter(prefix="/api/console/tables", tags=["console"])
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Chosen = dict[
    Annotated[str, StringConstraints(max_length=80)],
    Annotated[str, StringConstraints(max_length=80)],
]


class OptionsRequest(JsonRequest):
    """The house's choices among a game's options; an option left out has the game's default."""

    options: Chosen = Field(default_factory=dict, max_length=64)


class NewTableRequest(OptionsRequest):
    """A table that the house file does not have yet."""

    table: Name
    game: Annotated[str, StringConstraints(max_length=80)]
    minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    maximum_cents: int = Field(ge=1, le=MOST_CENTS)


@router.post("", status_code=201, responses=REFUSED)
async def add_table(
    request: Request, floor: TheFloor, operator: MayKeep, wanted: NewTableRequest
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
    return await _filed(request, floor, operator, wanted.table, section)


@router.put("/{table}/options", responses=REFUSED)
async def change_options(
    request: Request, floor: TheFloor, operator: MayKeep, table: str, wanted: OptionsRequest
) -> HouseTableReply:
    """Deals a table with other options; a round in play ends first."""
    room: CardRoom = request.app.state.room
    if table not in room.sheets:
        raise HTTPException(404, f"The house file has no table {table}.")
    state = await floor.cashier.read(lambda reader: reader.state(f"table {table}"))
    if state is not None and not state["open"]:
        raise HTTPException(409, f"Table {table} is closed: open it, then change its options.")
    section = table_section(room.text, table) | {"options": wanted.options}
    return await _filed(request, floor, operator, table, section)


async def _filed(
    request: Request, floor: TheFloor, operator: MayKeep, table: str, section: dict[str, Any]
) -> HouseTableReply:
    """Files and opens the new section of the table; if that is refused, the room stays as it was.

    Changes are made one after the other, each on the file that the one before has left.
    """
    state = request.app.state
    async with state.filing:
        try:
            room = await run_in_threadpool(_with_table, state.room, table, section)
        except FeltworksError as error:
            raise HTTPException(409, sentence(str(error).splitlines()[0])) from None
        tables = HouseTables(state.house, room)

        def open_with_it() -> None:
            tables.open(table, operator)
            state.room = room

        return await between_rounds(tables, floor, table, open_with_it)


def _with_table(room: CardRoom, table: str, section: dict[str, Any]) -> CardRoom:
    file = Path(room.name)
    folder = file.parent if file.is_file() else None
    return read_house(with_table(room.text, table, section), room.name, folder)
