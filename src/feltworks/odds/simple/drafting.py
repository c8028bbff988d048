"""The list of rules for a decision: of several orders of choices the one that costs least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from feltworks.arrays import Floats
from feltworks.odds.simple.costs import ChoiceCosts, Draft, with_last_rule_turned
from feltworks.odds.simple.measures import Sign
from feltworks.odds.simple.rulesearch import WORTH_A_RULE, RuleSearch
from feltworks.odds.simple.thresholds import refined

SAMPLE = 12_000
"""Rules are searched for over a sample of so many positions."""
MOST_ORDERS = 24
TRIFLE = 1e-6
"""A choice that saves less, in units per round, is not worth remembering."""
MOST_IMPROVED = 3
"""How many of the cheapest lists are searched through again."""


def best_draft(
    costs: ChoiceCosts, stock: Sequence[Sign], open_to_all: Sequence[int], rule_count: int
) -> Draft:
    """The list that gives away the least; of nearly equal ones the one whose rules say when to
    bet."""
    useful = _useful(costs.by_branch, open_to_all)
    if len(useful) == 1:
        return Draft(tuple(useful))
    search = RuleSearch(costs.drawn(SAMPLE), stock)
    drafts = [
        search.best_draft(order, rule_count)
        for order in _orders(useful)
        if order[-1] in open_to_all
    ]
    drafts.sort(key=lambda draft: _price(search.costs, draft))
    drafts = [search.improved(draft, rule_count) for draft in drafts[:MOST_IMPROVED]]
    drafts = [_without_useless_rules(costs, refined(costs, draft)) for draft in drafts]
    drafts = [
        with_last_rule_turned(draft, rule_count) if draft.order[-2] in open_to_all else draft
        for draft in drafts
    ]
    return min(drafts, key=lambda draft: _price(costs, draft))


def _orders(branches: Sequence[int]) -> list[tuple[int, ...]]:
    """The orders in which choices are tested; for two choices also first, second, first, so that
    exceptions to a rule can come before it."""
    plain = list(permutations(branches))[:MOST_ORDERS]
    return plain if len(branches) > 2 else [*plain, *((last, first, last) for first, last in plain)]


def as_required(costs: ChoiceCosts, draft: Draft, needed: Mapping[int, Sign]) -> Draft:
    """Replaces a rule that takes a choice whenever it is open by the hand that the choice
    requires."""
    rules = []
    for rule in draft.rules:
        branch = draft.order[rule.place]
        if branch in needed and (costs.held(rule.signs) | costs.closed[branch]).all():
            rule = replace(rule, signs=(needed[branch],))
        rules.append(rule)
    return replace(draft, rules=tuple(rules))


def _price(costs: ChoiceCosts, draft: Draft) -> float:
    """What a list costs, with a surcharge for every sign, more for one that must not hold."""
    signs = [sign for rule in draft.rules for sign in rule.signs]
    shunned = sum(not sign.is_minimum for sign in signs)
    bets_last = draft.order[-1] != max(draft.order)
    return (costs.cost(draft) + WORTH_A_RULE) * 1.03 ** (len(signs) + shunned + bets_last)


def _useful(costs: Floats, open_to_all: Sequence[int]) -> list[int]:
    """The branches that are worth remembering."""
    useful = list(range(len(costs)))
    for branch in sorted(useful, key=lambda place: -float(costs[place].sum())):
        rest = [other for other in useful if other != branch]
        if {*rest} & {*open_to_all} and float(costs[rest].min(axis=0).sum()) < TRIFLE:
            useful = rest
    return useful


def _without_useless_rules(costs: ChoiceCosts, draft: Draft) -> Draft:
    """The list without rules that save next to nothing."""
    for rule in draft.rules:
        less = Draft(draft.order, tuple(other for other in draft.rules if other is not rule))
        if _price(costs, less) < _price(costs, draft):
            return _without_useless_rules(costs, less)
    return draft
