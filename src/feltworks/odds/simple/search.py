"""The search for a short list of rules, decision by decision from the last to the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.result import WagerOdds
from feltworks.odds.simple.features import Cards, Feature, features
from feltworks.odds.solver import Solver
from feltworks.odds.walk import CLOSED, Progress, Walk, silent
from feltworks.rules.schema import Rules

SAMPLE = 20_000
DEARER = 1.02


@dataclass(frozen=True)
class Rule:
    """Do this with cards that show all of these features."""

    branch: int
    features: tuple[Feature, ...]

    def holds(self, boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        shown = [feature.holds(boards, holes) for feature in self.features]
        return np.asarray(np.all(shown, axis=0))


@dataclass(frozen=True)
class RuleList:
    """The rules of one knot, read from the top; the first that fits decides."""

    decision: str
    choices: tuple[str, ...]
    rules: tuple[Rule, ...]
    otherwise: int
    out: str = ""
    """What is out on the felt, where the decision comes up with different money out."""

    def branch(self, boards: Cards, holes: Cards) -> NDArray[np.int64]:
        taken = np.full(len(holes), self.otherwise, np.int64)
        for rule in reversed(self.rules):
            taken[rule.holds(boards, holes)] = rule.branch
        return taken

    def lines(self) -> Iterator[str]:
        """The rules in words."""
        for rule in self.rules:
            shown = " and ".join(feature.text for feature in rule.features)
            yield f"{self.choices[rule.branch]} with {shown}"
        start = "otherwise " if self.rules else "always "
        yield f"{start}{self.choices[self.otherwise]}"


@dataclass
class SimplePolicy:
    """Rule lists by level and knot."""

    lists: dict[tuple[int, int], RuleList] = field(default_factory=dict)

    def branch(self, level: int, knot: int, boards: Cards, holes: Cards) -> NDArray[np.int64]:
        return self.lists[level, knot].branch(boards, holes)


@dataclass(frozen=True)
class SimpleStrategy:
    """The rules of every decision and the exact odds of following them."""

    lists: tuple[RuleList, ...]
    best: WagerOdds
    simple: WagerOdds

    @property
    def cost(self) -> Fraction:
        """What following the rules gives away, in units."""
        return self.best.expected_value - self.simple.expected_value


@dataclass(frozen=True)
class Rows:
    """Positions of one knot: cards, deals, and the worth of each branch per deal."""

    boards: Cards
    holes: Cards
    weights: NDArray[np.float64]
    worth: NDArray[np.float64]
    """By branch and position."""


def simple_strategy(
    rules: Rules, *, rule_count: int = 4, progress: Progress = silent
) -> SimpleStrategy:
    """The best list found of at most so many rules for each decision."""
    solver = Solver(rules)
    best = solver.main({}, progress)
    walk = solver.walk({})
    walk.solve()
    policy = SimplePolicy()
    knots = [
        (level, number)
        for level, here in enumerate(walk.tree.levels)
        for number, knot in enumerate(here)
        if knot.decision is not None
    ]
    for done, (level, number) in enumerate(knots):
        progress("looking for rules", done, len(knots))
        rows = _sample(_rows(walk, level, number))
        stock = features(walk.plan, walk.space, walk.plan.levels[level].cards)
        policy.lists[level, number] = _search(walk, level, number, rows, stock, rule_count)
    progress("looking for rules", len(knots), len(knots))
    simple = solver.main({}, progress, policy)
    return SimpleStrategy(tuple(policy.lists[knot] for knot in knots), best, simple)


def _rows(walk: Walk, level: int, knot: int) -> Rows:
    if level < len(walk.plan.levels) - 1:
        decided = walk.decided[level]
        worth = walk.branch_values(level, walk.tree.levels[level][knot])
        boards, holes = walk.rows(decided.positions)
        weights = decided.positions.weights.astype(np.float64)
        return Rows(boards, holes, weights, worth / weights / decided.deals_below)
    parts = []
    for chunk in walk.boards.chunks():
        chosen = chunk.weights.reshape(-1) > 0
        boards, holes = chunk.rows()
        worth = walk.showdown.last_values(chunk, knot)
        parts.append(
            Rows(
                boards[chosen],
                holes[chosen],
                chunk.weights.reshape(-1)[chosen].astype(np.float64),
                worth.reshape(-1, worth.shape[2]).T[:, chosen] / walk.boards.dealer_hands,
            )
        )
    return Rows(
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.holes for part in parts]),
        np.concatenate([part.weights for part in parts]),
        np.concatenate([part.worth for part in parts], axis=1),
    )


def _sample(rows: Rows) -> Rows:
    """Enough positions to choose rules by; the rules' cost is counted over all of them."""
    if len(rows.weights) <= SAMPLE:
        return rows
    odds = rows.weights / rows.weights.sum()
    chosen = np.random.default_rng(SAMPLE).choice(len(odds), SAMPLE, replace=False, p=odds)
    return Rows(rows.boards[chosen], rows.holes[chosen], np.ones(SAMPLE), rows.worth[:, chosen])


