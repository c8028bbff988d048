"""The integrity check: the whole house audited, in a process of its own.

An audit plays every round again and may take minutes, so the worker process does it, as it does
odds, in a queue of its own; the page polls for the result.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from pydantic import Field, StringConstraints

from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayRead
from feltworks.web.dependencies import JsonRequest, TheHouse, app_part, errors
from feltworks.web.odds_pages.jobqueue import JobQueue
from feltworks.web.odds_pages.jobs import ReportReply

router = APIRouter(prefix="/api/console/audits", tags=["console"])
TheAudits = Annotated[JobQueue, Depends(app_part("audits"))]


class AuditRequest(JsonRequest):
    """What is checked: with or without playing every round again, with or without a noted seal."""

    replay: bool = Field(True, description="Play every round again.")
    seal: Annotated[str, StringConstraints(pattern=r"^\d{1,18}:[0-9a-f]{64}$")] | None = Field(
        None, description="NUMBER:HASH of a record, as an earlier audit told it."
    )


@router.post(
    "",
    status_code=202,
    responses={**NOT_ADMITTED, **errors({429: "Checks of this house are under way"})},
)
def begin(house: TheHouse, audits: TheAudits, member: MayRead, wanted: AuditRequest) -> ReportReply:
    """Begins an integrity check."""
    url = house.database.url.render_as_string(hide_password=False)
    seal = None if wanted.seal is None else wanted.seal.split(":")
    question = {"question": "audit", "books": url, "replay": wanted.replay, "seal": seal}
    return ReportReply.of(audits.ask(question, member.name))


@router.get("/{id}", responses=REFUSED)
def look_in(audits: TheAudits, member: MayRead, id: str) -> ReportReply:
    """The progress of an integrity check, or its report."""
    return report_on(audits, id, "check")


def report_on(queue: JobQueue, id: str, what: str) -> ReportReply:
    """The progress of a job; `what` names it in the error if there is no such job."""
    job = queue.find(id)
    if job is None:
        raise HTTPException(404, f"There is no such {what}.")
    return ReportReply.of(job)
