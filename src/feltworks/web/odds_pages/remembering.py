"""A few rules to remember, as the odds page shows them, with what following them costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.web.odds_pages.counting import Asked, Progress
from feltworks.web.odds_pages.playing import QuestionError

Data = dict[str, Any]
MOST_RULES = 4


def reminder_answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """The rules of every decision; their cost is counted, not estimated."""
    rules = Asked.of(question).with_pays().rules
    if rules.game.mechanism != "table" or not any(stage.decide for stage in rules.stages):
        raise QuestionError(f"{rules.game.name} has no decision that rules are looked for")
    from feltworks.odds.simple import MEANINGS, simple_strategy

    found = simple_strategy(rules, rule_count=MOST_RULES, progress=progress)
    decisions: list[Data] = [
        {
            "decision": each.decision,
            "cost": float(found.cost_of(each.decision)),
            "says": list(each.lines()),
        }
        for each in found.lists
    ]
    told = " ".join(line for each in decisions for line in each["says"])
    return {
        "unit": rules.wagers[found.best.unit].name,
        "house_edge_best": float(found.best.house_edge),
        "house_edge_simple": float(found.simple.house_edge),
        "decisions": decisions,
        "meanings": [meaning for phrase, meaning in MEANINGS.items() if phrase in told],
    }
