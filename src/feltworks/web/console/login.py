"""Logging in and out at the console, the first operator, and who is on the staff."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from feltworks.house import House
from feltworks.house.staff import RIGHTS, Role, StaffAct
from feltworks.web.console.access import (
    NOT_ADMITTED,
    REFUSED,
    MayMakeAccounts,
    OnStaff,
    logged_in,
    note,
)
from feltworks.web.console.attempts import Attempts
from feltworks.web.console.sessions import COOKIE, COOKIE_PATH, LONGEST_SECONDS, StaffSessions
from feltworks.web.console.staff import LONGEST_PASSWORD, Member, Staff
from feltworks.web.dependencies import JsonRequest, address_of, errors

router = APIRouter(prefix="/api/console", tags=["console"])

Name = Annotated[str, StringConstraints(max_length=40)]
Password = Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD)]
ATTEMPTED = errors(
    {
        401: "Not the name and password of anybody on the staff",
        429: "Too many attempts; how long to wait",
    }
)


class LogInRequest(JsonRequest):
    """A name and a password."""

    name: Name
    password: Password


class SetUpRequest(LogInRequest):
    """The first operator, with the token that the server printed at its start."""

    token: Annotated[str, StringConstraints(max_length=100)]


class NewMemberRequest(LogInRequest):
    """Somebody to be added to the staff."""

    role: Role


class RoleRequest(JsonRequest):
    """Somebody's new role."""

    role: Role


class NewPasswordRequest(JsonRequest):
    """One's present password and the new one."""

    password: Password
    new_password: Password


class MemberReply(BaseModel):
    """A member of the staff, and what his role allows."""

    name: str
    role: Role
    may: list[StaffAct]


class StaffSessionReply(BaseModel):
    """Who is logged in, and whether the first operator is still missing."""

    member: MemberReply | None
    needs_setup: bool = Field(description="Nobody is on the staff yet.")


class Logins:
    """What the routes for logins and the staff need."""

    def __init__(self, request: Request, response: Response) -> None:
        state = request.app.state
        self.staff: Staff = state.staff
        self.attempts: Attempts = state.staff_attempts
        self.sessions: StaffSessions = state.staff_sessions
        self.request = request
        self._house: House = state.house
        self._response = response

    @property
    def address(self) -> str:
        return f"address {address_of(self.request) or 'unknown'}"

    def verify(self, name: str, password: str) -> Member | None:
        with self.attempts.verifying:
            return self.staff.admit(name, password)

    def begin_session(self, member: Member) -> MemberReply:
        self._response.set_cookie(
            COOKIE,
            self.sessions.begin(member.name),
            max_age=int(LONGEST_SECONDS),
            path=COOKIE_PATH,
            httponly=True,
            samesite="strict",
            secure=self.request.url.scheme == "https",
        )
        return _reply(member)

    def end_session(self) -> None:
        self.sessions.end(self.request.cookies.get(COOKIE))
        self._response.delete_cookie(COOKIE, path=COOKIE_PATH, httponly=True, samesite="strict")

    def record(self, member: Member, did: str, **facts: str) -> None:
        self._house.writer.write(lambda batch: note(batch, member, did, facts))


TheLogins = Annotated[Logins, Depends()]


@router.get("/session")
def session(
    logins: TheLogins, member: Annotated[Member | None, Depends(logged_in)]
) -> StaffSessionReply:
    """Who is logged in at this browser."""
    shown = None if member is None else _reply(member)
    return StaffSessionReply(member=shown, needs_setup=logins.staff.is_empty)


@router.post("/setup", responses={**ATTEMPTED, 409: REFUSED[409]})
def set_up(logins: TheLogins, wanted: SetUpRequest) -> MemberReply:
    """Makes the first operator and logs him in."""
    logins.attempts.begin(logins.address)
    member = logins.staff.set_up(wanted.token, wanted.name, wanted.password)
    logins.attempts.succeeded(logins.address)
    logins.record(member, "first operator made")
    return logins.begin_session(member)


@router.post("/session", responses=ATTEMPTED)
def log_in(logins: TheLogins, wanted: LogInRequest) -> MemberReply:
    """Logs somebody in."""
    logins.attempts.begin(logins.address, wanted.name)
    member = logins.verify(wanted.name, wanted.password)
    if member is None:
        raise HTTPException(401, "That is not the name and password of anybody on the staff.")
    logins.attempts.succeeded(logins.address, wanted.name)
    logins.record(member, "logged in")
    return logins.begin_session(member)


@router.delete("/session", status_code=204)
def log_out(logins: TheLogins) -> None:
    """Ends the session."""
    logins.end_session()


@router.put("/password", status_code=204, responses={**ATTEMPTED, 409: REFUSED[409]})
def change_password(logins: TheLogins, member: OnStaff, wanted: NewPasswordRequest) -> None:
    """Changes one's own password; all of one's sessions end."""
    # Counted separately from log-ins, where anybody can guess at the name.
    place = f"password of {member.name}"
    logins.attempts.begin(place)
    if logins.verify(member.name, wanted.password) is None:
        raise HTTPException(401, "That is not your password.")
    logins.attempts.succeeded(place)
    logins.staff.change_password(member.name, wanted.new_password)
    logins.sessions.end_all(member.name)
    logins.record(member, "password changed")


@router.get("/staff", responses=NOT_ADMITTED)
def members(logins: TheLogins, member: OnStaff) -> list[MemberReply]:
    """Everybody on the staff."""
    return [_reply(each) for each in logins.staff.members()]


@router.post("/staff", status_code=201, responses=REFUSED)
def add_member(
    logins: TheLogins, operator: MayMakeAccounts, wanted: NewMemberRequest
) -> MemberReply:
    """Puts somebody on the staff."""
    member = logins.staff.add(wanted.name, wanted.role, wanted.password, by=operator.name)
    return _reply(member)


@router.put("/staff/{name}/role", responses=REFUSED)
def give_role(
    logins: TheLogins, operator: MayMakeAccounts, name: Name, wanted: RoleRequest
) -> MemberReply:
    """Gives somebody else another role."""
    return _reply(logins.staff.change_role(name, wanted.role, by=operator.name))


@router.delete("/staff/{name}", status_code=204, responses=REFUSED)
def remove_member(logins: TheLogins, operator: MayMakeAccounts, name: Name) -> None:
    """Removes somebody from the staff; he is out at once."""
    logins.staff.remove(name, by=operator.name)
    logins.sessions.end_all(name)


def _reply(member: Member) -> MemberReply:
    may = [act for act, roles in RIGHTS.items() if member.role in roles]
    return MemberReply(name=member.name, role=member.role, may=may)
