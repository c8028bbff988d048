"""The check of limits: a table opens with those that the house file or an order of the staff posts.

The replay checks a round against the limits of its sheet, and that the sheet was its table's when
the round was begun. This check covers where the sheet's limits come from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from feltworks.errors import FeltworksError
from feltworks.house.audit.running import RunningBooks
from feltworks.house.books import Record
from feltworks.house.cardroom.housefile import parse_house
from feltworks.house.cardroom.room import limits_of
from feltworks.house.errors import Violation
from feltworks.house.orders import posted_limits
from feltworks.house.rounds.sheet import Sheet

Posted = Mapping[str, int]


class LimitsCheck:
    """Compares the limits of every table that opens with those that were posted for it."""

    def __init__(self, books: RunningBooks) -> None:
        self._books = books
        self._ordered: dict[str, Posted] = {}
        self._unposted: dict[str, tuple[int, Posted]] = {}
        """Tables that opened with limits nobody has posted yet: an order may be noted after it."""

    def note(self, record: Record) -> None:
        """Notes limits that a member of staff posts for a table."""
        table, limits = None, None
        if record.subject.startswith("order "):
            table, limits = record.subject_name, record.content["after"].get("limits")
        elif "limits" in (facts := record.facts or {}):
            table, limits = facts.get("table"), facts["limits"]
        if not isinstance(table, str) or not isinstance(limits, dict):
            return
        self._ordered[table] = limits
        if table in self._unposted and self._unposted[table][1] == limits:
            del self._unposted[table]

    def opened(self, record: Record, sheet: Sheet) -> None:
        """Notes that a table has opened with that sheet."""
        limits = posted_limits(sheet.limits)
        order = self._books.state(f"order {sheet.table}") or {}
        posted = (self._in_file(sheet.table), order.get("limits"), self._ordered.get(sheet.table))
        if limits in posted or posted[0] is None:
            self._unposted.pop(sheet.table, None)
        else:
            self._unposted.setdefault(sheet.table, (record.number, limits))

    def end(self) -> Iterator[Violation]:
        """Tables whose limits nobody posted."""
        for table, (number, _) in self._unposted.items():
            text = f"table {table} opens with limits that neither the house file nor an order posts"
            yield Violation(number, "limits", text)

    def _in_file(self, table: str) -> Posted | None:
        """What the house file posts for a table; None if the file can no longer be read."""
        state = self._books.state("house")
        text = None if state is None else self._books.paper(state["file"])
        return None if text is None else _limits_in(text).get(table)


@lru_cache(maxsize=16)
def _limits_in(text: str) -> dict[str, Posted]:
    try:
        tables = parse_house(text, "the filed house file").tables
    except FeltworksError:
        return {}
    return {name: posted_limits(limits_of(table)) for name, table in tables.items()}
