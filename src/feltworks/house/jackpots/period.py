"""The statement of a jackpot over a period: sums, where the daily statement has lines.

It reconciles as the daily one does: the sum of the postings is compared with the balances that the
ledger noted with the last posting to each of the jackpot's accounts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from feltworks.house.activity import Period
from feltworks.house.books import schema
from feltworks.house.books.reader import Reader, postings_with_records
from feltworks.house.jackpots.keeping import subject
from feltworks.house.jackpots.statement import SIGNS, held_before, noted_cents, side_of
from feltworks.house.ledger import LedgerAccount, accounts

_POSTING, _DAY = schema.postings.c, schema.records.c.day


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
    return [
        _jackpot_period(reader, name, period)
        for name in sorted(reader.states("jackpot"))
        if _is_known(reader, name, period)
    ]


def _is_known(reader: Reader, name: str, period: Period) -> bool:
    records = schema.records.c
    first = reader.connection.scalar(
        select(func.min(records.day)).where(records.subject == subject(name))
    )
    return first is not None and first <= period.last.isoformat()


def _jackpot_period(reader: Reader, name: str, period: Period) -> JackpotPeriod:
    shown, hidden = accounts.displayed(name), accounts.undisplayed(name)
    own, last = [shown, *hidden], period.last.isoformat()
    sides: Counter[str] = Counter()
    for purpose, cents in _by_purpose(reader, own, period):
        side = side_of(purpose)
        sides[side] += SIGNS[side] * cents
    named = [str(each) for each in reader.accounts("drop") if each.owner[-1] == name]
    boxes = _POSTING.account.in_(named)
    return JackpotPeriod(
        jackpot=name,
        opening=held_before(reader, own, period.first.isoformat()),
        **{side: sides[side] for side in SIGNS},
        closing=sum(noted_cents(reader, account, last) for account in own),
        displayed=noted_cents(reader, shown, last),
        fees=_sum(reader, _POSTING.account == str(accounts.fees(name)), period),
        dropped=-_sum(reader, boxes & (_POSTING.cents < 0), period),
        awards=_awards(reader, shown, period),
    )


def _by_purpose(reader: Reader, own: list[LedgerAccount], period: Period) -> list[tuple[str, int]]:
    query = postings_with_records(_POSTING.purpose, func.sum(_POSTING.cents))
    query = query.where(_POSTING.account.in_(list(map(str, own))), period.has(_DAY))
    rows = reader.connection.execute(query.group_by(_POSTING.purpose))
    return [(purpose, int(cents)) for purpose, cents in rows]


def _sum(reader: Reader, condition: ColumnElement[bool], period: Period) -> int:
    query = postings_with_records(func.sum(_POSTING.cents)).where(condition, period.has(_DAY))
    return int(reader.connection.scalar(query) or 0)


def _awards(reader: Reader, shown: LedgerAccount, period: Period) -> int:
    query = postings_with_records(func.count(_POSTING.record.distinct()))
    prize = (_POSTING.account == str(shown)) & (_POSTING.purpose == "prize")
    return reader.connection.scalar(query.where(prize, period.has(_DAY))) or 0
