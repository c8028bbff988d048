"""Moves thresholds to where they save most, with the shortest possible words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.odds.simple.costs import ChoiceCosts, Draft, DraftRule, Savings
from feltworks.odds.simple.measures import Sign

NEARLY = 1.1
"""A threshold with shorter words is preferred up to this multiple of the lowest cost."""


def refined(
    costs: ChoiceCosts, draft: Draft, *, only: Sequence[int] | None = None, rounds: int = 3
) -> Draft:
    """Every threshold moved to where it saves most; signs that save nothing are left out."""
    numbers = range(len(draft.rules)) if only is None else only
    for _ in range(rounds if len(numbers) > 1 else 1):
        before = draft
        for number in numbers:
            savings, signs = _savings(costs, draft, number), draft.rules[number].signs
            # What one rule saves beside the same others stays the same from round to round.
            for _ in range(1 if len(numbers) > 1 else rounds):
                if signs not in savings.refined:
                    savings.refined[signs] = _refined_once(costs, savings, signs)
                signs = savings.refined[signs]
            draft = _with(draft, number, signs)
        if draft == before:
            break
    return draft


def _refined_once(
    costs: ChoiceCosts, savings: Savings, signs: tuple[Sign, ...]
) -> tuple[Sign, ...]:
    """The signs of one rule without one that saves nothing, each moved once."""
    signs = _leaner(costs, savings, signs)
    for place in range(len(signs)):
        signs = _moved(costs, savings, signs, place)
    return signs


def _with(draft: Draft, number: int, signs: tuple[Sign, ...]) -> Draft:
    rule = draft.rules[number]
    if signs == rule.signs:
        return draft
    rules = (*draft.rules[:number], DraftRule(rule.place, signs), *draft.rules[number + 1 :])
    return Draft(draft.order, rules)


def _savings(costs: ChoiceCosts, draft: Draft, number: int) -> Savings:
    """What is saved wherever one rule takes a position, given the others."""
    others = Draft(draft.order, draft.rules[:number] + draft.rules[number + 1 :])
    return costs.savings(others, draft.rules[number].place)


def _leaner(costs: ChoiceCosts, savings: Savings, signs: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """The signs without the first that saves nothing."""
    if len(signs) > 1:
        different = {id(sign): sign for sign in signs}
        *without, saved = costs.saved_without(savings, [*different.values()])
        for sign, fewer in zip(different.values(), without, strict=True):
            if fewer >= saved:
                return tuple(other for other in signs if other is not sign)
    return signs


def _moved(
    costs: ChoiceCosts, savings: Savings, signs: tuple[Sign, ...], place: int
) -> tuple[Sign, ...]:
    """The signs with one threshold where it saves most."""
    sign, others = signs[place], signs[:place] + signs[place + 1 :]
    key = (others, sign.measure, sign.is_minimum)
    if key not in savings.moved:
        savings.moved[key] = _best(costs, savings, others, sign)
    moved = savings.moved[key]
    return signs if moved is None else (*signs[:place], moved, *signs[place + 1 :])


def _best(
    costs: ChoiceCosts, savings: Savings, others: tuple[Sign, ...], sign: Sign
) -> Sign | None:
    """A sign with the threshold that saves most, the shortest words among nearly equal ones; None
    if there are no words for any."""
    values, each = costs.saved_by_score(savings, others, sign.measure)
    totals = np.cumsum(each[::-1])[::-1] if sign.is_minimum else np.cumsum(each)
    named = list(_named(sign, values, savings.cost - totals))
    if not named:
        return None
    best = min(named, key=lambda each: (len(each.words), each.cost))
    return replace(sign, threshold=best.score, words=best.words)


class _Threshold(NamedTuple):
    """A threshold that has words, and what the draft costs with it."""

    cost: float
    score: int
    words: str


def _named(sign: Sign, values: Int64s, costs: Floats, looked_at: int = 40) -> Iterator[_Threshold]:
    """The cheapest thresholds that have words, as long as they cost nearly the same."""
    measure, most = sign.measure, np.inf
    for index in np.argsort(costs, kind="stable")[:looked_at].tolist():
        cost, value = float(costs[index]), int(values[index])
        if cost > most:
            return
        words: str | None = None
        if not sign.is_minimum:
            words = measure.at_most.get(value)
        elif measure.between is not None:
            words = measure.between(int(values[index - 1]) if index else -1, value)
        else:
            words = measure.at_least.get(value)
        if words is not None:
            most = min(most, cost * NEARLY + 1e-9)
            yield _Threshold(cost, value, words)