def _search(
    walk: Walk, level: int, knot: int, rows: Rows, stock: list[Feature], rule_count: int
) -> RuleList:
    """The best list found, whichever choice is the one for all other hands."""
    shown = np.stack([feature.holds(rows.boards, rows.holes) for feature in stock])
    worth = np.where(rows.worth <= CLOSED / 2**40, -1e6, rows.worth)
    hunt = _Hunt(shown, worth, rows.weights)
    lists = [hunt.best_list(otherwise, rule_count) for otherwise in range(len(worth))]
    found = max(lists, key=hunt.total)
    here = walk.tree.levels[level][knot]
    assert here.decision is not None
    choices = tuple(branch.choice for branch in here.branches)
    same = sum(k.decision == here.decision for k in walk.tree.levels[level])
    out = f"history {knot + 1}" if same > 1 else ""
    rules = tuple(
        Rule(branch, tuple(stock[place] for place in dict.fromkeys(places)))
        for branch, places in found.rules
    )
    return RuleList(here.decision, choices, rules, found.otherwise, out)


@dataclass(frozen=True)
class _Draft:
    """A list under way: branch and features of each rule, the first that fits first."""

    otherwise: int
    rules: tuple[tuple[int, tuple[int, ...]], ...] = ()


class _Hunt:
    """Looks for rules over the features that positions show."""

    def __init__(
        self,
        shown: NDArray[np.bool_],
        worth: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> None:
        self.shown = shown
        self.flags = shown.astype(np.float32)
        self.worth = worth
        self.weights = weights

    def best_list(self, otherwise: int, rule_count: int) -> _Draft:
        """Rule after rule, each the one that gains most; then each once more, given the rest."""
        draft = _Draft(otherwise)
        for _ in range(rule_count):
            draft = self.extended(draft)
        for place in reversed(range(len(draft.rules))):
            without = _Draft(otherwise, draft.rules[:place] + draft.rules[place + 1 :])
            draft = max(draft, self.extended(without), key=self.total)
        return draft

    def extended(self, draft: _Draft) -> _Draft:
        """With one more rule in front, if one gains anything."""
        taken = self.taken(draft)
        now = np.take_along_axis(self.worth, taken[None, :], axis=0)[0]
        best: tuple[float, int, tuple[int, ...]] | None = None
        for branch in range(len(self.worth)):
            gains = ((self.worth[branch] - now) * self.weights).astype(np.float32)
            gain, places = self._most(gains)
            if best is None or gain > best[0]:
                best = (gain, branch, places)
        if best is None or best[0] <= 0:
            return draft
        return _Draft(draft.otherwise, ((best[1], best[2]), *draft.rules))

    def _most(self, gains: NDArray[np.float32]) -> tuple[float, tuple[int, ...]]:
        """The one, two or three features whose positions gain most together.

        Each further feature must earn its place in the sentence by a fiftieth more.
        """
        pairs = (self.flags * gains) @ self.flags.T
        alone = np.diag(pairs)
        single = int(np.argmax(alone))
        best: tuple[float, tuple[int, ...]] = (float(alone[single]), (single,))
        first, second = divmod(int(np.argmax(pairs)), len(pairs))
        if pairs[first, second] > max(best[0] * DEARER, 0):
            best = (float(pairs[first, second]), (first, second))
            both = self.flags[first] * self.flags[second] * gains
            thirds = self.flags @ both
            third = int(np.argmax(thirds))
            if thirds[third] > best[0] * DEARER:
                best = (float(thirds[third]), (first, second, third))
        return best

    def taken(self, draft: _Draft) -> NDArray[np.int64]:
        """The branch a list takes at each position."""
        taken = np.full(self.worth.shape[1], draft.otherwise)
        for branch, places in reversed(draft.rules):
            taken[self.shown[list(places)].all(axis=0)] = branch
        return taken

    def total(self, draft: _Draft) -> float:
        """What following a list is worth."""
        now = np.take_along_axis(self.worth, self.taken(draft)[None, :], axis=0)[0]
        return float(now @ self.weights)


def describe(strategy: SimpleStrategy) -> Mapping[str, list[str]]:
    """The rules of each decision in words."""
    return {
        f"{rules.decision} {rules.out}".strip(): list(rules.lines()) for rules in strategy.lists
    }
