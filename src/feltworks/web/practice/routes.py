"""The API of practice tables: a game is kept under a link, and played by its link.

A file is first opened in the worker that counts odds, within its limits, so that the server itself
opens only files that can be opened.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from feltworks.web.dependencies import KnownGuest, address_of, app_part, errors
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.jobqueue import OddsJobs, answered
from feltworks.web.odds_pages.routes import FileMistake, RulesRequest
from feltworks.web.practice.games import MOST_GAMES_EACH, KeptGame
from feltworks.web.practice.room import PracticeRoom
from feltworks.web.protocol.description import GameName
from feltworks.web.protocol.sentences import sentence

router = APIRouter(prefix="/api/practice", tags=["practice"])
TheRoom = Annotated[PracticeRoom, Depends(app_part("practice"))]
TheJobs = Annotated[OddsJobs, Depends(app_part("odds_jobs"))]
NOT_KEPT = errors({404: "No such game, or one that is not kept any more"})


class KeptGameReply(GameName):
    """A game under its link."""

    path: str = Field(description="The page that the link leads to.")
    kept_until: datetime
    game: str | None = Field(description="The shipped game that was altered.")
    text: str | None = Field(description="The rules file that was brought.")
    options: dict[str, str]
    pays: list[str]


class KeptGamesReply(BaseModel):
    games: list[KeptGameReply]


class OpenedTable(BaseModel):
    """A private table, which nobody else can find."""

    table: str
    path: str


class CannotPlay(BaseModel):
    """Why a game cannot be played; `mistakes` are the file's."""

    detail: str
    mistakes: list[FileMistake]


REFUSED: dict[int | str, dict[str, Any]] = {
    422: {"model": CannotPlay, "description": "Rules that no table can be opened for"},
    **errors({404: "No such game", 409: "Neither a game nor a text, or both", 429: "Too many"}),
}


@router.post("/games", status_code=201, response_model=KeptGameReply, responses=REFUSED)
async def keep_game(
    wanted: RulesRequest, request: Request, room: TheRoom, jobs: TheJobs
) -> KeptGameReply | JSONResponse:
    """Keeps a game for a day, and returns its link."""
    wanted.check("Bring a game or a text")
    who = address_of(request)
    job = jobs.ask({"question": "opening", **wanted.model_dump()}, who)
    await answered(jobs, job)
    if job.answer is None:
        told = {"detail": sentence(job.says or "it cannot be opened"), "mistakes": job.mistakes}
        return JSONResponse(told, 422)
    asked = RulesQuestion.of(wanted.model_dump())
    return _reply(room.games.keep(asked, job.answer["name"], job.answer["title"], who))


@router.get("/games")
async def kept_games(
    room: TheRoom, id: Annotated[list[str], Query(max_length=MOST_GAMES_EACH)]
) -> KeptGamesReply:
    """Which of these games are still kept; a browser remembers its own."""
    return KeptGamesReply(games=[_reply(game) for each in id if (game := room.games.get(each))])


@router.get("/games/{id}", responses=NOT_KEPT)
async def kept_game(id: str, room: TheRoom) -> KeptGameReply:
    """The game of a link."""
    return _reply(room.games.find(id))


@router.post(
    "/games/{id}/table",
    status_code=201,
    responses=NOT_KEPT | errors({401: "No guest", 429: "Every practice table is taken"}),
)
async def open_practice_table(
    id: str, request: Request, room: TheRoom, guest: KnownGuest
) -> OpenedTable:
    """Opens a private table and closes the guest's earlier one."""
    table = await room.open(room.games.find(id), guest, address_of(request))
    return OpenedTable(table=table, path=f"/table/{table}?sit")


def _reply(game: KeptGame) -> KeptGameReply:
    return KeptGameReply.of(
        game.asked,
        id=game.id,
        name=game.name,
        title=game.title,
        path=f"/practice/{game.id}",
        kept_until=datetime.fromtimestamp(game.until, UTC),
        options=dict(game.asked.options),
    )
