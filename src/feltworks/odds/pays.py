"""What every ending pays, in whole numbers of the smallest unit of pay.

Hands that no pay table and no cell tells apart pay alike, so they form one class; the
settlement is asked once for each ending, case and class instead of once for each deal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.tree import Ending
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.settlement import Payment, Result, Situation, settle

CASES: tuple[tuple[bool, Result], ...] = (
    (False, "win"),
    (False, "tie"),
    (False, "lose"),
    (True, "win"),
    (True, "tie"),
    (True, "lose"),
)
"""Dealer qualified or not, and how the hands compare: the order of the counts everywhere."""


@dataclass(frozen=True)
class HandClasses:
    """The values of one hand sorted into classes that every pay table treats alike."""

    hand: str
    of_value: NDArray[np.int64]
    examples: tuple[int, ...]


@dataclass(frozen=True)
class PayClasses:
    """Classes of all hands that pay tables look at, numbered together."""

    hands: tuple[HandClasses, ...]

    @property
    def count(self) -> int:
        return math.prod(len(hand.examples) for hand in self.hands)

    def held(self, number: int) -> dict[str, Held]:
        """A hand of each kind that belongs to a class."""
        example: dict[str, Held] = {}
        for hand in reversed(self.hands):
            number, place = divmod(number, len(hand.examples))
            example[hand.hand] = Held(hand.examples[place], ())
        return example


def pay_classes(book: Handbook, wagers: Sequence[str], keys: KeysUsed) -> PayClasses:
    """The classes that the cells of these wagers tell apart."""
    tables: dict[str, list[str]] = {}
    for wager in wagers:
        for cell in book.rules.settle[wager].cells.values():
            for table in itertools.chain.from_iterable(pay.all_tables for pay in cell):
                hand = book.rules.pays[table].hand
                tables.setdefault(hand, [])
                if table not in tables[hand]:
                    tables[hand].append(table)
                keys.use(f"pays.{table}")
    return PayClasses(tuple(_classes(book, hand, names) for hand, names in sorted(tables.items())))


def _classes(book: Handbook, hand: str, tables: list[str]) -> HandClasses:
    size = len(book.compiled(hand).classes)
    rows = np.full((len(tables), size), -1, np.int64)
    for number, table in enumerate(tables):
        for place, row in reversed(list(enumerate(book.rules.pays[table].rows))):
            test = book.test(hand, row.hand)
            if test.condition is not None:
                raise OddsRefused(
                    f"pays.{table}.rows.{row.id}.hand",
                    "a row that looks at single cards is weighed for side wagers only",
                )
            for span in test.spans:
                rows[number, span.start : span.stop] = place
    _, examples, of_value = np.unique(rows, axis=1, return_index=True, return_inverse=True)
    return HandClasses(hand, of_value.reshape(-1).astype(np.int64), tuple(map(int, examples)))


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


def price(book: Handbook, endings: Sequence[Ending], wagers: Sequence[str], keys: KeysUsed) -> Pays:
    """Ask the settlement about every ending, case and class."""
    classes = pay_classes(book, wagers, keys)
    by_wager: dict[Slot, dict[str, Payment]] = {}
    net: dict[Slot, Fraction] = {}
    for ending_number, ending in enumerate(endings):
        for pay_class in range(classes.count):
            held = classes.held(pay_class)
            for case in range(len(CASES)):
                slot = Slot(ending_number, case, pay_class)
                paid = _settled(book, ending, held, case)
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
    book: Handbook, ending: Ending, held: dict[str, Held], case: int
) -> dict[str, Payment]:
    situation = _situation(book, ending, held, case)
    paid: dict[str, Payment] = {}
    for wager, _ in ending.stakes:
        cells = book.rules.settle[wager]
        if cells.contest not in (None, ending.contest):
            raise OddsRefused(
                f"settle.{wager}.contest", "a contest other than the one played is not weighed yet"
            )
        payment = settle(book, wager, situation)
        if payment.cents or payment.hits:
            raise OddsRefused(
                f"settle.{wager}", "dollars and jackpots are weighed for side wagers only"
            )
        paid[wager] = payment
    return paid


def _situation(book: Handbook, ending: Ending, held: dict[str, Held], case: int) -> Situation:
    if ending.folded_at is not None:
        return Situation(held, folded=True)
    if ending.contest is None:
        return Situation(held)
    qualified, result = CASES[case]
    if book.rules.contests[ending.contest].qualifies is None:
        qualified = True
    return Situation(held, qualified=qualified, result=result)
