"""What every ending pays, in whole numbers of the smallest unit of pay.

The settlement is asked once for each ending, case and class instead of once for each deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.classes import CASES, PayClasses
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.tree import Ending
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.settlement import Payment, Situation, settle


@dataclass(frozen=True)
class Slot:
    """One way a deal can end for money: an ending, a case of it and a class of hands."""

    ending: int
    case: int
    pay_class: int


@dataclass(frozen=True)
class Pays:
    """Payments by slot: exact for the report, whole numbers for the kernels."""

    classes: PayClasses
    by_wager: dict[Slot, dict[str, Payment]]
    net: dict[Slot, Fraction]
    scale: int
    table: NDArray[np.int64]
    """Net pay times `scale`, indexed by ending, class and case."""

    def case(self, slot: Slot, contest: str) -> int:
        """How a contest comes out in a slot, as a place in `CASES`."""
        told = self.classes.case(slot.pay_class, contest)
        return slot.case if told is None else told


def price(
    book: Handbook,
    endings: Sequence[Ending],
    wagers: Sequence[str],
    classes: PayClasses,
    keys: KeysUsed,
) -> Pays:
    """Ask the settlement about every ending, case and class."""
    by_wager: dict[Slot, dict[str, Payment]] = {}
    net: dict[Slot, Fraction] = {}
    for pay_class in range(classes.count):
        held = classes.held(pay_class)
        if held is None:
            continue
        for ending_number, ending in enumerate(endings):
            for case in range(1 if classes.contests else len(CASES)):
                slot = Slot(ending_number, case, pay_class)
                paid = _settled(book, ending, held, classes, slot)
                by_wager[slot] = paid
                net[slot] = sum(
                    (dict(ending.stakes)[wager] * pay.odds for wager, pay in paid.items()),
                    Fraction(0),
                )
    for wager in wagers:
        keys.use(f"settle.{wager}")
        keys.use(f"wagers.{wager}")
    scale = math.lcm(*(pay.denominator for pay in net.values()))
    table = np.zeros((len(endings), classes.count, len(CASES)), np.int64)
    for slot, pay in net.items():
        table[slot.ending, slot.pay_class, slot.case] = int(pay * scale)
    return Pays(classes, by_wager, net, scale, table)


def _settled(
    book: Handbook, ending: Ending, held: dict[str, Held], classes: PayClasses, slot: Slot
) -> dict[str, Payment]:
    paid: dict[str, Payment] = {}
    for wager, _ in ending.stakes:
        contest = book.rules.settle[wager].contest or ending.contest
        case = slot.case
        if classes.contests and contest is not None:
            case = classes.case(slot.pay_class, contest) or 0
        situation = _situation(book, ending, held, (contest, case))
        payment = settle(book, wager, situation)
        if payment.cents or payment.hits:
            raise OddsRefused(
                f"settle.{wager}",
                "dollars and jackpots are weighed only on side wagers that neither a choice nor "
                "the dealer's hand can touch",
            )
        paid[wager] = payment
    return paid


def _situation(
    book: Handbook, ending: Ending, held: dict[str, Held], outcome: tuple[str | None, int]
) -> Situation:
    contest, case = outcome
    if ending.folded_at is not None:
        return Situation(held, folded=True)
    if contest is None:
        return Situation(held)
    qualified, result = CASES[case]
    if book.rules.contests[contest].qualifies is None:
        qualified = True
    return Situation(held, qualified=qualified, result=result)
