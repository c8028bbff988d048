"""Who acts at the terminal: a name, and in a house with accounts one of them.

The house's acts check the right themselves. Here the password is asked for as well, if there is a
terminal: a script that runs commands has access to the books' files anyway.
"""

from __future__ import annotations

import getpass
import sys
import warnings
from typing import TYPE_CHECKING

from feltworks.cli.options import named

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.staff import StaffAct


def signed(house: House, act: StaffAct, by: str | None, *, prove: bool = False) -> str:
    """The name of the person, if he may act; with `prove` never without his password."""
    from feltworks.house.staff import NotPermitted, permitted, staff_roles
    from feltworks.web.sessions import private_file

    name, staff, file = named(by), None, private_file(house, ".staff.json")
    if file.exists():
        from feltworks.web.console.staff import Staff

        staff = Staff(house)
    with house.database.reading() as reader:
        permitted(reader, act, name)
        has_accounts = bool(staff_roles(reader))
    if not has_accounts or not (prove or sys.stdin.isatty()):
        return name
    if staff is None:
        raise NotPermitted(
            f"the password of {name} cannot be asked for: {file} is missing, where passwords are"
        )
    if staff.admit(name, _password(name)) is None:
        raise NotPermitted(f"that is not the password of {name}")
    return name


def _password(name: str) -> str:
    from feltworks.house.staff import NotPermitted

    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass(f"password of {name}: ")
        except (getpass.GetPassWarning, EOFError):
            raise NotPermitted(
                f"the password of {name} cannot be asked for: there is no terminal to type it at"
            ) from None
