"""The odds page and the API behind it.

A question is posted and gets a number; the answer is asked for by that number, patiently: a
request may wait some seconds for it. Whoever does not want to know any more deletes the question,
and a question that nobody asks after is dropped.
"""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, HTTPException, Query, Request
from fastapi.responses import HTMLResponse

from feltworks.rules.catalogue import game_ids
from feltworks.rules.loader import read
from feltworks.web.dependencies import ErrorReply
from feltworks.web.odds_pages import models
from feltworks.web.odds_pages.gamecard import option_card
from feltworks.web.odds_pages.jobs import Job, JobQueue, OddsJobs, QueueFull
from feltworks.web.shells import Shell

router = APIRouter(tags=["odds"])
PAGE = Shell(
    title="Odds · Feltworks",
    here="/odds",
    kind="odds",
    module="odds/page.js",
    styles=("odds/odds.css",),
    contents="odds.html",
)
LOOK_SECONDS = 0.05
LONGEST_WAIT_SECONDS = 10.0


ASKED: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorReply, "description": "No such game"},
    409: {"model": ErrorReply, "description": "Neither a game nor a text, or both"},
    429: {"model": ErrorReply, "description": "Too many questions"},
}
FOUND: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorReply, "description": "No such question, or one long answered"}
}


def office_of(app: FastAPI) -> OddsJobs:
    """The application's counting office, made when the first question comes."""
    if not hasattr(app.state, "odds_office"):
        app.state.odds_office = OddsJobs()
    office: OddsJobs = app.state.odds_office
    return office


def close_office(app: FastAPI) -> None:
    """Sends the clerks home when the server stops."""
    if hasattr(app.state, "odds_office"):
        app.state.odds_office.close()
        del app.state.odds_office


@router.get("/odds", include_in_schema=False)
async def page() -> HTMLResponse:
    return PAGE.answer()


@router.get("/api/odds/games")
def games() -> list[models.GameOptionsReply]:
    """The shipped games and their switches."""
    return list(_games())


@cache
def _games() -> tuple[models.GameOptionsReply, ...]:
    found = []
    for id_ in game_ids():
        loaded = read(id_)
        options = [
            option_card(option, card, loaded.chosen[option])
            for option, card in loaded.rules.options.items()
        ]
        game = loaded.rules.game
        told = {"id": id_, "name": game.name, "title": game.title, "options": options}
        found.append(models.GameOptionsReply.model_validate(told))
    return tuple(found)


@router.post("/api/odds/counts", status_code=202, responses=ASKED)
def ask_odds(request: Request, asked: models.OddsRequest) -> models.OddsJobReply:
    """Asks for the exact odds of every wager."""
    return _asked(request, "odds", asked)


@router.post("/api/odds/strategies", status_code=202, responses=ASKED)
def ask_strategy(request: Request, asked: models.StrategyRequest) -> models.OddsJobReply:
    """Asks for the best play at one decision."""
    return _asked(request, "strategy", asked)


@router.post("/api/odds/positions", status_code=202, responses=ASKED)
def ask_position(request: Request, asked: models.PositionRequest) -> models.OddsJobReply:
    """Asks what every choice is worth with certain cards."""
    return _asked(request, "position", asked)


@router.post("/api/odds/reminders", status_code=202, responses=ASKED)
def ask_reminder(request: Request, asked: models.RulesRequest) -> models.OddsJobReply:
    """Asks for a few rules to remember at each decision, and what they cost."""
    return _asked(request, "reminder", asked)


@router.get("/api/odds/counts/{id}", responses=FOUND)
async def told(
    request: Request,
    id: str,
    wait_seconds: Annotated[float, Query(ge=0, le=LONGEST_WAIT_SECONDS)] = 0.0,
) -> models.OddsJobReply:
    """How a question stands; waits up to so many seconds for its answer."""
    lane, count = _found(request, id)
    until = time.monotonic() + wait_seconds
    seen = count.progress
    while not count.over.is_set() and time.monotonic() < until and count.progress is seen:
        if await request.is_disconnected():
            break
        await asyncio.sleep(LOOK_SECONDS)
    return _told(lane, count)


@router.delete("/api/odds/counts/{id}", status_code=204, responses=FOUND)
def withdraw(request: Request, id: str) -> None:
    """Takes a question back; the clerk stops counting."""
    _found(request, id)[1].withdrawn = True


def _asked(request: Request, kind: str, asked: models.RulesRequest) -> models.OddsJobReply:
    if (asked.game is None) == (asked.text is None):
        raise HTTPException(409, "Ask about a game or about a text, one of the two.")
    if asked.game is not None and asked.game not in game_ids():
        raise HTTPException(404, f"There is no game of that name: {', '.join(game_ids())}.")
    office = office_of(request.app)
    who = request.client.host if request.client is not None else ""
    try:
        count = office.ask({"question": kind, **asked.model_dump()}, who)
    except QueueFull as busy:
        raise HTTPException(429, f"{str(busy).capitalize()}.") from None
    return _told(*_found(request, count.id))


def _found(request: Request, id: str) -> tuple[JobQueue, Job]:
    found = office_of(request.app).find(id)
    if found is None:
        raise HTTPException(404, "There is no such question here any more.")
    return found


def _told(lane: JobQueue, count: Job) -> models.OddsJobReply:
    return models.OddsJobReply.model_validate(
        {
            "id": count.id,
            "state": count.state,
            "before": lane.place(count),
            "progress": count.progress,
            "says": count.says,
            "mistakes": count.mistakes,
            "answer": count.answer,
        }
    )
