"""Opening and closing the card room for a day, with its house file or with the one in the books.

The text of a house file is filed in the books when it is first opened. So a house opens again from
the books alone, and the file of another house, named by mistake, is noticed. A table goes on with
the rules it opened with before, even if the program has others for its game now.

Every table is checked separately: one that may not open stays closed, with the reason. A table that
is closed during a round is `closing`: the round is played to its end, and then the table closes. A
manual jackpot must have been counted since it was last played for, and what was counted is posted
when one of its tables opens; no jackpot may go without a count for longer than the state allows its
accruals to stay out of the bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from feltworks.house.books import Batch, Database, Reader
from feltworks.house.cardroom import (
    CardRoom,
    HouseFileError,
    load_house,
    practice_house,
    read_house,
)
from feltworks.house.cardroom.editing import section_of, with_section
from feltworks.house.cardroom.housefile import HouseFile, parse_house
from feltworks.house.cardroom.objections import Objection
from feltworks.house.cardroom.room import house_text
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.changing import book_posting, book_restart, lowering_record
from feltworks.house.jackpots.depositing import account_record, shortage
from feltworks.house.jackpots.keeping import HouseJackpot, kept_jackpot, posted_subject, subject
from feltworks.house.ledger import accounts, move
from feltworks.house.orders import order_of
from feltworks.house.rounds.sheet import Sheet, read_sheet
from feltworks.house.staff import by_whom
from feltworks.jackpots import JackpotTerms
from feltworks.money import money
from feltworks.regulation import jackpot_law
from feltworks.rules.catalogue import example_ids, game_ids
from feltworks.rules.loader import read

CLOSING = "closing"
"""A key in the state of a table that closes after its round."""

TABLE_KINDS = ("table opened", "table closed", "table closing")
"""The kinds of records by which tables open, close, or get other terms."""


@dataclass(frozen=True, slots=True)
class UncountedJackpot:
    """A jackpot that was not counted for the last day of the house before another one begins.

    `staked_cents` is what was staked for it since its last count.
    """

    jackpot: str
    day: str
    staked_cents: int

    def __str__(self) -> str:
        staked = f"{money(self.staked_cents)} was" if self.staked_cents else "nothing was"
        return (
            f"the jackpot {self.jackpot} was not counted for {self.day}: {staked} staked since "
            "its last count"
        )

    def as_json(self) -> dict[str, Any]:
        return {"jackpot": self.jackpot, "day": self.day, "staked": self.staked_cents}


@dataclass(frozen=True, slots=True)
class RoomOpening:
    """Which tables opened, and why others did not.

    `differences` say where an order of the staff overrides the house file.
    """

    day: str
    opened: tuple[str, ...]
    objections: tuple[Objection, ...] = field(default=())
    differences: tuple[str, ...] = field(default=())
    uncounted: tuple[UncountedJackpot, ...] = field(default=())

    @property
    def refused(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(objection.table for objection in self.objections))


def room_to_open(
    database: Database,
    file: Path | None,
    *,
    another: bool = False,
    present_rules: bool = False,
) -> CardRoom:
    """The card room of the file given, or the one in the books; in new books the practice house.

    A file of another house, by name or kind, is refused unless `another` is set. A table whose game
    the program ships keeps the rules that it opened with before, until the staff asks for
    `present_rules`: a new version of the program changes no table and no jackpot by itself.
    """
    with database.reading() as reader:
        state = reader.state("house")
        filed = None if state is None else reader.paper(state["file"])
        if state is None:
            return practice_house() if file is None else load_house(file)
        if file is None and filed is None:
            raise HouseError("the books have lost their house file: open the house with it")
        text = filed or ""
        name, folder = "the house in the books", None
        if file is not None:
            text, name, folder = house_text(file), str(file), file.parent
        parsed = parse_house(text, name)
        section = parsed.house
        is_another = (section.name, section.kind) != (state["name"], state["kind"])
        if is_another and not another:
            raise HouseError(
                f"{database.name} has the books of {state['name']}, a {state['kind']} house, and "
                f"{name} is the file of {section.name}, a {section.kind} house: to open it in "
                "these books all the same, say `feltworks house open FILE --another`"
            )
        kept = {} if is_another or present_rules else _earlier_rules(reader, parsed)
    if file is None and present_rules and section.name == practice_house().file.house.name:
        text = _with_present_readings(text, parsed)
    try:
        return read_house(text, name, folder, kept)
    except HouseFileError as error:
        hints = []
        if file is None:
            hints.append("open the house with its file: its rules files lie beside it")
        if kept:
            hints.append(kept_rules_hint(kept))
        raise HouseError("\n".join((str(error), *hints))) from None


def kept_rules_hint(tables: Iterable[str]) -> str:
    """Say which tables keep earlier rules, and how all of them get the present ones."""
    return (
        f"earlier rules are kept at {', '.join(tables)}: `feltworks house open --present-rules` "
        "deals by the present ones"
    )


def _with_present_readings(text: str, file: HouseFile) -> str:
    """The practice house's text with the readings that its shipped file names now.

    They are replaced game by game, so that tables that the staff added stay and are read alike.
    What a table chooses among its own options stays too.
    """
    shipped = {table.game: table.readings for table in practice_house().file.tables.values()}
    for name, table in file.tables.items():
        present = {**shipped.get(table.game, {}), **table.options}
        readings = {id: present.get(id, value) for id, value in table.readings.items()}
        if readings != table.readings:
            section = section_of(text, "tables", name)
            text = with_section(text, "tables", name, {**section, "readings": readings})
    return text


def _earlier_rules(reader: Reader, file: HouseFile) -> dict[str, str]:
    """The rules text of each table that opened before with other rules than its game has now.

    Only where the house file names a shipped game: a rules file of the house's own changes when
    the house changes it.
    """
    found = {}
    for table, section in file.tables.items():
        state = reader.state(f"table {table}")
        if state is None or section.game not in (*game_ids(), *example_ids()):
            continue
        sheet = read_sheet(reader, state["sheet"])
        if sheet.rules_name != section.game or read(section.game).is_known_as(sheet.rules_sha256):
            continue
        found[table] = sheet.rules_text
    return found


def open_tables(
    batch: Batch,
    room: CardRoom,
    objections: list[Objection],
    day: date,
    *,
    staff: str | None = None,
) -> RoomOpening:
    """Opens what may be opened; `objections` are the findings of the card room's own checks."""
    if day.isoformat() < batch.day:
        raise HouseError(f"the books stand at {batch.day}: the house cannot open for {day}")
    _check_jackpots_kept(batch, room)
    uncounted = tuple(_uncounted(batch, day))
    for name in room.jackpots:
        _post_jackpot(batch, room, name, day)
    found = [*objections, *_overdue(batch, room, day)]
    refused = {objection.table for objection in found}
    house = room.file.house
    batch.write(
        "house opened",
        "house",
        day=day,
        facts={
            "refused": [str(objection) for objection in found],
            **by_whom(batch, "tables", staff),
        },
        after={
            "name": house.name,
            "kind": house.kind,
            "under": house.under.isoformat(),
            "file": batch.keep(room.text),
            "day": day.isoformat(),
        },
    )
    orders = {table: order_of(batch, table) for table in room.sheets}
    ordered_closed = {table for table, order in orders.items() if order and order.closed}
    opened = tuple(table for table in room.sheets if table not in refused | ordered_closed)
    for table in opened:
        for name in room.sheets[table].jackpots.values():
            book_posting(batch, name, day)
        _open_table(batch, room.sheets[table], day)
    # A table that is no longer in the file is closed, like one that may not open. A round that is
    # not over is played to its end first.
    for table in batch.reader.states("table"):
        if table in refused | ordered_closed or table not in room.file.tables:
            close_after_round(batch, table, day)
    return RoomOpening(day.isoformat(), opened, tuple(found), uncounted=uncounted)


