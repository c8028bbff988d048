"""The daily count: the boxes are emptied and the jackpot gets its due before the next opening.

A jackpot without a stated contribution gets the day's remainder: the drop, less what the tray paid
on the wager if the rules let the house take that out, less fees. One with a contribution gets that
part of what was wagered or lost, and the rest of the drop is the house's. A meter has taken its
contribution already; the count only empties its boxes. No count ever lowers a jackpot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.playing import contributed
from feltworks.house.jackpots.sharing import Parts, share_out, whole_cents
from feltworks.house.jackpots.standing import holdings, in_play, subject
from feltworks.house.ledger import accounts, move
from feltworks.rules.written import money

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page
    from feltworks.house.jackpots.sharing import Carry
    from feltworks.house.jackpots.standing import Standing
    from feltworks.house.ledger import Posting

KIND = "jackpot counted"


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A count's arithmetic in cents: the drop = tray payouts + fees + house + addition.

    `to_house` is below zero where the house must put in what the drop does not hold; `shortfall`
    is what the next count still has to take out.
    """

    dropped: int
    tray_taken: int
    fees: int
    to_house: int
    addition: int
    shortfall: int
    carry: Carry


def reckon(standing: Standing, dropped: int, fees: int | None = None) -> Reckoned:
    """The arithmetic of a count; fees by the jackpot's terms unless an amount is given."""
    terms = standing.terms
    if fees and terms.contribution is not None:
        raise HouseError(
            f"the jackpot {standing.name} gets a set contribution: "
            "fees come only out of a day's remainder"
        )
    due = standing.tray_paid + standing.shortfall if terms.tray_payouts_deducted else 0
    if terms.mode == "meter" and terms.contribution is not None:
        return Reckoned(dropped, 0, 0, dropped, 0, 0, standing.carry)
    taken = min(dropped, due)
    left = dropped - taken
    shortfall = due - taken if terms.shortfall == "carried" else 0
    if terms.contribution is None:
        charged, carried = whole_cents(terms.fees * left, standing.carry.fees)
        charged = charged if fees is None else fees
        if charged > left:
            raise HouseError(
                f"fees of {money(charged)} cannot be taken: the count of {standing.name} "
                f"leaves {money(left)}"
            )
        carry = replace(standing.carry, fees=carried) if fees is None else standing.carry
        return Reckoned(dropped, taken, charged, 0, left - charged, shortfall, carry)
    base = standing.wagered if terms.contribution_of == "wagered" else standing.lost
    addition, carried = whole_cents(terms.contribution * base, standing.carry.contribution)
    if terms.tray_payouts_deducted:
        addition = min(addition, left)
    carry = replace(standing.carry, contribution=carried)
    return Reckoned(dropped, taken, 0, left - addition, addition, shortfall, carry)


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
    if fees is not None and fees < 0:
        raise HouseError(f"fees are {money(fees)}: they cannot be below zero")
    if before.counted == day and not before.awaits_count:
        return last_count(page, name)
    if day.isoformat() > page.day:
        _check_new_day(page, day)
    boxes = {table: page.cents(accounts.drop(table, name)) for table in before.tables}
    reckoned = reckon(before, sum(boxes.values()), fees)
    parts = share_out(reckoned.addition, before.terms, holdings(page, name), reckoned.carry)
    after = replace(
        before,
        displayed=before.displayed + parts.displayed,
        wagered=0,
        lost=0,
        tray_paid=0,
        shortfall=reckoned.shortfall,
        counted=day,
        carry=parts.carry,
    )
    facts = _facts(before, reckoned, parts, boxes, document)
    record = page.write(
        Event(
            kind=KIND,
            subject=subject(name),
            day=day,
            facts=facts,
            postings=_postings(name, boxes, reckoned, parts),
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
    before: Standing, reckoned: Reckoned, parts: Parts, boxes: dict[str, int], document: str | None
) -> dict[str, Any]:
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


def _postings(name: str, boxes: dict[str, int], reckoned: Reckoned, parts: Parts) -> list[Posting]:
    postings: list[Posting] = []
    for table, cents in boxes.items():
        postings += move(accounts.drop(table, name), accounts.HOUSE, cents, "drop")
    postings += move(accounts.HOUSE, accounts.fees(name), reckoned.fees, "fees")
    return [*postings, *contributed(name, parts)]
