"""Who may do what at the console: dependencies that every one of its routes goes through.

`house.staff` says what each role may do, and the house's acts check it; here a page is refused
early.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request

from feltworks.house.books import Batch
from feltworks.house.staff import StaffAct, check_right
from feltworks.web.console.sessions import COOKIE, StaffSessions
from feltworks.web.console.staff import Member, Staff
from feltworks.web.dependencies import errors

NOT_ADMITTED = errors({401: "Nobody is logged in", 403: "Another role is needed"})
REFUSED = NOT_ADMITTED | errors(
    {404: "There is no such thing", 409: "The house refuses, with its reason"}
)


def logged_in(request: Request) -> Member | None:
    """Who this browser belongs to, looked up each time: a removed member is out at once."""
    staff: Staff = request.app.state.staff
    sessions: StaffSessions = request.app.state.staff_sessions
    name = sessions.name_of(request.cookies.get(COOKIE))
    return None if name is None else staff.member(name)


def anyone_on_staff(member: Annotated[Member | None, Depends(logged_in)]) -> Member:
    """Admits everybody who has an account, in any role."""
    if member is None:
        raise HTTPException(401, "Log in to the console first.")
    return member


def may(act: StaffAct) -> Callable[[Member], Member]:
    """Admits those whose role has the right."""

    def check(member: Annotated[Member, Depends(anyone_on_staff)]) -> Member:
        check_right(member.name, member.role, act)
        return member

    return check


OnStaff = Annotated[Member, Depends(anyone_on_staff)]
MayRead = Annotated[Member, Depends(may("read"))]
MayLook = Annotated[Member, Depends(may("look"))]
MayDeclare = Annotated[Member, Depends(may("declare"))]
MayVoid = Annotated[Member, Depends(may("void"))]
MayOpenTables = Annotated[Member, Depends(may("tables"))]
MayPostLimits = Annotated[Member, Depends(may("limits"))]
MayFile = Annotated[Member, Depends(may("file"))]
MayCount = Annotated[Member, Depends(may("count"))]
MayCorrect = Annotated[Member, Depends(may("correct"))]
MayKeep = Annotated[Member, Depends(may("keep"))]
MayMakeAccounts = Annotated[Member, Depends(may("accounts"))]


def note(batch: Batch, member: Member | None, did: str, facts: dict[str, Any]) -> None:
    """Records in the house's books who did what at the console."""
    who = "console" if member is None else f"staff {member.name}"
    batch.write(did, who, facts=facts)
