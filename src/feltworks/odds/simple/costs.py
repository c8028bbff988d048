"""What each choice costs at every position of a decision, and what a list of rules costs there.

A draft says in which order choices are tested and which rules lead to each; a position that no rule
covers goes to the last choice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Floats, Int16s, Int64s
from feltworks.odds.simple.kernels import SignTests, add_by_score, add_without, put_costs
from feltworks.odds.simple.measures import Measure, Sign, opposite
from feltworks.odds.simple.seen import SeenPositions

BEYOND = 1 << 20
"""More than any score."""


@dataclass(frozen=True)
class DraftRule:
    """A rule in a draft: the place of its choice in the order, and its signs."""

    place: int
    signs: tuple[Sign, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Computed once, because drafts are looked up very often."""
        return hash((self.place, self.signs))


@dataclass(frozen=True)
class Draft:
    """Branches in the order in which they are tested, and the rules for them."""

    order: tuple[int, ...]
    rules: tuple[DraftRule, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.order, self.rules))


def with_last_rule_turned(draft: Draft, most_rules: int) -> Draft:
    """The same list with its last rule inverted, so that it says which hands to bet with.

    "Fold with no pair, otherwise raise" is the same as "raise with a pair or better".
    """
    *before, least, most_hands = draft.order
    here = [rule for rule in draft.rules if rule.place == len(before)]
    first = [rule for rule in draft.rules if rule.place < len(before)]
    if len(here) != 1 or before not in ([], [most_hands]):
        return draft
    turned = [opposite(sign) for sign in here[0].signs]
    good = all(sign is not None and sign.is_minimum for sign in turned)
    if not good or len(first) + len(turned) > most_rules:
        return draft
    more = [DraftRule(0, (sign,)) for sign in turned if sign is not None]
    return Draft((most_hands, least), (*first, *more))


@dataclass(frozen=True)
class _Column:
    """The scores of one measure: their column, the least, and all that occur."""

    number: int
    places: Int16s
    """Each position's score less the least one."""
    least: int
    occurring: Int64s


@dataclass(eq=False)
class Savings:
    """What another rule for a choice would save. Most drafts differ in a rule only, so the same is
    asked again and again: what was found is remembered here."""

    at: Floats
    """What is saved at each position that the rule takes."""
    cost: float
    """What the draft costs without the rule."""
    refined: dict[tuple[Sign, ...], tuple[Sign, ...]] = field(default_factory=dict)
    """By the signs of the rule those that are left of them, with better thresholds."""
    moved: dict[tuple[tuple[Sign, ...], Measure, bool], Sign | None] = field(default_factory=dict)
    """The best sign of a measure beside others."""


