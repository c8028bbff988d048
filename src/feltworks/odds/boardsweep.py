"""The sweep on a single board with very many hands, of which only canonical ones are looked at.

As in `sweep`, the dealer's hands go down in ascending order of value into counters for all sets of
fewer cards than the hidden ones. Here only canonical hands go down, each for all that swaps of
the suits that the board treats alike make of it, and sets that swaps make of one another share a
counter. A counter of k sets gets turns / k times the weight of a hand, `turns` being the number of
swaps, so that every counter holds turns times its count.
"""

from __future__ import annotations

from itertools import combinations as subsets
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_number
from feltworks.odds.sweep import BELOW, HALF, UNQUALIFIED, UP_TO, halves, order_by_value
from feltworks.odds.symmetry import CanonicalHands, canonical_hands, swaps_alike


class BoardCounters(NamedTuple):
    """The counters of one board."""

    of_set: NDArray[np.uint32]
    """The counter of each set of cards, smaller sets first, by `steps`."""
    steps: NDArray[np.uint64]
    """By card and place in a set, from 1 up: what it adds to the number of the set."""
    shares: NDArray[np.int64]
    """What a hand that goes down adds to each counter, for each hand it stands for."""
    turns: int
    """How many swaps of suits leave the board as it is."""


class Subsets(NamedTuple):
    """The subsets of a hand that have counters, the empty one first."""

    size: NDArray[np.uint64]
    last: NDArray[np.uint64]
    """The place of the last card of each in the hand."""
    rest: NDArray[np.uint64]
    """The subset that is left without that card."""


class SweptHands(NamedTuple):
    """All canonical hands of one side on a board."""

    values: NDArray[np.int16]
    weights: NDArray[np.int64]
    counters: NDArray[np.unsignedinteger]
    """By hand and subset, the counter of the subset."""


def subsets_of(cards: int, fewer_than: int) -> Subsets:
    """The subsets of a hand of so many cards with fewer cards than that."""
    sizes = range(min(cards + 1, fewer_than))
    parts = [part for size in sizes for part in subsets(range(cards), size)]
    numbers = {part: number for number, part in enumerate(parts)}
    columns = [(len(part), part[-1] if part else 0, numbers[part[:-1]]) for part in parts]
    return Subsets(*np.array(columns, np.uint64).reshape(-1, 3).T.copy())


@kernel
def share_counters(
    sets: NDArray[np.uint8],
    swaps: NDArray[np.uint8],
    binom: NDArray[np.int64],
    first: int,
    of_set: NDArray[np.uint32],
) -> None:
    """Give every set that swaps make of a canonical one its counter, from `first` up."""
    moved = np.zeros(sets.shape[1], np.uint8)
    for row in range(len(sets)):
        for swap in range(len(swaps)):
            for place in range(len(moved)):
                card = swaps[swap, sets[row, place]]
                at = place
                while at > 0 and moved[at - 1] > card:
                    moved[at] = moved[at - 1]
                    at -= 1
                moved[at] = card
            of_set[set_number(moved, len(moved), binom)] = first + row


