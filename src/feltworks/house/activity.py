"""What tables did in a period, added up by the database.

A round belongs to the day on which it was closed, to the shift that began it and to the sheet it
was dealt by: so everything is added up by day, shift, table and sheet, and the reader of the
figures combines these as needed. Money is read from the ledger alone, from the postings of the
records that closed rounds:

    handle = stakes of settled rounds that left the escrow
    win    = what trays and jackpots' boxes got, less what jackpots paid

What was bet on each wager before the first card is in the record that began a round. Those lines
are read one by one, because the variance that the house must expect needs more than their sum:
squares of stakes, products of wagers of one seat and of seats at one table.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, or_, select

from feltworks.house.archive import archived
from feltworks.house.books import Reader, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.books.reader import postings_with_records
from feltworks.house.errors import HouseError
from feltworks.house.ledger import read_account
from feltworks.rules.amounts import Money

NOTED = "supervisor notes "
"""How the log line of an irregularity begins."""
VOIDED = "voided"
_RECORD, _POSTING = schema.records.c, schema.postings.c
_ROUND, _CLOSING = schema.rounds.c, schema.closings.c
_OPENED, _CLOSED = (schema.records.alias(name) for name in ("opened", "closed"))
_PURSES = {"escrow": "handle", "tray": "win", "drop": "win", "jackpot": "win", "tokes": "tips"}
"""Which total a closed round's posting adds to, by its purse; a stake is what leaves the escrow."""


class Period(NamedTuple):
    """Days of the books, from the first to the last, both included."""

    first: date
    last: date

    def checked(self) -> Period:
        """The same period; raises a `HouseError` if its last day is before its first."""
        if self.last < self.first:
            raise HouseError(f"the period runs backwards: {self.first} is after {self.last}")
        return self

    def has(self, day: ColumnElement[str]) -> ColumnElement[bool]:
        """An SQL condition: the day in this column is in the period."""
        return day.between(self.first.isoformat(), self.last.isoformat())

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class ActivityKey(NamedTuple):
    """What figures are added up by; the sheet is given by the hash it is filed under.

    Money counted or corrected outside rounds has no shift and no sheet.
    """

    day: str
    shift: int | None
    table: str
    sheet: str | None


@dataclass(slots=True)
class StakeSums:
    """What was bet before the first card, in cents, added up over settled rounds.

    `products` multiplies two wagers of one seat, or a wager with itself; `across` multiplies two
    wagers, or one with itself, at any two different seats of a round, in either order. `posted` is
    each stake times the jackpot on display, `posted_products` its square times that jackpot to a
    power. A stake for the dealer counts as the wager it rides on.
    """

    wagers: Counter[str] = field(default_factory=Counter)
    products: Counter[tuple[str, str]] = field(default_factory=Counter)
    across: Counter[tuple[str, str]] = field(default_factory=Counter)
    posted: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By the wager, and the jackpot's id in the rules."""
    posted_products: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """By the wager, the jackpot's id in the rules, and the power: 1 or 2."""

    def add_round(self, facts: dict[str, Any]) -> None:
        seats: dict[str, dict[str, int]] = {}
        for line in facts["lines"]:
            words = line.split(" ")
            if len(words) == 6 and words[2] in ("bets", "tips"):
                stakes = seats.setdefault(words[1], {})
                stakes[words[5]] = stakes.get(words[5], 0) + _cents(words[3])
            elif len(words) == 4 and words[2] == "withdraws":
                del seats[words[1]][words[3]]
        together: dict[str, int] = {}
        for stakes in seats.values():
            for wager, cents in stakes.items():
                together[wager] = together.get(wager, 0) + cents
            for pair, product in _products(stakes):
                self.products[pair] += product
                self.across[pair] -= product
            for jackpot, shown in facts["posted"].items():
                for wager, cents in stakes.items():
                    self.posted[wager, jackpot] += cents * shown
                    self.posted_products[wager, jackpot, 1] += cents**2 * shown
                    self.posted_products[wager, jackpot, 2] += cents**2 * shown**2
        for wager, cents in together.items():
            self.wagers[wager] += cents
        for pair, product in _products(together):
            self.across[pair] += product


@dataclass(slots=True)
class TableTotals:
    """Counts, and amounts in cents, of one sum."""

    rounds: int = 0
    voids: int = 0
    irregularities: int = 0
    handle: int = 0
    win: int = 0
    tips: int = 0
    drop: int = 0
    corrections: int = 0

    def add(self, more: TableTotals) -> None:
        for name, count in more.totals().items():
            setattr(self, name, getattr(self, name) + count)

    def totals(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in TableTotals.__slots__}


@dataclass(slots=True)
class ActivityFigures(TableTotals):
    """The figures of one key, with what was bet. `returned` are the stakes of voided rounds."""

    returned: int = 0
    stakes: StakeSums = field(default_factory=StakeSums)


class Activity(NamedTuple):
    """A period of the house; `archived_rounds` says that the moves of some rounds were archived."""

    period: Period
    by_key: dict[ActivityKey, ActivityFigures]
    chips_sold: int
    chips_bought_back: int
    archived_rounds: bool


def activity(reader: Reader, period: Period) -> Activity:
    """Everything that tables did in the period."""
    period.checked()
    found: dict[ActivityKey, ActivityFigures] = defaultdict(ActivityFigures)
    closed = _closed_rounds(reader, period, found)
    _add_money(reader, period, closed)
    _add_irregularities(reader, period, closed)
    _add_outside_rounds(reader, period, found)
    sold, bought = _cage(reader, period)
    gone = bool(closed) and min(closed) <= archived(reader)
    in_order = sorted(found, key=lambda at: (at.day, at.shift or 0, at.table, at.sheet or ""))
    return Activity(period, {key: found[key] for key in in_order}, sold, bought, gone)


