"""Hands that are not split, followed to their net results."""

from __future__ import annotations

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.holdings import Flag, Int, Real
from feltworks.odds.blackjack.player import busting, cards_left, natural_chance
from feltworks.odds.blackjack.plays import Plays
from feltworks.odds.blackjack.reach import follow_hits
from feltworks.odds.blackjack.setting import UP_CARDS, Setting


def unsplit_results(setting: Setting, plays: Plays, first: Real) -> Real:
    """Chances of the net results -2, -1, 0, 1, 2.

    `first[up, doubled, hand]` is how likely each first hand is, played on or doubled. A dealer's
    blackjack is left out, unless it takes all.
    """
    hands = setting.hands
    results = np.zeros(5)
    for up in UP_CARDS:
        if setting.counts[up]:
            played, doubled = first[up].copy()
            hits = plays.hits[up]
            follow_hits(setting.counts, up, hands.cards, hands.after, hits, played)
            settle_unsplit(
                setting.counts, up, hands.cards, hands.totals, hands.after, setting.chances,
                float(setting.takes_all), hits, played, doubled, results,
            )  # fmt: skip
    return results


@kernel
def settle_unsplit(
    shoe: Int, up: int, cards: Int, totals: Int, after: Int, chances: Real,
    takes_all: float, hits: Flag, played: Real, doubled: Real, results: Real,
) -> None:  # fmt: skip
    """Settle hands that stand and that go bust; a doubled hand takes one card and stands."""
    left = np.empty(10, np.int64)
    beyond = np.empty(10, np.int64)
    for hand in range(len(totals)):
        if played[hand] == 0.0 and doubled[hand] == 0.0:
            continue
        size = cards_left(shoe, cards[hand], up, left)
        if not hits[hand] and played[hand] > 0.0:
            natural = natural_chance(left, size, up)
            settle(totals[hand], chances[hand, up], natural, takes_all, 1, played[hand], results)
        for value in range(10):
            if left[value] == 0:
                continue
            drawn = left[value] / size
            grown = after[hand, value]
            if grown < 0:
                lost = -busting(left, size, value, up, takes_all) * drawn
                if hits[hand]:
                    results[1] += played[hand] * lost
                results[0] += doubled[hand] * lost
            elif doubled[hand] > 0.0:
                for other in range(10):
                    beyond[other] = left[other] - (other == value)
                natural = natural_chance(beyond, size - 1, up)
                chance = doubled[hand] * drawn
                settle(totals[grown], chances[grown, up], natural, takes_all, 2, chance, results)


@kernel
def settle(
    total: int, chances: Real, natural: float, takes_all: float, stake: int, chance: float,
    results: Real,
) -> None:  # fmt: skip
    """Add what a standing hand comes to against every end of the dealer's."""
    bust = 1.0 - natural
    for ending in range(5):
        bust -= chances[ending]
        if total > 17 + ending:
            results[2 + stake] += chance * chances[ending]
        elif total == 17 + ending:
            results[2] += chance * chances[ending]
        else:
            results[2 - stake] += chance * chances[ending]
    results[2 + stake] += chance * bust
    results[2 - stake] += chance * natural * takes_all
