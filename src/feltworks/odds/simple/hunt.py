"""The hunt for rules: a draft grows by the rule that saves most, or by a rule and the
exceptions to it; then every rule is looked for once more, given the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.simple.field import Draft, Drafted, Field
from feltworks.odds.simple.measures import Sign, opposite
from feltworks.odds.simple.thresholds import refined

DEARER = (1.0, 1.04, 1.09)
"""A rule with more signs must save so many times as much as one with a single sign."""
NEGATIVE = 0.98
WORTH_A_RULE = 1e-4
"""What a rule must save, in units a round."""
CANDIDATES = 5
SPREAD = (0.15, 0.5, 0.85)
TRIED_ON = 1_500


class Hunt:
    """HandValues for rules on a field with a stock of signs."""

    def __init__(self, field: Field, stock: Sequence[Sign]) -> None:
        self.field = field
        shown = np.stack([sign.holds(field.seen) for sign in stock])
        useful = np.asarray(shown.any(axis=1) & ~shown.all(axis=1))
        self.stock = [sign for sign, keep in zip(stock, useful.tolist(), strict=True) if keep]
        self.flags = shown[useful].astype(np.float32)
        self.liking = np.array([1.0 if sign.reached else NEGATIVE for sign in self.stock])
        self.coarse = self._coarse()

    def _coarse(self) -> list[int]:
        """A few signs of every measure, well spread; thresholds are moved afterwards."""
        shares = self.flags.mean(axis=1) if len(self.stock) else np.zeros(0)
        scales: dict[tuple[int, bool], list[int]] = {}
        for place, sign in enumerate(self.stock):
            scales.setdefault((id(sign.measure), sign.reached), []).append(place)
        return [
            place
            for places in scales.values()
            for place in dict.fromkeys(
                min(places, key=lambda at: abs(float(shares[at]) - wanted)) for wanted in SPREAD
            )
        ]

    def best_draft(self, order: tuple[int, ...], rule_count: int) -> Draft:
        """At most so many rules for choices in this order."""
        draft = Draft(order)
        while len(draft.rules) < rule_count:
            longer = refined(self.field, self._extended(draft, rule_count))
            if self.field.cost(longer) > self.field.cost(draft) - WORTH_A_RULE:
                break
            draft = longer
        return draft

    def improved(self, draft: Draft, most_rules: int) -> Draft:
        """Every rule looked for again, given the others."""
        if len(draft.rules) < 2:
            return draft
        for number in range(len(draft.rules)):
            if number >= len(draft.rules):
                break
            others = replace(draft, rules=draft.rules[:number] + draft.rules[number + 1 :])
            again = self._extended(others, most_rules)
            if self.field.cost(again) < self.field.cost(draft):
                draft = again
        return draft

    def _extended(self, draft: Draft, most_rules: int) -> Draft:
        """With one more rule, or one and the exceptions to it, whichever saves most."""
        now = self.field.cost(draft)
        best, saved = draft, 0.0
        for place in range(len(draft.order) - 1):
            for signs in self._candidates(self.field.savings(draft, place)):
                for added in self._ways(draft, Drafted(place, signs)):
                    if len(draft.rules) + len(added) > most_rules:
                        continue
                    longer = self._with(draft, added)
                    price = DEARER[len(added[0].signs) - 1] * DEARER[1] ** (len(added) - 1)
                    liking = NEGATIVE ** sum(not sign.reached for sign in added[0].signs)
                    gain = (now - self.field.cost(longer)) * liking / price
                    if gain > saved:
                        best, saved = longer, gain
        return best

    def _ways(self, draft: Draft, rule: Drafted) -> Iterator[tuple[Drafted, ...]]:
        """A rule as it is, or with what it must not show told as exceptions before it."""
        yield (rule,)
        if not rule.place or draft.order[0] != draft.order[-1]:
            return
        kept = tuple(sign for sign in rule.signs if sign.reached)
        shunned = [opposite(sign) for sign in rule.signs if not sign.reached]
        if kept and shunned and None not in shunned:
            yield (
                Drafted(rule.place, kept),
                *(Drafted(0, (sign,)) for sign in shunned if sign is not None),
            )

    def _with(self, draft: Draft, added: tuple[Drafted, ...]) -> Draft:
        """With more rules, their thresholds moved to where they save most."""
        rules = sorted([*draft.rules, *added], key=lambda rule: rule.place)
        new = [number for number, rule in enumerate(rules) if any(rule is one for one in added)]
        return refined(self.field, replace(draft, rules=tuple(rules)), only=new)

    def _candidates(self, savings: NDArray[np.float64]) -> Iterator[tuple[Sign, ...]]:
        """The single signs, pairs and triples whose positions save most together."""
        gains = savings.astype(np.float32)
        here = np.flatnonzero(gains)
        if not len(self.stock) or not len(here):
            return
        here = here[:: 1 + len(here) // TRIED_ON]
        gains, flags = gains[here], self.flags[:, here]
        pairs = np.triu((flags * gains) @ flags.T)
        yield from self._signs([(int(np.argmax(np.diag(pairs) * self.liking)),)])
        yield from self._signs(_highest(pairs, CANDIDATES))
        found: list[tuple[float, tuple[int, ...]]] = []
        coarse = flags[self.coarse]
        for place, flag in enumerate(coarse[:-2]):
            rest = coarse[place + 1 :]
            table = np.triu((rest * (flag * gains)) @ rest.T, 1)
            first, second = divmod(int(np.argmax(table)), len(table))
            chosen = (place, place + 1 + first, place + 1 + second)
            found.append((float(table[first, second]), tuple(self.coarse[at] for at in chosen)))
        found.sort(reverse=True)
        yield from self._signs([places for _, places in found[:CANDIDATES]])

    def _signs(self, chosen: Iterable[tuple[int, ...]]) -> Iterator[tuple[Sign, ...]]:
        for places in chosen:
            yield tuple(self.stock[place] for place in dict.fromkeys(places))


def _highest(table: NDArray[np.floating[Any]], count: int) -> list[tuple[int, ...]]:
    """The places of the highest entries of a square table."""
    flat = np.argsort(table, axis=None)[: -count - 1 : -1]
    return [divmod(int(place), len(table)) for place in flat]
