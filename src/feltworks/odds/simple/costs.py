"""What each choice costs at every position of a decision, and what a list of rules costs there.

A draft says in which order choices are gone through and which rules lead to each; what no
rule takes goes to the last choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.simple.measures import Measure, Sign, opposite
from feltworks.odds.simple.seen import SeenPositions


@dataclass(frozen=True)
class DraftRule:
    """A rule in a draft: the place of its choice in the order, and its signs."""

    place: int
    signs: tuple[Sign, ...]


@dataclass(frozen=True)
class Draft:
    """Branches in the order in which they are gone through, and the rules for them."""

    order: tuple[int, ...]
    rules: tuple[DraftRule, ...] = ()


def with_last_rule_turned(draft: Draft, most_rules: int) -> Draft:
    """The same list with its last rule turned round, so that it says which hands to bet with.

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


class ChoiceCosts:
    """Positions with what each choice costs there."""

    def __init__(
        self, seen: SeenPositions, by_branch: NDArray[np.float64], closed: NDArray[np.bool_]
    ) -> None:
        self.seen = seen
        self.by_branch = by_branch
        """What each branch gives away, by branch and position, times how often it comes up."""
        self.closed = closed
        self._held: dict[Sign, NDArray[np.bool_]] = {}
        self._taken: dict[tuple[int, tuple[Sign, ...]], NDArray[np.bool_]] = {}
        self._costs: dict[Draft, float] = {}
        self._scales: dict[int, tuple[NDArray[np.int16], NDArray[np.int64]]] = {}

    def held(self, signs: Sequence[Sign]) -> NDArray[np.bool_]:
        """Where all of these signs hold."""
        found = np.ones(len(self.seen), np.bool_)
        for sign in signs:
            if sign not in self._held:
                self._held[sign] = sign.holds(self.seen)
            found &= self._held[sign]
        return found

    def scale(self, measure: Measure) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """The scores that occur, ascending, and the place of each position among them."""
        if id(measure) not in self._scales:
            scores = self.seen.score(measure.score)
            values, at = np.unique(scores, return_inverse=True)
            self._scales[id(measure)] = (values, at.astype(np.int64))
        return self._scales[id(measure)]

    def drawn(self, count: int) -> ChoiceCosts:
        """A sample in which positions count by what can be lost there, each choice being the
        best in as many of them as any other."""
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

    def _takes(self, branch: int, signs: tuple[Sign, ...]) -> NDArray[np.bool_]:
        """Where a rule with these signs takes a position to a branch; drafts share their rules."""
        key = (branch, signs)
        if key not in self._taken:
            self._taken[key] = self.held(signs) & ~self.closed[branch]
        return self._taken[key]

    def places(self, draft: Draft, without: int | None = None) -> NDArray[np.int8]:
        """The place in the order that each position comes to: the first that a rule takes it to."""
        found = np.full(len(self.seen), len(draft.order) - 1, np.int8)
        rules = [rule for number, rule in enumerate(draft.rules) if number != without]
        for rule in sorted(rules, key=lambda rule: -rule.place):
            np.copyto(found, rule.place, where=self._takes(draft.order[rule.place], rule.signs))
        return found

    def cost(self, draft: Draft) -> float:
        if draft not in self._costs:
            self._costs[draft] = float(self._cost_at(draft, self.places(draft)).sum())
        return self._costs[draft]

    def _cost_at(self, draft: Draft, places: NDArray[np.int8]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.by_branch[draft.order[-1]].copy()
        for place, branch in enumerate(draft.order[:-1]):
            np.copyto(found, self.by_branch[branch], where=places == place)
        return found

    def savings(self, draft: Draft, place: int, without: int | None = None) -> NDArray[np.float64]:
        """What is saved at each position if a rule takes it to a place."""
        now = self.places(draft, without)
        taken = self._cost_at(draft, now) - self.by_branch[draft.order[place]]
        return np.where((now > place) & ~self.closed[draft.order[place]], taken, 0.0)
