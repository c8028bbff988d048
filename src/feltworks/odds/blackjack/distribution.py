"""The net result of a round: every amount that can be won or lost, and its chance."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from feltworks.arrays import Floats
from feltworks.kernels import kernel
from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.firsthands import actions, like_share
from feltworks.odds.blackjack.hands import HandArrays
from feltworks.odds.blackjack.player import (
    Against,
    HandPlay,
    busting,
    cards_left,
    follow_hits,
    natural_chance,
)
from feltworks.odds.blackjack.plays import Action, HandStrategy
from feltworks.odds.blackjack.setting import UP_CARDS, FirstHand, Setting
from feltworks.odds.blackjack.splitround import EndLimits, split_results
from feltworks.odds.blackjack.surewins import NetUnits, SureNets
from feltworks.odds.errors import OddsRefused


@dataclass(frozen=True)
class Distribution:
    """Chances by net result in units, and a bound on the error of all of them together."""

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
        """How often a round ends with a win."""
        return math.fsum(chance for net, chance in self.chances.items() if net > 0)


Tally = defaultdict[Fraction, float]
"""Chances by net result, while they are added up."""
ONE, HALF = Fraction(1), Fraction(1, 2)


def distribution(
    setting: Setting, plays: HandStrategy, kept: EndLimits | None = None
) -> Distribution:
    """The distribution of the net result of a round under these plays."""
    tally = Tally(float)
    unsplit = np.zeros((10, 2, setting.hands.count))
    splits: list[tuple[FirstHand, float]] = []
    for start in setting.starts:
        _settle_at_once(setting, start, tally)
        for action, chance in _actions(setting, plays, start):
            if action == Action.SURRENDER:
                _give_up(setting, start, chance, tally)
            elif action == Action.SPLIT:
                splits.append((start, chance))
            else:
                unsplit[start.up, int(action == Action.DOUBLE), start.hand] += chance
    units, within = NetUnits.of(setting), 0.0
    by_place = unsplit_results(setting, plays, unsplit, units)
    for chance, (results, error) in _split_all(setting, plays, splits, kept or EndLimits()):
        by_place += chance * results
        within += chance * error
    for place, found in enumerate(by_place):
        tally[units.net(place)] += float(found)
    return Distribution({net: tally[net] for net in sorted(tally) if tally[net]}, within)


def _give_up(setting: Setting, start: FirstHand, chance: float, tally: Tally) -> None:
    """Adds surrendered hands: half is lost, except that late surrender does not help against a
    dealer's blackjack."""
    natural = setting.natural_chance(start.up, start.hand)
    if setting.rules.early_surrender:
        tally[-HALF] += chance
        # A dealer's blackjack that takes only the original wager was counted before.
        tally[-ONE] -= chance * natural * (not setting.natural_takes_added)
    else:
        tally[-HALF] += chance * (1 - natural)
        tally[-ONE] += chance * natural * setting.natural_takes_added


def _settle_at_once(setting: Setting, start: FirstHand, tally: Tally) -> None:
    """Adds blackjacks: the player's, and a dealer's that ends the round before the player acts."""
    natural = setting.natural_chance(start.up, start.hand)
    if start.hand == setting.hands.natural:
        pushed = natural * (not setting.rules.blackjack_wins) + setting.natural_pushed(start.up)
        tally[Fraction(0)] += start.chance * pushed
        tally[setting.natural_pays] += start.chance * (1 - pushed)
    elif not setting.natural_takes_added:
        tally[-ONE] += start.chance * natural


def _actions(
    setting: Setting, plays: HandStrategy, start: FirstHand
) -> Iterator[tuple[Action, float]]:
    """What is done with a first hand that is no blackjack, and how likely each action is."""
    if start.hand == setting.hands.natural:
        return
    for action, share in actions(setting, plays, start):
        if action == Action.SPLIT and like_share(setting, start) < 1:
            raise OddsRefused(
                "blackjack.split_unlike_tens",
                "the distribution of splits of like tens cannot be counted yet",
            )
        yield action, start.chance * share


