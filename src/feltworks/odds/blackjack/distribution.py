"""The net result of a round: every amount that can be won or lost, and its chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from feltworks.odds.blackjack.firsthands import choose, like_share
from feltworks.odds.blackjack.plays import Action, HandStrategy
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.splitround import NET_PLACES, EndLimits, split_results
from feltworks.odds.blackjack.unsplit import unsplit_results
from feltworks.odds.errors import OddsRefused

_EVEN = NET_PLACES // 2


@dataclass(frozen=True)
class Distribution:
    """Chances by net result in units, and how far all of them together may be off."""

    chances: Mapping[Fraction, float]
    within: float

    @property
    def mean(self) -> float:
        return math.fsum(float(net) * chance for net, chance in self.chances.items())

    @property
    def variance(self) -> float:
        mean = self.mean
        return math.fsum((float(net) - mean) ** 2 * chance for net, chance in self.chances.items())

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def hit_frequency(self) -> float:
        """How often a round ends with more than it began with."""
        return math.fsum(chance for net, chance in self.chances.items() if net > 0)


class _Tally:
    """Chances by net result, while they are added up."""

    def __init__(self) -> None:
        self.found: dict[Fraction, float] = {}

    def add(self, net: Fraction | int, chance: float) -> None:
        if chance:
            self.found[Fraction(net)] = self.found.get(Fraction(net), 0.0) + chance


def distribution(
    setting: Setting, plays: HandStrategy, kept: EndLimits | None = None
) -> Distribution:
    """The distribution of the net result of a round that is played so."""
    tally = _Tally()
    unsplit = np.zeros((10, 2, setting.hands.count))
    splits: list[tuple[FirstHand, float]] = []
    for start in setting.starts:
        _settle_at_once(setting, start, tally)
        for action, chance in _actions(setting, plays, start):
            if action == Action.SURRENDER:
                natural = setting.natural_chance(start.up, start.hand)
                tally.add(Fraction(-1, 2), chance * (1 - natural))
                tally.add(-1, chance * natural * setting.natural_takes_added)
            elif action == Action.SPLIT:
                splits.append((start, chance))
            else:
                unsplit[start.up, int(action == Action.DOUBLE), start.hand] += chance
    by_place, within = np.zeros(NET_PLACES), 0.0
    by_place[_EVEN - 2 : _EVEN + 3] = unsplit_results(setting, plays, unsplit)
    for chance, (results, error) in _split_all(setting, plays, splits, kept or EndLimits()):
        by_place += chance * results
        within += chance * error
    for place, found in enumerate(by_place):
        tally.add(place - _EVEN, float(found))
    return Distribution(dict(sorted(tally.found.items())), within)


def _settle_at_once(setting: Setting, start: FirstHand, tally: _Tally) -> None:
    """Blackjacks: the player's, and the dealer's where nothing the player does matters then."""
    natural = setting.natural_chance(start.up, start.hand)
    if start.hand == setting.hands.natural:
        tally.add(0, start.chance * natural)
        tally.add(setting.natural_pays, start.chance * (1 - natural))
    elif not setting.natural_takes_added:
        tally.add(-1, start.chance * natural)


def _actions(
    setting: Setting, plays: HandStrategy, start: FirstHand
) -> Iterator[tuple[Action, float]]:
    """What is done with a first hand that is no blackjack, and how likely that is."""
    if start.hand == setting.hands.natural:
        return
    like = like_share(setting, start)
    for share, may_split in ((like, True), (1 - like, False)):
        if share > 0:
            action = choose(setting, plays, start, may_split=may_split)
            if action == Action.SPLIT and like < 1:
                raise OddsRefused(
                    "blackjack.split_unlike_tens",
                    "the distribution of splits of like tens cannot be counted yet",
                )
            yield action, start.chance * share


def _split_all(
    setting: Setting, plays: HandStrategy, splits: list[tuple[FirstHand, float]], kept: EndLimits
) -> Iterator[tuple[float, tuple[np.ndarray, float]]]:
    """Every split, on both cores."""

    def results(split: tuple[FirstHand, float]) -> tuple[np.ndarray, float]:
        start, _ = split
        return split_results(setting, start.up, start.low, plays, kept)

    with ThreadPoolExecutor(2) as pool:
        for (_, chance), found in zip(splits, pool.map(results, splits), strict=True):
            yield chance, found
