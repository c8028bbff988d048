"""Positions to choose rules by: cards, how often they come up, what each choice is worth.

If there are too many positions to look at all, a sample is drawn; the rules' cost is never
estimated from it but counted over everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Floats, Int64s
from feltworks.odds.boards import HANDS_AT_ONCE
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.simple.kernels import draw
from feltworks.odds.simple.seen import Cards
from feltworks.odds.sums import CLOSED
from feltworks.odds.walk import Walk

MOST_POSITIONS = 200_000
"""Of more positions a sample of so many is drawn."""
ENOUGH_HANDS = 2_000_000
"""On the last level the sample is drawn from boards with about so many hands."""
IMPOSSIBLE = -1e6
"""The worth, in units, of a choice that is not open."""


@dataclass(frozen=True)
class Rows:
    """Positions of one level before a choice, whatever was chosen before."""

    boards: Cards
    holes: Cards
    weights: Floats
    """How often each comes up, as a part of all rounds."""
    worth: dict[int, Floats]
    """The worth of each branch in units, by node, then branch and position."""


def rows_of(walk: Walk, level: int) -> Rows:
    """The positions of a level, or a sample of them."""
    nodes = [
        number for number, node in enumerate(walk.tree.levels[level]) if node.decision is not None
    ]
    if level < len(walk.plan.levels) - 1:
        return _earlier(walk, level, nodes)
    return _last(walk, nodes)


def _earlier(walk: Walk, level: int, nodes: list[int]) -> Rows:
    decided = walk.decided[level]
    weights = decided.positions.weights
    chosen, shares = _drawn(weights)
    boards, holes = decided.positions.cards(chosen)
    per_deal = weights[chosen].astype(np.float64) * float(decided.deals_below * walk.pays.scale)
    worth = {
        number: _open(walk.branch_values(level, walk.tree.levels[level][number], chosen), per_deal)
        for number in nodes
    }
    return Rows(boards, holes, shares, worth)


def _last(walk: Walk, nodes: list[int]) -> Rows:
    chunks = list(_chunks(walk))
    kept = [np.flatnonzero(chunk.weights) for chunk in chunks]
    weights = [chunk.weights.reshape(-1)[some] for chunk, some in zip(chunks, kept, strict=True)]
    chosen, shares = _drawn(np.concatenate(weights))
    ends = np.cumsum([len(some) for some in kept])
    drawn = np.split(chosen, np.searchsorted(chosen, ends[:-1]))
    parts = [
        _drawn_of(walk, chunk, some[here - end + len(some)], nodes)
        for chunk, some, here, end in zip(chunks, kept, drawn, ends, strict=True)
    ]
    return Rows(
        np.concatenate([boards for boards, _, _ in parts]),
        np.concatenate([holes for _, holes, _ in parts]),
        shares,
        {n: np.concatenate([worth[n] for _, _, worth in parts], axis=1) for n in nodes},
    )


def _drawn_of(
    walk: Walk, chunk: BoardChunk, here: Int64s, nodes: list[int]
) -> tuple[Cards, Cards, dict[int, Floats]]:
    """Cards and worths of some hands of a chunk, numbered through all its boards."""
    hands = chunk.weights.shape[1]
    per_deal = np.float64(walk.boards.dealer_hands * walk.pays.scale)
    worth = {}
    for number in nodes:
        values = walk.showdown.last_values(chunk, number)
        worth[number] = _open(values.reshape(-1, values.shape[2])[here].T, per_deal)
    holes = chunk.holes.reshape(chunk.weights.size, walk.plan.hole)
    return chunk.boards[here // hands], holes[here], worth


def _chunks(walk: Walk) -> Iterator[BoardChunk]:
    """All boards, or enough random ones for the sample."""
    boards, weights = walk.boards.canonical
    hands = walk.boards.hole_count
    if len(boards) * hands <= ENOUGH_HANDS:
        yield from walk.boards.chunks()
        return
    count = min(len(boards), max(60, ENOUGH_HANDS // hands))
    drawn = np.random.default_rng(count).choice(
        len(boards), count, replace=False, p=weights / weights.sum()
    )
    at_once = max(1, HANDS_AT_ONCE // hands)
    for first in range(0, count, at_once):
        some = np.sort(drawn[first : first + at_once])
        yield walk.boards.chunk(boards[some], np.ones(len(some), np.int64))


def _open(worth: Int64s, per_deal: Floats | np.float64) -> Floats:
    return np.where(worth == CLOSED, IMPOSSIBLE, worth / per_deal)


def _drawn(weights: NDArray[np.integer]) -> tuple[Int64s, Floats]:
    """The places of some positions, and the part of all rounds that each represents.

    The positions are those of NumPy's `choice`; the random numbers are looked up in sorted order,
    along with the running sum, which is faster in such a long list and takes no memory.
    """
    whole = float(weights.sum(dtype=np.int64))
    if len(weights) <= MOST_POSITIONS:
        return np.arange(len(weights)), weights / whole
    numbers = np.sort(np.random.default_rng(MOST_POSITIONS).random(MOST_POSITIONS))
    chosen = np.zeros(MOST_POSITIONS, np.int64)
    draw(weights, whole, numbers, chosen)
    places, times = np.unique(chosen, return_counts=True)
    return places, times / MOST_POSITIONS
