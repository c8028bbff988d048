"""The rules pages: every shipped game with any options, and the rules of each open table."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse

from feltworks.errors import FeltworksError
from feltworks.house import House
from feltworks.rules.catalogue import game_ids, listings
from feltworks.rules.loader import read, read_text
from feltworks.web.dependencies import ErrorReply
from feltworks.web.rules_pages.models import RulesListed, RulesReply
from feltworks.web.rules_pages.sections import rules_told
from feltworks.web.shells import Shell

router = APIRouter(tags=["rules"])
PAGE = Shell(
    title="Rules · Feltworks",
    here="/rules",
    kind="rules",
    module="rules/page.js",
    styles=("rules/rules.css",),
)
PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorReply, "description": "An option or a value that the game does not have"},
    404: {"model": ErrorReply, "description": "No such game or table"},
}
Settings = Annotated[
    list[str], Query(alias="set", max_length=64, description="Options, `OPTION=VALUE`.")
]


@router.get("/rules", include_in_schema=False)
@router.get("/rules/{game}", include_in_schema=False)
async def page(game: str = "", table: str = "") -> HTMLResponse:
    # A table may deal a game that is not on the shelf; its rules are asked for by the table.
    if game and not table and game not in game_ids():
        raise HTTPException(404, "There is no such game on the shelf.")
    return PAGE.answer()


@router.get("/api/rules")
def games() -> list[RulesListed]:
    """The games on the shelf."""
    return [
        RulesListed(id=game.id, name=game.name, title=game.title, mechanism=game.mechanism)
        for game in listings()
    ]


@router.get("/api/rules/games/{game}", responses=PROBLEMS)
def rules_of_game(game: str, settings: Settings = []) -> RulesReply:  # noqa: B006 - FastAPI copies
    """A shipped game's rules with some options chosen."""
    if game not in game_ids():
        raise HTTPException(404, f"There is no such game: there are {', '.join(game_ids())}.")
    chosen: list[tuple[str, str]] = []
    for setting in settings:
        option, equals, value = (part.strip() for part in setting.partition("="))
        if not (option and equals and value):
            raise HTTPException(400, "An option is set with OPTION=VALUE.")
        chosen.append((option, value))
    if len(dict(chosen)) < len(chosen):
        raise HTTPException(400, "An option is set twice.")
    try:
        return _told(game, tuple(sorted(chosen)))
    except FeltworksError as error:
        raise HTTPException(400, f"{error}.") from None


@lru_cache(maxsize=64)
def _told(game: str, chosen: tuple[tuple[str, str], ...]) -> RulesReply:
    return rules_told(read(game, dict(chosen)))


@router.get("/api/rules/tables/{table}", responses=PROBLEMS)
def rules_of_table(request: Request, table: str) -> RulesReply:
    """The rules by which an open table is dealt, its options as the house chose them."""
    house: House = request.app.state.house
    try:
        sheet = house.sheet(table)
    except FeltworksError:
        raise HTTPException(404, "There is no such open table.") from None
    return rules_told(read_text(sheet.rules_text, sheet.rules_name, dict(sheet.options)), table)
