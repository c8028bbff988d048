"""Acts of the staff: each is recorded with the name of who did it, at the console or terminal."""

from __future__ import annotations

from feltworks.house.errors import HouseError

LONGEST_STAFF_NAME = 40


def by_whom(staff: str | None) -> dict[str, str]:
    """The fact that names whoever of the staff did something; none for the program itself."""
    return {} if staff is None else {"staff": checked_staff(staff)}


def checked_staff(name: str) -> str:
    """A name that stands for whoever did something."""
    return one_line(name, LONGEST_STAFF_NAME, "the name of whoever does it")


def one_line(text: str, longest: int, what: str) -> str:
    """A text as it may stand in the books."""
    line = " ".join(text.split())
    if not line or not line.isprintable() or len(line) > longest:
        raise HouseError(f"{what} is one printable line of at most {longest} characters")
    return line
