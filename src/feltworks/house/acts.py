"""What the books take in writing from the staff: names and reasons of one line."""

from __future__ import annotations

from feltworks.house.errors import HouseError

LONGEST_STAFF_NAME = 40
LONGEST_REASON = 400


def checked_staff(name: str) -> str:
    """The name of a member of staff, checked before it is written into the books."""
    return one_line(name, LONGEST_STAFF_NAME, "the name of whoever does it")


def one_line(text: str, longest: int, what: str) -> str:
    """A text checked before it is written into the books: one line, not too long."""
    line = " ".join(text.split())
    if not line or not line.isprintable() or len(line) > longest:
        raise HouseError(f"{what} is one printable line of at most {longest} characters")
    return line
