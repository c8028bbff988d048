"""The console's door: the first operator, logging in and out, and who is on the staff."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from feltworks.web.console.attempts import TooManyAttempts
from feltworks.web.console.badges import COOKIE, COOKIE_PATH, LONGEST_SECONDS
from feltworks.web.console.guards import (
    CLOSED,
    REFUSED,
    OnStaff,
    Operator,
    Problem,
    attempts_of,
    badges_of,
    house_of,
    note,
    sentence,
    staff_of,
)
from feltworks.web.console.staff import LONGEST_PASSWORD, Member, Staff, StaffError

router = APIRouter(prefix="/api/console", tags=["console"])

Name = Annotated[str, StringConstraints(max_length=40)]
Password = Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD)]
ATTEMPTED: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "Not the name and password of anybody on the staff"},
    429: {"model": Problem, "description": "Too many attempts; how long to wait"},
}


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LogIn(Asked):
    """A name and a password."""

    name: Name
    password: Password


class SetUp(LogIn):
    """The first operator, with the token that the server printed at its start."""

    token: Annotated[str, StringConstraints(max_length=100)]


class NewMember(LogIn):
    """Somebody to be put on the staff."""

    role: Literal["operator", "auditor"]


class NewPassword(Asked):
    """One's own password, and the one it shall be."""

    password: Password
    new_password: Password


class MemberTold(BaseModel):
    """Somebody on the staff."""

    name: str
    role: Literal["operator", "auditor"]


class DoorTold(BaseModel):
    """Who is logged in, and whether the first operator is still to be made."""

    member: MemberTold | None
    needs_setup: bool = Field(description="Nobody is on the staff yet.")


@router.get("/session")
def session(request: Request) -> DoorTold:
    """Who this browser is at the console."""
    name = badges_of(request.app).bearer(request.cookies.get(COOKIE))
    staff = staff_of(request.app)
    member = None if name is None else staff.member(name)
    return DoorTold(member=None if member is None else _told(member), needs_setup=staff.is_empty)


@router.post("/setup", responses={**ATTEMPTED, 409: REFUSED[409]})
def set_up(request: Request, response: Response, asked: SetUp) -> MemberTold:
    """Makes the first operator and logs him in."""
    address = _address(request)
    _begin(request, address)
    try:
        member = staff_of(request.app).set_up(asked.token, asked.name, asked.password)
    except StaffError as error:
        raise HTTPException(409, sentence(error)) from None
    attempts_of(request.app).succeeded(address)
    _record(request, member, "first operator made", {})
    return _admitted(request, response, member)


@router.post("/session", responses=ATTEMPTED)
def log_in(request: Request, response: Response, asked: LogIn) -> MemberTold:
    """Logs somebody in."""
    address = _address(request)
    _begin(request, address, asked.name)
    member = _recognised(request, staff_of(request.app), asked.name, asked.password)
    if member is None:
        raise HTTPException(401, "That is not the name and password of anybody on the staff.")
    attempts_of(request.app).succeeded(address, asked.name)
    _record(request, member, "logged in", {})
    return _admitted(request, response, member)


@router.delete("/session", status_code=204)
def log_out(request: Request, response: Response) -> None:
    """Hands the badge back."""
    badges_of(request.app).take_back(request.cookies.get(COOKIE))
    response.delete_cookie(COOKIE, path=COOKIE_PATH, httponly=True, samesite="strict")


@router.put("/password", status_code=204, responses={**ATTEMPTED, 409: REFUSED[409]})
def change_password(request: Request, member: OnStaff, asked: NewPassword) -> None:
    """A new password for oneself; every badge of one's own is taken back."""
    # Counted apart from the door, where anybody can guess at the name.
    place = f"password of {member.name}"
    _begin(request, place)
    staff = staff_of(request.app)
    if _recognised(request, staff, member.name, asked.password) is None:
        raise HTTPException(401, "That is not your password.")
    attempts_of(request.app).succeeded(place)
    try:
        staff.change_password(member.name, asked.new_password)
    except StaffError as error:
        raise HTTPException(409, sentence(error)) from None
    badges_of(request.app).take_back_all(member.name)
    _record(request, member, "password changed", {})


@router.get("/staff", responses=CLOSED)
def members(request: Request, member: OnStaff) -> list[MemberTold]:
    """Everybody on the staff."""
    return [_told(each) for each in staff_of(request.app).members()]


@router.post("/staff", status_code=201, responses=REFUSED)
def add_member(request: Request, operator: Operator, asked: NewMember) -> MemberTold:
    """Puts somebody on the staff."""
    try:
        member = staff_of(request.app).add(asked.name, asked.role, asked.password)
    except StaffError as error:
        raise HTTPException(409, sentence(error)) from None
    _record(request, operator, "put on the staff", {"name": member.name, "role": member.role})
    return _told(member)


@router.delete("/staff/{name}", status_code=204, responses=REFUSED)
def remove_member(request: Request, operator: Operator, name: Name) -> None:
    """Takes somebody off the staff; he is out at once."""
    try:
        staff_of(request.app).remove(name)
    except StaffError as error:
        raise HTTPException(409, sentence(error)) from None
    badges_of(request.app).take_back_all(name)
    _record(request, operator, "taken off the staff", {"name": name})


def _begin(request: Request, place: str, name: str | None = None) -> None:
    try:
        attempts_of(request.app).begin(place, name)
    except TooManyAttempts as wait:
        raise HTTPException(429, str(wait), {"retry-after": str(wait.seconds)}) from None


def _recognised(request: Request, staff: Staff, name: str, password: str) -> Member | None:
    with attempts_of(request.app).looking:
        return staff.admit(name, password)


def _admitted(request: Request, response: Response, member: Member) -> MemberTold:
    response.set_cookie(
        COOKIE,
        badges_of(request.app).issue(member.name),
        max_age=int(LONGEST_SECONDS),
        path=COOKIE_PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return _told(member)


def _record(request: Request, member: Member, did: str, facts: dict[str, Any]) -> None:
    house_of(request.app).writer.write(lambda batch: note(batch, member, did, facts))


def _address(request: Request) -> str:
    return f"address {request.client.host if request.client is not None else 'unknown'}"


def _told(member: Member) -> MemberTold:
    return MemberTold(name=member.name, role=member.role)
