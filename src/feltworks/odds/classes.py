"""Pay classes: hands that no pay table and no cell distinguishes pay alike.

Most tables look only at the rank of a hand, and its values fall into a few classes. A row that
looks at single cards splits each of these in two: the cards meet it or not. If the dealer's hand
lies open at the end, the result of each contest is part of the class as well.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int64s, UInt8s
from feltworks.cards import Card, Deck
from feltworks.hands import HandTest
from feltworks.hands.handtest import CardCondition
from feltworks.odds.cases import CASES
from feltworks.odds.contests import tables_of
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.rules.handbook import Handbook, Held

MOST_KINDS = 200_000
"""The most hands, by kinds of cards, that are tried to find one for each set of conditions."""


@dataclass(frozen=True)
class HandClasses:
    """One hand sorted into classes that every pay table treats alike.

    A class is a class of values, then the bits of the conditions that the cards meet.
    """

    hand: str
    of_value: Int64s
    conditions: tuple[CardCondition, ...]
    examples: tuple[Held | None, ...]
    """A hand of each class; None if no cards meet exactly these conditions."""

    def of(self, deck: Deck, values: NDArray[np.signedinteger], faces: UInt8s | None) -> Int64s:
        """The class of many hands; their faces are needed only if there are conditions."""
        number: Int64s = self.of_value[values]
        for condition in self.conditions:
            assert faces is not None
            met = condition.mask(deck, faces)
            number = number * 2 + met.reshape(number.shape)
        return number


@dataclass(frozen=True)
class PayClasses:
    """Classes of all hands that pay tables look at, numbered together.

    `contests` are those whose result is part of the class.
    """

    hands: tuple[HandClasses, ...]
    contests: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        hands = math.prod(len(hand.examples) for hand in self.hands)
        return int(hands * len(CASES) ** len(self.contests))

    @property
    def possible(self) -> int:
        """The first class that hands can belong to."""
        return next(number for number in range(self.count) if self.held(number) is not None)

    def held(self, number: int) -> dict[str, Held] | None:
        """An example of a class: each hand that pay tables look at; None if the class is empty."""
        number //= len(CASES) ** len(self.contests)
        found: dict[str, Held] = {}
        for hand in reversed(self.hands):
            number, place = divmod(number, len(hand.examples))
            example = hand.examples[place]
            if example is None:
                return None
            found[hand.hand] = example
        return found

    def case(self, number: int, contest: str) -> int | None:
        """The result of a contest in a class; None if it is not part of the class."""
        if contest not in self.contests:
            return None
        after = len(self.contests) - 1 - self.contests.index(contest)
        return int(number // len(CASES) ** after % len(CASES))


def pay_classes(
    book: Handbook, wagers: Sequence[str], contests: tuple[str, ...], keys: KeysUsed
) -> PayClasses:
    """The classes that the cells of these wagers distinguish."""
    tables: dict[str, list[str]] = {}
    for table in tables_of(book, wagers):
        tables.setdefault(book.rules.pays[table].hand, []).append(table)
        keys.use(f"pays.{table}")
    hands = tuple(_classes(book, hand, names) for hand, names in sorted(tables.items()))
    return PayClasses(hands, contests)


def _classes(book: Handbook, hand: str, tables: list[str]) -> HandClasses:
    tests = [[book.test(hand, row.hand) for row in book.rules.pays[id_].rows] for id_ in tables]
    conditions = tuple(
        dict.fromkeys(test.condition for rows in tests for test in rows if test.condition)
    )
    is_total = hand in book.rules.totals
    size = book.total(hand).size if is_total else len(book.compiled(hand).classes)
    met = _rows_met(tests, size) if not conditions else _spans_met(tests, size)
    _, places, of_value = np.unique(met, axis=1, return_index=True, return_inverse=True)
    cards = sum(book.rules.drawn_from(hand).values())
    shown = _shown(book.deck, conditions, cards, f"pays.{tables[0]}")
    examples = [
        None if some is None else Held(int(value), some) for value in places for some in shown
    ]
    return HandClasses(hand, of_value.reshape(-1).astype(np.int64), conditions, tuple(examples))


def _rows_met(tests: list[list[HandTest]], size: int) -> Int64s:
    """By table and value: the row that pays."""
    rows = np.full((len(tests), size), -1, np.int64)
    for number, table in enumerate(tests):
        for place, test in reversed(list(enumerate(table))):
            for span in test.spans:
                rows[number, span.start : span.stop] = place
    return rows


def _spans_met(tests: list[list[HandTest]], size: int) -> Int64s:
    """By row of any table and value: whether the row covers it."""
    every = [test for table in tests for test in table]
    met = np.zeros((len(every), size), np.int64)
    for number, test in enumerate(every):
        for span in test.spans:
            met[number, span.start : span.stop] = 1
    return met


def _shown(
    deck: Deck, conditions: tuple[CardCondition, ...], cards: int, key: str
) -> list[tuple[Card, ...] | None]:
    """For each set of conditions: this many cards that meet exactly these, or None."""
    if not conditions:
        return [()]
    found: list[tuple[Card, ...] | None] = [None] * 2 ** len(conditions)
    for held in _kinds_of_hands(deck, conditions, cards, key):
        bits = 0
        for condition in conditions:
            bits = bits * 2 + condition.holds(held)
        if found[bits] is None:
            found[bits] = held
    return found


def _kinds_of_hands(
    deck: Deck, conditions: tuple[CardCondition, ...], cards: int, key: str
) -> Iterator[tuple[Card, ...]]:
    """Cards that every condition treats alike are one kind; hands by how many of each kind."""
    demands = [d.faces for c in conditions for some in c.alternatives for d in some]
    kinds: dict[tuple[bool, ...], list[Card]] = {}
    for card in deck.cards:
        kinds.setdefault(tuple(card in faces for faces in demands), []).append(card)
    if math.comb(len(kinds) + cards - 1, cards) > MOST_KINDS:
        raise OddsRefused(key, "its rows tell too many kinds of cards apart")
    groups = list(kinds.values())
    for chosen in itertools.combinations_with_replacement(range(len(groups)), cards):
        counts = [chosen.count(kind) for kind in range(len(groups))]
        if all(count <= len(group) for count, group in zip(counts, groups, strict=True)):
            yield tuple(
                card for count, group in zip(counts, groups, strict=True) for card in group[:count]
            )
