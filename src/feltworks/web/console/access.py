"""Who may do what at the console: dependencies that every one of its routes goes through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request

from feltworks.errors import FeltworksError
from feltworks.house.books import Batch
from feltworks.house.errors import BooksError
from feltworks.web.console.sessions import COOKIE, StaffSessions
from feltworks.web.console.staff import Member, Staff
from feltworks.web.dependencies import errors
from feltworks.web.protocol.replies import sentence

NOT_ADMITTED = errors({401: "Nobody is logged in", 403: "An operator is needed"})
REFUSED = NOT_ADMITTED | errors(
    {404: "There is no such thing", 409: "The house refuses, with its reason"}
)


def logged_in(request: Request) -> Member | None:
    """Who this browser is, looked up anew each time: whoever was removed is out at once."""
    staff: Staff = request.app.state.staff
    sessions: StaffSessions = request.app.state.staff_sessions
    name = sessions.name_of(request.cookies.get(COOKIE))
    return None if name is None else staff.member(name)


def anyone_on_staff(member: Annotated[Member | None, Depends(logged_in)]) -> Member:
    """Operator or auditor."""
    if member is None:
        raise HTTPException(401, "Log in to the console first.")
    return member


def operator_only(member: Annotated[Member, Depends(anyone_on_staff)]) -> Member:
    """Whoever changes something."""
    if member.role != "operator":
        raise HTTPException(403, "Only an operator may do this; an auditor looks.")
    return member


def auditor_only(member: Annotated[Member, Depends(anyone_on_staff)]) -> Member:
    """Whoever settles disputes, and does not run the tables."""
    if member.role != "auditor":
        raise HTTPException(403, "Only an auditor may look at hands that were not shown.")
    return member


OnStaff = Annotated[Member, Depends(anyone_on_staff)]
Operator = Annotated[Member, Depends(operator_only)]
Auditor = Annotated[Member, Depends(auditor_only)]


@contextmanager
def refusals() -> Iterator[None]:
    """What the house refuses is told as 409; books that are away or broken are no refusal (503)."""
    try:
        yield
    except BooksError:
        raise
    except FeltworksError as error:
        raise HTTPException(409, sentence(error)) from None


def note(batch: Batch, member: Member | None, did: str, facts: dict[str, Any]) -> None:
    """Records in the house's books who did what at the console."""
    who = "console" if member is None else f"staff {member.name}"
    batch.write(did, who, facts=facts)
