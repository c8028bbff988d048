"""Pay tables and jackpots: every row can pay, no better hand is missing, shares fit together.

Rows are read from the top, so a row whose hands are all covered by rows above it is a mistake; so
is a table that pays a hand and leaves a better one out. A better hand that is meant to lose gets a
row that says so. The wager that plays for a jackpot is the wager whose pays share it.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.hands import CompiledRanking, HandTest
from feltworks.rules.checks.hands import PhraseBook
from feltworks.rules.checks.places import all_pays
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules


def check_pay_tables(rules: Rules) -> Iterator[Mistake]:
    """Repeated hands, missing hands, prizes that do not fit together, unused tables."""
    phrases = PhraseBook(rules)
    used = {id_ for cells in rules.settle.values() for id_ in cells.tables}
    for id_, table in rules.pays.items():
        if id_ not in used:
            yield Mistake(f"pays.{id_}", "a table that no cell pays by", "tables named in settle")
        if table.hand in phrases.usable:
            yield from _rows(phrases, rules, id_)
        for row in table.rows:
            if table.stake == "lost" and row.pays.kind == "push":
                allowed = "lose, odds, dollars or a share where the stake is lost"
                yield Mistake(f"pays.{id_}.rows.{row.id}.pays", "'push'", allowed)
    yield from _higher(rules)


def _rows(phrases: PhraseBook, rules: Rules, id_: str) -> Iterator[Mistake]:
    table, book = rules.pays[id_], phrases.book
    compiled = None if table.hand in rules.totals else book.compiled(table.hand)
    values = book.total(table.hand).size if compiled is None else len(compiled.classes)
    taken = bytearray(values)
    read: list[HandTest] = []
    for row in table.rows:
        test = phrases.test(table.hand, row.hand)
        if test is None:
            return
        if not any(test.spans):
            continue  # the deck cannot deal it, so it takes nothing from the rows below
        same = any((test.spans, test.condition) == (old.spans, old.condition) for old in read)
        if same or all(taken[value] for span in test.spans for value in span):
            found = f"{row.hand!r}, which rows above it already pay"
            allowed = "a hand that is still unpaid there"
            yield Mistake(f"pays.{id_}.rows.{row.id}.hand", found, allowed)
        read.append(test)
        if test.condition is None:
            for span in test.spans:
                taken[span.start : span.stop] = b"\1" * len(span)
    # A higher total is not a better hand: a table lists the totals it pays.
    if compiled is not None:
        yield from _gaps(compiled, taken, f"pays.{id_}.rows")


def _gaps(compiled: CompiledRanking, taken: bytearray, key: str) -> Iterator[Mistake]:
    lowest = taken.find(1)
    if lowest < 0:
        return
    for category in compiled.ranking.categories:
        span = compiled.category_range(category)
        missing = [value for value in span if value > lowest and not taken[value]]
        if not missing:
            continue
        told = compiled.ranking.label(category)
        if len(missing) < len(span):
            told = f"{told} ({compiled.describe(missing[-1])})"
        found = f"no row for {told}, which ranks above {compiled.describe(lowest)}"
        allowed = 'a row for each hand from the top down, pays = "lose" where it is meant to lose'
        yield Mistake(key, found, allowed)


def _higher(rules: Rules) -> Iterator[Mistake]:
    """Compares prizes; which of two is higher is only clear if both are odds."""
    for key, _, pay in all_pays(rules):
        if pay.rows != "higher":
            continue
        if len(pay.all_tables) < 2:
            yield Mistake(f"{key}.rows", "'higher' with one table", "it beside several tables")
        for id_ in pay.all_tables:
            rows = rules.pays[id_].rows if id_ in rules.pays else ()
            if any(row.pays.kind in ("dollars", "share") for row in rows):
                found = f"'higher' although {id_} pays dollars or a share"
                yield Mistake(f"{key}.rows", found, "stack, or tables that pay odds")


def check_jackpots(rules: Rules) -> Iterator[Mistake]:
    """Checks each jackpot against the wagers and rows that name it."""
    for id_, jackpot in rules.jackpots.items():
        payers = wagers_sharing(rules, id_)
        if not payers:
            found = "a jackpot that no row pays from"
            yield Mistake(f"jackpots.{id_}", found, f'a row that pays such as "100% of {id_}"')
        elif jackpot.wager in rules.wagers and payers != {jackpot.wager}:
            found = f"{jackpot.wager!r}, but {', '.join(sorted(payers))} pays from it"
            yield Mistake(f"jackpots.{id_}.wager", found, ", ".join(sorted(payers)))
        backups = jackpot.backups
        if backups is not None and backups.cap_lifts_at.cents < backups.first_at.cents:
            allowed = f"at least first_at = {backups.first_at}"
            yield Mistake(
                f"jackpots.{id_}.backups.cap_lifts_at", str(backups.cap_lifts_at), allowed
            )
        if backups is None and "backups_kept" in jackpot.model_fields_set and jackpot.backups_kept:
            yield Mistake(f"jackpots.{id_}.backups_kept", "true without backups", "a backups table")


def wagers_sharing(rules: Rules, jackpot: str) -> set[str]:
    """The wagers with a prize that is a share of the jackpot."""
    tables = {
        id_
        for id_, table in rules.pays.items()
        if any(row.pays.jackpot == jackpot for row in table.rows)
    }
    by_table = {wager for wager, cells in rules.settle.items() if tables & {*cells.tables}}
    plainly = {
        wager
        for _, wager, pay in all_pays(rules)
        if any(prize is not None and prize.jackpot == jackpot for prize in (pay.pays, pay.else_))
    }
    return by_table | plainly
