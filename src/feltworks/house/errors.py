"""What the house refuses, as errors of one sentence; and what a check finds in the books."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.errors import FeltworksError


class HouseError(FeltworksError):
    """Something the house will not do, and why."""


class BooksError(HouseError):
    """Books that cannot be reached, read or written."""


class BooksAway(BooksError):
    """The database is away, locked, full or restarting: the same request may succeed later.

    The request is on disk completely or not at all; repeated with the same key, it gives the same.
    """


class LeaseLost(HouseError):
    """Another process now deals on these books, so this one can write nothing."""


class TableHeld(HouseError):
    """A round at the table is not over, so no other can begin."""


class LedgerError(HouseError):
    """An entry that does not balance, or that takes more than an account holds."""


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """Something in the books that cannot be right; `record` is the first that shows it, 0 for none.

    A check returns violations and raises nothing, so that one check can find many.
    """

    record: int
    check: str
    text: str

    def __str__(self) -> str:
        where = f"record {self.record}" if self.record else "the books"
        return f"{where}: {self.text} ({self.check})"

    def as_json(self) -> dict[str, str | int | None]:
        return {"record": self.record or None, "check": self.check, "says": self.text}
