"""The integrity check: the whole house audited, in a process of its own.

An audit plays every round again and may take minutes, so the clerk of a lane of its own does it,
as he does with odds; whoever asked looks in from time to time.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from feltworks.web.console.guards import CLOSED, REFUSED, OnStaff, house_of
from feltworks.web.dependencies import ErrorReply
from feltworks.web.odds_pages.jobs import Job, JobLimits, JobQueue, QueueFull
from feltworks.web.odds_pages.models import Progress

router = APIRouter(prefix="/api/console/audits", tags=["console"])
AUDIT_RULES = JobLimits(seconds=1800.0, abandoned_seconds=600.0, most_waiting=2, most_kept=0)
BUSY: dict[str, Any] = {"model": ErrorReply, "description": "Checks of this house are under way"}


class AuditRequest(BaseModel):
    """What is checked: with or without playing every round again, against a noted seal or not."""

    model_config = ConfigDict(extra="forbid")

    replay: bool = Field(True, description="Play every round again.")
    seal: Annotated[str, StringConstraints(pattern=r"^\d{1,18}:[0-9a-f]{64}$")] | None = Field(
        None, description="NUMBER:HASH of a record, as an earlier audit told it."
    )


class AuditReply(BaseModel):
    """An audit on its way; `report` is there when it is done."""

    id: str
    state: Literal["waiting", "counting", "done", "refused"]
    progress: Progress | None = None
    says: str | None = None
    report: dict[str, Any] | None = None


@router.post("", status_code=202, responses={**CLOSED, 429: BUSY})
def begin(request: Request, member: OnStaff, asked: AuditRequest) -> AuditReply:
    """Begins an integrity check."""
    url = house_of(request.app).database.url.render_as_string(hide_password=False)
    seal = None if asked.seal is None else asked.seal.split(":")
    question = {"question": "audit", "books": url, "replay": asked.replay, "seal": seal}
    try:
        return _told(_lane(request.app).ask(question, member.name))
    except QueueFull as busy:
        raise HTTPException(429, f"{str(busy).capitalize()}.") from None


@router.get("/{id}", responses=REFUSED)
def look_in(request: Request, member: OnStaff, id: str) -> AuditReply:
    """How far an integrity check has come, or its report."""
    count = _lane(request.app).find(id)
    if count is None:
        raise HTTPException(404, "There is no such check.")
    return _told(count)


def _lane(app: FastAPI) -> JobQueue:
    if not hasattr(app.state, "audit_lane"):
        app.state.audit_lane = JobQueue(AUDIT_RULES)
    lane: JobQueue = app.state.audit_lane
    return lane


def close_lane(app: FastAPI) -> None:
    """Sends the clerk home when the server stops."""
    if hasattr(app.state, "audit_lane"):
        app.state.audit_lane.close()
        del app.state.audit_lane


def _told(count: Job) -> AuditReply:
    return AuditReply(
        id=count.id,
        state=count.state,
        progress=None if count.progress is None else Progress.model_validate(count.progress),
        says=count.says,
        report=count.answer,
    )
