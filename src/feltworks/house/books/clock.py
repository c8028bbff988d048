"""The check of the machine's clock against the books, and how a wrong one is put right.

Times in the books never go back. With a wrong clock a machine would write records of a wrong day,
and records with the right time could not follow them. So every process that starts to write first
compares its clock with the last record; an implausible difference is refused with both times. A
clock that is set far ahead under a running server stops its writes. If the difference is real, or
the books already have a wrong time, a named person says so, and that is a record: the only kind
after which times may be earlier than before.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from feltworks.house.books import kinds
from feltworks.house.books.batch import Batch
from feltworks.house.books.chain import Record
from feltworks.house.books.reader import Reader
from feltworks.house.books.schema import FIRST_HEAD
from feltworks.house.errors import BooksAway, HouseError

MOST_BACK = timedelta(minutes=2)
"""How far machines' clocks may differ; within it, new records get the time of the last one."""

MOST_AWAY = timedelta(days=366)
"""How long a house may have been shut before somebody has to confirm it."""

TIME_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"
_REPAIR = (
    "Set the clock if it is wrong. If it is right, somebody has to say so: "
    "feltworks house clock --accept --by NAME --because REASON"
)


class ClockError(HouseError):
    """A clock that is not plausible."""


def time_text(moment: datetime) -> str:
    """A time as shown to people."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def last_time(books: Reader) -> datetime | None:
    """The time of the last record; None in new books."""
    record = books.record(books.head().number)
    return None if record is None else datetime.strptime(record.at, TIME_FORM).replace(tzinfo=UTC)


def clock_fault(last: datetime | None, now: datetime) -> str | None:
    """Why a clock is not plausible, in a sentence; None if it is."""
    if last is None:
        return None
    clock = f"this machine's clock says {time_text(now)}"
    both = f"the books' last record is of {time_text(last)} and {clock}"
    if now < last - MOST_BACK:
        return f"{both}, which is {_long(last - now)} earlier"
    if now > last + MOST_AWAY:
        return f"{both}, which is {_long(now - last)} later"
    return None


def _long(time: timedelta) -> str:
    hours = int(time.total_seconds() // 3600)
    if hours >= 48:
        return f"{hours // 24:,} days"
    return f"{hours} hours" if hours >= 2 else f"{int(time.total_seconds() // 60)} minutes"


def local_day(batch: Batch) -> date:
    """Today by the house's clock, where the house is: a batch has its time in UTC."""
    return datetime.strptime(batch.now, TIME_FORM).replace(tzinfo=UTC).astimezone().date()


def check_clock(books: Reader, now: datetime) -> None:
    """Refuses to start with a clock that cannot be believed."""
    if fault := clock_fault(last_time(books), now):
        raise ClockError(f"{fault}. {_REPAIR}")


def check_ahead(last: str, now: datetime) -> None:
    """Stops a writer whose clock was set far ahead while it wrote, as a start would be refused.

    `last` is the time of the last record. The books count as unavailable until the clock is put
    right or somebody has answered for it; a house that was idle over a weekend goes on.
    """
    before = datetime.fromisoformat(last)
    if now - before > MOST_AWAY:
        raise BooksAway(f"{clock_fault(before, now)}. {_REPAIR}")


def check_day(books: Reader, day: date) -> None:
    """Refuses an implausible day, which usually comes from the machine's clock."""
    head = books.head()
    away = day - date.fromisoformat(head.day)
    if head.day != FIRST_HEAD["day"] and away > MOST_AWAY:
        raise ClockError(
            f"the books stand at {head.day} and the house is to open for {day}, {away.days:,} "
            f"days later. {_REPAIR}"
        )


def accept_clock(batch: Batch, now: datetime, *, by: str, because: str) -> Record:
    """Records who confirms that the clock is right; the books go on with its time and day."""
    last = last_time(batch.reader)
    if clock_fault(last, now) is None:
        raise ClockError("the clock goes on where the books ended: there is nothing to accept")
    assert last is not None
    facts = {
        "by": by,
        "because": because,
        "last": last.strftime(TIME_FORM),
        "day_before": batch.day,
    }
    batch.now = now.astimezone(UTC).strftime(TIME_FORM)
    return batch.write(kinds.CLOCK_ACCEPTED, "clock", day=now.astimezone(UTC).date(), facts=facts)
