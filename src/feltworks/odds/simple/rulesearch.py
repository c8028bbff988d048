"""The search for rules: a draft grows by the rule that saves most, or by a rule and its exceptions;
then every rule is searched for again, given the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.odds.simple.costs import ChoiceCosts, Draft, DraftRule, Savings
from feltworks.odds.simple.kernels import best_triples
from feltworks.odds.simple.measures import Measure, Sign, opposite
from feltworks.odds.simple.signbins import SignBins
from feltworks.odds.simple.thresholds import refined

DEARER = (1.0, 1.04, 1.09)
"""How many times as much a rule of one, two or three signs must save to be preferred."""
NEGATIVE = 0.98
"""What a sign that must not hold saves counts for so much less."""
WORTH_A_RULE = 1e-4
"""What a rule must save at least, in units per round."""
CANDIDATES = 5
"""How many pairs and triples of signs are tried for a rule."""
SHARES = (0.15, 0.5, 0.85)
"""The parts of all positions in which the few signs of a measure should hold that triples are made
of."""
TRIED_ON = 1_500
"""Pairs and triples are tried on about so many positions."""
MANY_PAIRS = 2_000
"""How many of the best pairs are sorted at first."""


class RuleSearch:
    """Searches for rules made of the given signs, by what choices cost at some positions."""

    def __init__(self, costs: ChoiceCosts, stock: Sequence[Sign]) -> None:
        self.costs = costs
        shown = np.stack([sign.holds(costs.seen) for sign in stock])
        useful = np.asarray(shown.any(axis=1) & ~shown.all(axis=1))
        self.stock = [sign for sign, keep in zip(stock, useful.tolist(), strict=True) if keep]
        self.liking = np.array([1.0 if sign.is_minimum else NEGATIVE for sign in self.stock])
        self.bins = SignBins(costs.seen, self.stock)
        self.coarse = self._coarse(shown[useful].mean(axis=1))
        self.held = np.ascontiguousarray(shown[useful][self.coarse].T, np.float64)
        """1 where a sign holds, by position and coarse sign."""
        self._known: dict[int, list[tuple[Sign, ...]]] = {}

    def _coarse(self, shares: Floats) -> list[int]:
        """A few evenly spread signs of every measure; thresholds are moved afterwards."""
        scales: dict[tuple[int, bool], list[int]] = {}
        for place, sign in enumerate(self.stock):
            scales.setdefault((id(sign.measure), sign.is_minimum), []).append(place)
        return [
            place
            for places in scales.values()
            for place in dict.fromkeys(
                min(places, key=lambda at: abs(float(shares[at]) - wanted)) for wanted in SHARES
            )
        ]

    def best_draft(self, order: tuple[int, ...], rule_count: int) -> Draft:
        """The best draft found with up to `rule_count` rules for choices in this order."""
        draft = Draft(order)
        while len(draft.rules) < rule_count:
            longer = refined(self.costs, self._extended(draft, rule_count))
            if self.costs.cost(longer) > self.costs.cost(draft) - WORTH_A_RULE:
                break
            draft = longer
        return draft

    def improved(self, draft: Draft, most_rules: int) -> Draft:
        """Every rule searched for again, given the others."""
        if len(draft.rules) < 2:
            return draft
        for number in range(len(draft.rules)):
            if number >= len(draft.rules):
                break
            others = replace(draft, rules=draft.rules[:number] + draft.rules[number + 1 :])
            again = self._extended(others, most_rules)
            if self.costs.cost(again) < self.costs.cost(draft):
                draft = again
        return draft

    def _extended(self, draft: Draft, most_rules: int) -> Draft:
        """The draft with one more rule, or one and its exceptions, whichever saves most."""
        now = self.costs.cost(draft)
        best, saved = draft, 0.0
        for place in range(len(draft.order) - 1):
            for signs in self._known_candidates(self.costs.savings(draft, place)):
                for added in self._ways(draft, DraftRule(place, signs)):
                    if len(draft.rules) + len(added) > most_rules:
                        continue
                    longer = self._with(draft, added)
                    price = DEARER[len(added[0].signs) - 1] * DEARER[1] ** (len(added) - 1)
                    liking = NEGATIVE ** sum(not sign.is_minimum for sign in added[0].signs)
                    gain = (now - self.costs.cost(longer)) * liking / price
                    if gain > saved:
                        best, saved = longer, gain
        return best

    def _ways(self, draft: Draft, rule: DraftRule) -> Iterator[tuple[DraftRule, ...]]:
        """A rule as it is, or with its negative signs made into exceptions listed before it."""
        yield (rule,)
        if not rule.place or draft.order[0] != draft.order[-1]:
            return
        kept = tuple(sign for sign in rule.signs if sign.is_minimum)
        shunned = [opposite(sign) for sign in rule.signs if not sign.is_minimum]
        if kept and shunned and None not in shunned:
            yield (
                DraftRule(rule.place, kept),
                *(DraftRule(0, (sign,)) for sign in shunned if sign is not None),
            )

    def _with(self, draft: Draft, added: tuple[DraftRule, ...]) -> Draft:
        """The draft with more rules, and their thresholds moved to where they save most."""
        rules = sorted([*draft.rules, *added], key=lambda rule: rule.place)
        new = [number for number, rule in enumerate(rules) if any(rule is one for one in added)]
        return refined(self.costs, replace(draft, rules=tuple(rules)), only=new)

    def _known_candidates(self, savings: Savings) -> list[tuple[Sign, ...]]:
        """Candidates, cached: drafts in another order often save the same."""
        key = id(savings)
        if key not in self._known:
            self._known[key] = list(self._candidates(savings.at))
        return self._known[key]

    def _candidates(self, savings: Floats) -> Iterator[tuple[Sign, ...]]:
        """The single signs, pairs and triples that save most together."""
        here = np.flatnonzero(savings)
        if not len(self.stock) or not len(here):
            return
        here = here[:: 1 + len(here) // TRIED_ON]
        gains, held = savings[here], self.held[here]
        pairs = self.bins.pair_sums(here, gains)
        single = int(np.argmax(np.diag(pairs) * self.liking))
        yield from self._signs([(single,), (single, self._companion(single, savings))])
        yield from self._signs(self._best_pairs(pairs))
        saved = np.zeros(max(0, len(self.coarse) - 2))
        others = np.zeros((len(saved), 2), np.int64)
        best_triples(held, gains, self._most(here, gains), CANDIDATES, saved, others)
        best = np.argsort(saved, kind="stable")[: -CANDIDATES - 1 : -1]
        triples = [(int(place), *others[place].tolist()) for place in best]
        yield from self._signs([tuple(self.coarse[at] for at in places) for places in triples])

    def _most(self, here: Int64s, gains: Floats) -> Floats:
        """What every two coarse signs could save at most together with others: the gains above 0
        where both hold, and a little more, because sums are rounded."""
        most = self.bins.sums_beside(here, np.maximum(gains, 0), np.array(self.coarse))
        return np.asarray(most * (1 + 1e-9))

    def _companion(self, sign: int, savings: Floats) -> int:
        """The sign that saves most beside another, over all positions."""
        here = np.flatnonzero(savings * self.stock[sign].holds(self.costs.seen))
        return int(np.argmax(self.bins.sums(here, savings[here]) * self.liking))

    def _best_pairs(self, saved: Floats) -> list[tuple[int, int]]:
        """The pairs that save most, one for every two measures; thresholds are moved afterwards."""
        found: dict[tuple[Measure, Measure], tuple[int, int]] = {}
        for place in downward_places(saved.reshape(-1), MANY_PAIRS):
            first, second = divmod(place, len(saved))
            measures = self.stock[first].measure, self.stock[second].measure
            found.setdefault(measures, (first, second))
            if len(found) == CANDIDATES:
                break
        return list(found.values())

    def _signs(self, chosen: Iterable[tuple[int, ...]]) -> Iterator[tuple[Sign, ...]]:
        for places in chosen:
            yield tuple(self.stock[place] for place in dict.fromkeys(places))


def downward_places(values: Floats, first: int) -> Iterator[int]:
    """The places of values, the largest first, of equal ones the last; as most are never asked for,
    only so many are sorted at first."""
    least = np.partition(values, -first)[-first] if first < len(values) else -np.inf
    for some in (values >= least, values < least):
        places = np.flatnonzero(some)
        yield from places[np.argsort(values[places], kind="stable")[::-1]].tolist()