class ChoiceCosts:
    """Positions with the cost of each choice."""

    def __init__(self, seen: SeenPositions, by_branch: Floats, closed: Flags) -> None:
        self.seen = seen
        self.by_branch = by_branch
        """What each branch gives away, by branch and position, times how often it comes up."""
        self.closed = closed
        self._held: dict[Sign, Flags] = {}
        self._taken: dict[tuple[int, tuple[Sign, ...]], int] = {}
        """The row of `_takes` for a branch and the signs of a rule that leads there."""
        self._takes = np.zeros((0, len(seen)), np.bool_)
        """Which positions rules take, by rule and position."""
        self._costs: dict[Draft, float] = {}
        self._columns: dict[int, _Column] = {}
        self._scores = np.zeros((0, len(seen)), np.int16)
        """The scores of each measure that was asked about, by column and position."""
        self._savings: dict[tuple[Draft, int], Savings] = {}
        self._different: dict[tuple[bytes, float], Savings] = {}
        """The savings by what they are: those of many drafts are the same."""

    def held(self, signs: Sequence[Sign]) -> Flags:
        """Which positions have all of these signs."""
        found = np.ones(len(self.seen), np.bool_)
        for sign in signs:
            if sign not in self._held:
                self._held[sign] = sign.holds(self.seen)
            found &= self._held[sign]
        return found

    def _column(self, measure: Measure) -> _Column:
        """The column with the scores of a measure."""
        if id(measure) not in self._columns:
            number = len(self._columns)
            if number == len(self._scores):
                more = np.zeros((max(4, number), len(self.seen)), np.int16)
                self._scores = np.concatenate([self._scores, more])
            self._scores[number] = scores = self.seen.score(measure.score)
            least = int(scores.min(initial=0))
            occurring = np.flatnonzero(np.bincount(scores.astype(np.int64) - least)) + least
            places = (scores - least).astype(np.int16)
            self._columns[id(measure)] = _Column(number, places, least, occurring)
        return self._columns[id(measure)]

    def _tests(self, signs: Sequence[Sign]) -> SignTests:
        """The signs in the form that kernels test."""
        found = np.empty((len(signs), 3), np.int64)
        for place, sign in enumerate(signs):
            bounds = (sign.threshold, BEYOND) if sign.is_minimum else (-BEYOND, sign.threshold)
            found[place] = (self._column(sign.measure).number, *bounds)
        return SignTests(self._scores, found)

    def saved_without(self, savings: Savings, signs: Sequence[Sign]) -> list[float]:
        """What is saved at positions with all of these signs but one, for each of them, and last at
        those with all."""
        sums = np.zeros(len(signs) + 1)
        add_without(savings.at, self._tests(signs), sums)
        return sums.tolist()

    def saved_by_score(
        self, savings: Savings, signs: Sequence[Sign], measure: Measure
    ) -> tuple[Int64s, Floats]:
        """The scores of a measure that occur, ascending, and what is saved at the positions with
        each of them that have all of these signs."""
        column, tests = self._column(measure), self._tests(signs)
        each = np.zeros(int(column.occurring[-1]) - column.least + 1)
        add_by_score(savings.at, tests, column.places, each)
        return column.occurring, each[column.occurring - column.least]

    def drawn(self, count: int) -> ChoiceCosts:
        """A sample in which positions are weighted by what can be lost there; each choice is the
        best in the same number of them."""
        stakes = np.where(self.closed, 0.0, self.by_branch).max(axis=0)
        if len(stakes) <= 2 * count or not stakes.any():
            return self
        odds = np.zeros(len(stakes))
        for branch in range(len(self.by_branch)):
            best = np.where(self.by_branch.argmin(axis=0) == branch, stakes, 0.0)
            odds += best / max(float(best.sum()), 1e-300)
        odds /= odds.sum()
        chosen = np.random.default_rng(count).choice(len(odds), count, p=odds)
        places, times = np.unique(chosen, return_counts=True)
        factors = times / (count * odds[places])
        seen = self.seen
        few = SeenPositions(seen.view, seen.boards[places], seen.holes[places], seen.out[places])
        return ChoiceCosts(few, self.by_branch[:, places] * factors, self.closed[:, places])

    def _row(self, branch: int, signs: tuple[Sign, ...]) -> int:
        """The row of a rule; drafts share rules."""
        key = (branch, signs)
        if key not in self._taken:
            number = len(self._taken)
            if number == len(self._takes):
                more = np.zeros((max(4, number), len(self.seen)), np.bool_)
                self._takes = np.concatenate([self._takes, more])
            self._takes[number] = self.held(signs) & ~self.closed[branch]
            self._taken[key] = number
        return self._taken[key]

    def cost(self, draft: Draft) -> float:
        if draft not in self._costs:
            self._costs[draft] = float(self._cost_at(draft).sum())
        return self._costs[draft]

    def _cost_at(self, draft: Draft) -> Floats:
        rules = np.empty((len(draft.rules), 2), np.int64)
        for number, rule in enumerate(sorted(draft.rules, key=lambda rule: rule.place)):
            branch = draft.order[rule.place]
            rules[number] = self._row(branch, rule.signs), branch
        found = np.empty(len(self.seen))
        put_costs(self.by_branch, self._takes, rules, draft.order[-1], found)
        return found

    def savings(self, draft: Draft, place: int) -> Savings:
        """What is saved at each position if a rule takes it to a place."""
        key = (draft, place)
        if key not in self._savings:
            cost_at, branch = self._cost_at(draft), draft.order[place]
            free = ~self.closed[branch]
            for rule in draft.rules:
                if rule.place <= place:
                    row = self._row(draft.order[rule.place], rule.signs)
                    free &= ~self._takes[row]
            found = Savings(np.where(free, cost_at - self.by_branch[branch], 0.0), self.cost(draft))
            content = hashlib.sha256(found.at.tobytes()).digest(), found.cost
            self._savings[key] = self._different.setdefault(content, found)
        return self._savings[key]
