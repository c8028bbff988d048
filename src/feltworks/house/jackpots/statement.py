"""Statements of a jackpot, and their reconciliation: of a day line by line, of a period in sums.

    opening + contributions + seed - prizes - documented adjustments = displayed + reserve

The left side is added up from the postings. The right side comes from elsewhere: the balances that
the ledger noted with the last posting to each account, and of a day also the display in its last
record. So a posting that is missing on either side shows as a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select

from feltworks.house.activity import Period
from feltworks.house.books import Reader, schema
from feltworks.house.books.reader import postings_with_records
from feltworks.house.jackpots.keeping import kept_jackpot, subject
from feltworks.house.ledger import LedgerAccount, accounts

_POSTING, _RECORD = schema.postings.c, schema.records.c
SIGNS = {"contributions": 1, "seed": 1, "prizes": -1, "adjustments": -1}
"""The sides of a statement, with the sign that each has in the reconciliation."""

_SIDES = {"contribution": "contributions", "seed": "seed", "prize": "prizes"}
"""The side of a posting by its purpose; all other purposes are adjustments."""


class StatementLine(NamedTuple):
    """One record's part in one side of a statement, in cents; a prize is above zero."""

    side: str
    record: int
    kind: str
    purpose: str
    cents: int
    round: int | None
    document: str | None


class JackpotStatement(NamedTuple):
    """A day of one jackpot; `reserve` is everything that is not on display."""

    jackpot: str
    day: str
    opening_displayed: int
    opening_reserve: int
    displayed: int
    reserve: int
    carried: dict[str, str]
    lines: list[StatementLine]

    def total(self, side: str) -> int:
        """The sum of one side's lines: contributions, seed, prizes or adjustments."""
        return sum(line.cents for line in self.lines if line.side == side)

    @property
    def expected(self) -> int:
        """The left side of the reconciliation."""
        moved = sum(sign * self.total(side) for side, sign in SIGNS.items())
        return self.opening_displayed + self.opening_reserve + moved

    @property
    def difference(self) -> int:
        """What does not reconcile: zero if the books are in order."""
        return self.expected - self.displayed - self.reserve

    def as_json(self) -> dict[str, Any]:
        return {
            "jackpot": self.jackpot,
            "day": self.day,
            "opening": {"displayed": self.opening_displayed, "reserve": self.opening_reserve},
            **{side: self.total(side) for side in SIGNS},
            "displayed": self.displayed,
            "reserve": self.reserve,
            "difference": self.difference,
            "carried_fractions": self.carried,
            "lines": [line._asdict() for line in self.lines],
        }


def _side_of(purpose: str) -> str:
    return _SIDES.get(purpose, "adjustments")


def statement(reader: Reader, name: str, day: date) -> JackpotStatement:
    """The statement of a day, from the books as they are now."""
    kept_jackpot(reader, name)
    shown, hidden = accounts.displayed(name), accounts.undisplayed(name)
    on = day.isoformat()
    last = [record for record in reader.about(subject(name)) if record.day <= on]
    nothing: dict[str, Any] = {"displayed": 0, "carry": {}}
    state = last[-1].content["after"] if last else nothing
    return JackpotStatement(
        jackpot=name,
        day=on,
        opening_displayed=_held_before(reader, [shown], on),
        opening_reserve=_held_before(reader, hidden, on),
        displayed=state["displayed"],
        reserve=sum(_noted_cents(reader, account, on) for account in hidden),
        carried={part: text for part, text in state["carry"].items() if text != "0"},
        lines=_lines(reader, [shown, *hidden], on),
    )


def _held_before(reader: Reader, held: Iterable[LedgerAccount], day: str) -> int:
    """What the accounts held at the start of the day: the sum of every posting before it."""
    return _sum(reader, _is_of(held), _RECORD.day < day)


def _is_of(held: Iterable[LedgerAccount]) -> ColumnElement[bool]:
    """An SQL condition: the posting is to one of these accounts."""
    return _POSTING.account.in_(list(map(str, held)))


def _sum(reader: Reader, *conditions: ColumnElement[bool]) -> int:
    query = postings_with_records(func.sum(_POSTING.cents)).where(*conditions)
    return int(reader.connection.scalar(query) or 0)


