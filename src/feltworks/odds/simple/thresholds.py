"""Thresholds moved to where they save most, in words as short as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.simple.field import Draft, Field
from feltworks.odds.simple.measures import Test

NEARLY = 1.03
"""Shorter words may cost so many times as much."""


def refined(
    field: Field, draft: Draft, *, only: Sequence[int] | None = None, rounds: int = 3
) -> Draft:
    """Every threshold moved to where it saves most; tests that save nothing left out."""
    for _ in range(rounds):
        before = draft
        for number in range(len(draft.rules)) if only is None else only:
            draft = _leaner(field, draft, number)
            for place in range(len(draft.rules[number].tests)):
                draft = _moved(field, draft, number, place)
        if draft == before:
            break
    return draft


def _with(draft: Draft, number: int, tests: tuple[Test, ...]) -> Draft:
    rules = list(draft.rules)
    rules[number] = replace(rules[number], tests=tests)
    return replace(draft, rules=tuple(rules))


def _leaner(field: Field, draft: Draft, number: int) -> Draft:
    tests = draft.rules[number].tests
    for test in tests if len(tests) > 1 else ():
        less = _with(draft, number, tuple(other for other in tests if other is not test))
        if field.cost(less) <= field.cost(draft):
            return less
    return draft


def _moved(field: Field, draft: Draft, number: int, place: int) -> Draft:
    """One threshold where it saves most, with the shortest words among nearly equal ones."""
    rule = draft.rules[number]
    test = rule.tests[place]
    others = rule.tests[:place] + rule.tests[place + 1 :]
    savings = field.savings(draft, rule.place, without=number)
    savings = np.where(field.held(others), savings, 0.0)
    values, at = field.scale(test.measure)
    each = np.bincount(at, savings, len(values))
    totals = np.cumsum(each[::-1])[::-1] if test.reached else np.cumsum(each)
    base = field.cost(draft) + totals[_index(values, test)]
    named = _named(test, values, base - totals)
    if not named:
        return draft
    lowest = min(cost for cost, _ in named)
    good = [(len(new.words), cost, new) for cost, new in named if cost <= lowest * NEARLY + 1e-9]
    return _with(
        draft, number, (*rule.tests[:place], min(good, key=_first_two)[2], *rule.tests[place + 1 :])
    )


def _first_two(item: tuple[int, float, Test]) -> tuple[int, float]:
    return item[:2]


def _index(values: NDArray[np.int16], test: Test) -> int:
    """Where a threshold lies among the scores that occur."""
    if test.reached:
        return min(int(np.searchsorted(values, test.threshold)), len(values) - 1)
    return max(int(np.searchsorted(values, test.threshold, side="right")) - 1, 0)


def _named(
    test: Test, values: NDArray[np.int16], costs: NDArray[np.float64], looked_at: int = 40
) -> list[tuple[float, Test]]:
    """The cheapest thresholds that there are words for."""
    found: list[tuple[float, Test]] = []
    measure = test.measure
    for index in np.argsort(costs, kind="stable")[:looked_at]:
        value = int(values[index])
        words: str | None = None
        if not test.reached:
            words = measure.at_most.get(value)
        elif measure.between is not None:
            words = measure.between(int(values[index - 1]) if index else -1, value)
        else:
            words = measure.at_least.get(value)
        if words is not None:
            found.append((float(costs[index]), replace(test, threshold=value, words=words)))
    return found
