"""The manager's month at the console, and who sits where.

A month is added up in the worker process, because it may include games whose odds must be counted
first. The answer is data for the charts, or a file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, Field, StringConstraints

from feltworks.house import House
from feltworks.house.activity import Period
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayOpenTables, MayRead, note
from feltworks.web.console.integrity import report_on
from feltworks.web.dependencies import JsonRequest, TheFloor, TheHouse, app_part, errors
from feltworks.web.odds_pages.jobqueue import JobQueue
from feltworks.web.odds_pages.jobs import ReportReply
from feltworks.web.odds_pages.worker import Progress
from feltworks.web.protocol.replies import RefusedReply

router = APIRouter(prefix="/api/console", tags=["console"])
TheMonths = Annotated[JobQueue, Depends(app_part("months"))]
TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

REMOVED = "The house has you leave this table. Your chips stay yours."


class MonthRequest(JsonRequest):
    """Which days, grouped by what, and in which form; without a file format, plain figures."""

    first: date
    last: date
    by: Literal["day", "shift", "table", "game"] = "table"
    tables: list[Annotated[str, StringConstraints(max_length=60)]] = Field(
        default_factory=list, max_length=64, description="Only these; all where none are named."
    )
    form: Literal["pdf", "csv", "xlsx"] | None = None


class SeatedReply(BaseModel):
    """Who sits at a seat; `player` is his name in the books."""

    table: str
    seat: int
    name: str
    player: str
    is_bot: bool
    away: bool
    stack_cents: int
    in_round: bool


@router.post(
    "/months", status_code=202, responses={**NOT_ADMITTED, **errors({429: "Reports are under way"})}
)
def begin_month(
    house: TheHouse, months: TheMonths, member: MayRead, wanted: MonthRequest
) -> ReportReply:
    """Begins a report of the house over some days."""
    url = house.database.url.render_as_string(hide_password=False)
    question = {"question": "month", "books": url, **wanted.model_dump(mode="json")}
    return ReportReply.of(months.ask(question, member.name))


@router.get("/months/{id}", responses=REFUSED)
def look_at_month(months: TheMonths, member: MayRead, id: str) -> ReportReply:
    """The progress of a report, or the report."""
    return report_on(months, id, "report")


@router.get("/seats", responses=NOT_ADMITTED)
async def seats(floor: TheFloor, member: MayRead) -> list[SeatedReply]:
    """Who sits where at this moment."""
    return [
        SeatedReply(
            table=runner.state.name,
            seat=seat,
            name=floor.services.name_of(chair.player),
            player=chair.player,
            is_bot=chair.bot is not None,
            away=chair.away,
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
