"""Who may do what at the console: dependencies that every one of its routes goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, HTTPException, Request
from pydantic import BaseModel

from feltworks.web.console.attempts import Attempts
from feltworks.web.console.badges import COOKIE, Badges
from feltworks.web.console.staff import Member, Staff

if TYPE_CHECKING:
    from fastapi import FastAPI

    from feltworks.house import House
    from feltworks.house.books import Batch


class Problem(BaseModel):
    """What was wrong, in one sentence."""

    detail: str


CLOSED: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "Nobody is logged in"},
    403: {"model": Problem, "description": "An operator is needed"},
}
REFUSED: dict[int | str, dict[str, Any]] = {
    **CLOSED,
    404: {"model": Problem, "description": "There is no such thing"},
    409: {"model": Problem, "description": "The house refuses, with its reason"},
}


def staff_of(app: FastAPI) -> Staff:
    staff: Staff = app.state.staff
    return staff


def house_of(app: FastAPI) -> House:
    house: House = app.state.house
    return house


def badges_of(app: FastAPI) -> Badges:
    """The application's badges; they live as long as it does."""
    if not hasattr(app.state, "staff_badges"):
        app.state.staff_badges = Badges()
    badges: Badges = app.state.staff_badges
    return badges


def attempts_of(app: FastAPI) -> Attempts:
    if not hasattr(app.state, "staff_attempts"):
        app.state.staff_attempts = Attempts()
    attempts: Attempts = app.state.staff_attempts
    return attempts


def anyone_on_staff(request: Request) -> Member:
    """Operator or auditor, looked up anew each time: whoever was removed is out at once."""
    name = badges_of(request.app).bearer(request.cookies.get(COOKIE))
    member = None if name is None else staff_of(request.app).member(name)
    if member is None:
        raise HTTPException(401, "Log in to the console first.")
    return member


def operator_only(request: Request) -> Member:
    """Whoever changes something."""
    member = anyone_on_staff(request)
    if member.role != "operator":
        raise HTTPException(403, "Only an operator may do this; an auditor looks.")
    return member


OnStaff = Annotated[Member, Depends(anyone_on_staff)]
Operator = Annotated[Member, Depends(operator_only)]


def note(batch: Batch, member: Member | None, did: str, facts: dict[str, Any]) -> None:
    """Records in the house's books who did what at the console."""
    who = "console" if member is None else f"staff {member.name}"
    batch.write(did, who, facts=facts)


def sentence(error: Exception) -> str:
    """What the house says, as a sentence for a page."""
    text = str(error).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
