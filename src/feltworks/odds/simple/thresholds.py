"""Moves thresholds to where they save most, with the shortest possible words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.odds.simple.costs import ChoiceCosts, Draft
from feltworks.odds.simple.measures import Sign

NEARLY = 1.1
"""A threshold with shorter words is preferred up to this multiple of the lowest cost."""


def refined(
    costs: ChoiceCosts, draft: Draft, *, only: Sequence[int] | None = None, rounds: int = 3
) -> Draft:
    """Every threshold moved to where it saves most; signs that save nothing are left out."""
    for _ in range(rounds):
        before = draft
        for number in range(len(draft.rules)) if only is None else only:
            savings = _savings(costs, draft, number)
            draft = _leaner(costs, draft, number, savings)
            for place in range(len(draft.rules[number].signs)):
                draft = _moved(costs, draft, number, place, savings)
        if draft == before:
            break
    return draft


def _with(draft: Draft, number: int, signs: tuple[Sign, ...]) -> Draft:
    rules = list(draft.rules)
    rules[number] = replace(rules[number], signs=signs)
    return replace(draft, rules=tuple(rules))


def _savings(costs: ChoiceCosts, draft: Draft, number: int) -> Floats:
    """What is saved wherever one rule takes a position, given the others."""
    others = replace(draft, rules=draft.rules[:number] + draft.rules[number + 1 :])
    return costs.savings(others, draft.rules[number].place)


def _leaner(costs: ChoiceCosts, draft: Draft, number: int, savings: Floats) -> Draft:
    signs = draft.rules[number].signs
    saved = costs.saved(savings, signs) if len(signs) > 1 else 0.0
    for sign in signs if len(signs) > 1 else ():
        fewer = tuple(other for other in signs if other is not sign)
        if costs.saved(savings, fewer) >= saved:
            return _with(draft, number, fewer)
    return draft


def _moved(costs: ChoiceCosts, draft: Draft, number: int, place: int, savings: Floats) -> Draft:
    """One threshold where it saves most, with the shortest words among nearly equal ones."""
    rule = draft.rules[number]
    sign = rule.signs[place]
    others = rule.signs[:place] + rule.signs[place + 1 :]
    values, each = costs.saved_by_score(savings, others, sign.measure)
    totals = np.cumsum(each[::-1])[::-1] if sign.is_minimum else np.cumsum(each)
    base = costs.cost(draft) + totals[_index(values, sign)]
    named = _named(sign, values, base - totals)
    if not named:
        return draft
    lowest = min(cost for cost, _, _ in named)
    good = [each for each in named if each[0] <= lowest * NEARLY + 1e-9]
    _, value, words = min(good, key=lambda each: (len(each[2]), each[0]))
    moved = replace(sign, threshold=value, words=words)
    return _with(draft, number, (*rule.signs[:place], moved, *rule.signs[place + 1 :]))


def _index(values: Int64s, sign: Sign) -> int:
    """The place of a threshold among the scores that occur."""
    if sign.is_minimum:
        return min(int(np.searchsorted(values, sign.threshold)), len(values) - 1)
    return max(int(np.searchsorted(values, sign.threshold, side="right")) - 1, 0)


def _named(
    sign: Sign, values: Int64s, costs: Floats, looked_at: int = 40
) -> list[tuple[float, int, str]]:
    """The cheapest thresholds that have words: their cost, the score, the words."""
    found: list[tuple[float, int, str]] = []
    measure = sign.measure
    for index in np.argsort(costs, kind="stable")[:looked_at]:
        value = int(values[index])
        words: str | None = None
        if not sign.is_minimum:
            words = measure.at_most.get(value)
        elif measure.between is not None:
            words = measure.between(int(values[index - 1]) if index else -1, value)
        else:
            words = measure.at_least.get(value)
        if words is not None:
            found.append((float(costs[index]), value, words))
    return found