def _uncounted(batch: Batch, day: date) -> Iterator[UncountedJackpot]:
    """The jackpots that are not counted for the last day of the house, if a new day begins."""
    # A count or a sale of chips may have moved the books to the new day already.
    last = (batch.state("house") or {}).get("day", batch.day)
    for name in batch.reader.states("jackpot") if last < day.isoformat() else ():
        jackpot = kept_jackpot(batch, name)
        is_counted = jackpot.counted is not None and jackpot.counted.isoformat() >= last
        if jackpot.status == "in play" and (jackpot.awaits_count or not is_counted):
            yield UncountedJackpot(name, last, jackpot.wagered)


def _check_jackpots_kept(batch: Batch, room: CardRoom) -> None:
    """Refuses a file that lacks a jackpot in play, or names a removed one again."""
    for name in batch.reader.states("jackpot"):
        jackpot = kept_jackpot(batch, name)
        if jackpot.status == "in play" and name not in room.jackpots:
            raise HouseError(
                f"the house file no longer has the jackpot {name}, which holds "
                f"{money(jackpot.displayed)}: remove it with its document first"
            )
        if jackpot.status == "removed" and name in room.jackpots:
            raise HouseError(f"the jackpot {name} was removed: a new one needs a new name")


def _post_jackpot(batch: Batch, room: CardRoom, name: str, day: date) -> None:
    """Opens a new jackpot with its seed, or posts the terms that have changed."""
    terms, tables = room.jackpots[name], room.file.jackpots[name].tables
    before = batch.state(posted_subject(name))
    if before is not None and terms.cap is None:
        # A cap posted by hand stays until it is removed by hand.
        terms = replace(terms, cap=before["terms"]["cap"])
    posted = {"terms": terms.as_json(), "tables": list(tables)}
    if before == posted:
        return
    if before is not None:
        _check_change(kept_jackpot(batch, name), terms, tables)
    batch.write("jackpot posted", posted_subject(name), day=day, after=posted)
    if before is None:
        fresh = HouseJackpot(name, terms, tables=tables)
        batch.write("jackpot opened", subject(name), day=day, after=fresh.as_json())
        book_restart(batch, name, day)
        return
    if lowered := lowering_record(kept_jackpot(batch, name)):
        lowered.write(batch, day=day)
    jackpot = kept_jackpot(batch, name)
    if before["terms"].get("account") != terms.account and jackpot.banked is not None:
        account_record(jackpot).write(batch, day=day)


