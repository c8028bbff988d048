"""The rules of every decision as plain data, kept on disk if they took long to find."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.odds import kept as counts
from feltworks.odds.plaindata import exact
from feltworks.odds.progress import Progress, silent
from feltworks.rules.schema import Rules

if TYPE_CHECKING:
    from feltworks.odds.simple.search import SimpleStrategy

MOST_RULES = 4
MEANINGS = {
    "that beat": "cards that beat you: unseen cards with any one of which, and the open cards, the "
    "dealer would now have a better hand than yours",
}
"""Explanations of phrases in the rules that are not self-explanatory."""


def simple_sheet(
    rules: Rules,
    kept: counts.KeptCounts | None,
    *,
    rule_count: int = MOST_RULES,
    progress: Progress = silent,
) -> dict[str, Any]:
    """The best lists found of up to this many rules; read from disk if they were kept."""
    known = recalled_sheet(rules, kept, rule_count=rule_count)
    if known is not None:
        return known
    from feltworks import kernels
    from feltworks.odds.simple.search import simple_strategy

    with kernels.timed_without_compiling() as seconds:
        found = _sheet_of(simple_strategy(rules, rule_count=rule_count, progress=progress))
    took = seconds()
    if kept is not None and took > counts.WORTH_KEEPING_SECONDS:
        kept.add_figures(rules, _kind(rule_count), found, took)
    return found


def recalled_sheet(
    rules: Rules, kept: counts.KeptCounts | None, *, rule_count: int = MOST_RULES
) -> dict[str, Any] | None:
    """The same, if it is kept."""
    return None if kept is None else kept.find_figures(rules, _kind(rule_count))


def _kind(rule_count: int) -> str:
    return f"simple strategy, {rule_count} rules"


def _sheet_of(found: SimpleStrategy) -> dict[str, Any]:
    return {
        "unit": found.unit,
        "house_edge_best": exact(-found.best_value),
        "house_edge_simple": exact(-found.value),
        "cost": exact(found.cost),
        "decisions": [
            {
                "decision": rules.decision,
                "cost": exact(found.costs[rules.decision]),
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
