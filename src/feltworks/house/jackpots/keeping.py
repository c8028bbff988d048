"""A jackpot as the house keeps it: read from the books, and what a change writes into them.

The books have it in three places. The terms and the tables that play for it are the state of
`posted NAME`, since they change seldom; what is displayed and was played, which changes with every
round, is the state of `jackpot NAME`; and the money lies in accounts of the ledger. The ledger also
has what is displayed, entry by entry, and every check compares the two. What happens to a jackpot
is computed in `feltworks.jackpots`; here its movements become postings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Protocol

from feltworks.house.books import Batch, Record, State
from feltworks.house.errors import HouseError
from feltworks.house.ledger import LedgerAccount, Posting, accounts, move
from feltworks.jackpots import Carry, JackpotFunds, JackpotState, JackpotTerms, Movement, Place

_CENTS = ("wagered", "lost", "tray_paid", "shortfall")


@dataclass(frozen=True, slots=True)
class HouseJackpot(JackpotState):
    """A jackpot's state, the tables that play for it, and the days of its last count and play.

    `banked` is what its separate account holds, None if no deposit was ever recorded, and
    `level_on` is the last day on which the account held all that the jackpot holds.
    """

    tables: tuple[str, ...] = ()
    status: Literal["in play", "removed"] = "in play"
    counted: date | None = None
    played: date | None = None
    banked: int | None = None
    level_on: date | None = None

    @property
    def awaits_count(self) -> bool:
        """Whether there was play since the last count."""
        return bool(self.wagered)

    def as_json(self) -> dict[str, Any]:
        """What is recorded with every change; terms and tables are posted separately."""
        level_on = self.level_on and self.level_on.isoformat()
        return {
            "displayed": self.displayed,
            **{name: getattr(self, name) for name in _CENTS},
            "status": self.status,
            "counted": self.counted and self.counted.isoformat(),
            "played": self.played and self.played.isoformat(),
            "carry": self.carry.as_json(),
            **({} if self.banked is None else {"banked": self.banked, "level_on": level_on}),
        }


def subject(name: str) -> str:
    return f"jackpot {name}"


def posted_subject(name: str) -> str:
    return f"posted {name}"


# --- reading -----------------------------------------------------------------------------------


class JackpotBooks(Protocol):
    """Where a jackpot is read from: present states and balances."""

    def state(self, subject: str) -> State | None: ...

    def cents(self, account: LedgerAccount) -> int: ...


def kept_jackpot(books: JackpotBooks, name: str) -> HouseJackpot:
    """The jackpot of that name; raises a `HouseError` if there is none."""
    posted, state = books.state(posted_subject(name)), books.state(subject(name))
    if posted is None or state is None:
        raise HouseError(f"the house keeps no jackpot {name!r}")
    first, second, reserve, counted = map(books.cents, accounts.undisplayed(name))
    seed_out = -books.cents(accounts.seed(name))
    return HouseJackpot(
        name=name,
        terms=JackpotTerms.from_json(posted["terms"]),
        # The displayed amount comes from the state, not the ledger: while a round is booked, its
        # prize has already left the ledger.
        held=JackpotFunds(state["displayed"], first, second, reserve, seed_out, counted),
        **{each: state[each] for each in _CENTS},
        carry=Carry.from_json(state["carry"]),
        tables=tuple(posted["tables"]),
        status=state["status"],
        counted=state["counted"] and date.fromisoformat(state["counted"]),
        played=state["played"] and date.fromisoformat(state["played"]),
        banked=state.get("banked"),
        level_on=date.fromisoformat(state["level_on"]) if state.get("level_on") else None,
    )


def jackpot_in_play(books: JackpotBooks, name: str) -> HouseJackpot:
    """A jackpot that has not been removed."""
    jackpot = kept_jackpot(books, name)
    if jackpot.status != "in play":
        raise HouseError(f"the jackpot {name} was removed from play")
    return jackpot


def displayed_cents(books: JackpotBooks, name: str) -> int:
    """What a jackpot displays."""
    state = books.state(subject(name))
    if state is None:
        raise HouseError(f"the house keeps no jackpot {name!r}")
    cents: int = state["displayed"]
    return cents


# --- booking -----------------------------------------------------------------------------------


def postings(
    name: str,
    movements: Iterable[Movement],
    *,
    boxes: Mapping[str, int] | None = None,
    heir: str | None = None,
) -> list[Posting]:
    """The entry for a jackpot's movements, given what each table's box holds when it is emptied.

    What players won and lost is left out: it is in the round's own entry.
    """
    first, second, reserve, counted = accounts.undisplayed(name)
    at: dict[Place, LedgerAccount] = {
        "displayed": accounts.displayed(name),
        "first": first,
        "second": second,
        "reserve": reserve,
        "counted": counted,
        "seed": accounts.seed(name),
        "fees": accounts.fees(name),
        "custody": accounts.custody(name),
        "house": accounts.HOUSE,
    }
    if heir is not None:
        at["heir"] = accounts.displayed(heir)
    booked: list[Posting] = []
    for source, target, cents, purpose in movements:
        if source == "boxes":
            for table, dropped in (boxes or {}).items():
                booked += move(accounts.drop(table, name), at[target], dropped, purpose)
        elif "players" not in (source, target):
            booked += move(at[source], at[target], cents, purpose)
    return booked


@dataclass(frozen=True, slots=True)
class JackpotRecord:
    """What a change to a jackpot writes into the books.

    The audit makes it again from the state before and compares; both use the same functions.
    """

    kind: str
    after: HouseJackpot
    facts: Mapping[str, Any]
    postings: Sequence[Posting]

    def write(
        self,
        batch: Batch,
        *,
        day: date | None = None,
        round: int | None = None,
        key: str | None = None,
    ) -> Record:
        return batch.write(
            self.kind,
            subject(self.after.name),
            day=day,
            facts=self.facts,
            postings=self.postings,
            after=self.after.as_json(),
            round=round,
            key=key,
        )
