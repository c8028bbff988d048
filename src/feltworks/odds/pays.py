"""What every ending pays, in whole numbers of the smallest unit of pay.

The settlement is computed once for each ending, case and class instead of once for each deal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.cases import CASES
from feltworks.odds.classes import PayClasses
from feltworks.odds.contests import paid_hands, paid_in_units
from feltworks.odds.keys import KeysUsed
from feltworks.odds.tree import Ending
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.settlement import Payment, Situation


class PaidCase(NamedTuple):
    """One way a deal can end for money: an ending, a case of it and a class of hands."""

    ending: int
    case: int
    pay_class: int


@dataclass(frozen=True)
class Pays:
    """Payments by paid case: exact for the report, whole numbers for the kernels."""

    classes: PayClasses
    by_wager: dict[PaidCase, dict[str, Payment]]
    net: dict[PaidCase, Fraction]
    scale: int
    table: Int64s
    """Net pay times `scale`, indexed by ending, class and case."""

    def case(self, paid_case: PaidCase, contest: str) -> int:
        """The result of a contest, as a place in `CASES`."""
        known = self.classes.case(paid_case.pay_class, contest)
        return paid_case.case if known is None else known


def price(
    book: Handbook,
    endings: Sequence[Ending],
    wagers: Sequence[str],
    classes: PayClasses,
    keys: KeysUsed,
) -> Pays:
    """Compute the settlement of every ending, case and class."""
    by_wager: dict[PaidCase, dict[str, Payment]] = {}
    net: dict[PaidCase, Fraction] = {}
    stakes = [dict(ending.stakes) for ending in endings]
    looked_up = {wager: paid_hands(book, [wager]) for out in stakes for wager in out}
    known: dict[_PaidFor, Payment] = {}
    for pay_class in range(classes.count):
        held = classes.held(pay_class)
        if held is None:
            continue
        settled = _Settled(book, classes, pay_class, held, looked_up, known)
        for number, ending in enumerate(endings):
            for case in range(1 if classes.contests else len(CASES)):
                paid_case = PaidCase(number, case, pay_class)
                if case and not any(settled.contest(wager, ending) for wager in stakes[number]):
                    first = PaidCase(number, 0, pay_class)
                    by_wager[paid_case], net[paid_case] = by_wager[first], net[first]
                    continue
                paid = {wager: settled.payment(wager, ending, case) for wager in stakes[number]}
                by_wager[paid_case] = paid
                net[paid_case] = _net(stakes[number], paid)
    for wager in wagers:
        keys.use(f"settle.{wager}")
        keys.use(f"wagers.{wager}")
    scale = math.lcm(*(pay.denominator for pay in net.values()))
    table = np.zeros((len(endings), classes.count, len(CASES)), np.int64)
    for paid_case, pay in net.items():
        table[paid_case.ending, paid_case.pay_class, paid_case.case] = pay.numerator * (
            scale // pay.denominator
        )
    return Pays(classes, by_wager, net, scale, table)


def _net(stakes: Mapping[str, Fraction], paid: Mapping[str, Payment]) -> Fraction:
    """What all wagers win together; fractions are slow to add, so one is made of those alike."""
    above: dict[int, int] = {1: 0}
    for wager, pay in paid.items():
        stake, odds = stakes[wager], pay.odds
        below = stake.denominator * odds.denominator
        above[below] = above.get(below, 0) + stake.numerator * odds.numerator
    whole = above.pop(1)
    return sum((Fraction(over, below) for below, over in above.items()), Fraction(whole))


_PaidFor = tuple[str, bool, str | None, int, tuple[int, ...]]
"""All that a payment depends on; hands are told apart by identity, one object for each kind."""


class _Settled:
    """What wagers are paid on hands of one class.

    The settlement is computed once for each case and the hands that a wager's pay tables look up:
    classes that differ in other hands share it.
    """

    def __init__(
        self,
        book: Handbook,
        classes: PayClasses,
        pay_class: int,
        held: dict[str, Held],
        looked_up: Mapping[str, Sequence[str]],
        known: dict[_PaidFor, Payment],
    ) -> None:
        self.book = book
        self.classes = classes
        self.pay_class = pay_class
        self.held = held
        self._known = known
        self._hands = {
            wager: tuple([id(held[hand]) for hand in hands]) for wager, hands in looked_up.items()
        }

    def contest(self, wager: str, ending: Ending) -> str | None:
        """The contest that decides a wager; none after a fold, or with cards alone."""
        cells = self.book.rules.settle[wager]
        if ending.is_folded(wager) or not cells.is_compared:
            return None
        return cells.decided_by(ending.contest)

    def payment(self, wager: str, ending: Ending, case: int) -> Payment:
        folded = ending.is_folded(wager)
        contest = None if folded else self.contest(wager, ending)
        if self.classes.contests and contest is not None:
            case = self.classes.case(self.pay_class, contest) or 0
        key = (wager, folded, contest, case if contest is not None else 0, self._hands[wager])
        payment = self._known.get(key)
        if payment is None:
            situation = self._situation(contest, case, folded=folded)
            payment = self._known[key] = paid_in_units(self.book, wager, situation)
        return payment

    def _situation(self, contest: str | None, case: int, *, folded: bool) -> Situation:
        if contest is None:
            return Situation(self.held, folded=folded)
        qualified, result = CASES[case]
        if self.book.rules.contests[contest].qualifier is None:
            qualified = True
        return Situation(self.held, qualified=qualified, result=result, contest=contest)
