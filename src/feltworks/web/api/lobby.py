"""The lobby: tables with who is there, jackpots as displayed, and the games of the house."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field

from feltworks.house import CardRoom
from feltworks.house.books.reader import Reader
from feltworks.web.dependencies import AnyGuest, TheFloor, TheHouse, errors
from feltworks.web.floor.floor import Floor
from feltworks.web.floor.runner import TableRunner
from feltworks.web.protocol.copying import Copied
from feltworks.web.protocol.description import Description, GameName, PayoutLimitsShown
from feltworks.web.protocol.picture import Phase

router = APIRouter(prefix="/api", tags=["lobby"])


class LobbyTable(Copied):
    table: str
    game: str
    name: str
    title: str
    between_players: bool
    seats: int
    taken: int
    watching: int
    phase: Phase
    minimum_cents: int
    maximum_cents: int
    payout_limits: PayoutLimitsShown
    jackpots: list[str]
    approved: bool
    open: bool
    readings: list[str] = Field(
        description="What the table reads into its document, and the edge that follows."
    )


class LobbyJackpot(BaseModel):
    name: str
    sign: str
    displayed_cents: int
    tables: list[str]
    game: str | None
    wager: str | None


class LobbyGame(GameName):
    between_players: bool
    tables: list[str]


class LobbyReply(BaseModel):
    house: str
    day: str
    play_money: bool = True
    tables: list[LobbyTable]
    jackpots: list[LobbyJackpot]
    games: list[LobbyGame]


@router.get("/lobby")
async def lobby(request: Request, house: TheHouse, floor: TheFloor) -> LobbyReply:
    """Everything the lobby shows."""
    name, day = await floor.cashier.read(_name_and_day)
    room: CardRoom = request.app.state.room
    tables = [_table(runner, room) for runner in floor.tables.values()]
    games: dict[str, LobbyGame] = {}
    for each in tables:
        if each.game not in games:
            games[each.game] = LobbyGame.of(each, id=each.game, tables=[])
        games[each.game].tables.append(each.table)
    return LobbyReply(
        house=name,
        day=day,
        tables=tables,
        jackpots=await jackpots(house, floor),
        games=list(games.values()),
    )


@router.get("/jackpots")
async def jackpots(house: TheHouse, floor: TheFloor) -> list[LobbyJackpot]:
    """Every jackpot in play, as it is displayed at this moment."""
    return [
        LobbyJackpot(
            name=name,
            displayed_cents=standing.displayed,
            tables=list(standing.tables),
            **_played_for(floor, name),
        )
        for name, standing in (await floor.cashier.ask(house.jackpots.all)).items()
        if standing.status == "in play"
    ]


@router.get("/tables/{table}", responses=errors({404: "No such table"}))
async def table(table: str, floor: TheFloor, guest: AnyGuest) -> Description:
    """A table's description, as its WebSocket sends it."""
    runner = floor.find(table, guest)
    if runner is None:
        raise HTTPException(404, "There is no such table.")
    return runner.state.description


def _played_for(floor: Floor, name: str) -> dict[str, Any]:
    """The game and wager that play for a jackpot, and the text of its sign."""
    for runner in floor.tables.values():
        sheet = runner.state.sheet
        for id, kept_as in sheet.jackpots.items():
            if kept_as == name:
                jackpot = sheet.rules.jackpots[id]
                return {"game": sheet.game, "wager": jackpot.wager, "sign": jackpot.name}
    return {"game": None, "wager": None, "sign": name}


def _table(runner: TableRunner, room: CardRoom) -> LobbyTable:
    state, shown = runner.state, runner.state.description
    seated = {chair.player for chair in state.chairs.people}
    return LobbyTable.of(
        shown,
        game=shown.game.id,
        name=shown.game.name,
        title=shown.game.title,
        taken=len(state.chairs.taken),
        watching=sum(each.guest not in seated for each in runner.connections),
        phase=state.phase.name,
        minimum_cents=shown.limits.minimum_cents,
        maximum_cents=shown.limits.maximum_cents,
        jackpots=list(shown.jackpots.values()),
        open=state.phase.name != "closed",
        readings=room.readings[state.name].sentences if state.name in room.readings else [],
    )


def _name_and_day(reader: Reader) -> tuple[str, str]:
    state = reader.state("house") or {}
    return state.get("name", "A card room"), state.get("day", reader.head().day)
