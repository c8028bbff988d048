"""The pages of lobby and tables: plain shells from the package that load their own modules."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse

from feltworks.web.api.asking import TheFloor

STATIC = Path(__file__).parent / "static"
PAGES = STATIC / "pages"
router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby_page() -> FileResponse:
    return shell("lobby.html")


@router.get("/table/{table}")
async def table_page(table: str, floor: TheFloor) -> FileResponse:
    runner = floor.tables.get(table)
    if runner is None:
        # The page says so itself when its line is refused: people are not shown JSON.
        return shell("table.html", 404)
    return shell("ring.html" if runner.chairs.between_players else "table.html")


def shell(name: str, status: int = 200) -> FileResponse:
    """A page of the package."""
    return FileResponse(PAGES / name, status, media_type="text/html; charset=utf-8")