def _check_change(jackpot: HouseJackpot, terms: JackpotTerms, tables: tuple[str, ...]) -> None:
    name, law = jackpot.name, jackpot_law()
    # When a count is posted, and which account holds the money, may change at any time.
    kept_so = replace(
        jackpot.terms, posted_at_opening=terms.posted_at_opening, account=terms.account
    )
    if jackpot.awaits_count and kept_so != terms:
        raise HouseError(f"the jackpot {name} must be counted before its terms change")
    # A count empties the boxes of the posted tables; the box of another would stay full.
    left = [table for table in jackpot.tables if table not in tables]
    if jackpot.awaits_count and left:
        raise HouseError(
            f"the jackpot {name} must be counted before table {left[0]} no longer plays for it"
        )
    in_backups = jackpot.held.first + jackpot.held.second
    if jackpot.terms.backups is not None and terms.backups is None and in_backups:
        # Without their terms nothing would hold them to their cap.
        raise HouseError(
            f"the backups of the jackpot {name} hold {money(in_backups)} and cannot be switched "
            "off: keep them on, or remove the jackpot with its document first"
        )
    if terms.cap is not None and not law.cap_is_lawful(terms.cap, jackpot.displayed):
        raise HouseError(
            f"a cap of {money(terms.cap)} is {money(jackpot.displayed - terms.cap)} below what "
            f"the jackpot {name} displays ({law.source})"
        )


def _overdue(batch: Batch, room: CardRoom, day: date) -> Iterator[Objection]:
    law = jackpot_law()
    for table, sheet in room.sheets.items():
        for name in sheet.jackpots.values():
            jackpot = kept_jackpot(batch, name)
            if why := shortage(jackpot, day):
                yield Objection(table, law.source, why)
            played = jackpot.played
            if not jackpot.awaits_count or played is None or played >= day:
                continue
            if jackpot.terms.mode == "manual":
                text = f"the jackpot {name} has not been counted since {played}: count it first"
                yield Objection(table, law.source, text)
            elif (day - (jackpot.counted or played)).days > law.deposit_within_days:
                text = (
                    f"the jackpot {name} was last counted on {jackpot.counted or 'no day'}, more "
                    f"than {law.deposit_within_days} days before {day}"
                )
                yield Objection(table, law.source, text)


def _open_table(batch: Batch, sheet: Sheet, day: date) -> None:
    batch.keep(sheet.rules_text)
    state = {"open": True, "sheet": batch.keep(sheet.text), "day": day.isoformat()}
    if batch.state(f"table {sheet.table}") == state:
        return
    tray = accounts.tray(sheet.table)
    needed = max(0, sheet.tray - batch.cents(tray))
    batch.write(
        "table opened",
        f"table {sheet.table}",
        day=day,
        facts={"game": sheet.game, "approved": sheet.approved, "verdict": sheet.verdict},
        postings=move(accounts.HOUSE, tray, needed, "fill"),
        after=state,
    )


def close_table(batch: Batch, table: str, day: date, *, staff: str | None = None) -> None:
    """Closes a table and returns its tray to the house; its round must be over."""
    state = batch.state(f"table {table}")
    if state is None:
        raise HouseError(f"there is no table {table!r}")
    if not state["open"]:
        return
    escrow = accounts.escrow(table)
    if batch.cents(escrow):
        raise HouseError(f"a round at table {table} is not over: it cannot be closed yet")
    tray = accounts.tray(table)
    batch.write(
        "table closed",
        f"table {table}",
        day=day,
        facts=by_whom(batch, "tables", staff),
        postings=move(tray, accounts.HOUSE, batch.cents(tray), "credit"),
        after={**{key: state[key] for key in state if key != CLOSING}, "open": False},
    )


def close_after_round(batch: Batch, table: str, day: date) -> None:
    """Closes a table at once or after its open round; until then no round can begin there."""
    state = batch.state(f"table {table}")
    if state is None or not state["open"] or not batch.cents(accounts.escrow(table)):
        close_table(batch, table, day)
    elif CLOSING not in state:
        after = {**state, CLOSING: True}
        batch.write("table closing", f"table {table}", day=day, after=after)


def close_if_due(batch: Batch, table: str) -> None:
    """Closes the table if it was to close after the round that is now over."""
    state = batch.state(f"table {table}")
    if state is not None and CLOSING in state and not batch.cents(accounts.escrow(table)):
        close_table(batch, table, batch.today)
