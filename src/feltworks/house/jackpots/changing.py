"""Changes of a jackpot as records of the books: play, restarts, counts, changes made by hand.

A change books such a record; the audit computes it again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from feltworks import jackpots
from feltworks.house.books import Batch, Record
from feltworks.house.books.clock import local_day
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.depositing import deposit_record, paid_from_account, with_seed
from feltworks.house.jackpots.keeping import (
    HouseJackpot,
    JackpotBooks,
    JackpotRecord,
    jackpot_in_play,
    kept_jackpot,
    postings,
    subject,
)
from feltworks.house.ledger import accounts
from feltworks.house.staff import StaffAct
from feltworks.jackpots import Play
from feltworks.money import money

COUNTED = "jackpot counted"


def play_record(before: HouseJackpot, play: Play, day: date) -> tuple[JackpotRecord, bool]:
    """A round's play, and whether the jackpot has to start again after it.

    The prizes themselves are in the round's own entry.
    """
    played = jackpots.play(before, play)
    lowered = sum(each.cents for each in played.movements if each.purpose == "backup above cap")
    record = JackpotRecord(
        "jackpot won" if play.winners else "jackpot played",
        paid_from_account(replace(played.state, played=day), play.prize),
        {
            **({"prize": play.prize, "winners": play.winners} if play.winners else {}),
            **({"from_backups": lowered} if lowered else {}),
        },
        postings(before.name, played.movements),
    )
    return record, played.restarts


def recorded_play(record: Record) -> Play:
    """The play that such a record tells of: by what its state grew, and the prizes it states."""
    before, after, facts = record.content["before"], record.content["after"], record.facts
    grown = {key: after[key] - before[key] for key in ("wagered", "lost", "tray_paid")}
    return Play(**grown, prize=facts.get("prize", 0), winners=facts.get("winners", 0))


def restart_record(before: HouseJackpot) -> JackpotRecord:
    """The start of a jackpot that was won or is new."""
    started = jackpots.restart(before)
    facts = {
        "from_backup": started.from_backup,
        "from_reserve": started.from_reserve,
        "seed": started.seed,
    }
    entry = postings(before.name, started.movements)
    after = with_seed(started.state, started.seed)
    return JackpotRecord("jackpot started", after, facts, entry)


def book_play(batch: Batch, name: str, play: Play, day: date, round: int) -> None:
    """Records a round's play for a jackpot."""
    before = kept_jackpot(batch, name)
    if play.prize > before.displayed:
        raise HouseError(
            f"round {round} pays {money(play.prize)} from the jackpot {name}, "
            f"which stands at {money(before.displayed)}"
        )
    record, restarts = play_record(before, play, day)
    record.write(batch, day=day, round=round)
    if restarts:
        book_restart(batch, name, day, round)


def book_restart(batch: Batch, name: str, day: date, round: int | None = None) -> None:
    """Starts a jackpot that was won, or is new."""
    restart_record(kept_jackpot(batch, name)).write(batch, day=day, round=round)


def posting_record(before: HouseJackpot) -> JackpotRecord:
    """Posts what was counted while the tables were closed, because one of them opens."""
    posted = jackpots.post(before)
    facts = {"counted": before.held.counted}
    entry = postings(before.name, posted.movements)
    return JackpotRecord("jackpot amount posted", posted.state, facts, entry)


def book_posting(batch: Batch, name: str, day: date) -> None:
    """Posts what was counted for a jackpot, if anything was."""
    before = kept_jackpot(batch, name)
    if before.held.counted:
        posting_record(before).write(batch, day=day)


def lowering_record(before: HouseJackpot) -> JackpotRecord | None:
    """Takes backups down to their cap because other terms ask for it; None if none is above it."""
    lowered = jackpots.lower_backups(before)
    if not lowered.movements:
        return None
    facts = {"from_backups": sum(each.cents for each in lowered.movements)}
    entry = postings(before.name, lowered.movements)
    return JackpotRecord("jackpot backups lowered", lowered.state, facts, entry)


def book_count(
    batch: Batch, name: str, day: date, fees: int | None = None, document: str = ""
) -> Record:
    """Empties the boxes of all tables and gives the jackpot its due.

    A manual jackpot is counted while its tables are closed, and posted when they open. A day that
    is counted already and had no play since is not counted again: the same count is returned.
    """
    before = jackpot_in_play(batch, name)
    jackpots.check_fees(fees)
    if before.counted == day and not before.awaits_count:
        last = batch.last_of_kind(COUNTED, subject(name))
        assert last is not None
        return last
    if day < batch.today:
        raise HouseError(_past_day(before, day, batch.today))
    if day > (latest := max(batch.today, local_day(batch))):
        # It would move the books to that day, and the house could not open before it.
        allowed = f"{latest}" if latest == batch.today else f"a day from {batch.today} to {latest}"
        raise HouseError(f"{day} is yet to come: {name} may be counted for {allowed}")
    if before.terms.posted_at_opening:
        check_its_tables_closed(batch, before)
    for table, state in batch.reader.states("table").items() if day > batch.today else ():
        if state["open"]:  # A count for a later day would end the day of an open table.
            raise HouseError(f"table {table} is open for {batch.day}: close it to count for {day}")
    boxes = {table: batch.cents(accounts.drop(table, name)) for table in before.tables}
    record = count_record(before, boxes, day, fees, document)
    return record.write(batch, day=day)


