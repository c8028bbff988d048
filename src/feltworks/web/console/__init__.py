"""The operator's console: tables, limits, jackpots, the event log and the integrity check.

Behind its own door, with its own sessions: a guest's cookie opens nothing here. Operators act,
auditors look, and whatever is done is recorded in the house's books with the name of who did it.
"""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from feltworks.web.console import books, integrity, jackpots, login, tables
from feltworks.web.console.integrity import close_lane as close_office
from feltworks.web.console.staff import Member, Staff
from feltworks.web.shells import Shell

router = APIRouter()
for part in (login, tables, jackpots, books, integrity):
    router.include_router(part.router)

PAGE = Shell(
    title="Console · Feltworks",
    here="/console",
    kind="console",
    module="console/page.js",
    styles=("console/console.css",),
    unlisted=True,
)


@router.get("/console", include_in_schema=False)
@router.get("/console/{rest:path}", include_in_schema=False)
async def page(rest: str = "") -> HTMLResponse:
    """The shell alone: what is in it comes through the API, for those who are logged in."""
    return PAGE.answer()


__all__ = ["Member", "Staff", "close_office", "router"]