def _products(stakes: dict[str, int]) -> Iterator[tuple[tuple[str, str], int]]:
    """The products of what was bet on any two wagers, each wager with itself included."""
    for one, other in combinations_with_replacement(sorted(stakes), 2):
        yield (one, other), stakes[one] * stakes[other]


@lru_cache(maxsize=100_000)
def _cents(text: str) -> int:
    """An amount in a line, in cents; cached, because the same amounts recur."""
    return Money.parse(text).cents


# --- questions ---------------------------------------------------------------------------------


def _closing_in(period: Period, *columns: ColumnElement[Any]) -> Select[Any]:
    """A query for the records that closed rounds in the period."""
    source = schema.closings.join(_CLOSED, _CLOSED.c.number == _CLOSING.record)
    return select(*columns).select_from(source).where(period.has(_CLOSED.c.day))


def _closed_rounds(
    reader: Reader, period: Period, found: dict[ActivityKey, ActivityFigures]
) -> dict[int, ActivityFigures]:
    """Counts the rounds and reads what was bet in them; returns, by closing record, where the money
    of each round belongs."""
    closed: dict[int, ActivityFigures] = {}
    query = (
        _closing_in(period, _CLOSING.record, _CLOSING.outcome, _CLOSED.c.day)
        .add_columns(_ROUND.shift, _ROUND.table, _OPENED.c.body)
        .join(schema.rounds, _ROUND.number == _CLOSING.round)
        .join(_OPENED, _OPENED.c.number == _ROUND.record)
        .execution_options(yield_per=1000)
    )
    for record, outcome, day, shift, table, body in reader.connection.execute(query):
        try:
            facts = json.loads(body)["facts"]
            figures = found[ActivityKey(day, shift, table, facts["sheet"])]
            if outcome == VOIDED:
                figures.voids += 1
            else:
                figures.rounds += 1
                figures.stakes.add_round(facts)
        except UNREADABLE:
            raise HouseError(
                f"the beginning of the round that record {record} closed cannot be read: "
                "`feltworks audit` tells more"
            ) from None
        closed[record] = figures
    return closed


def _add_money(reader: Reader, period: Period, closed: dict[int, ActivityFigures]) -> None:
    """Adds the postings of each closed round to its totals."""

    def of(figure: str) -> ColumnElement[Any]:
        purses = (name for name, adds_to in _PURSES.items() if adds_to == figure)
        ours = or_(*(_POSTING.account.startswith(f"{name}:", autoescape=True) for name in purses))
        return func.sum(case((ours, _POSTING.cents), else_=0))

    query = _closing_in(period, _CLOSING.record, _CLOSING.outcome)
    query = query.add_columns(of("handle"), of("win"), of("tips"))
    query = query.join(schema.postings, _POSTING.record == _CLOSING.record)
    query = query.group_by(_CLOSING.record, _CLOSING.outcome)
    for record, outcome, escrow, win, tips in reader.connection.execute(query):
        figures = closed[record]
        if outcome == VOIDED:
            figures.returned -= int(escrow)
        else:
            figures.handle -= int(escrow)
        figures.win += int(win)
        figures.tips += int(tips)


def _add_irregularities(reader: Reader, period: Period, closed: dict[int, ActivityFigures]) -> None:
    query = _closing_in(period, _CLOSING.record, func.count())
    query = query.join(schema.moves, schema.moves.c.round == _CLOSING.round)
    query = query.where(schema.moves.c.move.startswith(NOTED, autoescape=True))
    for record, count in reader.connection.execute(query.group_by(_CLOSING.record)):
        closed[record].irregularities += count


def _add_outside_rounds(
    reader: Reader, period: Period, found: dict[ActivityKey, ActivityFigures]
) -> None:
    """Adds counted boxes and corrected trays, which belong to no round and so to no shift."""

    def sums(purse: str, condition: ColumnElement[bool]) -> Iterator[tuple[ActivityFigures, int]]:
        named = _POSTING.account.in_(list(map(str, reader.accounts(purse))))
        query = postings_with_records(_RECORD.day, _POSTING.account, func.sum(_POSTING.cents))
        query = query.where(named, period.has(_RECORD.day), condition)
        for day, account, cents in reader.connection.execute(
            query.group_by(_RECORD.day, _POSTING.account)
        ):
            table = read_account(account).owner[0]
            yield found[ActivityKey(day, None, table, None)], int(cents)

    for figures, cents in sums("drop", _POSTING.cents < 0):
        figures.drop -= cents
    for figures, cents in sums("tray", _POSTING.purpose == "correction"):
        figures.corrections += cents


def _cage(reader: Reader, period: Period) -> tuple[int, int]:
    """Chips sold to players and bought back from them."""
    sold = case((_POSTING.cents < 0, -_POSTING.cents), else_=0)
    bought = case((_POSTING.cents > 0, _POSTING.cents), else_=0)
    query = postings_with_records(func.sum(sold), func.sum(bought)).where(
        _POSTING.account == "cage", _POSTING.purpose == "chips", period.has(_RECORD.day)
    )
    row = reader.connection.execute(query).one()
    return int(row[0] or 0), int(row[1] or 0)
