"""Hands that are not split, followed to their net results."""

from __future__ import annotations

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.hands import Flag, HandArrays, Real
from feltworks.odds.blackjack.player import (
    Against,
    busting,
    cards_left,
    follow_hits,
    natural_chance,
)
from feltworks.odds.blackjack.plays import HandStrategy
from feltworks.odds.blackjack.setting import UP_CARDS, Setting


def unsplit_results(setting: Setting, plays: HandStrategy, first: Real) -> Real:
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
            follow_hits(setting.against(up), hands.tables, hits, played)
            settle_unsplit(setting.against(up), hands.tables, hits, played, doubled, results)
    return results


@kernel
def settle_unsplit(
    against: Against, hands: HandArrays, hits: Flag, played: Real, doubled: Real, results: Real
) -> None:
    """Settle hands that stand and that go bust; a doubled hand takes one card and stands."""
    left = np.empty(10, np.int64)
    beyond = np.empty(10, np.int64)
    up = against.up
    for hand in range(len(hands.totals)):
        if played[hand] == 0.0 and doubled[hand] == 0.0:
            continue
        size = cards_left(against.shoe, hands.cards[hand], up, left)
        if not hits[hand] and played[hand] > 0.0:
            natural = natural_chance(left, size, up)
            settle(against, hands, hand, natural, 1, played[hand], results)
        for value in range(10):
            if left[value] == 0:
                continue
            drawn = left[value] / size
            grown = hands.after[hand, value]
            if grown < 0:
                lost = -busting(left, size, value, up, against.natural_takes_added) * drawn
                if hits[hand]:
                    results[1] += played[hand] * lost
                results[0] += doubled[hand] * lost
            elif doubled[hand] > 0.0:
                for other in range(10):
                    beyond[other] = left[other] - (other == value)
                natural = natural_chance(beyond, size - 1, up)
                settle(against, hands, grown, natural, 2, doubled[hand] * drawn, results)


@kernel
def settle(
    against: Against, hands: HandArrays, hand: int, natural: float, stake: int, chance: float,
    results: Real,
) -> None:  # fmt: skip
    """Add what a standing hand comes to against every end of the dealer's."""
    bust = 1.0 - natural
    for ending in range(5):
        ends = against.chances[hand, against.up, ending]
        bust -= ends
        if hands.totals[hand] > 17 + ending:
            results[2 + stake] += chance * ends
        elif hands.totals[hand] == 17 + ending:
            results[2] += chance * ends
        else:
            results[2 - stake] += chance * ends
    results[2 + stake] += chance * bust
    results[2 - stake] += chance * natural * against.natural_takes_added