class CountDay(NamedTuple):
    """The day that a count now would be for; `because` says why it must be named."""

    day: date
    because: str | None


def day_to_count(jackpot: HouseJackpot, stands_at: date, today: date) -> CountDay:
    """The day that a count would be for by default: that of the books, which stand at it."""
    played = jackpot.played if jackpot.awaits_count else None
    repeats = jackpot.counted == stands_at and not jackpot.awaits_count
    if repeats:
        return CountDay(stands_at, None)
    if played is not None and played < stands_at:
        return CountDay(stands_at, f"{jackpot.name} was last played for on {played}")
    if stands_at < today:
        return CountDay(stands_at, f"today is {today}")
    return CountDay(stands_at, None)


def _past_day(jackpot: HouseJackpot, day: date, stands_at: date) -> str:
    """Why a jackpot cannot be counted for a day that is past in the books."""
    name, played, counted = jackpot.name, jackpot.played, jackpot.counted
    if jackpot.awaits_count and played is not None and played >= day:
        return (
            f"the books stand at {stands_at}: what was staked for {name} since its last count is "
            f"counted for {stands_at}, and no longer for {day}"
        )
    if counted is not None and counted >= day:
        return f"{name} was counted for {counted}, and with it what was staked up to then"
    return (
        f"nothing was staked for {name} on {day}: there is nothing to count. The books stand at "
        f"{stands_at}"
    )


def count_record(
    before: HouseJackpot,
    boxes: Mapping[str, int],
    day: date,
    fees: int | None = None,
    document: str = "",
) -> JackpotRecord:
    """The count of a jackpot, given what the boxes of its tables hold."""
    counted = jackpots.count(before, sum(boxes.values()), fees)
    sums, parts = counted.sums, counted.parts
    facts = {
        "boxes": {table: cents for table, cents in boxes.items() if cents},
        "wagered": before.wagered,
        "lost": before.lost,
        "dropped": sums.dropped,
        "tray_taken": sums.tray_taken,
        "fees": sums.fees,
        "to_house": sums.to_house,
        "addition": sums.addition,
        "to_display": parts.displayed,
        "to_backups": [parts.first, parts.second],
        "to_reserve": parts.reserve,
        "to_seed": parts.seed,
        "shortfall": sums.shortfall,
        **({"document": document} if document else {}),
    }
    entry = postings(before.name, counted.movements, boxes=boxes)
    return JackpotRecord(COUNTED, replace(counted.state, counted=day), facts, entry)


class ChangeByHand(NamedTuple):
    """A change that the staff asks for: the right it needs, what is asked, and its record.

    `asked` names the facts that the record is made from, and that it states.
    """

    act: StaffAct
    asked: tuple[str, ...]
    record: Callable[[HouseJackpot, Mapping[str, Any], date], JackpotRecord]


def _adjustment(before: HouseJackpot, asked: Mapping[str, Any], day: date) -> JackpotRecord:
    """A jackpot raised or lowered by hand."""
    changed = jackpots.adjust(before, by_cents=asked["by"], because=asked["because"])
    moved = changed.movements
    left = sum(each.cents for each in moved if each.target in ("house", "seed"))
    after, entry = paid_from_account(changed.state, left), postings(before.name, moved)
    return JackpotRecord("jackpot adjusted", after, asked, entry)


def _more_seed(before: HouseJackpot, asked: Mapping[str, Any], day: date) -> JackpotRecord:
    changed = jackpots.add_seed(before, cents=asked["seed"])
    after, entry = with_seed(changed.state, asked["seed"]), postings(before.name, changed.movements)
    return JackpotRecord("jackpot seeded", after, asked, entry)


BY_HAND: Mapping[str, ChangeByHand] = {
    "jackpot adjusted": ChangeByHand("adjust", ("by", "because", "document"), _adjustment),
    "jackpot seeded": ChangeByHand("adjust", ("seed", "document"), _more_seed),
    "jackpot deposited": ChangeByHand(
        "count", ("deposit", "dated", "reference", "document"), deposit_record
    ),
}
"""By the kind of its record."""


def removal_records(
    before: HouseJackpot, heir: HouseJackpot | None, document: str
) -> list[JackpotRecord]:
    """A jackpot taken out of play, and with an heir the heir's new display."""
    change = jackpots.remove(before, heir)
    into = None if heir is None else heir.name
    facts = {"document": document, "into": into}
    entry = postings(before.name, change.movements, heir=into)
    gone = replace(change.state, status="removed", banked=None, level_on=None)
    records = [JackpotRecord("jackpot removed", gone, facts, entry)]
    if change.heir is not None:
        facts = {"from": before.name, "document": document}
        records.append(JackpotRecord("jackpot inherited", change.heir, facts, ()))
    return records


def check_its_tables_closed(books: JackpotBooks, jackpot: HouseJackpot) -> None:
    """Refuses a manual count while a table of the jackpot is open, because its day is not over."""
    if (table := open_table_of(books, jackpot)) is not None:
        raise HouseError(
            f"table {table} is open and plays for {jackpot.name}: close it first, for a "
            "jackpot kept by hand is counted after its tables close and posted when they open"
        )


def open_table_of(books: JackpotBooks, jackpot: HouseJackpot) -> str | None:
    """The first open table that plays for the jackpot."""
    states = ((table, books.state(f"table {table}")) for table in jackpot.tables)
    return next((table for table, state in states if state and state["open"]), None)
