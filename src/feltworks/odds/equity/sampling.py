"""Sampled showdowns, for more unknown hands than can be counted.

Every deal draws a board and all unknown hands without replacement; the hands then come in one by
one, so that one deal serves every smaller number of opponents too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltworks.kernels import borrowing, inlined, kernel
from feltworks.odds.equity.kernels import board_sums, hand_values

if TYPE_CHECKING:
    from feltworks.arrays import Int64s, UInt8s, UInt64s
    from feltworks.odds.equity.tables import PotTables


class Sample(NamedTuple):
    """How many deals, and where the stream of random numbers starts."""

    deals: int
    seed: np.uint64


@inlined
def next_random(state: UInt64s) -> Any:  # noqa: ANN401 - an unsigned integer
    """Splitmix64 (Steele, Lea and Flood): a mixed counter."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@inlined
def below(state: UInt64s, n: int) -> int:
    """A number from 0 to n - 1; for n up to a deck's size the bias is below 1 in 2**26."""
    return int(((next_random(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@borrowing
def draw(pile: UInt8s, size: int, count: int, state: UInt64s) -> None:
    """Moves this many random cards to the front of the pile, whose first `size` cards are used."""
    for place in range(count):
        chosen = place + below(state, size - place)
        pile[place], pile[chosen] = pile[chosen], pile[place]


@kernel
def sampled_shares(
    known: UInt8s, lying: UInt8s, pile: UInt8s, tables: PotTables, sample: Sample, shares: Int64s
) -> None:
    """For each number of unknown hands: how often each known hand shares the pot with how many.

    `shares` is indexed by unknown hands, known hand, and players sharing; `lying` are the known
    cards of the board, and the pile is shuffled in place.
    """
    players, own = known.shape
    unknown = shares.shape[0] - 1
    board = np.empty(tables.board_cards, np.uint8)
    board[: len(lying)] = lying
    missing = len(board) - len(lying)
    state = np.empty(1, np.uint64)
    state[0] = sample.seed
    sums = np.empty(len(tables.own), np.uint64)
    values = np.empty(players + unknown, np.int64)
    hands = np.empty((players + unknown, own), np.uint8)
    hands[:players] = known
    for _ in range(sample.deals):
        draw(pile, len(pile), missing + unknown * own, state)
        board[len(lying) :] = pile[:missing]
        for more in range(unknown):
            start = missing + more * own
            hands[players + more] = pile[start : start + own]
        board_sums(board, tables, sums)
        hand_values(hands, tables, sums, values)
        target = values[:players].max()
        tied = (values[:players] == target).sum()
        for more in range(unknown + 1):
            if more:
                value = values[players + more - 1]
                if value > target:
                    break
                tied += value == target
            for player in range(players):
                if values[player] == target:
                    shares[more, player, tied] += 1
