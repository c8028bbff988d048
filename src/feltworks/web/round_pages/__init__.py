"""The pages of finished rounds: one's own rounds, one round step by step, and any shuffle verified.

Only shells are served here. Rounds come from `/api/rounds`, for those who took part; what proves a
shuffle is computed by the page itself, so that nobody has to believe the server about it.
"""

from __future__ import annotations

import re

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from feltworks.web.shells import Shell

router = APIRouter(include_in_schema=False)
STYLES = ("css/cards.css", "rounds/rounds.css")
NUMBER = re.compile(r"[0-9]{1,15}")
"""As a browser can count."""


def _shell(title: str, module: str) -> Shell:
    return Shell(title=title, here="/rounds", kind="rounds", module=module, styles=STYLES)


ROUNDS = _shell("Rounds · Feltworks", "rounds/list-page.js")
ROUND = _shell("A round · Feltworks", "rounds/round-page.js")
VERIFY = _shell("Verify a shuffle · Feltworks", "rounds/verify-page.js")


@router.get("/rounds")
async def rounds_page() -> HTMLResponse:
    return ROUNDS.answer()


@router.get("/rounds/{number}")
async def round_page(number: str) -> HTMLResponse:
    if not NUMBER.fullmatch(number):
        raise HTTPException(404, "There is no such round: rounds are called by their number.")
    return ROUND.answer()


@router.get("/verify")
async def verify_page() -> HTMLResponse:
    return VERIFY.answer()