def _noted_cents(reader: Reader, account: LedgerAccount, day: str) -> int:
    """The balance noted with the last posting up to the end of the day."""
    query = postings_with_records(_POSTING.after_cents)
    query = query.where(_POSTING.account == str(account), _RECORD.day <= day)
    last = query.order_by(_POSTING.record.desc(), _POSTING.line.desc()).limit(1)
    return reader.connection.scalar(last) or 0


def _lines(reader: Reader, held: Iterable[LedgerAccount], day: str) -> list[StatementLine]:
    query = postings_with_records(
        _RECORD.number, _RECORD.kind, _RECORD.round, _POSTING.purpose, _POSTING.cents
    )
    query = query.where(_is_of(held), _RECORD.day == day)
    rows = reader.connection.execute(query.order_by(_RECORD.number, _POSTING.line))
    sums: dict[tuple[int, str, int | None, str], int] = defaultdict(int)
    for number, kind, round, purpose, cents in rows:
        sums[number, kind, round, purpose] += cents
    lines = []
    for (number, kind, round, purpose), cents in sums.items():
        # A move between the jackpot's own accounts nets to zero and is no line.
        if cents:
            side, record = _side_of(purpose), reader.record(number)
            document = None if record is None else record.facts.get("document")
            signed = SIGNS[side] * cents
            lines.append(StatementLine(side, number, kind, purpose, signed, round, document))
    return lines


# --- a period -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JackpotPeriod:
    """A jackpot's period in cents; `opening` and `closing` include money that is not on display.

    `fees` were taken at counts, `awards` is how many records paid prizes.
    """

    jackpot: str
    opening: int
    contributions: int
    seed: int
    prizes: int
    adjustments: int
    closing: int
    displayed: int
    fees: int
    dropped: int
    awards: int

    @property
    def difference(self) -> int:
        """What does not reconcile: zero if the books are in order."""
        return self.opening + sum(self.moved.values()) - self.closing

    @property
    def moved(self) -> dict[str, int]:
        """What each side added to the jackpot; for prizes, what it paid."""
        return {side: sign * int(getattr(self, side)) for side, sign in SIGNS.items()}

    @property
    def is_quiet(self) -> bool:
        """Whether nothing moved."""
        return not (self.dropped or self.fees or any(getattr(self, side) for side in SIGNS))


def jackpot_periods(reader: Reader, period: Period) -> list[JackpotPeriod]:
    """Every jackpot that the house kept by the end of the period."""
    period.checked()
    subjects = [subject(name) for name in reader.states("jackpot")]
    known = select(_RECORD.subject).where(_RECORD.subject.in_(subjects)).distinct()
    known = known.where(_RECORD.day <= period.last.isoformat())
    return [
        _jackpot_period(reader, each.partition(" ")[2], period)
        for each in sorted(reader.connection.scalars(known))
    ]


def _jackpot_period(reader: Reader, name: str, period: Period) -> JackpotPeriod:
    shown, hidden = accounts.displayed(name), accounts.undisplayed(name)
    own, last, then = [shown, *hidden], period.last.isoformat(), period.has(_RECORD.day)
    sides: Counter[str] = Counter()
    purposes = postings_with_records(_POSTING.purpose, func.sum(_POSTING.cents))
    purposes = purposes.where(_is_of(own), then).group_by(_POSTING.purpose)
    for purpose, cents in reader.connection.execute(purposes):
        side = _side_of(purpose)
        sides[side] += SIGNS[side] * int(cents)
    boxes = [each for each in reader.accounts("drop") if each.owner[-1] == name]
    awards = postings_with_records(func.count(_POSTING.record.distinct()))
    awards = awards.where(_is_of([shown]), _POSTING.purpose == "prize", then)
    return JackpotPeriod(
        jackpot=name,
        opening=_held_before(reader, own, period.first.isoformat()),
        **{side: sides[side] for side in SIGNS},
        closing=sum(_noted_cents(reader, account, last) for account in own),
        displayed=_noted_cents(reader, shown, last),
        fees=_sum(reader, _is_of([accounts.fees(name)]), then),
        dropped=-_sum(reader, _is_of(boxes), _POSTING.cents < 0, then),
        awards=reader.connection.scalar(awards) or 0,
    )
