"""Everything that is known about a blackjack game under one strategy.

Figures are float64. A dealer's chance is a sum of at most some thousand products of a dozen
factors, a worth is an average of such chances, and an average is never further off than its parts:
the error of the expected value is well below `VALUE_WITHIN`. The distribution has a bound of its
own, because rare ends of many hands are left out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltworks.odds.blackjack.basic import WeighedBasic, basic_strategy
from feltworks.odds.blackjack.charts import Chart, chart, departures
from feltworks.odds.blackjack.distribution import Distribution, distribution
from feltworks.odds.blackjack.firsthands import average_wager, choose, expected_value, start_value
from feltworks.odds.blackjack.plays import (
    HandStrategy,
    WeighedPlays,
    Worths,
    best_plays,
    shown_values,
)
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN, VALUES, Shoe
from feltworks.odds.errors import OddsRefused
from feltworks.odds.naming import result_id
from feltworks.rules.schema.mechanisms import Blackjack

STRATEGIES: dict[str, str] = {
    "composition": "the best play for each hand's own cards, used again after a split",
    "basic": "the best play by totals, used again after a split",
}
VALUE_WITHIN = 5e-12


@dataclass(frozen=True)
class BlackjackHandValues:
    """What each action is worth with a first hand; `best` is what the strategy does."""

    up: str
    cards: tuple[str, str]
    chance: float
    values: dict[str, float]
    best: str


@dataclass(frozen=True)
class Insurance:
    """Insurance against an ace: what a unit is worth, and what taking it when it pays adds."""

    value: float
    taken: float
    """How often a player who knows only his own cards should take it."""
    gain: float
    """What that adds to a round, in units of the first wager; not included in the main value."""


class BlackjackOdds:
    """A shoe, the rules, and a strategy; figures are computed on first use."""

    def __init__(self, shoe: Shoe, rules: Blackjack, strategy: str = "composition") -> None:
        if strategy not in STRATEGIES:
            raise OddsRefused(
                f"strategy {strategy}",
                f"there is no such strategy; allowed: {', '.join(STRATEGIES)}",
            )
        self.shoe = shoe
        self.rules = rules
        self.strategy = strategy

    @cached_property
    def setting(self) -> Setting:
        """Made on first use: a shoe too small for blackjack may still serve a side wager."""
        return Setting(self.shoe, self.rules)

    @cached_property
    def best(self) -> WeighedPlays:
        """The composition-dependent strategy, whatever strategy is weighed."""
        return best_plays(self.setting)

    @cached_property
    def _basic(self) -> WeighedBasic:
        return basic_strategy(self.setting, self.best.plays)

    @property
    def plays(self) -> HandStrategy:
        return self.best.plays if self.strategy == "composition" else self._basic.plays

    @property
    def worths(self) -> Worths:
        return self.best.worths if self.strategy == "composition" else self._basic.worths

    @cached_property
    def expected_value(self) -> float:
        """The value of a round, in units of the first wager; its error is below `VALUE_WITHIN`."""
        return expected_value(self.setting, self.plays, self.worths)

    def refuse_unweighed(self) -> None:
        """Raise what the figures would raise: a shoe that one round could use up."""
        self.shoe.check_lasts(self.rules.split_hands)

    def work_out(self) -> None:
        """Compute now what the odds of a round need."""
        _ = (self.expected_value, self.distribution, self.average_wager)

    def plain_data(self, unit: str) -> dict[str, Any]:
        """The main wager as plain data, in the form of other wagers' odds as far as possible: with
        chances for combinations, and an error bound for every float64 figure."""
        found = self.distribution
        data: dict[str, Any] = {
            "unit": unit,
            "method": "float64",
            "strategy": self.strategy,
            "cards": self.setting.shoe.size,
            "outcomes": [
                {"net": str(net), "probability": chance, "id": result_id(net)}
                for net, chance in found.chances.items()
            ],
            "outcomes_within": found.within,
            "expected_value": {"decimal": self.expected_value, "within": VALUE_WITHIN},
            "house_edge": self.house_edge,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
            "hit_frequency": found.hit_frequency,
            "standard_deviation": found.standard_deviation,
        }
        if self.insurance is not None:
            data["insurance"] = asdict(self.insurance)
        return data

    def strategy_data(self) -> dict[str, Any]:
        """The chart, where play by cards differs from it, and the value of every action, as plain
        data."""
        return {
            "method": "float64",
            "strategy": self.strategy,
            "chart": self.chart.as_json(),
            "departures": [
                {
                    "cards": [VALUES[departure.start.low], VALUES[departure.start.high]],
                    "dealer": VALUES[departure.start.up],
                    "chart": departure.says.name.lower(),
                    "better": departure.better.name.lower(),
                    "gain": departure.gain,
                }
                for departure in departures(self.setting, self.basic_plays, *self.best)
            ],
            "hands": [
                {
                    "cards": list(hand.cards),
                    "dealer": hand.up,
                    "probability": hand.chance,
                    "best": hand.best,
                    "values": hand.values,
                }
                for hand in self.hands
            ],
        }

    @property
    def house_edge(self) -> float:
        return -self.expected_value

    @cached_property
    def distribution(self) -> Distribution:
        return distribution(self.setting, self.plays)

    @property
    def chances(self) -> Mapping[Fraction, float]:
        """The chance of every net result of a round, in units of the first wager."""
        return self.distribution.chances

    @cached_property
    def average_wager(self) -> float:
        return average_wager(self.setting, self.plays)

    @property
    def element_of_risk(self) -> float:
        return self.house_edge / self.average_wager

    @cached_property
    def chart(self) -> Chart:
        """Basic strategy for these rules, whatever strategy is weighed."""
        return chart(self.setting, self._basic.basic)

    @property
    def basic_plays(self) -> HandStrategy:
        return self._basic.plays

    @cached_property
    def hands(self) -> tuple[BlackjackHandValues, ...]:
        """The value of every action for every first hand and up card, except blackjacks."""
        natural = self.setting.hands.natural
        return tuple(
            self._hand_values(start) for start in self.setting.starts if start.hand != natural
        )

    def _hand_values(self, start: FirstHand) -> BlackjackHandValues:
        setting = self.setting
        values = shown_values(setting, start.up, start.hand, self.worths[start.up])
        best = choose(setting, self.plays, start).name.lower()
        cards = (VALUES[start.low], VALUES[start.high])
        return BlackjackHandValues(VALUES[start.up], cards, start.chance, values, best)

    @property
    def first_hands(self) -> Iterator[tuple[FirstHand, float]]:
        """Every first hand and up card, with the value of the round that begins so."""
        for start in self.setting.starts:
            yield start, start_value(self.setting, self.plays, self.worths, start)

    @cached_property
    def insurance(self) -> Insurance | None:
        """Insurance; None if it is not offered, or no ace can show."""
        rules, counts = self.setting.rules, self.setting.counts
        if not rules.insurance or not counts[ACE]:
            return None
        pays = float(rules.insurance_pays.odds + 1)
        value = counts[TEN] / (self.setting.shoe.size - 1) * pays - 1
        taken = gain = 0.0
        for start in self.setting.starts:
            if start.up == ACE:
                worth = self.setting.insurance_worth(start.hand)
                taken += start.chance * (worth > 0)
                gain += start.chance * max(worth, 0.0) / 2
        return Insurance(float(value), taken, gain)
