"""What each kind of record must say, given the books before it.

Money moves for known reasons only, and each reason says how much from where to where: chips by the
amount that was sold, a tray by what its sheet opens with, stakes by what was put out. A record that
moves other money, or moves money for no known reason, is false even if its hash fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from feltworks.errors import FeltworksError
from feltworks.house.audit.decks import DeckCheck
from feltworks.house.audit.jackpots import JackpotCheck
from feltworks.house.audit.limits import LimitsCheck
from feltworks.house.audit.running import RunningBooks
from feltworks.house.books import Record, kinds
from feltworks.house.corrections import CORRECTED, PURPOSE, is_same_person, read_moves
from feltworks.house.errors import Violation
from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.entry import stakes_returned, stakes_taken
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.money import money

Faults = Iterator[tuple[str, str]]
"""Each fault with the name of its check."""


class DerivedCheck:
    """Compares records with the books as they stood before each of them."""

    def __init__(self, books: RunningBooks) -> None:
        self._books = books
        self._sheets = Sheets()
        self.jackpots = JackpotCheck(books)
        self.decks = DeckCheck(self._sheet)
        self._limits = LimitsCheck(books)
        self._filled: tuple[str, int] | None = None
        """The table whose tray was just filled, and the round that it was filled for."""

    def faults(self, record: Record) -> Faults:
        """What is false in a record."""
        yield from self._fill_was_due(record)
        for text in self.decks.faults(record):
            yield "decks", text
        self._limits.note(record)
        if record.kind == "jackpot posted":
            self.jackpots.note_posting(record)
        kind = record.subject.partition(" ")[0]
        if kind == "jackpot":
            for text in self.jackpots.faults(record):
                yield "jackpots", text
        elif record.kind == "jackpot capped":
            for text in self.jackpots.capping_faults(record):
                yield "jackpots", text
        elif check := _CHECKS.get(record.kind):
            yield from check(self, record)
        elif record.content.get("postings"):
            yield "ledger", f"{record.kind!r} is no reason to move money"

    def end(self) -> Iterator[Violation]:
        """What records announced and the chain does not contain."""
        for text in self.jackpots.end_faults():
            yield Violation(0, "jackpots", text)
        yield from self._limits.end()

    def _entry_is(self, record: Record, due: Sequence[Posting]) -> Faults:
        if record.postings != list(due):
            lines = [f"{money(each.cents)} to {each.account}" for each in due if each.cents > 0]
            text = ", ".join(lines) or "nothing moves"
            yield "ledger", f"its entry is not the one that is due: {text}"

    # --- the cage ---------------------------------------------------------------------------

    def _chips(self, record: Record) -> Faults:
        player, cents = record.subject_name, record.facts["cents"]
        if (cents > 0) is not (record.kind == "chips sold"):
            yield "ledger", f"{record.kind!r} and an amount of {money(cents)} do not go together"
        due = move(accounts.CAGE, accounts.player(player), cents, "chips")
        yield from self._entry_is(record, due)

    def _correction(self, record: Record) -> Faults:
        """Checks that a correction is booked as proposed, once, and by somebody else."""
        before, after = record.content["before"], record.content["after"]
        entry: list[Posting] = []
        for each in read_moves(before["moves"]):
            for account in (each.source, each.target):
                if account.purse not in CORRECTED:
                    yield "corrections", f"{account} is not put right by a correction"
            entry += move(each.source, each.target, each.cents, PURPOSE)
        yield from self._entry_is(record, entry)
        if before["status"] != "proposed" or after["status"] != "booked":
            yield "corrections", "it books what was not proposed"
        if is_same_person(after["confirmed_by"], before["proposed_by"]):
            yield "corrections", "whoever proposed it confirmed it"

    # --- tables -----------------------------------------------------------------------------

    def _sheet(self, hash: str) -> Sheet | None:
        try:
            return self._sheets.read(self._books, hash)
        except FeltworksError:
            return None  # The check of filed texts reports faulty ones.

    def _table_opened(self, record: Record) -> Faults:
        table, after = record.subject_name, record.content["after"]
        sheet = self._sheet(after["sheet"])
        if after["open"] is not True or after["day"] != record.day:
            yield "tables", f"table {table} is opened and does not stand open for {record.day}"
        if sheet is None:
            return
        if sheet.table != table:
            yield "tables", f"its sheet is that of table {sheet.table}"
        self._limits.opened(record, sheet)
        for name in sheet.jackpots.values():
            if waiting := self._books.cents(accounts.counted(name)):
                yield "jackpots", f"{money(waiting)} was counted for {name} and not posted first"
        tray = accounts.tray(table)
        needed = max(0, sheet.tray - self._books.cents(tray))
        yield from self._entry_is(record, move(accounts.HOUSE, tray, needed, "fill"))

    def _table_closed(self, record: Record) -> Faults:
        table, content = record.subject_name, record.content
        before, after = content["before"], content["after"]
        if after["open"] or after["sheet"] != before["sheet"]:
            yield "tables", f"table {table} is closed and does not stand closed as it was"
        if held := self._books.cents(accounts.escrow(table)):
            yield "tables", f"table {table} is closed with {money(held)} in escrow"
        tray = accounts.tray(table)
        due = move(tray, accounts.HOUSE, self._books.cents(tray), "credit")
        yield from self._entry_is(record, due)

    def _table_filled(self, record: Record) -> Faults:
        table = record.subject_name
        self._filled = table, record.facts["for_round"]
        tray = accounts.tray(table)
        cents = sum(posting.cents for posting in record.postings if posting.account == tray)
        yield from self._entry_is(record, move(accounts.HOUSE, tray, max(0, cents), "fill"))

    def _fill_was_due(self, record: Record) -> Faults:
        """Checks that a tray was filled because it could not pay the round settled next."""
        if self._filled is None:
            return
        (table, round), self._filled = self._filled, None
        if record.kind != kinds.ROUND_SETTLED or record.round != round:
            yield "tables", f"the tray of {table} was filled for round {round}, which is not next"
            return
        opened = self._books.open_rounds.get(round)
        sheet = opened and self._sheet(opened[0].facts["sheet"])
        if not sheet:
            return
        tray = accounts.tray(table)
        change = sum(posting.cents for posting in record.postings if posting.account == tray)
        if self._books.cents(tray) + change != sheet.tray:
            yield "tables", f"the tray of {table} was not filled to its {money(sheet.tray)}"

    # --- rounds -----------------------------------------------------------------------------

    def _round_opened(self, record: Record) -> Faults:
        facts = record.facts
        state = self._books.state(f"table {facts['table']}")
        if state is None or not state["open"]:
            yield "rounds", f"it is begun at table {facts['table']}, which is not open"
        elif state["sheet"] != facts["sheet"]:
            yield "rounds", f"it is begun on another sheet than that of table {facts['table']}"
        yield from self._stakes(round_record([record], record.round or 0), record)

    def _round_held(self, record: Record) -> Faults:
        if (found := self._open(record)) is None:
            yield "rounds", f"round {record.round} is staked on and not open"
        else:
            yield from self._stakes(found, record)

    def _stakes(self, found: RoundRecord, record: Record) -> Faults:
        stakes = {int(seat): cents for seat, cents in record.facts["stakes"].items()}
        if any(cents < 0 for cents in stakes.values()):
            yield "ledger", "a stake is below zero"
        yield from self._entry_is(record, stakes_taken(found.table, stakes, found.players))

    def _round_voided(self, record: Record) -> Faults:
        if (found := self._open(record)) is None:
            yield "rounds", f"round {record.round} is voided and not open"
        else:
            yield from self._entry_is(record, stakes_returned(found))
            self.decks.voided(record, found.opening)

    def _round_settled(self, record: Record) -> Faults:
        """The entry is checked by the replay of the round."""
        if record.round not in self._books.open_rounds:
            yield "rounds", f"round {record.round} is settled and not open"

    def _open(self, record: Record) -> RoundRecord | None:
        records = self._books.open_rounds.get(record.round or 0)
        return None if records is None else round_record(records, record.round or 0)


_CHECKS: Mapping[str, Callable[[DerivedCheck, Record], Faults]] = {
    "chips sold": DerivedCheck._chips,
    "chips bought back": DerivedCheck._chips,
    "correction booked": DerivedCheck._correction,
    "table opened": DerivedCheck._table_opened,
    "table closed": DerivedCheck._table_closed,
    "table filled": DerivedCheck._table_filled,
    kinds.ROUND_OPENED: DerivedCheck._round_opened,
    kinds.ROUND_HELD: DerivedCheck._round_held,
    kinds.ROUND_VOIDED: DerivedCheck._round_voided,
    kinds.ROUND_SETTLED: DerivedCheck._round_settled,
}