def _split_all(
    setting: Setting, plays: HandStrategy, splits: list[tuple[FirstHand, float]], kept: EndLimits
) -> Iterator[tuple[float, tuple[np.ndarray, float]]]:
    """Every split, on two threads."""

    def results(split: tuple[FirstHand, float]) -> tuple[np.ndarray, float]:
        start, _ = split
        return split_results(setting, start.up, start.low, plays, kept)

    with ThreadPoolExecutor(2) as pool:
        for (_, chance), found in zip(splits, pool.map(results, splits), strict=True):
            yield chance, found


def unsplit_results(
    setting: Setting, plays: HandStrategy, first: Floats, units: NetUnits
) -> Floats:
    """The chances of net results, by their places.

    `first[up, doubled, hand]` is how likely each first hand is, played on or doubled. A dealer's
    blackjack is left out, unless it takes all wagers.
    """
    hands = setting.hands
    results = np.zeros(units.places)
    sure = SureNets.of(setting.sure, units)
    for up in UP_CARDS:
        if setting.counts[up]:
            played, doubled = first[up].copy()
            against, play = setting.against(up), plays.of(up)
            follow_hits(against, hands.tables, play, played, doubled)
            settle_unsplit(against, hands.tables, play, sure, played, doubled, results)
    return results


@kernel
def settle_unsplit(
    against: Against, hands: HandArrays, play: HandPlay, sure: SureNets, played: Floats,
    doubled: Floats, results: Floats,
) -> None:  # fmt: skip
    """Settle hands that stand and hands that bust; a doubled hand takes one card and stands."""
    left = np.empty(10, np.int64)
    beyond = np.empty(10, np.int64)
    up, even, unit = against.up, sure.even, sure.scale
    for hand in range(len(hands.totals)):
        if played[hand] == 0.0 and doubled[hand] == 0.0:
            continue
        size = cards_left(against.shoe, hands.cards[hand], up, left)
        if not play.hits[hand] and played[hand] > 0.0:
            natural = natural_chance(left, size, up)
            if against.sure[hand] > 0.0:
                for odds in range(len(sure.nets)):
                    part = played[hand] * sure.parts[odds, hand]
                    results[even + sure.nets[odds]] += part * (1.0 - natural)
                results[even - unit] += played[hand] * natural * against.natural_takes_added
            else:
                settle(against, hands, hand, natural, (unit, unit), played[hand], even, results)
        stakes = (2 * unit, unit if against.free_double[hand] else 2 * unit)
        for value in range(10):
            if left[value] == 0:
                continue
            drawn = left[value] / size
            grown = hands.after[hand, value]
            if grown < 0:
                lost = -busting(left, size, value, up, against.natural_takes_added) * drawn
                if play.hits[hand]:
                    results[even - unit] += played[hand] * lost
                results[even - stakes[1]] += doubled[hand] * lost
            elif doubled[hand] > 0.0:
                for other in range(10):
                    beyond[other] = left[other] - (other == value)
                natural = natural_chance(beyond, size - 1, up)
                chance = doubled[hand] * drawn
                if sure.doubled[grown] or play.rescues[grown]:
                    net = stakes[0] if sure.doubled[grown] else -unit
                    results[even + net] += chance * (1.0 - natural)
                    taken = natural * against.natural_takes_added
                    results[even - stakes[1]] += chance * taken
                else:
                    settle(against, hands, grown, natural, stakes, chance, even, results)


@kernel
def settle(
    against: Against, hands: HandArrays, hand: int, natural: float, stakes: tuple[int, int],
    chance: float, even: int, results: Floats,
) -> None:  # fmt: skip
    """Add the results of a standing hand against every end of the dealer."""
    bust = 1.0 - natural
    won, lost = stakes
    for ending in range(against.chances.shape[2]):
        ends = against.chances[hand, against.up, ending]
        bust -= ends
        if ending >= ENDINGS or hands.totals[hand] == LOWEST + ending:
            results[even] += chance * ends
        elif hands.totals[hand] > LOWEST + ending:
            results[even + won] += chance * ends
        else:
            results[even - lost] += chance * ends
    results[even + won] += chance * bust
    results[even - lost] += chance * natural * against.natural_takes_added
