"""Orders: what the staff did to a table stands until somebody changes it.

Closing a table or posting other limits is an order. It is the state of `order TABLE` in the books,
so that it outlasts the server: when the house opens again, a table that was ordered closed stays
closed and posted limits hold. A difference from the house file is reported every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from feltworks.house.books import Batch, Reader
from feltworks.house.cardroom import CardRoom
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.staff import permitted
from feltworks.money import money
from feltworks.round import Limits

POSTED = ("minimum_cents", "maximum_cents", "side_minimum_cents", "side_maximum_cents")
"""The limits that an order may change; chips always come from the house file."""
THE_HOUSE = "the house"


@dataclass(frozen=True, slots=True)
class TableOrder:
    """What was ordered for a table, by whom and when; without limits the house file's hold.

    Limits were posted for a game, and hold while the table has that game.
    """

    game: str
    closed: bool
    limits: dict[str, int] | None
    by: str
    day: str

    def on(self, sheet: Sheet) -> Sheet:
        """The sheet with the limits that were ordered."""
        if self.limits is None or sheet.game != self.game:
            return sheet
        changed: dict[str, Any] = {**self.limits}
        return replace(sheet, limits=replace(sheet.limits, **changed))


def order_of(books: Batch | Reader, table: str) -> TableOrder | None:
    """The last order for a table."""
    state = books.state(f"order {table}")
    return None if state is None else TableOrder(**state)


def give_order(
    batch: Batch, written: Sheet, *, closed: bool, limits: Limits, by: str | None
) -> None:
    """Records an order for a table; `written` is its sheet by the house file.

    `by` is None for an order of the program itself.
    """
    table, file_limits = written.table, posted_limits(written.limits)
    changed = posted_limits(limits)
    before, ordered = order_of(batch, table), None if changed == file_limits else changed
    is_same = ordered == (None if before is None else before.limits)
    if by is not None:
        permitted(batch, "tables" if closed or is_same else "limits", by)
    order = TableOrder(written.game, closed, ordered, by or THE_HOUSE, batch.day)
    if before is None and not closed and order.limits is None:
        return
    if before is None or replace(before, by=order.by, day=order.day) != order:
        batch.write("table ordered", f"order {table}", after=asdict(order))


def under_orders(books: Batch | Reader, room: CardRoom) -> CardRoom:
    """The card room with the limits that were ordered."""
    ordered = {table: order.on(sheet) for table, sheet, order in _orders(books, room)}
    return replace(room, sheets={**room.sheets, **ordered})


def _orders(books: Batch | Reader, room: CardRoom) -> Iterator[tuple[str, Sheet, TableOrder]]:
    """The tables with an order, each with its sheet by the house file."""
    for table, sheet in room.sheets.items():
        if (order := order_of(books, table)) is not None:
            yield table, sheet, order


def differences(books: Batch | Reader, room: CardRoom) -> Iterator[str]:
    """Where an order in force differs from the house file, in sentences."""
    for table, sheet, order in _orders(books, room):
        given = f"by {order.by} on {order.day}"
        if order.closed:
            yield f"table {table} stays closed as ordered {given}; the house file has it open"
        ordered = order.on(sheet).limits
        if posted_limits(ordered) != posted_limits(sheet.limits):
            yield (
                f"table {table} has limits of {limits_text(ordered)} as ordered {given}; "
                f"the house file says {limits_text(sheet.limits)}"
            )
        elif order.limits is not None and sheet.game != order.game:
            yield f"table {table} has another game than the one whose limits were ordered {given}"


def posted_limits(limits: Limits) -> dict[str, int]:
    return {name: getattr(limits, name) for name in POSTED}


def limits_text(limits: Limits) -> str:
    main = f"{money(limits.minimum_cents)} to {money(limits.maximum_cents)}"
    return f"{main}, side {money(limits.side_minimum_cents)} to {money(limits.side_maximum_cents)}"
