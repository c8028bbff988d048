"""What the house refuses, said in one sentence; and what a check finds in the books."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.errors import FeltworksError


class HouseError(FeltworksError):
    """Something the house will not do, and why."""


class BooksError(HouseError):
    """Books that cannot be reached, read or written."""


class BooksAway(BooksError):
    """A database that is away, locked, full or starting again: asked once more it may answer.

    What was asked is either on disk whole or not at all, and whoever asks again by the same key
    gets the same.
    """


class LeaseLost(HouseError):
    """Another process deals on these books now: this one writes nothing any more."""


class TableHeld(HouseError):
    """A round at a table is not over: no other is begun beside it."""


class LedgerError(HouseError):
    """An entry that does not balance, or that would take what is not there."""


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """Something in the books that cannot be; `record` is the first it shows in, 0 for none.

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
