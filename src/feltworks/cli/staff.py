"""`feltworks house staff`: who has an account, in what role, and what each role may do."""

from __future__ import annotations

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.housecall import HouseCall, StaffCall
from feltworks.cli.housecall import app as house_app
from feltworks.cli.options import AsJson, CommandError, Commands, argument
from feltworks.cli.terminal import new_table

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.web.console.staff import Member, Staff

app = Commands("Accounts of the staff: their roles, and what each role may do.")
house_app.add_typer(app, name="staff")

Name = Annotated[str, argument("NAME", "The name of an account.")]
RoleName = Annotated[str, argument("ROLE", "operator, supervisor, cashier, dealer or auditor.")]


@app.command(name="list")
def list_(call: HouseCall) -> None:
    """Everybody who has an account."""
    with call.house() as house:
        found = _staff(house).members()
    rows = [(each.name, each.role) for each in found]
    call.tell(
        [{"name": name, "role": role} for name, role in rows],
        new_table(None, "name", "role", rows=rows),
    )


@app.command()
def rights(as_json: AsJson = False) -> None:
    """What each role may do."""
    from feltworks.house.staff import RIGHTS, ROLES, SAYS

    rows = [
        (SAYS[act], *("yes" if role in roles else "" for role in ROLES))
        for act, roles in RIGHTS.items()
    ]
    HouseCall(as_json=as_json).tell(
        {act: list(roles) for act, roles in RIGHTS.items()},
        new_table(None, "may", *ROLES, rows=rows),
    )


@app.command()
def add(name: Name, role: RoleName, call: StaffCall) -> None:
    """Give somebody an account; the password is asked for, or read from the input.

    The first account of a house is an operator's, and anybody at the terminal makes it.
    """
    from feltworks.house.staff import known_role

    with call.house() as house:
        who, staff, known = call.signed(house, "accounts"), _staff(house), known_role(role)
        if staff.is_empty and known != "operator":
            raise CommandError("the first account of a house is an operator's")
        _print_account(call, staff.add(name, known, _new_password(name), by=who))


@app.command(name="role")
def role_(name: Name, role: RoleName, call: StaffCall) -> None:
    """Give somebody else another role."""
    from feltworks.house.staff import known_role

    with call.house() as house:
        who = call.signed(house, "accounts")
        _print_account(call, _staff(house).change_role(name, known_role(role), by=who))


@app.command()
def remove(name: Name, call: StaffCall) -> None:
    """End somebody's account; a server that runs turns him away at once."""
    with call.house() as house:
        _staff(house).remove(name, by=call.signed(house, "accounts"))
    call.tell({"removed": name}, f"{name} has no account any more")


def _staff(house: House) -> Staff:
    from feltworks.web.console.staff import Staff

    return Staff(house)


def _new_password(name: str) -> str:
    """Asked for twice at a terminal; otherwise the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(f"password for {name}: ")
    if getpass.getpass("once more: ") != first:
        raise CommandError("the two passwords differ: nothing was done")
    return first


def _print_account(call: StaffCall, member: Member) -> None:
    from feltworks.house.staff import role_with_article

    told = f"{member.name} is {role_with_article(member.role)}"
    call.tell({"name": member.name, "role": member.role}, told)
