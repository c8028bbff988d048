"""The HTML pages, and the page for an address that leads nowhere.

A page is drawn in the browser by its own modules. The server sends the same frame for all pages,
except for a few words: a head with the styles, the site's own header and footer, and a `main` that
the page's module fills. The frame is a file with placeholders, filled with constants only. Data
comes through the API, and the page itself computes the proof of a shuffle, so that nobody has to
trust the server.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from pathlib import Path
from string import Template

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from feltworks.rules.catalogue import game_ids
from feltworks.web import bundles
from feltworks.web.dependencies import AnyGuest, TheFloor
from feltworks.web.practice.games import GameNotKept
from feltworks.web.practice.routes import TheRoom
from feltworks.web.practice.sheet import is_practice

router = APIRouter(include_in_schema=False)
FRAMES = Path(__file__).parent / "frames"
FRAME_MODULE, EARLY, ICON = "js/shell.js", "js/early.js", "img/mark.svg"
CACHED_FOR_A_YEAR = {"cache-control": "public, max-age=31536000, immutable"}


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """One page; modules and styles are named by their path in the static folder.

    `here` is the link in the site's header that leads to the page, `contents` the file among the
    frames with the initial content of `main`, `kind` the beginning of the body's class. An
    `unlisted` page asks search engines not to index it.
    """

    title: str
    kind: str
    module: str
    here: str = ""
    styles: tuple[str, ...] = ()
    contents: str | None = None
    unlisted: bool = False

    def html(self, status: int = 200, *, says: str = "") -> HTMLResponse:
        """The page as it is sent; `says` is a sentence for a page that has room for one."""
        contents = "" if self.contents is None else _read(self.contents)
        stem = Path(self.module).stem if self.kind == "rounds" else self.kind
        css = bundles.styles(stem, (*STYLES, *self.styles))
        script = bundles.modules(stem, (FRAME_MODULE, self.module))
        page = Template(_read("frame.html")).substitute(
            title=escape(self.title),
            robots='<meta name="robots" content="noindex">' if self.unlisted else "",
            icon=bundles.single(ICON).path,
            styles=css.path,
            early=bundles.single(EARLY).path,
            modules=script.path,
            kind=escape(self.kind),
            here=escape(self.here),
            contents=Template(contents).substitute(says=escape(says)),
        )
        return HTMLResponse(page, status)


@cache
def _read(name: str) -> str:
    return (FRAMES / name).read_text(encoding="utf-8")


def _css(names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names.split())


STYLES, CARDS = _css("tokens base shell"), _css("cards")
ROOM = _css("cards meter room dialog dock dock-phone sheets supervisor")
LOW = _css("low low-narrow")
LOBBY = HtmlPage(
    "Feltworks card room", "lobby", "js/lobby/lobby-page.js", "/", _css("cards meter lobby")
)
BANKED = HtmlPage(
    "A table · Feltworks",
    "table",
    "js/table/table-page.js",
    styles=(*ROOM, *_css("felt spots rack felt-phone"), *LOW),
)
BETWEEN_PLAYERS = HtmlPage(
    "A table · Feltworks",
    "ring",
    "js/ring/ring-page.js",
    styles=(*ROOM, *_css("ring ring-phone"), *LOW),
)
TABLES = {page.kind: page for page in (BANKED, BETWEEN_PLAYERS)}
ODDS = HtmlPage(
    "Odds · Feltworks", "odds", "odds/page.js", "/odds", ("odds/odds.css",), contents="odds.html"
)
PRACTICE = HtmlPage(
    "Practice · Feltworks", "practice", "practice/page.js", styles=_css("lobby"), unlisted=True
)
RULES = HtmlPage(
    "Rules · Feltworks", "rules", "rules/page.js", "/rules", (*CARDS, "rules/rules.css")
)
_round_page = partial(HtmlPage, kind="rounds", here="/rounds", styles=(*CARDS, "rounds/rounds.css"))
ROUNDS = _round_page("Rounds · Feltworks", module="rounds/list-page.js")
ROUND = _round_page("A round · Feltworks", module="rounds/round-page.js")
VERIFY = _round_page("Verify a shuffle · Feltworks", module="rounds/verify-page.js")
CONSOLE = HtmlPage(
    "Console · Feltworks",
    "console",
    "console/page.js",
    "/console",
    ("console/console.css", *_css("supervisor")),
    unlisted=True,
)
LOST = HtmlPage(
    "Nothing here · Feltworks",
    "lost",
    "js/cards/playing-card.js",
    styles=CARDS,
    contents="lost.html",
)
# JavaScript's integers are exact only up to this many digits.
ROUND_NUMBER = re.compile(r"[0-9]{1,15}")
# Starlette's own messages only repeat the status code.
REFUSALS = {405: "This address is there to be looked at: nothing can be sent to it."}
NO_TABLE = "There is no such table in this house."
CLOSED = (
    "This practice table was closed when it was left, or when the server was started anew: open "
    "the game again by its link, or bring it again on the odds page."
)
NOWHERE = "There is no page at this address."


@router.get("/assets/{name}")
async def asset(name: str) -> Response:
    found = bundles.made(name)
    if found is None:
        raise HTTPException(404, NOWHERE)
    return Response(found.content, media_type=found.kind, headers=CACHED_FOR_A_YEAR)


def _serve(path: str, page: HtmlPage) -> None:
    """Serves a page that is the same for everybody."""

    @router.get(path)
    async def shown() -> HTMLResponse:
        return page.html()


for _path, _page in (("/", LOBBY), ("/odds", ODDS), ("/rounds", ROUNDS), ("/verify", VERIFY)):
    _serve(_path, _page)


@router.get("/table/{table}")
async def table_page(table: str, floor: TheFloor, guest: AnyGuest) -> HTMLResponse:
    runner = floor.find(table, guest)
    if runner is None:
        raise HTTPException(404, CLOSED if is_practice(table) else NO_TABLE)
    return TABLES[runner.state.mechanism.page].html()


@router.get("/practice/{id}")
async def practice_page(id: str, room: TheRoom) -> HTMLResponse:
    try:
        room.games.find(id)
    except GameNotKept as error:
        raise HTTPException(404, str(error)) from None
    return PRACTICE.html()


@router.get("/rules")
@router.get("/rules/{game}")
async def rules_page(game: str = "", table: str = "") -> HTMLResponse:
    # A table may deal a game that is not shipped; then the rules are requested by table.
    if game and not table and game not in game_ids():
        raise HTTPException(404, "There is no such game on the shelf.")
    return RULES.html()


@router.get("/rounds/{number}")
async def round_page(number: str) -> HTMLResponse:
    if not ROUND_NUMBER.fullmatch(number):
        raise HTTPException(404, "There is no such round: rounds are called by their number.")
    return ROUND.html()


@router.get("/console")
@router.get("/console/{rest:path}")
async def console_page(rest: str = "") -> HTMLResponse:
    return CONSOLE.html()


async def lost(request: Request, error: Exception) -> Response:
    """A refusal: a page for a person who wants one, JSON for a program and from the API."""
    assert isinstance(error, StarletteHTTPException)
    if request.url.path.startswith("/api/"):
        return await http_exception_handler(request, error)
    if wants_a_page(request.headers.get("accept", "")):
        unsaid = REFUSALS.get(error.status_code, NOWHERE)
        says = error.detail if isinstance(error, HTTPException) else unsaid
        answer: Response = LOST.html(error.status_code, says=says)
        answer.headers.update(error.headers or {})
    else:
        answer = await http_exception_handler(request, error)
    answer.headers.append("vary", "Accept")
    return answer


def wants_a_page(accept: str) -> bool:
    """Whether the `Accept` header names HTML; `*/*` names nothing, and `q=0` refuses."""
    for each in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in each.split(";"))
        if kind == "text/html":
            return not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", each) for each in parameters)
    return False
