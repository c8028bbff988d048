"""What every command about a house takes: its books, who acts, and in what form it answers.

The house's acts check the right of a person themselves. Here the password is asked for as well, if
there is a terminal: a script that runs commands has access to the books' files anyway.
"""

from __future__ import annotations

import getpass
import sys
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.options import BOOKS_HELP, AsJson, Commands, named, option
from feltworks.cli.terminal import tell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from feltworks.house import House
    from feltworks.house.staff import StaffAct

app = Commands("Check a house file, open the house, see its state.")
"""The commands of `feltworks house`, which several modules define."""

Books = Annotated[str | None, option("--books FILE|URL", BOOKS_HELP)]
By = Annotated[
    str | None, option("--by NAME", "Who does it; by default the name you are logged in with.")
]
AMOUNTS_IN = {"amounts_in": "cents"}
"""Said in JSON about a house wherever there are amounts of money."""


@dataclass(frozen=True)
class HouseCall:
    """The options of every command about a house: which books, and in what form the answer."""

    books: Books = None
    as_json: AsJson = False

    def house(self, *, create: bool = False, update: bool = False) -> House:
        """The house with those books; `update` brings older ones up to date."""
        from feltworks.house import House

        if update:
            from feltworks.house.books import Database

            found = Database(self.books_url)
            create = found.revision() is not None
            found.close()
        return House(self.books, create=create)

    @property
    def books_url(self) -> str:
        from feltworks.house.books.database import default_url

        return self.books or default_url()

    def tell(self, data: object, *shown: RenderableType) -> None:
        """Prints an answer: as JSON, or as lines and tables for a person."""
        tell(data, *shown, as_json=self.as_json, wrap=False)


@dataclass(frozen=True)
class StaffCall(HouseCall):
    """The same for what the staff does by name."""

    by: By = None

    def signed(self, house: House, act: StaffAct, *, prove: bool = False) -> str:
        """The name of the person, if he may act; with `prove` never without his password."""
        return signed(house, act, self.by, prove=prove)


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
