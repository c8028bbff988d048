"""Simple rules: a few lines to remember for each decision, and what playing by them costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from unittest import mock

import numpy as np

from feltworks.cards import Card
from feltworks.odds.levelcards import LevelCards
from feltworks.odds.simple import search
from feltworks.odds.simple.rulelist import RuleList, SimplePolicy
from feltworks.odds.solver import Solved, Solver
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules

__all__ = ["SimpleRules", "searching_for_no_rules", "simple_rules"]


@dataclass(frozen=True)
class SimpleRules:
    """The lines of every decision, and what following them gives away in units."""

    rules: Rules
    best_value: Fraction
    value: Fraction
    cost: Fraction
    costs: Mapping[str, Fraction]
    """By decision, if the lines of the decisions before it are followed."""
    lists: tuple[tuple[str, tuple[str, ...]], ...]
    """Decisions and their lines; one that comes up with other wagers out may come again."""
    rule_counts: tuple[int, ...]
    _found: search.SimpleStrategy

    @property
    def lines(self) -> dict[str, list[str]]:
        """The lines of each decision; of one with several lists, the last."""
        return {decision: list(lines) for decision, lines in self.lists}

    def first_choice(self, cards: Sequence[Card], board: Sequence[Card]) -> str:
        """What the lines of the first decision do at a position."""
        walk, policy = self._first
        hole, open_cards = LevelCards(walk.plan, walk.space, 0).lay(cards, board)
        laid = (np.array([open_cards], np.uint8).reshape(1, -1), np.array([hole], np.uint8))
        branch = int(policy.branch(0, 0, *laid)[0])
        return self._found.lists[0].choices[branch].replace(" ", "-")

    @cached_property
    def _first(self) -> tuple[Walk, SimplePolicy]:
        walk = Solver(self.rules).walk({})
        return walk, SimplePolicy(walk.tree, {(0, 0): self._found.lists[0]})

    def values_by_decisions_followed(self) -> list[Fraction]:
        """Count over all deals what a unit is worth: by the best play, by the lines up to each
        decision in turn and the best play after it, and last by the lines alone."""
        solver = Solver(self.rules)
        best = solver.walk({})
        best.choose()
        by_rules = solver.walk({}, policy=self._policy(best))
        by_rules.choose()
        decided = range(len(best.decided))
        walks = []
        for up_to in range(len(decided) + 1):
            walk = solver.walk({})
            walk.follow(
                [(by_rules if level < up_to else best).decided[level].taken for level in decided]
            )
            walks.append(walk)
        return [
            Solved(self.rules.unit, walk, walk.count()).main().expected_value
            for walk in (*walks, by_rules)
        ]

    def value_over_all_deals(self) -> Fraction:
        """Count over all deals what a unit is worth by the lines alone."""
        solver = Solver(self.rules)
        return solver.main({}, policy=self._policy(solver.walk({}))).expected_value

    def _policy(self, walk: Walk) -> SimplePolicy:
        lists = iter(self._found.lists)
        policy, known = SimplePolicy(walk.tree), dict[object, RuleList]()
        for level, nodes in enumerate(walk.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    offered = (level, tuple(branch.choice for branch in node.branches))
                    if offered not in known:
                        known[offered] = next(lists)
                    policy.lists[level, number] = known[offered]
        return policy


def simple_rules(rules: Rules, *, rule_count: int = 4) -> SimpleRules:
    """Look for the lines that cost least, and price them exactly."""
    found = search.simple_strategy(rules, rule_count=rule_count)
    return SimpleRules(
        rules,
        found.best_value,
        found.value,
        found.cost,
        dict(found.costs),
        tuple((each.decision, tuple(each.lines())) for each in found.lists),
        tuple(len(each.rules) for each in found.lists),
        found,
    )


@contextmanager
def searching_for_no_rules() -> Iterator[None]:
    """Fail if rules are looked for again instead of read from disk."""
    with mock.patch.object(search, "simple_strategy", None):
        yield
