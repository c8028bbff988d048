"""The net result of a split: how many hands come up, and what they bring together.

Given how the dealer ends, hands would be independent but for the cards they take from each other.
So their joint results are put together from cumulants: single hands, what two hands share, what
three share beyond that, and so on; each step is smaller by about the size of the shoe. Single
hands and pairs of hands are always counted in full. What three and four hands share is counted
over their most likely ends where the list of ends is long, and in full where it is short; how far
the result may be off is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from feltworks.odds.blackjack.hands import Real
from feltworks.odds.blackjack.plays import HandStrategy
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.splitends import STRIDE, JoinedEnds, Poly, Split
from feltworks.odds.blackjack.splithand import SplitHand, split_hand

NET_PLACES = 17
"""Net results of up to four hands, from eight wagers lost to eight won."""


@dataclass(frozen=True)
class EndLimits:
    """How many ends of a hand are kept where three or four hands are counted together."""

    three: int = 90
    three_of_four: int = 40
    four: int = 12


EVERY_END = EndLimits(10**6, 10**6, 10**6)
"""Nothing left out: only for small shoes and pairs that end in few ways, because of the time."""

_CAUTION = 4.0
"""The size of what is left out is an estimate; bounds are this much larger."""


class Coming(NamedTuple):
    """One number of hands that a split can come to, with how many further pair cards are gone and
    the weight of each number of hands that paired again."""

    hands: int
    gone: int
    by_paired: tuple[float, ...]


# From the same polynomials as in `splits`, X being N + P: with two hands at most XX; with three NN
# and s(2N + P)XX; with four NN, 2sNNN and ss(5NN + 4NP + PP)XX. Moments hold each product as often
# as its factors can be ordered, hence the divisions.
COMING: Mapping[int, tuple[Coming, ...]] = {
    2: (Coming(2, 0, (1, 1, 1)),),
    3: (Coming(2, 0, (1, 0, 0)), Coming(3, 1, (2, 5 / 3, 4 / 3, 1))),
    4: (
        Coming(2, 0, (1, 0, 0)),
        Coming(3, 1, (2, 0, 0, 0)),
        Coming(4, 2, (5, 14 / 4, 14 / 6, 6 / 4, 1)),
    ),
}


def split_results(
    setting: Setting, up: int, pair: int, plays: HandStrategy, kept: EndLimits
) -> tuple[Real, float]:
    """Chances of the net results -8 to 8, and how far all of them together may be off.

    A dealer's blackjack is left out, unless it takes all.
    """
    split, hand = Split(setting, up, pair), split_hand(setting, up, pair, plays)
    pairs_of_ends = JoinedEnds.of(hand.listed(), 2)
    results, within = np.zeros(NET_PLACES), 0.0
    for coming in COMING[setting.most_hands(pair)]:
        if split.shoe[pair] < coming.gone:
            continue
        two = split.moments(pairs_of_ends, coming.gone)
        poly, error = two[1], 0.0
        if coming.hands > 2:
            poly, error = _jointly(split, hand, coming, two, kept)
        by_net = poly.sum(axis=0)
        width = 4 * coming.hands + 1
        lowest = NET_PLACES // 2 - 2 * coming.hands
        for paired, weight in enumerate(coming.by_paired):
            part = by_net[paired * STRIDE : paired * STRIDE + width]
            results[lowest : lowest + width] += weight * part
        within += max(coming.by_paired) * error
    return results, within


def _jointly(
    split: Split, hand: SplitHand, coming: Coming, two: list[Poly], kept: EndLimits
) -> tuple[Poly, float]:
    """The moment of three or four hands from those of one and two, and how far it may be off."""
    gone = coming.gone
    ends = split.given(gone)
    given = np.where(ends > 0, ends, 1.0)[:, None]
    chances = split.chances(hand.sets, gone).sum(axis=1)

    cumulants, error = [two[0] / given, shared([moment / given for moment in two])], 0.0
    four = coming.hands == 4
    for hands, most in ((3, kept.three_of_four if four else kept.three), (4, kept.four)):
        if hands <= coming.hands:
            listed, left_out = hand.core(chances, most)
            found = split.moments(JoinedEnds.of(listed, hands), gone)
            cumulants.append(shared([moment / given for moment in found]))
            size = float(np.abs(cumulants[-1] * ends[:, None]).sum())
            error += (4 if four else 3) * size * left_out / float(ends.sum())
    return joined(cumulants) * ends[:, None], _CAUTION * error


# All hands of a split are alike, so one moment for each number of hands says it all: `m2` for two
# of them together, and so on. What k hands share beyond what fewer do is the k-th cumulant.
# Products are taken separately for each end of the dealer's, and moments are given his end, so
# that the empty one is 1.


def times(*factors: Real) -> Real:
    """The product of polynomials, row by row."""
    product = factors[0]
    for factor in factors[1:]:
        length = product.shape[1] + factor.shape[1] - 1
        grown = np.zeros((len(product), length))
        for place in np.flatnonzero(factor.any(axis=0)):
            grown[:, place : place + product.shape[1]] += product * factor[:, place, None]
        product = grown
    return product


def shared(moments: Sequence[Real]) -> Real:
    """The last cumulant of the moments of 1, 2, ... hands, up to four."""
    m1, *rest = moments
    if not rest:
        return m1
    m2 = rest[0]
    if len(moments) == 2:
        return m2 - times(m1, m1)
    m3 = rest[1]
    if len(moments) == 3:
        return m3 - 3 * times(m1, m2) + 2 * times(m1, m1, m1)
    squared = times(m1, m1)
    return (
        rest[2]
        - 4 * times(m1, m3)
        - 3 * times(m2, m2)
        + 12 * times(squared, m2)
        - 6 * times(squared, squared)
    )


def joined(cumulants: Sequence[Real]) -> Real:
    """The moment of so many hands, from the cumulants of 1, 2, ... of them."""
    k1, *rest = cumulants
    if not rest:
        return k1
    k2, squared = rest[0], times(k1, k1)
    if len(cumulants) == 2:
        return k2 + squared
    k3 = rest[1]
    if len(cumulants) == 3:
        return k3 + 3 * times(k1, k2) + times(squared, k1)
    return (
        rest[2]
        + 4 * times(k1, k3)
        + 3 * times(k2, k2)
        + 6 * times(squared, k2)
        + times(squared, squared)
    )
