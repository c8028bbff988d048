"""Pays under which the best play is the same: those that were tried, and all between them.

What a choice wins is linear in what the rows of a table pay. So a choice that is best with some
pays and with others is best with every mixture of them, and where it is tied with both it is tied
there too. When a row is changed, the play is looked for with a far larger change of that row; if
it is the same one, it need not be looked for in between again, nor for several such rows that
change together by parts of their large changes that come to no more than one whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.pays import Pays
from feltworks.odds.solver import Solved
from feltworks.rules.amounts import Prize
from feltworks.rules.schema import Rules

FAR = 8
"""How many times as far a row is changed to look for the play there."""


class RowOfTable(NamedTuple):
    """A table and a row of it, by their ids."""

    table: str
    row: str


class Direction(NamedTuple):
    """A row, and whether it pays more than in the file or less."""

    row: RowOfTable
    is_more: bool


Changes = dict[RowOfTable, Fraction]
"""By how much rows pay more than in the file, to one; less than 0 where they pay less."""
PlaysAlike = Callable[[Rules], bool]


def with_prizes(rules: Rules, prizes: Mapping[RowOfTable, Prize]) -> Rules:
    """The same rules with some rows paying something else."""
    tables = {
        id_: table.model_copy(
            update={
                "rows": tuple(
                    row.model_copy(update={"pays": prizes.get(RowOfTable(id_, row.id), row.pays)})
                    for row in table.rows
                )
            }
        )
        for id_, table in rules.pays.items()
    }
    return rules.model_copy(update={"pays": tables})


def rows_changed(before: Rules, after: Rules) -> Changes | None:
    """The rows that pay something else; None where rules differ in anything but odds."""
    if before.model_copy(update={"pays": {}}) != after.model_copy(update={"pays": {}}):
        return None
    changes: Changes = {}
    for id_, table in before.pays.items():
        other = after.pays.get(id_)
        if other is None or len(other.rows) != len(table.rows):
            return None
        for old, new in zip(table.rows, other.rows, strict=True):
            if old == new:
                continue
            if old.model_copy(update={"pays": new.pays}) != new:
                return None
            if (old.pays.kind, new.pays.kind) != ("odds", "odds"):
                return None
            changes[RowOfTable(id_, old.id)] = new.pays.odds - old.pays.odds
    return changes


def are_ties_known(solved: Solved) -> bool:
    """Whether ties are certain: with more than two choices the count of ties does not say which are
    tied."""
    return not any(
        len(node.branches) > 2 and solved.counted.indifferent.get(node.decision or "", 0)
        for nodes in solved.walk.tree.levels
        for node in nodes
    )


@dataclass
class SamePlay:
    """What is known of a game's best play around its own pays."""

    rules: Rules
    pays: Callable[[Rules], Pays]
    """What endings pay by other rules."""
    same: list[Changes] = field(default_factory=list)
    """Changes with which the play was the same."""
    other: dict[Direction, Fraction] = field(default_factory=dict)
    """The least change of a single row with which it was another one."""

    def holds_at(self, after: Rules, plays_alike: PlaysAlike) -> bool:
        """Whether the play is the same, as far as that is known. Where a single row was not tried
        yet, it is tried, with a far larger change."""
        if self.is_known_at(after):
            return True
        changes = rows_changed(self.rules, after) or {}
        untried = [row for row in changes if self._known_end(row, changes[row]) is None]
        if len(untried) != 1:
            return False
        far = self._far(untried[0], changes[untried[0]], least=len(changes))
        if far is None:
            return False
        tried = self._changed({untried[0]: far})
        self.note(tried, same=plays_alike(tried))
        return self.is_known_at(after)

    def is_known_at(self, after: Rules) -> bool:
        """The same with nothing tried."""
        changes = rows_changed(self.rules, after)
        if changes is None:
            return False
        if (part := self._part_of_a_known_change(changes)) is not None:
            return self._is_mixture(after, [part])
        parts = []
        for row, change in changes.items():
            end = self._known_end(row, change)
            if end is None:
                return False
            parts.append(({row: end}, change / end))
        return self._is_mixture(after, parts)

    def note(self, after: Rules, *, same: bool) -> None:
        """The play was looked for with these pays."""
        changes = rows_changed(self.rules, after)
        if changes and same and self._part_of_a_known_change(changes) is None:
            self.same.append(changes)
        elif changes and not same and len(changes) == 1:
            ((row, change),) = changes.items()
            direction = Direction(row, change > 0)
            least = self.other.get(direction, change)
            self.other[direction] = min(least, change, key=abs)

    def _part_of_a_known_change(self, changes: Changes) -> tuple[Changes, Fraction] | None:
        """A larger change, or the same one, of all these rows in proportion, and which part of it
        they are; no change is none of any."""
        if not changes:
            return {}, Fraction(0)
        for known in self.same:
            if known.keys() == changes.keys():
                parts = {changes[row] / known[row] for row in changes}
                if len(parts) == 1 and 0 <= min(parts) <= 1:
                    return known, parts.pop()
        return None

    def _known_end(self, row: RowOfTable, change: Fraction) -> Fraction | None:
        """The largest change of a row alone, in the same direction, with the same play."""
        alone = [known[row] for known in self.same if known.keys() == {row}]
        return max((end for end in alone if end * change > 0), key=abs, default=None)

    def _far(self, row: RowOfTable, change: Fraction, least: int) -> Fraction | None:
        """A change many times as large that keeps the pay at 0 or more, below where the play is
        known to change; None if that is not large enough."""
        far = max(FAR * change, min(change, -self._odds(row)))
        other = self.other.get(Direction(row, change > 0))
        if other is not None and abs(far) >= abs(other):
            far = other / 2
        return far if abs(far) >= least * abs(change) else None

    def _changed(self, changes: Changes) -> Rules:
        odds = {row: self._odds(row) + change for row, change in changes.items()}
        return with_prizes(self.rules, {row: Prize("odds", odds=pay) for row, pay in odds.items()})

    def _odds(self, row: RowOfTable) -> Fraction:
        return next(
            each.pays.odds for each in self.rules.pays[row.table].rows if each.id == row.row
        )

    def _is_mixture(self, after: Rules, parts: Sequence[tuple[Changes, Fraction]]) -> bool:
        """Whether what endings pay is a mixture of what they pay with these changes, and without
        any for the rest."""
        if sum(share for _, share in parts) > 1:
            return False
        start = _exact(self.pays(self.rules))
        mixed = start
        for changes, share in parts:
            mixed = mixed + share * (_exact(self.pays(self._changed(changes))) - start)
        return bool((mixed == _exact(self.pays(after))).all())

    def plain_data(self) -> dict[str, Any]:
        return {
            "same": [
                [[*row, str(change)] for row, change in changes.items()] for changes in self.same
            ],
            "other": [[*row, str(change)] for (row, _), change in self.other.items()],
        }

    def recall(self, data: Mapping[str, Any]) -> None:
        """What `plain_data` gave before; what is not of its form is left out."""
        with suppress(KeyError, TypeError, ValueError, ZeroDivisionError):
            for changes in data["same"]:
                known = {RowOfTable(table, row): Fraction(text) for table, row, text in changes}
                if all(known.values()):
                    self.same.append(known)
            for table, row, text in data["other"]:
                change = Fraction(text)
                self.other[Direction(RowOfTable(table, row), change > 0)] = change


def _exact(pays: Pays) -> NDArray[Any]:
    """What endings pay, as fractions."""
    return np.asarray(pays.table.astype(object) * Fraction(1, pays.scale))
