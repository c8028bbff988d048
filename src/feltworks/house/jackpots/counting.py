"""The daily count booked: the boxes of all tables emptied, and the jackpot brought up to date."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltworks import jackpots
from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.booking import postings, refusals, standing_after, state_of
from feltworks.house.jackpots.standing import in_play, subject
from feltworks.house.ledger import accounts

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page
    from feltworks.house.jackpots.standing import Standing
    from feltworks.jackpots import Counted

KIND = "jackpot counted"


@dataclass(frozen=True, slots=True)
class Count:
    """A count as it was booked, amounts in cents."""

    jackpot: str
    day: str
    record: int
    facts: dict[str, Any]
    displayed: int

    @property
    def addition(self) -> int:
        addition: int = self.facts["addition"]
        return addition


def count(
    page: Page, name: str, day: date, fees: int | None = None, document: str | None = None
) -> Count:
    """Counts a jackpot's boxes; a day that is counted already and had no play since stays so."""
    before = in_play(page, name)
    with refusals():
        jackpots.check_fees(fees)
    if before.counted == day and not before.awaits_count:
        return last_count(page, name)
    if day.isoformat() > page.day:
        _check_new_day(page, day)
    boxes = {table: page.cents(accounts.drop(table, name)) for table in before.tables}
    with refusals():
        counted = jackpots.count(state_of(page, before), sum(boxes.values()), fees)
    facts = _facts(before, counted, boxes, document)
    after = replace(standing_after(before, counted.state), counted=day)
    record = page.write(
        Event(
            kind=KIND,
            subject=subject(name),
            day=day,
            facts=facts,
            postings=postings(name, counted.movements, boxes=boxes),
            after=after.as_json(),
        )
    )
    return Count(name, record.day, record.number, facts, after.displayed)


def _check_new_day(page: Page, day: date) -> None:
    """A count for a later day ends the day: tables that are open would be left behind in it."""
    for table, state in page.reader.standings("table").items():
        if state["open"]:
            raise HouseError(f"table {table} is open for {page.day}: close it to count for {day}")


def last_count(page: Page, name: str) -> Count:
    """The latest count there is of a jackpot."""
    record = page.last_of_kind(KIND, subject(name))
    if record is None:
        raise HouseError(f"the jackpot {name} was never counted")
    displayed = record.content["after"]["displayed"]
    return Count(name, record.day, record.number, record.facts, displayed)


def _facts(
    before: Standing, counted: Counted, boxes: dict[str, int], document: str | None
) -> dict[str, Any]:
    reckoned, parts = counted.reckoned, counted.parts
    return {
        "boxes": {table: cents for table, cents in boxes.items() if cents},
        "wagered": before.wagered,
        "lost": before.lost,
        "dropped": reckoned.dropped,
        "tray_taken": reckoned.tray_taken,
        "fees": reckoned.fees,
        "to_house": reckoned.to_house,
        "addition": reckoned.addition,
        "to_display": parts.displayed,
        "to_backups": [parts.first, parts.second],
        "to_reserve": parts.reserve,
        "to_seed": parts.seed,
        "shortfall": reckoned.shortfall,
        **({} if document is None else {"document": document}),
    }
