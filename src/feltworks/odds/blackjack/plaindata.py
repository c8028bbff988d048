"""The odds of blackjack as plain data, in the form of other wagers' odds as far as possible. It has
chances where exact wagers have combinations, and every float64 figure has an error bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from feltworks.odds.blackjack.advice import HandAdvice
from feltworks.odds.blackjack.analysis import VALUE_WITHIN, BlackjackOdds
from feltworks.odds.blackjack.charts import Chart, departures
from feltworks.odds.blackjack.shoe import VALUES

Data = dict[str, Any]


def blackjack_data(odds: BlackjackOdds, unit: str) -> Data:
    """The main wager: its value and its distribution, with insurance separately."""
    found = odds.distribution
    data: Data = {
        "unit": unit,
        "method": "float64",
        "strategy": odds.strategy,
        "cards": odds.setting.shoe.size,
        "outcomes": [
            {"net": str(net), "probability": chance} for net, chance in found.chances.items()
        ],
        "outcomes_within": found.within,
        "expected_value": {"decimal": odds.expected_value, "within": VALUE_WITHIN},
        "house_edge": odds.house_edge,
        "average_wager": odds.average_wager,
        "element_of_risk": odds.element_of_risk,
        "hit_frequency": found.hit_frequency,
        "standard_deviation": found.standard_deviation,
    }
    if odds.insurance is not None:
        data["insurance"] = asdict(odds.insurance)
    return data


def strategy_data(odds: BlackjackOdds) -> Data:
    """The chart, where play by cards differs from it, and the value of every action."""
    gains = departures(odds.setting, odds.basic_plays, *odds.best)
    return {
        "method": "float64",
        "strategy": odds.strategy,
        "chart": chart_data(odds.chart),
        "departures": [
            {
                "cards": [VALUES[departure.start.low], VALUES[departure.start.high]],
                "dealer": VALUES[departure.start.up],
                "chart": departure.says.name.lower(),
                "better": departure.better.name.lower(),
                "gain": departure.gain,
            }
            for departure in gains
        ],
        "hands": [
            {
                "cards": list(hand.cards),
                "dealer": hand.up,
                "probability": hand.chance,
                "best": hand.best,
                "values": hand.values,
            }
            for hand in odds.hands
        ],
    }


def chart_data(chart: Chart) -> Data:
    return {
        "dealer": list(chart.columns),
        **{part: {row.hand: list(row.cells) for row in rows} for part, rows in chart.parts.items()},
        "codes": chart.used,
    }


def advice_data(advice: HandAdvice) -> Mapping[str, Any]:
    """A position: what each action is worth."""
    data: Data = {"best": advice.best, "values": dict(advice.values)}
    if advice.insurance is not None:
        data["insurance"] = advice.insurance
    return data
