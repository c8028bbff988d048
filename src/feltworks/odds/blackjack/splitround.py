"""The net result of a split: how many hands it makes, and what they win together.

Given how the dealer ends, hands would be independent except for the cards they take from each
other. So their joint results are put together from cumulants: single hands, what two hands share,
what three share beyond that, and so on; each step is smaller by about the size of the shoe. Single
hands and pairs of hands are always counted in full. What three and four hands share is counted over
their most likely ends if the list of ends is long, and in full if it is short; the result has an
error bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Floats
from feltworks.odds.blackjack.plays import HandStrategy
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.splitends import HandEnds, JoinedEnds, Poly, Split
from feltworks.odds.blackjack.splithand import SplitHand, SplitHandList, split_hand
from feltworks.odds.blackjack.surewins import MOST_HANDS, NetUnits


@dataclass(frozen=True)
class EndLimits:
    """How many ends of a hand are kept when three or four hands are counted together."""

    three: int = 90
    three_of_four: int = 40
    four: int = 12


_CAUTION = 4.0
"""What is left out is estimated; the bound is this much larger."""


class SplitSize(NamedTuple):
    """One number of hands that a split can lead to, with how many more pair cards are gone and the
    weight of each number of other hands that paired again: if the first did not, and if it did."""

    hands: int
    gone: int
    unpaired_first: tuple[float, ...]
    paired_first: tuple[float, ...]

    @property
    def by_paired(self) -> tuple[float, ...]:
        """The weight of each number of hands that paired again, if the first is like the others: a
        moment includes every choice of them."""
        others = self.hands - 1
        ways = [
            comb(others, n) * (*self.unpaired_first, 0)[n]
            + (comb(others, n - 1) * self.paired_first[n - 1] if n else 0)
            for n in range(self.hands + 1)
        ]
        return tuple(ways[n] / comb(self.hands, n) for n in range(self.hands + 1))


# The same plays as in `splits`, X being N + P, with the first hand written in front: with two hands
# at most XX; with three NN and s(X + N)XX; with four NN, 2sNNN and ss(X + 2N)XXX + 2ssN(NXX). One
# certain hand did not pair in the last: of the others, any is as likely to be that one.
SPLIT_SIZES: Mapping[int, tuple[SplitSize, ...]] = {
    2: (SplitSize(2, 0, (1, 1), (1, 1)),),
    3: (SplitSize(2, 0, (1, 0), (0, 0)), SplitSize(3, 1, (2, 2, 2), (1, 1, 1))),
    4: (
        SplitSize(2, 0, (1, 0), (0, 0)),
        SplitSize(3, 1, (2, 0, 0), (0, 0, 0)),
        SplitSize(4, 2, (5, 3 + 4 / 3, 3 + 2 / 3, 3), (1, 1, 1, 1)),
    ),
}


class SplitHands(NamedTuple):
    """The hand that keeps the original wager, and how each of the others is played and paid."""

    first: SplitHand
    other: SplitHand
    stride: int

    def joined(self, hands: int, first: SplitHandList, other: SplitHandList) -> JoinedEnds:
        """This many hands, the first one in front, by their lists of ends."""
        in_front = HandEnds.of(self.first, MOST_HANDS * self.stride, first)
        return JoinedEnds.of(in_front, *[self._other(other)] * (hands - 1))

    def others(self, hands: int, other: SplitHandList) -> JoinedEnds:
        """This many hands without the first."""
        return JoinedEnds.of(*[self._other(other)] * hands)

    @property
    def are_alike(self) -> bool:
        """Whether the first hand is played and paid as the others are."""
        return self.first is self.other

    def weights(self, size: SplitSize) -> tuple[float, ...]:
        """By strides: how many hands paired again; a first hand unlike the others counts as
        four."""
        if self.are_alike:
            return size.by_paired
        unpaired, paired = size.unpaired_first, size.paired_first
        return (*unpaired, *[0.0] * (MOST_HANDS - len(unpaired)), *paired)

    def _other(self, listed: SplitHandList) -> HandEnds:
        return HandEnds.of(self.other, self.stride, listed)


def split_results(
    setting: Setting, up: int, pair: int, plays: HandStrategy, kept: EndLimits
) -> tuple[Floats, float]:
    """The chances of net results by their places, and a bound on the error of all of them together.

    A dealer's blackjack is left out, unless it takes all wagers.
    """
    units, split = NetUnits.of(setting), Split(setting, up, pair)
    first = other = split_hand(setting, up, pair, plays)
    if setting.splits_free(pair):
        other = split_hand(setting, up, pair, plays, is_free=True)
    hands = SplitHands(first, other, MOST_HANDS * units.span + 4)
    results, within = np.zeros(units.places), 0.0
    for size in SPLIT_SIZES[setting.most_hands(pair)]:
        if split.shoe[pair] < size.gone:
            continue
        poly, error = _jointly(split, hands, size, kept)
        by_net = poly.sum(axis=0)
        width, lowest = size.hands * units.span + 1, units.even - size.hands * units.lost
        for paired, weight in enumerate(hands.weights(size)):
            place = paired * hands.stride
            results[lowest : lowest + width] += weight * by_net[place : place + width]
        within += max(size.unpaired_first) * error
    return results, within


def _jointly(
    split: Split, hands: SplitHands, size: SplitSize, kept: EndLimits
) -> tuple[Poly, float]:
    """The moment of several hands from those of one and two and what more share, and an error
    bound."""
    gone, ends = size.gone, split.given(size.gone)
    given = np.where(ends > 0, ends, 1.0)[:, None]

    def moments(joined: JoinedEnds) -> list[Poly]:
        return [moment / given for moment in split.moments(joined, gone)]

    def counted(count: int, first: SplitHandList, other: SplitHandList) -> list[list[Poly]]:
        """The moments with the first hand in front, and those of the others alone."""
        others = moments(hands.others(count, other))
        return [others if hands.are_alike else moments(hands.joined(count, first, other)), others]

    two, alone = counted(2, hands.first.listed(), hands.other.listed())
    if size.hands == 2:
        return two[1] * ends[:, None], 0.0
    mixed, alike, error = [two[0], last_cumulant(two, alone)], [alone[0], last_cumulant(alone)], 0.0
    four = size.hands == MOST_HANDS
    chances = [split.chances(hand.sets, gone).sum(axis=1) for hand in (hands.first, hands.other)]
    for count, most in ((3, kept.three_of_four if four else kept.three), (4, kept.four)):
        if count <= size.hands:
            first, left_out = hands.first.core(chances[0], most)
            other, left_out_too = hands.other.core(chances[1], most)
            found, without = counted(count, first, other)
            mixed.append(last_cumulant(found, without))
            alike.append(last_cumulant(without))
            largest = float(np.abs(mixed[-1] * ends[:, None]).sum())
            left_out = max(left_out, left_out_too)
            error += (4 if four else 3) * largest * left_out / float(ends.sum())
    return last_moment(mixed, alike) * ends[:, None], _CAUTION * error


# All hands of a split but the first are alike, so two moments for each number of hands say it all:
# that of the others together, and that of the first and others. What k hands share beyond what
# fewer do is the k-th cumulant. A moment is the sum over all sets of hands with the first one in
# it, of what that set shares times the moment of the hands left. Products are taken separately for
# each end of the dealer's, and moments are given his end, so that the empty one is 1. Where the
# first hand is as the others, its moments are theirs.


def times(*factors: Floats) -> Floats:
    """The product of polynomials, row by row."""
    product = factors[0]
    for factor in factors[1:]:
        length = product.shape[1] + factor.shape[1] - 1
        grown = np.zeros((len(product), length))
        for place in np.flatnonzero(factor.any(axis=0)):
            grown[:, place : place + product.shape[1]] += product * factor[:, place, None]
        product = grown
    return product


def last_cumulant(first: Sequence[Floats], others: Sequence[Floats] | None = None) -> Floats:
    """The last cumulant of the moments of 1, 2, ... hands including the first."""
    cumulants: list[Floats] = []
    for moment in first:
        cumulants.append(moment - _of_fewer(cumulants, first if others is None else others))
    return cumulants[-1]


def last_moment(first: Sequence[Floats], others: Sequence[Floats] | None = None) -> Floats:
    """The moment of several hands, from the cumulants of 1, 2, ... of them."""
    alike, moments = first if others is None else others, list[Floats]()
    for count in range(len(first) - 1):
        moments.append(alike[count] + _of_fewer(alike[:count], moments))
    return first[-1] + _of_fewer(first[:-1], moments)


def _of_fewer(cumulants: Sequence[Floats], moments: Sequence[Floats]) -> Floats | int:
    """The part of a moment in which the first hand shares with fewer than all of the others."""
    most = len(cumulants)
    return sum(
        comb(most, others) * times(shared, moments[most - 1 - others])
        for others, shared in enumerate(cumulants)
    )
