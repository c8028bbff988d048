"""Reports at the console: the whole house audited, and the manager's month.

An audit plays every round again, and a month may include games whose odds must be counted first:
both may take minutes. So the worker process makes them, as it counts odds, each in a queue of its
own, and the page polls for the result. A month is data for the charts, or a file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import Field, StringConstraints

from feltworks.house import House
from feltworks.house.activity import Period
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayRead
from feltworks.web.console.staff import Member
from feltworks.web.dependencies import JsonRequest, TheHouse, app_part, errors
from feltworks.web.odds_pages.jobqueue import JobQueue
from feltworks.web.odds_pages.jobs import Job, ReportReply
from feltworks.web.odds_pages.worker import Progress

router = APIRouter(prefix="/api/console", tags=["console"])
TheAudits = Annotated[JobQueue, Depends(app_part("audits"))]
TheMonths = Annotated[JobQueue, Depends(app_part("months"))]
TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class AuditRequest(JsonRequest):
    """What is checked: with or without playing every round again, with or without a noted seal."""

    replay: bool = Field(True, description="Play every round again.")
    seal: Annotated[str, StringConstraints(pattern=r"^\d{1,18}:[0-9a-f]{64}$")] | None = Field(
        None, description="NUMBER:HASH of a record, as an earlier audit told it."
    )


class MonthRequest(JsonRequest):
    """Which days, grouped by what, and in which form; without a file format, plain figures."""

    first: date
    last: date
    by: Literal["day", "shift", "table", "game"] = "table"
    tables: list[Annotated[str, StringConstraints(max_length=60)]] = Field(
        default_factory=list, max_length=64, description="Only these; all where none are named."
    )
    form: Literal["pdf", "csv", "xlsx"] | None = None


@router.post(
    "/audits",
    status_code=202,
    responses={**NOT_ADMITTED, **errors({429: "Checks of this house are under way"})},
)
def begin_audit(
    house: TheHouse, audits: TheAudits, member: MayRead, wanted: AuditRequest
) -> ReportReply:
    """Begins an integrity check."""
    seal = None if wanted.seal is None else wanted.seal.split(":")
    question = {"question": "audit", "replay": wanted.replay, "seal": seal}
    return _begin(audits, house, member, question)


@router.get("/audits/{id}", responses=REFUSED)
def look_at_audit(audits: TheAudits, member: MayRead, id: str) -> ReportReply:
    """The progress of an integrity check, or its report."""
    return _report_on(audits, id, "check")


@router.post(
    "/months", status_code=202, responses={**NOT_ADMITTED, **errors({429: "Reports are under way"})}
)
def begin_month(
    house: TheHouse, months: TheMonths, member: MayRead, wanted: MonthRequest
) -> ReportReply:
    """Begins a report of the house over some days."""
    question = {"question": "month", **wanted.model_dump(mode="json")}
    return _begin(months, house, member, question)


@router.get("/months/{id}", responses=REFUSED)
def look_at_month(months: TheMonths, member: MayRead, id: str) -> ReportReply:
    """The progress of a report, or the report."""
    return _report_on(months, id, "report")


def _begin(queue: JobQueue, house: House, member: Member, question: dict[str, Any]) -> ReportReply:
    """Asks the worker about the books of the house."""
    books = house.database.url.render_as_string(hide_password=False)
    return _reply(queue.ask({**question, "books": books}, member.name))


def _report_on(queue: JobQueue, id: str, what: str) -> ReportReply:
    """The progress of a job; `what` names it in the error if there is no such job."""
    job = queue.find(id)
    if job is None:
        raise HTTPException(404, f"There is no such {what}.")
    return _reply(job)


def _reply(job: Job) -> ReportReply:
    state = job.state  # Read first: a job that ends meanwhile has its answer before its state.
    return ReportReply.of(job, state=state, report=job.answer)


# --- in the worker ------------------------------------------------------------------------------


def month_answer(question: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """The figures of a report, or the report as a file."""
    from feltworks.reports.month import house_report

    period = Period(*(date.fromisoformat(question[name]) for name in ("first", "last")))
    with House(question["books"]) as house:
        found = house_report(house, period, question["by"], question["tables"], progress)
    form = question["form"]
    if form is None:
        return found.as_json()
    from feltworks.reports.monthforms import write_month
    from feltworks.web.odds_pages.papers import file_answer, zipped

    name = f"house-{period.first}-{period.last}-{found.by}"
    with tempfile.TemporaryDirectory() as folder:
        made = datetime.now(UTC).date()
        files = write_month(found, Path(folder) / f"{name}.{form}", made, found.command(made))
        if len(files) > 1:
            return file_answer(f"{name}.zip", "application/zip", zipped(Path(folder)))
        return file_answer(files[0].name, TYPES[form], files[0].read_bytes())
