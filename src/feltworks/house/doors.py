"""Opening and closing the card room for a day.

Every table is looked at by itself: one that may not open stays shut and says why, the others open.
A jackpot kept by hand must have been counted since it was last played for, and none may go without
a count for longer than the state allows its accruals to stay out of the bank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feltworks.house.books.chain import Event
from feltworks.house.cardroom.objections import Objection
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.playing import restart
from feltworks.house.jackpots.standing import (
    Standing,
    posted_subject,
    standing_of,
    subject,
)
from feltworks.house.ledger import accounts, move
from feltworks.money import money
from feltworks.regulation import jackpot_law

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page
    from feltworks.house.cardroom import CardRoom
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.jackpots import JackpotTerms


@dataclass(frozen=True, slots=True)
class Opening:
    """Which tables opened, and why others did not."""

    day: str
    opened: tuple[str, ...]
    objections: tuple[Objection, ...] = field(default=())

    @property
    def refused(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(objection.table for objection in self.objections))


def open_doors(page: Page, room: CardRoom, objections: list[Objection], day: date) -> Opening:
    """Opens what may be opened; `objections` are those the card room's own checks found."""
    if day.isoformat() < page.day:
        raise HouseError(f"the books stand at {page.day}: the house cannot open for {day}")
    if day.isoformat() > page.day and (flying := page.open_rounds()):
        raise HouseError(
            f"round {flying[0]} of {page.day} is not over: a new day begins when all rounds are"
        )
    _check_jackpots_kept(page, room)
    for name in room.jackpots:
        _post_jackpot(page, room, name, day)
    found = [*objections, *_overdue(page, room, day)]
    refused = {objection.table for objection in found}
    house = room.file.house
    page.write(
        Event(
            kind="house opened",
            subject="house",
            day=day,
            facts={"refused": [str(objection) for objection in found]},
            after={
                "name": house.name,
                "kind": house.kind,
                "under": house.under.isoformat(),
                "file": page.keep(room.text),
                "day": day.isoformat(),
            },
        )
    )
    opened = tuple(table for table in room.sheets if table not in refused)
    for table in opened:
        _open_table(page, room.sheets[table], day)
    # A table that the file no longer has is shut like one that may not open.
    for table in page.reader.standings("table"):
        if table in refused or table not in room.file.tables:
            _shut(page, table, day)
    return Opening(day.isoformat(), opened, tuple(found))


def _check_jackpots_kept(page: Page, room: CardRoom) -> None:
    """A jackpot does not vanish by leaving the file."""
    for name in page.reader.standings("jackpot"):
        standing = standing_of(page, name)
        if standing.status == "in play" and name not in room.jackpots:
            raise HouseError(
                f"the house file no longer has the jackpot {name}, which holds "
                f"{money(standing.displayed)}: remove it with its document first"
            )
        if standing.status == "removed" and name in room.jackpots:
            raise HouseError(f"the jackpot {name} was removed: a new one needs a new name")


def _post_jackpot(page: Page, room: CardRoom, name: str, day: date) -> None:
    """Opens a new jackpot with its seed, or posts the terms that have changed."""
    terms, tables = room.jackpots[name], room.file.jackpots[name].tables
    before = page.standing(posted_subject(name))
    if before is not None and terms.cap is None:
        # A cap that was posted by hand stays until it is taken down by hand.
        terms = replace(terms, cap=before["terms"]["cap"])
    posted = {"terms": terms.as_json(), "tables": list(tables)}
    if before == posted:
        return
    if before is not None:
        _check_change(standing_of(page, name), terms)
    page.write(Event(kind="jackpot posted", subject=posted_subject(name), day=day, after=posted))
    if before is None:
        fresh = Standing(name, terms, tables)
        page.write(
            Event(kind="jackpot opened", subject=subject(name), day=day, after=fresh.as_json())
        )
        restart(page, name, day)


def _check_change(standing: Standing, terms: JackpotTerms) -> None:
    name, law = standing.name, jackpot_law()
    if standing.awaits_count:
        raise HouseError(f"the jackpot {name} must be counted before its terms change")
    if terms.cap is not None and not law.cap_is_lawful(terms.cap, standing.displayed):
        raise HouseError(
            f"a cap of {money(terms.cap)} is {money(standing.displayed - terms.cap)} below what "
            f"the jackpot {name} displays ({law.source})"
        )


def _overdue(page: Page, room: CardRoom, day: date) -> Iterator[Objection]:
    law = jackpot_law()
    for table, sheet in room.sheets.items():
        for name in sheet.jackpots.values():
            standing = standing_of(page, name)
            played = standing.played
            if not standing.awaits_count or played is None or played >= day:
                continue
            if standing.terms.mode == "manual":
                text = f"the jackpot {name} has not been counted since {played}: count it first"
                yield Objection(table, law.source, text)
            elif (day - (standing.counted or played)).days > law.deposit_within_days:
                text = (
                    f"the jackpot {name} was last counted on {standing.counted or 'no day'}, more "
                    f"than {law.deposit_within_days} days before {day}"
                )
                yield Objection(table, law.source, text)


def _open_table(page: Page, sheet: Sheet, day: date) -> None:
    page.keep(sheet.rules_text)
    state = {"open": True, "sheet": page.keep(sheet.text), "day": day.isoformat()}
    if page.standing(f"table {sheet.table}") == state:
        return
    tray = accounts.tray(sheet.table)
    needed = max(0, sheet.tray - page.cents(tray))
    page.write(
        Event(
            kind="table opened",
            subject=f"table {sheet.table}",
            day=day,
            facts={"game": sheet.game, "approved": sheet.approved, "verdict": sheet.verdict},
            postings=move(accounts.HOUSE, tray, needed, "fill"),
            after=state,
        )
    )


def _shut(page: Page, table: str, day: date) -> None:
    state = page.standing(f"table {table}")
    if state is not None and state["open"]:
        close_table(page, table, day)


def close_table(page: Page, table: str, day: date) -> None:
    """Closes a table and brings its tray back to the house; rounds in flight must be over."""
    state = page.standing(f"table {table}")
    if state is None:
        raise HouseError(f"there is no table {table!r}")
    if not state["open"]:
        return
    escrow = accounts.escrow(table)
    if page.cents(escrow):
        raise HouseError(f"a round at table {table} is not over: it cannot be closed yet")
    tray = accounts.tray(table)
    page.write(
        Event(
            kind="table closed",
            subject=f"table {table}",
            day=day,
            postings=move(tray, accounts.HOUSE, page.cents(tray), "credit"),
            after={**state, "open": False},
        )
    )
