"""Running tables: who sits where; a supervisor stops the play, declares an irregularity, plays on.

A declaration takes two requests. The first only works it out: the answer says what the rules or the
house order, without the cards that were named. The second, confirmed, is booked by name and done.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, Field, StringConstraints

from feltworks.cards import parse_cards
from feltworks.house.staff import RIGHTS, StaffAct
from feltworks.round import CardCheck, Irregularity
from feltworks.round.declaring import LONGEST_NOTE, declarable
from feltworks.round.operations import Ruled
from feltworks.round.viewers import SPECTATOR
from feltworks.round.views import seen
from feltworks.web.console.access import (
    NOT_ADMITTED,
    REFUSED,
    MayDeclare,
    MayOpenTables,
    MayRead,
    OnStaff,
    note,
)
from feltworks.web.console.staff import Member
from feltworks.web.dependencies import JsonRequest, TheFloor, TheHouse
from feltworks.web.floor.liveround import LiveRound
from feltworks.web.floor.runner import TableRunner
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.supervising import declare, hold, release, what_follows
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.copying import Copied
from feltworks.web.protocol.picture import Phase
from feltworks.web.protocol.replies import RefusedReply
from feltworks.web.protocol.sentences import sentence

router = APIRouter(prefix="/api/console", tags=["console"])
REMOVED = "The house has you leave this table. Your chips stay yours."
PANEL_ACTS: tuple[StaffAct, ...] = ("declare", "void", "tables")
Note = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NOTE)]


class DeclarableReply(Copied):
    """An irregularity that can be declared now, and its consequences."""

    kind: str
    says: str
    consequence: Literal["void", "void-seat", "play-on"]
    by: Literal["rules", "house"]
    needs_seat: bool
    names_cards: bool
    card_check: bool = Field(description="A supervisor checks the cards and says so.")


class SeatInRound(BaseModel):
    """Who plays a seat of the round."""

    seat: int
    player: str


class SupervisedReply(Copied):
    """A table in a supervisor's panel; `may` lists the acts that he has the right to."""

    table: str
    phase: Phase
    round: int | None
    held_by: str | None
    stops_for: str | None = Field(description="Who wants it stopped before it is settled.")
    seats: list[SeatInRound]
    declarable: list[DeclarableReply]
    showdown: list[str] = Field(description="How a stopped round would end, shown to nobody yet.")
    may: list[StaffAct]


class SeatedReply(Copied):
    """Who sits at a seat; `player` is his name in the books."""

    table: str
    seat: int
    name: str
    player: str
    is_bot: bool
    away: bool
    stack_cents: int
    in_round: bool


class HoldRequest(JsonRequest):
    """When to stop play: now, or when the last decision is made and nothing is settled yet."""

    at_showdown: bool = False


class DeclarationRequest(JsonRequest):
    """What happened in a round; `checked` is the result of the check of the cards."""

    round: int = Field(ge=1, le=2**62)
    kind: Annotated[str, StringConstraints(max_length=40)]
    note: Note
    seat: int | None = Field(None, ge=1, le=30)
    cards: Annotated[str, StringConstraints(max_length=60)] = ""
    checked: Annotated[str, StringConstraints(max_length=LONGEST_NOTE)] = ""
    confirmed: bool = False


class RulingReply(BaseModel):
    """What was, or would be, entered in the log of the round."""

    declared: bool
    ruling: Literal["void", "void-seat", "play-on"]
    by: Literal["rules", "house"]
    lines: list[str]


async def _runner(floor: TheFloor, table: str) -> TableRunner:
    runner = floor.tables.get(table)
    if runner is None:
        raise HTTPException(404, "There is no such table.")
    return runner


TheRunner = Annotated[TableRunner, Depends(_runner)]


@router.get("/tables/{table}/round", responses={**NOT_ADMITTED, 404: REFUSED[404]})
async def supervised(floor: TheFloor, member: OnStaff, runner: TheRunner) -> SupervisedReply:
    """The round at a table, and what a supervisor can declare in it."""
    return _reply(floor, runner, member)


