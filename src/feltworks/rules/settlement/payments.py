"""What a wager pays: the one place where it is computed.

The table settles a seat with it and the odds are counted with it. In comes the situation
of one seat, out comes a payment in exact terms: so many times the stake, so many cents
from the tray, such a share of a jackpot. No amount of money is looked at here; the
jackpot's amount is the caller's to multiply in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from feltworks.rules.amounts import Prize
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.schema.settle import Pay, PayTable, Row

Result = Literal["win", "tie", "lose"]
LOSE, PUSH = Fraction(-1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Situation:
    """One seat when its wagers are settled; no result means no contest was played."""

    held: Mapping[str, Held] = field(default_factory=dict)
    folded: bool = False
    qualified: bool = True
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class JackpotHit:
    """A claim to a part of a jackpot, before it is shared with others of the round."""

    jackpot: str
    share: Fraction
    several: Literal["split", "each"]


@dataclass(frozen=True, slots=True)
class Payment:
    """What happens to a wager, net: `odds` times the stake, `cents` and jackpot shares on top."""

    case: str
    odds: Fraction
    cents: int = 0
    hits: tuple[JackpotHit, ...] = ()
    rows: tuple[str, ...] = ()

    def plus(self, other: Payment) -> Payment:
        return Payment(
            self.case,
            self.odds + other.odds,
            self.cents + other.cents,
            self.hits + other.hits,
            self.rows + other.rows,
        )


def settle(book: Handbook, wager: str, situation: Situation) -> Payment:
    """The payment on a wager in a situation, by the wager's cell for that case."""
    cells = book.rules.settle[wager]
    case = case_of(situation)
    if case == "not_qualified" and cells.compares_unqualified:
        case = situation.result or "tie"
    cell = cells.cell(case)
    if cell is None:
        raise ValueError(f"settle.{wager} has no cell for {case}")
    payment = _pay(book, cell[0], case, situation)
    for pay in cell[1:]:
        payment = payment.plus(_pay(book, pay, case, situation))
    return payment


def case_of(situation: Situation) -> str:
    """The cell a situation calls for, before a wager says that it compares all the same."""
    if situation.folded:
        return "folded"
    if not situation.qualified:
        return "not_qualified"
    return situation.result or "always"


def row_for(book: Handbook, table_id: str, held: Held) -> Row | None:
    """The first row of a pay table that the hand fits."""
    table = book.rules.pays[table_id]
    for row in table.rows:
        if book.test(table.hand, row.hand).matches(held.value, held.cards):
            return row
    return None


def _pay(book: Handbook, pay: Pay, case: str, situation: Situation) -> Payment:
    if pay.pays is not None:
        return _payment(case, pay.pays)
    won: list[Payment] = []
    lost_row: str | None = None
    for table_id in pay.all_tables:
        table = book.rules.pays[table_id]
        row = row_for(book, table_id, situation.held[table.hand])
        if row is not None and row.pays.kind == "lose":
            lost_row = lost_row or row.id
        elif row is not None:
            won.append(_row_payment(case, table, row))
    if not won:
        if lost_row is not None:
            return Payment(case, LOSE, rows=(lost_row,))
        assert pay.else_ is not None
        return _payment(case, pay.else_)
    if pay.rows == "higher":
        return max(won, key=lambda payment: (payment.odds, payment.cents))
    total = won[0]
    for payment in won[1:]:
        total = total.plus(payment)
    return total


def _row_payment(case: str, table: PayTable, row: Row) -> Payment:
    paid = _payment(case, row.pays, row)
    if row.pays.kind in ("dollars", "share") and table.stake == "lost":
        paid = paid.plus(Payment(case, LOSE))
    return Payment(case, paid.odds, paid.cents, paid.hits, (row.id,))


def _payment(case: str, prize: Prize, row: Row | None = None) -> Payment:
    if prize.kind == "lose":
        return Payment(case, LOSE)
    if prize.kind == "odds":
        return Payment(case, prize.odds)
    if prize.kind == "dollars":
        return Payment(case, PUSH, cents=prize.cents)
    if prize.kind == "share":
        assert prize.jackpot is not None
        several = row.several if row is not None else "split"
        return Payment(case, PUSH, hits=(JackpotHit(prize.jackpot, prize.share, several),))
    return Payment(case, PUSH)
