"""The rules of every decision as plain data, kept on disk if they took long to find."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from feltworks import kernels
from feltworks.odds import kept as counts
from feltworks.odds.plaindata import exact
from feltworks.odds.simple.search import SimpleStrategy, simple_strategy
from feltworks.odds.walk import Progress, silent
from feltworks.rules.schema import Rules

MOST_RULES = 4


def simple_sheet(
    rules: Rules,
    kept: counts.KeptCounts | None,
    *,
    rule_count: int = MOST_RULES,
    progress: Progress = silent,
) -> dict[str, Any]:
    """The best lists found of up to this many rules; read from disk if they were kept."""
    kind = f"simple strategy, {rule_count} rules"
    known = None if kept is None else kept.find_figures(rules, kind)
    if known is not None:
        return known
    with kernels.timed_without_compiling() as seconds:
        found = _sheet_of(simple_strategy(rules, rule_count=rule_count, progress=progress))
    took = seconds()
    if kept is not None and took > counts.LONG_SECONDS:
        kept.add_figures(rules, kind, found, took)
    return found


def _sheet_of(found: SimpleStrategy) -> dict[str, Any]:
    return {
        "unit": found.simple.unit,
        "house_edge_best": exact(-found.best_value),
        "house_edge_simple": exact(found.simple.house_edge),
        "cost": exact(found.cost),
        "decisions": [
            {
                "decision": rules.decision,
                "cost": exact(found.cost_of(rules.decision)),
                "rules": [
                    {
                        "choice": rules.choices[rule.branch],
                        "with": [sign.words for sign in rule.signs],
                    }
                    for rule in rules.rules
                ],
                "otherwise": rules.choices[rules.otherwise],
                "says": list(rules.lines()),
            }
            for rules in found.lists
        ],
    }


def exact_of(value: Mapping[str, Any]) -> Fraction:
    """The fraction that `plaindata.exact` wrote."""
    return Fraction(value["fraction"])
