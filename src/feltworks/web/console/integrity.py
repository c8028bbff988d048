"""The integrity check: the whole house audited, in a process of its own.

An audit plays every round again and may take minutes, so it is a job of the worker process, as odds
are, in a queue of its own; whoever asked looks in from time to time.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException
from pydantic import Field, StringConstraints

from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayRead
from feltworks.web.dependencies import JsonRequest, TheHouse, app_part, errors
from feltworks.web.odds_pages.jobs import Job, JobQueue, JobReply, QueueFull
from feltworks.web.protocol.replies import sentence

router = APIRouter(prefix="/api/console/audits", tags=["console"])
TheAudits = Annotated[JobQueue, Depends(app_part("audits"))]


class AuditRequest(JsonRequest):
    """What is checked: with or without playing every round again, against a noted seal or not."""

    replay: bool = Field(True, description="Play every round again.")
    seal: Annotated[str, StringConstraints(pattern=r"^\d{1,18}:[0-9a-f]{64}$")] | None = Field(
        None, description="NUMBER:HASH of a record, as an earlier audit told it."
    )


class AuditReply(JobReply):
    """An audit on its way; `report` is there when it is done."""

    report: dict[str, Any] | None = None


@router.post(
    "",
    status_code=202,
    responses={**NOT_ADMITTED, **errors({429: "Checks of this house are under way"})},
)
def begin(house: TheHouse, audits: TheAudits, member: MayRead, wanted: AuditRequest) -> AuditReply:
    """Begins an integrity check."""
    url = house.database.url.render_as_string(hide_password=False)
    seal = None if wanted.seal is None else wanted.seal.split(":")
    question = {"question": "audit", "books": url, "replay": wanted.replay, "seal": seal}
    try:
        return _reply(audits.ask(question, member.name))
    except QueueFull as full:
        raise HTTPException(429, sentence(full)) from None


@router.get("/{id}", responses=REFUSED)
def look_in(audits: TheAudits, member: MayRead, id: str) -> AuditReply:
    """How far an integrity check has come, or its report."""
    job = audits.find(id)
    if job is None:
        raise HTTPException(404, "There is no such check.")
    return _reply(job)


def _reply(job: Job) -> AuditReply:
    return AuditReply.model_validate({**job.reply(), "report": job.answer})
