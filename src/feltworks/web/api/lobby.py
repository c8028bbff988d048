"""The lobby: tables with who is there, jackpots as displayed, and the games of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel

from feltworks.web.api.asking import TheFloor, TheHouse, problems
from feltworks.web.protocol.description import Description
from feltworks.web.protocol.told import Phase

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.web.floor.floor import Floor
    from feltworks.web.floor.runner import TableRunner

router = APIRouter(prefix="/api", tags=["lobby"])


class TableListed(BaseModel):
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
    jackpots: list[str]
    approved: bool
    open: bool


class JackpotListed(BaseModel):
    name: str
    sign: str
    displayed_cents: int
    tables: list[str]
    game: str | None
    wager: str | None


class GameListed(BaseModel):
    id: str
    name: str
    title: str
    between_players: bool
    tables: list[str]


class Lobby(BaseModel):
    house: str
    day: str
    play_money: bool = True
    tables: list[TableListed]
    jackpots: list[JackpotListed]
    games: list[GameListed]


@router.get("/lobby")
async def lobby(house: TheHouse, floor: TheFloor) -> Lobby:
    """Everything the lobby shows."""
    name, day = await floor.cashier.ask(_standing, house)
    tables = [_listed(runner) for runner in floor.tables.values()]
    games: dict[str, GameListed] = {}
    for each in tables:
        game = games.setdefault(
            each.game,
            GameListed(
                id=each.game,
                name=each.name,
                title=each.title,
                between_players=each.between_players,
                tables=[],
            ),
        )
        game.tables.append(each.table)
    return Lobby(
        house=name,
        day=day,
        tables=tables,
        jackpots=await jackpots(house, floor),
        games=list(games.values()),
    )


@router.get("/jackpots")
async def jackpots(house: TheHouse, floor: TheFloor) -> list[JackpotListed]:
    """Every jackpot in play, as it is displayed at this moment."""
    standings = await floor.cashier.ask(house.jackpots.all)
    listed = []
    for name, standing in standings.items():
        if standing.status != "in play":
            continue
        game, wager, sign = _played_at(floor, name)
        listed.append(
            JackpotListed(
                name=name,
                sign=sign or name,
                displayed_cents=standing.displayed,
                tables=list(standing.tables),
                game=game,
                wager=wager,
            )
        )
    return listed


@router.get("/tables/{table}", responses=problems(404))
async def table(table: str, floor: TheFloor) -> Description:
    """A table's description, as its WebSocket tells it."""
    runner = floor.tables.get(table)
    if runner is None:
        raise HTTPException(404, "There is no such table.")
    return runner.state.description


def _played_at(floor: Floor, jackpot: str) -> tuple[str | None, str | None, str | None]:
    for runner in floor.tables.values():
        sheet = runner.state.sheet
        for id, name in sheet.jackpots.items():
            if name == jackpot:
                kept = sheet.rules.jackpots[id]
                return sheet.game, kept.wager, kept.name
    return None, None, None


def _listed(runner: TableRunner) -> TableListed:
    state, told = runner.state, runner.state.description
    seated = {chair.player for chair in state.chairs.people}
    return TableListed(
        table=state.name,
        game=told.game.id,
        name=told.game.name,
        title=told.game.title,
        between_players=told.between_players,
        seats=told.seats,
        taken=len(state.chairs.taken),
        watching=sum(each.guest not in seated for each in runner.connections),
        phase=state.phase.name,
        minimum_cents=told.limits.minimum_cents,
        maximum_cents=told.limits.maximum_cents,
        jackpots=list(told.jackpots.values()),
        approved=told.approved,
        open=state.phase.name != "closed",
    )


def _standing(house: House) -> tuple[str, str]:
    with house.database.reading() as reader:
        state = reader.state("house") or {}
        return state.get("name", "A card room"), state.get("day", reader.head().day)
