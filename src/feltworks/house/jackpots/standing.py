"""A jackpot as it stands: its terms, what is displayed, and what has been played for it so far.

`displayed` is what hangs over the table. The ledger keeps the same amount by itself, entry by
entry, and every check of the house holds one against the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from feltworks.house.errors import HouseError
from feltworks.house.ledger import accounts
from feltworks.jackpots import Carry, Holdings, JackpotTerms

if TYPE_CHECKING:
    from feltworks.house.books import Page
    from feltworks.house.books.reader import Reader


@dataclass(frozen=True, slots=True)
class Standing:
    """Cents throughout; wagered, lost and tray payouts count from the last daily count on.

    `tables` play for it; `shortfall` is what tray payouts exceeded the drop by on earlier days and
    the next drop still has to bear; `counted` and `played` are the days of the last count and play.
    """

    name: str
    terms: JackpotTerms
    tables: tuple[str, ...]
    displayed: int = 0
    wagered: int = 0
    lost: int = 0
    tray_paid: int = 0
    shortfall: int = 0
    status: Literal["in play", "removed"] = "in play"
    counted: date | None = None
    played: date | None = None
    carry: Carry = field(default_factory=Carry)

    @property
    def awaits_count(self) -> bool:
        """Whether there was play that no count has taken in yet."""
        return bool(self.wagered)

    def as_json(self) -> dict[str, Any]:
        return {
            "displayed": self.displayed,
            "wagered": self.wagered,
            "lost": self.lost,
            "tray_paid": self.tray_paid,
            "shortfall": self.shortfall,
            "status": self.status,
            "counted": self.counted and self.counted.isoformat(),
            "played": self.played and self.played.isoformat(),
            "carry": self.carry.as_json(),
        }

    @classmethod
    def from_json(cls, name: str, posted: dict[str, Any], found: dict[str, Any]) -> Standing:
        return cls(
            name=name,
            terms=JackpotTerms.from_json(posted["terms"]),
            tables=tuple(posted["tables"]),
            **{
                **found,
                "counted": found["counted"] and date.fromisoformat(found["counted"]),
                "played": found["played"] and date.fromisoformat(found["played"]),
                "carry": Carry.from_json(found["carry"]),
            },
        )


def subject(name: str) -> str:
    return f"jackpot {name}"


def posted_subject(name: str) -> str:
    """Terms change seldom and the standing with every round: they are recorded apart."""
    return f"posted {name}"


def standing_of(books: Page | Reader, name: str) -> Standing:
    """The jackpot's standing; a `HouseError` where there is no such jackpot."""
    posted, found = books.standing(posted_subject(name)), books.standing(subject(name))
    if posted is None or found is None:
        raise HouseError(f"the house keeps no jackpot {name!r}")
    return Standing.from_json(name, posted, found)


def in_play(books: Page | Reader, name: str) -> Standing:
    """The standing of a jackpot that has not been removed."""
    standing = standing_of(books, name)
    if standing.status != "in play":
        raise HouseError(f"the jackpot {name} was removed from play")
    return standing


def all_standings(books: Reader) -> dict[str, Standing]:
    """Every jackpot the house ever kept, by name."""
    posted = books.standings("posted")
    return {
        name: Standing.from_json(name, posted[name], found)
        for name, found in books.standings("jackpot").items()
    }


def holdings(books: Page | Reader, name: str) -> Holdings:
    """The jackpot's money as the ledger has it."""
    first, second, reserve = accounts.undisplayed(name)
    return Holdings(
        books.cents(accounts.displayed(name)),
        books.cents(first),
        books.cents(second),
        books.cents(reserve),
        -books.cents(accounts.seed(name)),
    )