@router.post("/tables/{table}/hold", responses=REFUSED)
async def hold_table(
    floor: TheFloor, member: MayDeclare, runner: TheRunner, wanted: HoldRequest
) -> SupervisedReply:
    """Stops the play: nobody decides, and nothing is settled, until it is released."""
    await runner.order(lambda at: hold(at, member.name, at_showdown=wanted.at_showdown))
    return _reply(floor, runner, member)


@router.post("/tables/{table}/release", responses=REFUSED)
async def release_table(floor: TheFloor, member: MayDeclare, runner: TheRunner) -> SupervisedReply:
    """Play goes on."""
    await runner.order(release)
    return _reply(floor, runner, member)


@router.post("/tables/{table}/irregularity", responses=REFUSED)
async def declare_irregularity(
    member: MayDeclare, runner: TheRunner, wanted: DeclarationRequest
) -> RulingReply:
    """What follows from an irregularity; if confirmed, it is booked by name and done."""
    cards = parse_cards(wanted.cards)
    moves: list[Irregularity | CardCheck]
    moves = [Irregularity(wanted.kind, wanted.note.strip(), wanted.seat, cards)]
    if wanted.checked:
        moves.append(CardCheck(wanted.checked.strip()))
    new = what_follows(runner.table, moves, wanted.round)
    if wanted.confirmed:

        async def ordered(at: LiveTable) -> Act:
            nonlocal new
            new = await declare(at, moves, wanted.round, member.name)
            return Act.DEAL

        await runner.order(ordered)
    ruled = next(entry for entry in new if isinstance(entry, Ruled))
    lines = [sentence(entry.line) for entry in new]
    return RulingReply(
        declared=wanted.confirmed, ruling=ruled.consequence, by=ruled.by, lines=lines
    )


@router.get("/seats", responses=NOT_ADMITTED)
async def seats(floor: TheFloor, member: MayRead) -> list[SeatedReply]:
    """Who sits where at this moment."""
    return [
        SeatedReply.of(
            chair,
            table=runner.state.name,
            name=floor.services.name_of(chair.player),
            is_bot=chair.bot is not None,
            stack_cents=runner.state.stack(chair.player),
            in_round=runner.state.is_in_round(seat),
        )
        for runner in floor.tables.values()
        for seat, chair in sorted(runner.state.chairs.taken.items())
    ]


@router.post("/seats/{player}/remove", status_code=204, responses=REFUSED)
async def remove_player(
    house: TheHouse, floor: TheFloor, member: MayOpenTables, player: str
) -> None:
    """Makes a player leave: his seats are free when his round is over, his chips stay his.

    He may go on watching; his page says why he no longer sits there.
    """
    runner = floor.runner_of(player)
    if runner is None:
        raise HTTPException(404, "Nobody of that name sits at a table.")
    facts = {"player": player, "table": runner.state.name}
    await floor.cashier.ask(
        house.write, lambda batch: note(batch, member, "player removed at the console", facts)
    )

    async def tell() -> None:
        for connection in runner.connections:
            if connection.guest == player:
                connection.tell(RefusedReply(rule="house", text=REMOVED))

    runner.get_up(player)
    # Sent after the new picture of the table: a page drops its messages when the phase changes.
    runner.put(tell)


def _reply(floor: TheFloor, runner: TableRunner, member: Member) -> SupervisedReply:
    state, phase = runner.state, runner.state.phase
    playing = phase if isinstance(phase, Playing) else None
    seats = {} if playing is None else playing.live.players
    may = [act for act in PANEL_ACTS if member.role in RIGHTS[act]]
    offered = () if playing is None else declarable(playing.live.at_its_end)
    return SupervisedReply.of(
        state,
        table=state.name,
        phase=phase.name,
        round=None if playing is None else playing.number,
        seats=[
            SeatInRound(seat=seat, player=floor.services.name_of(player))
            for seat, player in sorted(seats.items())
        ],
        declarable=offered,
        showdown=[] if playing is None or "declare" not in may else _showdown(playing.live),
        may=may,
    )


def _showdown(live: LiveRound) -> list[str]:
    log = seen(live.at_its_end.log, SPECTATOR)
    return [sentence(entry.line) for entry in log[len(live.round.log) :]]
