"""The whole search: decision by decision, then the exact cost of the rules found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from feltworks.odds.errors import OddsRefused
from feltworks.odds.progress import Progress, silent
from feltworks.odds.simple.costs import ChoiceCosts
from feltworks.odds.simple.drafting import as_required, best_draft
from feltworks.odds.simple.handmeasures import hand_measures, needed_sign
from feltworks.odds.simple.measures import Sign, own_measures, signs
from feltworks.odds.simple.paymeasures import pay_measures
from feltworks.odds.simple.positions import IMPOSSIBLE, rows_of
from feltworks.odds.simple.pricing import ByRules
from feltworks.odds.simple.rulelist import (
    Rule,
    RuleList,
    SimplePolicy,
    hundredths,
    money_measure,
    without_idle_rules,
)
from feltworks.odds.simple.seen import DecisionView, SeenPositions
from feltworks.odds.simple.tablemeasures import dealer_measures, table_measures
from feltworks.odds.solver import Solver
from feltworks.odds.tree import DecisionNode, money_out
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class SimpleStrategy:
    """The rules of every decision and exactly what following them gives away."""

    unit: str
    lists: tuple[RuleList, ...]
    best_value: Fraction
    """What a unit is worth under the best play."""
    costs: Mapping[str, Fraction]
    """What the rules of each decision give away in units, if those before it are followed."""

    @property
    def cost(self) -> Fraction:
        """What following the rules gives away, in units."""
        return sum(self.costs.values(), Fraction(0))

    @property
    def value(self) -> Fraction:
        """What a unit is worth by the rules."""
        return self.best_value - self.cost


def simple_strategy(
    rules: Rules, *, rule_count: int = 4, progress: Progress = silent
) -> SimpleStrategy:
    """The best list found of up to `rule_count` rules for each decision."""
    solver = Solver(rules)
    walk = solver.walk({})
    if walk.showdown.last_two is not None:
        raise OddsRefused(
            "stages",
            "the last decision comes up with millions of positions, which are not listed, so no "
            "rules are looked for; `feltworks strategy` answers hand by hand",
        )
    walk.choose_with_worths(progress)
    best = _best_worth(walk, progress)
    policy = SimplePolicy(walk.tree)
    by_rules = ByRules(walk, solver.walk({}, policy=policy))
    levels = [
        level
        for level, nodes in enumerate(walk.tree.levels)
        if any(node.decision is not None for node in nodes)
    ]
    for level in range(len(walk.tree.levels)):
        if level in levels:
            progress("looking for rules", levels.index(level), len(levels))
            _Decision(walk, policy, level, by_rules).settle(rule_count)
        by_rules.go_on()
    progress("looking for rules", len(levels), len(levels))
    lost = by_rules.lost_by_level(best, progress)
    per_deal = walk.showdown.combinations * walk.pays.scale
    return SimpleStrategy(
        rules.unit,
        tuple(dict.fromkeys(policy.lists.values())),
        Fraction(best, per_deal),
        {_asked_at(walk, level): Fraction(lost[level], per_deal) for level in levels},
    )


def _best_worth(walk: Walk, progress: Progress) -> int:
    """What all deals are worth under the best play: from the first level's best choices if they
    were kept, otherwise counted."""
    if not walk.decided:
        return int((walk.count(progress).endings * walk.pays.table).sum())
    worth = walk.branch_values(0, walk.tree.levels[0][0]).max(axis=0)
    return sum(worth.tolist())


def _asked_at(walk: Walk, level: int) -> str:
    return next(node.decision for node in walk.tree.levels[level] if node.decision is not None)


class _Decision:
    """The decision of one level, for all amounts of money that may be out."""

    def __init__(self, walk: Walk, policy: SimplePolicy, level: int, by_rules: ByRules) -> None:
        self.walk = walk
        self.policy = policy
        self.level = level
        self.view = DecisionView(walk.plan, walk.space, level)
        self.nodes = {
            number: node
            for number, node in enumerate(walk.tree.levels[level])
            if node.decision is not None
        }
        self.rows = rows_of(walk, level)
        self.node_shares = by_rules.node_shares(self.rows.boards, self.rows.holes)

    def settle(self, rule_count: int) -> None:
        """Find the rules and put them into the policy, one list for nodes with the same choices."""
        alike: dict[tuple[str, ...], list[int]] = {}
        for number, node in self.nodes.items():
            offered = tuple(branch.choice for branch in node.branches)
            alike.setdefault(offered, []).append(number)
        for numbers in alike.values():
            found = self._list(numbers, rule_count)
            for number in numbers:
                self.policy.lists[self.level, number] = found

    def _list(self, numbers: Sequence[int], rule_count: int) -> RuleList:
        node = self.nodes[numbers[0]]
        costs = self._costs_at(numbers)
        open_to_all = [at for at, branch in enumerate(node.branches) if branch.needs is None]
        draft = best_draft(costs, self._stock(numbers), open_to_all, rule_count)
        draft = as_required(costs, draft, self._needed(node))
        assert node.decision is not None
        rules = [Rule(draft.order[rule.place], rule.signs) for rule in draft.rules]
        kept, otherwise = without_idle_rules(rules, draft.order[-1])
        if otherwise not in open_to_all:
            kept, otherwise = tuple(rules), draft.order[-1]
        return RuleList(
            node.decision,
            self.view,
            tuple(branch.choice.replace("-", " ") for branch in node.branches),
            tuple(branch.needs for branch in node.branches),
            kept,
            otherwise,
        )

    def _needed(self, node: DecisionNode) -> dict[int, Sign]:
        """The hand that a branch requires, as a sign."""
        return {
            place: needed_sign(self.view, branch.needs)
            for place, branch in enumerate(node.branches)
            if branch.needs is not None
        }

    def _stock(self, numbers: Sequence[int]) -> list[Sign]:
        view = self.view
        measures = [
            *hand_measures(view),
            *own_measures(view),
            *table_measures(view),
            *dealer_measures(view),
            *pay_measures(view),
        ]
        money = money_measure([money_out(self.nodes[number].stakes) for number in numbers])
        if money is not None:
            measures.append(money)
        return [sign for measure in measures for sign in signs(measure)]

    def _costs_at(self, numbers: Sequence[int]) -> ChoiceCosts:
        """The positions of some nodes, weighted by how often each node is reached."""
        shares = self.node_shares[list(numbers)]
        if not shares.any():
            shares = np.ones_like(shares)
        rows = self.rows
        parts = [np.flatnonzero(part) for part in shares]
        costs, closed, out = [], [], []
        for number, part, share in zip(numbers, parts, shares, strict=True):
            worth = rows.worth[number][:, part]
            costs.append((worth.max(axis=0) - worth) * (rows.weights * share)[part])
            closed.append(worth <= IMPOSSIBLE)
            amount = hundredths(money_out(self.nodes[number].stakes))
            out.append(np.full(len(part), amount, np.int16))
        chosen = np.concatenate(parts)
        seen = SeenPositions(
            self.view, rows.boards[chosen], rows.holes[chosen], np.concatenate(out)
        )
        return ChoiceCosts(seen, np.concatenate(costs, axis=1), np.concatenate(closed, axis=1))
