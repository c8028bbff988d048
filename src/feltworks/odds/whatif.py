"""What if a hand paid differently: other odds in a pay table, and what follows.

Wagers that pay by a changed table are weighed three times: as in the file, with the new pays if
everybody plays as before, and with the new pays under the best play. If the last two differ, the
best play has changed. No other wager is counted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.odds.analyse import prepare
from feltworks.odds.countedgame import CountedGame
from feltworks.odds.kept import KeptCounts
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.sameplay import RowOfTable, with_prizes
from feltworks.rules.amounts import Prize
from feltworks.rules.checks import cross_check
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import slug


class PayError(FeltworksError):
    """A pay row that does not exist, or a prize that is not possible."""


@dataclass(frozen=True)
class RowOfWager:
    """One row of a pay table, by the wager it was named with."""

    wager: str
    table: str
    row: str

    def __str__(self) -> str:
        return f"{self.wager}.{self.row}"


def tables_of_wager(rules: Rules, wager: str) -> list[str]:
    """The pay tables of a wager; a table may also be named by its own id."""
    if wager not in rules.settle:
        if wager in rules.pays:
            return [wager]
        known = [*rules.settle, *rules.pays]
        raise PayError(
            f"there is no wager {wager!r}{did_you_mean(wager, known)}; wagers with a pay table: "
            f"{', '.join(id_ for id_ in rules.settle if _tables(rules, id_)) or 'none'}"
        )
    tables = _tables(rules, wager)
    if not tables:
        raise PayError(f"{wager} pays by no table")
    return tables


def _tables(rules: Rules, wager: str) -> list[str]:
    pays = [pay for cell in rules.settle[wager].all_cells.values() for pay in cell]
    return list(dict.fromkeys(table for pay in pays for table in pay.all_tables))


def find_row(rules: Rules, text: str) -> RowOfWager:
    """The row that `WAGER.HAND` means; a hand is written as in the file or as its id."""
    wager, dot, hand = (part.strip() for part in text.partition("."))
    if not (wager and dot and hand):
        raise PayError(f"{text!r} cannot be read: write WAGER.HAND, such as trips.flush")
    found = [
        RowOfWager(wager, table, row.id)
        for table in tables_of_wager(rules, wager)
        for row in rules.pays[table].rows
        if hand in (row.id, row.hand) or slug(hand) in (row.id, slug(row.hand))
    ]
    if len(found) > 1:
        tables = " or ".join(f"{row.table}.{row.row}" for row in found)
        raise PayError(f"{text!r} is a row of two tables: write {tables}")
    if not found:
        rows = [row.id for table in tables_of_wager(rules, wager) for row in rules.pays[table].rows]
        close = did_you_mean(slug(hand), rows)
        raise PayError(f"{wager} has no row for {hand!r}{close}; it has {', '.join(rows)}")
    return found[0]


def read_changes(rules: Rules, given: Iterable[str]) -> dict[RowOfWager, Prize]:
    """New pays from a list of `WAGER.HAND=ODDS`."""
    changes: dict[RowOfWager, Prize] = {}
    for text in given:
        where, equals, odds = (part.strip() for part in text.rpartition("="))
        if not (where and equals and odds):
            raise PayError(f"{text!r} cannot be read: write WAGER.HAND=ODDS, such as ante.flush=5")
        row = find_row(rules, where)
        if row in changes:
            raise PayError(f"{where} is given twice: give each row once")
        try:
            changes[row] = Prize.parse(odds)
        except RefusalError as error:
            raise PayError(f"{where}: {error}") from None
    return changes


def with_pays(rules: Rules, changes: Mapping[RowOfWager, Prize]) -> Rules:
    """The same rules with some rows paying something else."""
    changed = with_prizes(
        rules, {RowOfTable(row.table, row.row): new for row, new in changes.items()}
    )
    for mistake in cross_check(changed):
        raise PayError(str(mistake))
    return changed


def pays_by(rules: Rules, tables: Iterable[str]) -> list[str]:
    """The wagers that pay by some of these tables."""
    return [wager for wager in rules.settle if {*_tables(rules, wager)} & {*tables}]


@dataclass(frozen=True)
class WhatIf:
    """The wagers that pay by a changed table, before and after the change."""

    rules: Rules
    """The rules with the new pays."""
    changes: Mapping[RowOfWager, Prize]
    wagers: Mapping[str, WagerOdds]
    """The odds with the new pays, under the best play for them."""
    before: Mapping[str, Fraction]
    """The house edge of each as in the file."""
    as_before: Mapping[str, Fraction]
    """... and with the new pays if nobody changes his play."""

    def play_changes(self, wager: str) -> bool:
        """Whether the best play changes with the new pays."""
        return self.as_before[wager] != self.wagers[wager].house_edge


def what_if(
    rules: Rules,
    changes: Mapping[RowOfWager, Prize],
    *,
    indifferent: Mapping[str, str] | None = None,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> WhatIf:
    """The effect of changed pays on the wagers that pay by a changed table."""
    changed = with_pays(rules, changes)
    prepare(changed, indifferent)
    before, as_before, wagers = {}, {}, {}
    for wager in wagers_changed(rules, [row.table for row in changes]):
        counted = CountedGame(rules, wager, indifferent, progress, kept)
        before[wager] = counted.played_as_before(rules).house_edge
        as_before[wager] = counted.played_as_before(changed).house_edge
        wagers[wager] = counted.at_best(
            changed, _with_known_edge(wager, as_before[wager], progress)
        )
    return WhatIf(changed, changes, wagers, before, as_before)


def _with_known_edge(wager: str, edge: Fraction, progress: Progress) -> Progress:
    """Progress that also reports what is known already."""

    def told(what: str, done: int, of: int) -> None:
        progress(f"{wager} played as before {float(edge):.4%}; best play: {what}", done, of)

    return told


def wagers_changed(rules: Rules, tables: Sequence[str]) -> list[str]:
    """The analysis' names of the wagers that pay by these tables."""
    paid = pays_by(rules, tables)
    sides = [wager for wager in paid if rules.wagers[wager].kind == "side"]
    return [*(["main"] if len(sides) < len(paid) else []), *sides]
