"""`feltworks house staff`: who has an account, in what role, and what each role may do."""

from __future__ import annotations

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.house import Books, open_house
from feltworks.cli.house import app as house_app
from feltworks.cli.options import AsJson, By, CommandError, argument
from feltworks.cli.signing import signed
from feltworks.cli.terminal import console, new_table, print_json

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.staff import Role
    from feltworks.web.console.staff import Member, Staff

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Accounts of the staff: their roles, and what each role may do.",
)
house_app.add_typer(app, name="staff")

Name = Annotated[str, argument("NAME", "The name of an account.")]
RoleName = Annotated[str, argument("ROLE", "operator, supervisor, cashier, dealer or auditor.")]


@app.command(name="list")
def list_(books: Books = None, as_json: AsJson = False) -> None:
    """Everybody who has an account."""
    with open_house(books) as house:
        found = _staff(house).members()
    if as_json:
        print_json([{"name": each.name, "role": each.role} for each in found])
        return
    rows = [(each.name, each.role) for each in found]
    console().print(new_table(None, "name", "role", rows=rows))


@app.command()
def rights(as_json: AsJson = False) -> None:
    """What each role may do."""
    from feltworks.house.staff import RIGHTS, ROLES, SAYS

    if as_json:
        print_json({act: list(roles) for act, roles in RIGHTS.items()})
        return
    rows = [
        (SAYS[act], *("yes" if role in roles else "" for role in ROLES))
        for act, roles in RIGHTS.items()
    ]
    console().print(new_table(None, "may", *ROLES, rows=rows))


@app.command()
def add(
    name: Name, role: RoleName, books: Books = None, by: By = None, as_json: AsJson = False
) -> None:
    """Give somebody an account; the password is asked for, or read from the input.

    The first account of a house is an operator's, and anybody at the terminal makes it.
    """
    with open_house(books) as house:
        who, staff, known = signed(house, "accounts", by), _staff(house), _role(role)
        if staff.is_empty and known != "operator":
            raise CommandError("the first account of a house is an operator's")
        _print_account(staff.add(name, known, _new_password(name), by=who), as_json=as_json)


@app.command(name="role")
def role_(
    name: Name, role: RoleName, books: Books = None, by: By = None, as_json: AsJson = False
) -> None:
    """Give somebody else another role."""
    with open_house(books) as house:
        who = signed(house, "accounts", by)
        changed = _staff(house).change_role(name, _role(role), by=who)
        _print_account(changed, as_json=as_json)


@app.command()
def remove(name: Name, books: Books = None, by: By = None, as_json: AsJson = False) -> None:
    """End somebody's account; a server that runs turns him away at once."""
    with open_house(books) as house:
        _staff(house).remove(name, by=signed(house, "accounts", by))
    if as_json:
        print_json({"removed": name})
    else:
        console().print(f"{name} has no account any more")


def _staff(house: House) -> Staff:
    from feltworks.web.console.staff import Staff

    return Staff(house)


def _role(written: str) -> Role:
    from feltworks.house.staff import ROLES

    for role in ROLES:
        if role == written:
            return role
    raise CommandError(f"{written!r} is no role: there are {', '.join(ROLES)}")


def _new_password(name: str) -> str:
    """Asked for twice at a terminal; otherwise the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(f"password for {name}: ")
    if getpass.getpass("once more: ") != first:
        raise CommandError("the two passwords differ: nothing was done")
    return first


def _print_account(member: Member, *, as_json: bool) -> None:
    from feltworks.house.staff import role_with_article

    if as_json:
        print_json({"name": member.name, "role": member.role})
    else:
        console().print(f"{member.name} is {role_with_article(member.role)}")
