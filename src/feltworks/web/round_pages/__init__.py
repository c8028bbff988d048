"""The pages of finished rounds: one's own rounds, one round step by step, and any shuffle verified.

Only shells are served here. Rounds come from `/api/rounds`, for those who took part; what proves a
shuffle is computed by the page itself, so that nobody has to believe the server about it.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse

router = APIRouter(include_in_schema=False)
SHELLS = Path(__file__).parent.parent / "static" / "rounds"


@router.get("/rounds")
async def rounds_page() -> FileResponse:
    return FileResponse(SHELLS / "rounds.html")


@router.get("/rounds/{number}")
async def round_page(number: int) -> FileResponse:
    return FileResponse(SHELLS / "round.html")


@router.get("/verify")
async def verify_page() -> FileResponse:
    return FileResponse(SHELLS / "verify.html")
