"""The API behind the odds page.

A question is posted and gets an id; the answer is polled by that id, and a request may wait some
seconds for it. A client that no longer wants the answer deletes the question, and a question that
nobody polls is dropped.
"""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from pydantic import BaseModel, Field, StringConstraints

from feltworks.rules.catalogue import game_ids
from feltworks.rules.loader import read
from feltworks.rules.reading import LARGEST_BYTES
from feltworks.web.dependencies import JsonRequest, address_of, app_part, errors
from feltworks.web.odds_pages.gamecard import OptionReply, option_replies
from feltworks.web.odds_pages.jobqueue import LOOK_SECONDS, JobQueue, OddsJobs
from feltworks.web.odds_pages.jobs import Job, JobReply
from feltworks.web.protocol.description import GameName

router = APIRouter(prefix="/api/odds", tags=["odds"])
LONGEST_WAIT_SECONDS = 10.0
MOST_OPTIONS = 64
NOT_TAKEN = errors(
    {404: "No such game", 409: "Neither a game nor a text, or both", 429: "Too many questions"}
)
NOT_FOUND = errors({404: "No such question, or one long answered"})
ShortText = Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
OptionName = Annotated[str, StringConstraints(max_length=80)]
TheJobs = Annotated[OddsJobs, Depends(app_part("odds_jobs"))]


class RulesRequest(JsonRequest):
    """Which rules a question is about: a shipped game by its id, or the text of a rules file."""

    game: ShortText | None = Field(None, description="The id of a shipped game.")
    text: Annotated[str, StringConstraints(max_length=LARGEST_BYTES)] | None = Field(
        None, description="The text of a rules file, instead of a game."
    )
    options: dict[OptionName, ShortText] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="Values of options."
    )
    pays: list[ShortText] = Field(
        default_factory=list, max_length=MOST_OPTIONS, description="Other pays, `WAGER.HAND=ODDS`."
    )

    def check(self, ask: str) -> None:
        """Refuses a request without rules or with two, and a game that is not shipped."""
        if (self.game is None) == (self.text is None):
            raise HTTPException(409, f"{ask}, one of the two.")
        if self.game is not None and self.game not in game_ids():
            raise HTTPException(404, f"There is no game of that name: {', '.join(game_ids())}.")


class OddsRequest(RulesRequest):
    """The exact odds of every wager."""

    jackpot_cents: int | None = Field(None, ge=0, le=10**13, description="The jackpot's amount.")


class StrategyRequest(RulesRequest):
    """The best play at a decision."""

    decision: ShortText | None = Field(None, description="A decision; the first one by default.")


class PositionRequest(StrategyRequest):
    """What every choice is worth with these cards."""

    cards: ShortText = Field(description="The player's cards, `As Kd`.")
    board: ShortText = Field("", description="Cards that lie open; the dealer's up card.")


class PaperRequest(RulesRequest):
    """A paper about the game, or all of them in a packet."""

    kind: Literal[
        "mathematics", "rules", "dealer", "floor", "rack", "strategy", "felt", "packet"
    ] = Field("mathematics", description="Which paper.")


class FileMistake(BaseModel):
    """One thing wrong with a rules file."""

    key: str
    line: int | None
    found: str
    allowed: str
    with_option: str | None
    says: str


class OddsJobReply(JobReply):
    """The state of a question; `answer` is there when it is done."""

    before: int = Field(description="How many questions are answered first.")
    mistakes: list[FileMistake] = Field(default_factory=list)
    answer: dict[str, Any] | None = Field(
        None,
        description="For odds: `game`, `sheet` (docs/odds-json.md), `bars`, `what_if`, "
        "`refused`, and `cannot_play`, why no table can be opened.",
    )


class GameOptionsReply(GameName):
    """A shipped game, with its options."""

    options: list[OptionReply]


@router.get("/games")
def games(jobs: TheJobs) -> list[GameOptionsReply]:
    """The shipped games and their options."""
    jobs.expect_file()
    return [_game(id) for id in game_ids()]


@cache
def _game(id: str) -> GameOptionsReply:
    loaded = read(id)
    return GameOptionsReply.of(loaded.rules.game, id=id, options=option_replies(loaded))


@router.post("/counts", status_code=202, responses=NOT_TAKEN)
def ask_odds(request: Request, jobs: TheJobs, wanted: OddsRequest) -> OddsJobReply:
    """Asks for the exact odds of every wager."""
    return _ask(request, jobs, "odds", wanted)


@router.post("/strategies", status_code=202, responses=NOT_TAKEN)
def ask_strategy(request: Request, jobs: TheJobs, wanted: StrategyRequest) -> OddsJobReply:
    """Asks for the best play at one decision."""
    return _ask(request, jobs, "strategy", wanted)


@router.post("/positions", status_code=202, responses=NOT_TAKEN)
def ask_position(request: Request, jobs: TheJobs, wanted: PositionRequest) -> OddsJobReply:
    """Asks what every choice is worth with certain cards."""
    return _ask(request, jobs, "position", wanted)


@router.post("/reminders", status_code=202, responses=NOT_TAKEN)
def ask_reminder(request: Request, jobs: TheJobs, wanted: RulesRequest) -> OddsJobReply:
    """Asks for a few rules to remember at each decision, and what they cost."""
    return _ask(request, jobs, "reminder", wanted)


@router.post("/openings", status_code=202, responses=NOT_TAKEN)
def ask_opening(request: Request, jobs: TheJobs, wanted: RulesRequest) -> OddsJobReply:
    """Asks whether a table can be opened; the answer has the game's `name` and `title`."""
    return _ask(request, jobs, "opening", wanted)


@router.post("/papers", status_code=202, responses=NOT_TAKEN)
def ask_paper(request: Request, jobs: TheJobs, wanted: PaperRequest) -> OddsJobReply:
    """Asks for a paper; the answer has the file's `name`, `type` and `base64`."""
    return _ask(request, jobs, "paper", wanted)


@router.get("/counts/{id}", responses=NOT_FOUND)
async def answer(
    request: Request,
    jobs: TheJobs,
    id: str,
    wait_seconds: Annotated[float, Query(ge=0, le=LONGEST_WAIT_SECONDS)] = 0.0,
) -> OddsJobReply:
    """The state of a question; waits up to this many seconds for its answer."""
    queue, job = _found(jobs, id)
    until = time.monotonic() + wait_seconds
    state, progress = job.state, job.progress
    while (
        not job.over.is_set()
        and time.monotonic() < until
        and (job.state, job.progress) == (state, progress)
    ):
        if await request.is_disconnected():
            break
        await asyncio.sleep(LOOK_SECONDS)
    return _reply(queue, job)


@router.delete("/counts/{id}", status_code=204, responses=NOT_FOUND)
def withdraw(jobs: TheJobs, id: str) -> None:
    """Withdraws a question; it is not counted any further."""
    _found(jobs, id)[1].withdrawn = True


def _ask(request: Request, jobs: OddsJobs, kind: str, wanted: RulesRequest) -> OddsJobReply:
    wanted.check("Ask about a game or about a text")
    job = jobs.ask({"question": kind, **wanted.model_dump()}, address_of(request))
    return _reply(*_found(jobs, job.id))


def _found(jobs: OddsJobs, id: str) -> tuple[JobQueue, Job]:
    found = jobs.find(id)
    if found is None:
        raise HTTPException(404, "There is no such question here any more.")
    return found


def _reply(queue: JobQueue, job: Job) -> OddsJobReply:
    return OddsJobReply.of(job, before=queue.place(job))