def board_counters(
    space: CardSpace, board: NDArray[np.uint8], alike: NDArray[np.int64], size: int
) -> BoardCounters:
    """Counters for hands of `size` hidden cards on a board that treats some suits alike."""
    swaps, binom = swaps_alike(space, alike), binomials(space.size, size)
    counts = [comb(space.size, k) for k in range(size)]
    of_set = np.zeros(sum(counts), np.uint32)
    shares: list[NDArray[np.int64]] = []
    for k in range(size):
        hands = canonical_hands(space, board, alike, k)
        here = of_set[sum(counts[:k]) : sum(counts[: k + 1])]
        share_counters(hands.sets, swaps, binom, sum(map(len, shares)), here)
        shares.append(len(swaps) // hands.weights)
    # A set of k cards comes after all smaller sets: its last card steps over those of k - 1.
    steps = binom[:, : size + 1] + np.array([0, *counts])
    return BoardCounters(of_set, steps.astype(np.uint64), np.concatenate(shares), len(swaps))


@kernel
def find_counters(
    sets: NDArray[np.uint8],
    parts: Subsets,
    counters: BoardCounters,
    found: NDArray[np.unsignedinteger],
) -> None:
    """The counter of each subset of each hand."""
    numbers = np.zeros(len(parts.size), np.uint64)
    for hand in range(len(sets)):
        for part in range(len(parts.size)):
            if part:
                step = counters.steps[sets[hand, parts.last[part]], parts.size[part]]
                numbers[part] = numbers[parts.rest[part]] + step
            found[hand, part] = counters.of_set[numbers[part]]


def counters_of(
    hands: CanonicalHands, counters: BoardCounters, hidden: int
) -> NDArray[np.unsignedinteger]:
    """The counters of all subsets of each hand, no wider than they need be."""
    parts = subsets_of(hands.sets.shape[1], hidden)
    shape = (len(hands), len(parts.size))
    narrow = len(counters.shares) <= 2**16
    found = np.zeros(shape, np.uint16) if narrow else np.zeros(shape, np.uint32)
    find_counters(hands.sets, parts, counters, found)
    return found


@kernel
def sweep_board(
    player: SweptHands,
    signs: NDArray[np.int64],
    inside: NDArray[np.int16],
    dealer: SweptHands,
    counters: BoardCounters,
    scale: tuple[int, int],
    out: NDArray[np.int32],
) -> None:
    """Fill `out` with the three counts of every player's hand.

    `signs` are those of the subsets of a player's hand, and of a whole hand of the dealer's;
    `inside` has the value of each of the dealer's hands inside a player's; `scale` is how many
    values there are and the first that qualifies.
    """
    value_count, qualifying = scale
    parts, dealer_parts = player.counters.shape[1], dealer.counters.shape[1]
    starts, dealer_starts = np.empty(value_count + 1, np.int64), np.empty(value_count + 1, np.int64)
    order = np.empty(len(player.values), np.int32)
    dealer_order = np.empty(len(dealer.values), np.int32)
    order_by_value(player.values, starts, order)
    order_by_value(dealer.values, dealer_starts, dealer_order)
    shares, turns = counters.shares, counters.turns
    unqualified, down = np.zeros(len(shares), np.int64), np.zeros(len(shares), np.int64)
    touched = np.zeros(len(shares), np.uint32)
    both_halves = (np.int64(1) << HALF) + 1
    for place in range(dealer_starts[qualifying]):
        hand = dealer_order[place]
        for part in range(dealer_parts):
            counter = dealer.counters[hand, part]
            unqualified[counter] += dealer.weights[hand] * shares[counter]
    for value in range(value_count):
        touches = 0
        for place in range(dealer_starts[value], dealer_starts[value + 1]):
            hand = dealer_order[place]
            weight = dealer.weights[hand] << HALF
            for part in range(dealer_parts):
                counter = dealer.counters[hand, part]
                down[counter] += weight * shares[counter]
                touched[min(touches, len(touched) - 1)] = counter
                touches += 1
        for place in range(starts[value], starts[value + 1]):
            hand = order[place]
            total, without = np.int64(0), np.int64(0)
            for part in range(parts):
                total += signs[part] * down[player.counters[hand, part]]
            if qualifying:
                for part in range(parts):
                    without += signs[part] * unqualified[player.counters[hand, part]]
            below, up_to = halves(total)
            below, up_to, without = below // turns, up_to // turns, without // turns
            for column in range(inside.shape[1]):
                below += signs[parts] * (inside[hand, column] < value)
                up_to += signs[parts] * (inside[hand, column] <= value)
                without += signs[parts] * (inside[hand, column] < qualifying)
            out[UNQUALIFIED, hand], out[BELOW, hand], out[UP_TO, hand] = without, below, up_to
        for touch in range(min(touches, len(down))):
            counter = touched[touch] if touches <= len(down) else np.uint32(touch)
            down[counter] = (down[counter] >> HALF) * both_halves
