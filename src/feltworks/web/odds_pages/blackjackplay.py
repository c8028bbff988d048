"""The best play of blackjack as the odds page shows it: the chart, and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.odds.blackjack.advice import HandAdvisor
from feltworks.odds.blackjack.fromrules import blackjack_odds, blackjack_of, shoe_of
from feltworks.rules.schema import Rules
from feltworks.web.odds_pages.playing import QuestionError, cards_of
from feltworks.web.odds_pages.worker import Data, Progress


def strategy(rules: Rules, question: Mapping[str, Any], progress: Progress) -> Data:
    """The strategy chart, and where the cards of a hand matter more than its total."""
    sheet = blackjack_odds(rules).strategy_data()
    chart = sheet["chart"]
    return {
        "kind": "chart",
        "columns": chart["dealer"],
        "parts": {part: rows for part, rows in chart.items() if part not in ("dealer", "codes")},
        "codes": chart["codes"],
        "departures": sheet["departures"],
    }


def position(rules: Rules, question: Mapping[str, Any], progress: Progress) -> Data:
    """What every action is worth with these cards against the dealer's open card."""
    cards, up = cards_of(question)
    if len(up) != 1:
        raise QuestionError("a position needs one card of the dealer's that lies open")
    advice = HandAdvisor(shoe_of(rules), blackjack_of(rules)).advise(cards, up[0])
    return {
        "best": advice.best,
        "indifferent": False,
        "choices": [
            {"id": action, "fraction": None, "decimal": value, "costs": advice.cost(action)}
            for action, value in advice.values.items()
        ],
    }
