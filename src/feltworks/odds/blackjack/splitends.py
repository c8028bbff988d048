"""The hands of a split and the dealer, all drawing from one shoe: counting their ends together.

By symmetry it does not matter who draws first. So the chance that several hands draw given sets of
cards, and the dealer ends in a given way, depends only on the union of the sets: many combinations
of ends have the same union, and each is weighed once. A net result is a power of a polynomial's
variable, so that adding results is multiplying.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.kernels import kernel
from feltworks.odds.blackjack.dealer import ENDINGS, dealer_draws
from feltworks.odds.blackjack.hands import KEY_BITS
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import ACE, TEN
from feltworks.odds.blackjack.splithand import BUST_END, LATER_ENDS, SplitHand, SplitHandList

Poly = Floats
"""[dealer's end, stride x hands that paired again + net result]: chances as a polynomial.

The lowest net result of each hand is place 0; the stride keeps products of up to four hands apart.
"""

_MOST_DRAWN = 60
"""More cards than all hands of a split can draw."""
HASH_FACTOR = 0x2545F4914F6CDD1D
"""Odd and with bits all over: its products spread sets over the slots of a hash table."""


class HandEnds(NamedTuple):
    """The ends of one hand among several, the net results of each kind of end, and the stride that
    marks that the hand paired again."""

    listed: SplitHandList
    won: Int64s
    lost: Int64s
    stride: int

    @classmethod
    def of(cls, hand: SplitHand, stride: int, listed: SplitHandList | None = None) -> HandEnds:
        return cls(hand.listed() if listed is None else listed, hand.won, hand.lost, stride)


@dataclass(frozen=True)
class JoinedEnds:
    """The card sets that hands can draw together.

    A step leads from a set and one more hand's set to the cards of both together. The empty set is
    in every list, so the sets of fewer hands are among those of all; `places` says where, by number
    of hands.
    """

    hands: tuple[HandEnds, ...]
    sets: Int64s
    steps: tuple[Int64s, ...]
    places: tuple[Int64s, ...]

    @classmethod
    def of(cls, *hands: HandEnds) -> JoinedEnds:
        sets, steps, levels = np.zeros(1, np.int64), [], []
        for hand in hands:
            sets, step = distinct_sums(sets, hand.listed.keys)
            steps.append(step)
            levels.append(sets)
        order = np.argsort(sets)
        places = tuple(order[np.searchsorted(sets[order], level)] for level in levels)
        return cls(hands, sets, tuple(steps), places)


@dataclass(frozen=True)
class Split:
    """A pair to be split against an up card."""

    setting: Setting
    up: int
    pair: int

    @cached_property
    def shoe(self) -> Int64s:
        """What is left to draw from."""
        left = self.setting.counts.copy()
        left[self.up] -= 1
        left[self.pair] -= 2
        return left

    @cached_property
    def _ways(self) -> Floats:
        """[value, n]: ways to draw n cards of a value one after the other; last row: any cards."""
        counts = np.append(self.shoe, self.shoe.sum())
        steps = np.maximum(counts[:, None] - np.arange(_MOST_DRAWN)[None, :], 0)
        return np.cumprod(np.column_stack([np.ones(len(counts)), steps]), axis=1)

    def chances(self, sets: Int64s, gone: int) -> Floats:
        """[card set, dealer's end]: the chance of drawing the cards of a set in a given order, with
        `gone` more cards of the pair, and of that end of the dealer."""
        rules = self.setting.rules
        left, drawn = np.empty((len(sets), 10), np.int64), np.empty(len(sets))
        draw_sets(sets, KEY_BITS, self.shoe, self.pair, gone, self._ways, left, drawn)
        to_22, hits = self.setting.pushes_22, rules.soft_17 == "hits"
        ends = np.empty((len(sets), LATER_ENDS + to_22 + self.setting.natural_takes_added))
        totals = dealer_draws(left, self.up, hits_soft_17=hits, to_22=to_22)
        hole = TEN if self.up == ACE else ACE if self.up == TEN else -1
        join_ends(totals, left, hole, drawn, ends)
        return ends

    def given(self, gone: int) -> Floats:
        """The chance of each end of the dealer with only `gone` more cards of the pair drawn."""
        ends: Floats = self.chances(np.zeros(1, np.int64), gone)[0]
        return ends

    def moments(self, ends: JoinedEnds, gone: int) -> list[Poly]:
        """The net results of the first hand, of the first two together, and so on, over all
        ends."""
        chances = self.chances(ends.sets, gone)
        found: list[Poly] = []
        for n in range(1, len(ends.steps) + 1):
            worth = chances[ends.places[n - 1], :, None]
            for step, hand in zip(reversed(ends.steps[:n]), reversed(ends.hands[:n]), strict=True):
                length = worth.shape[2] + hand.stride + int(hand.won.max())
                wider = np.zeros((len(step), worth.shape[1], length))
                gather(step, hand, worth, wider)
                worth = wider
            found.append(worth[0])
        return found


@kernel
def draw_sets(
    sets: Int64s,
    bits: int,
    shoe: Int64s,
    pair: int,
    gone: int,
    ways: Floats,
    left: Int64s,
    drawn: Floats,
) -> None:
    """What each set leaves in the shoe, and the chance of drawing it in one given order."""
    for n in range(len(sets)):
        chance = 1.0
        size = 0
        for value in range(10):
            taken = (sets[n] >> (bits * value)) & ((1 << bits) - 1)
            if value == pair:
                taken += gone
            left[n, value] = shoe[value] - taken
            chance *= ways[value, taken]
            size += taken
        drawn[n] = chance / ways[10, size] if chance > 0.0 else 0.0


@kernel
def join_ends(totals: Floats, left: Int64s, hole: int, drawn: Floats, ends: Floats) -> None:
    """Busts and naturals beside the totals, all multiplied by the chance of the cards drawn."""
    for n in range(len(totals)):
        natural = 0.0
        if hole >= 0 and drawn[n] > 0.0:
            size = 0
            for value in range(10):
                size += left[n, value]
            natural = left[n, hole] / size
        bust = 1.0 - natural
        for total in range(totals.shape[1]):
            # A 22 that pushes follows the busts.
            end = total if total < ENDINGS else LATER_ENDS
            ends[n, end] = totals[n, total] * drawn[n]
            bust -= totals[n, total]
        ends[n, BUST_END] = bust * drawn[n]
        if ends.shape[1] > totals.shape[1] + 1:
            ends[n, ends.shape[1] - 1] = natural * drawn[n]


def distinct_sums(sets: Int64s, keys: Int64s) -> tuple[Int64s, Int64s]:
    """Every union of a set and a key, each once, and which union each combination gives."""
    joinings = len(sets) * len(keys)
    slots = np.full(1 << max(joinings, 2).bit_length(), -1, np.int64)
    found = np.empty(joinings, np.int64)
    step = np.empty((len(sets), len(keys)), np.int64)
    count = join_sets(sets, keys, slots, found, step)
    return found[:count].copy(), step


@kernel
def join_sets(sets: Int64s, keys: Int64s, slots: Int64s, found: Int64s, step: Int64s) -> int:
    """Find the distinct unions by hashing; returns their number."""
    count = 0
    mask = len(slots) - 1
    for a in range(len(sets)):
        for b in range(len(keys)):
            joined = sets[a] + keys[b]
            mixed = joined * HASH_FACTOR
            slot = (mixed ^ (mixed >> 29)) & mask
            while slots[slot] >= 0 and found[slots[slot]] != joined:
                slot = (slot + 1) & mask
            if slots[slot] < 0:
                slots[slot] = count
                found[count] = joined
                count += 1
            step[a, b] = slots[slot]
    return count


@kernel
def gather(step: Int64s, hand: HandEnds, worth: Floats, wider: Floats) -> None:
    """Combine every end of one more hand with the results of the others."""
    listed, won, lost = hand.listed, hand.won, hand.lost
    ends, length = worth.shape[1], worth.shape[2]
    flat = worth.reshape(len(worth), ends * length)
    by_kind = np.empty((len(won), ends * length))
    met = np.empty(len(won), np.bool_)
    for a in range(step.shape[0]):
        met[:] = False
        for b in range(step.shape[1]):
            for record in range(listed.first[b], listed.first[b + 1]):
                kind, ways = listed.kinds[record], listed.orders[record]
                if not met[kind]:
                    met[kind] = True
                    by_kind[kind] = 0.0
                for n in range(ends * length):
                    by_kind[kind, n] += ways * flat[step[a, b], n]
        for kind in range(len(won)):
            if met[kind]:
                again = kind // (len(won) // 2) * hand.stride
                for end in range(ends):
                    for n in range(length):
                        found = by_kind[kind, end * length + n]
                        wider[a, end, again + won[kind, end] + n] += found
                        if lost[kind, end] >= 0:
                            wider[a, end, again + lost[kind, end] + n] -= found
