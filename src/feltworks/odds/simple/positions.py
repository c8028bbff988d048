"""Positions to choose rules by: cards, how often they come up, what each choice is worth.

Where there are too many positions to look at them all, some are drawn; the rules' cost is
never estimated from these but counted over everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.chunks import BoardChunk
from feltworks.odds.simple.rulelist import SimplePolicy
from feltworks.odds.simple.seen import Cards
from feltworks.odds.tree import CLOSED
from feltworks.odds.walk import Walk

MOST = 200_000
HANDS = 2_000_000
IMPOSSIBLE = -1e6


@dataclass(frozen=True)
class Rows:
    """Positions of one level before a choice, whatever was chosen before."""

    boards: Cards
    holes: Cards
    weights: NDArray[np.float64]
    """How often each comes up, of all rounds."""
    worth: dict[int, NDArray[np.float64]]
    """What each branch is worth in units, by node, then branch and position."""


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
    weights = decided.positions.weights.astype(np.float64)
    chosen, shares = _drawn(weights)
    boards, holes = decided.positions.cards(chosen)
    per_deal = weights[chosen] * float(decided.deals_below * walk.pays.scale)
    worth = {
        number: _open(walk.branch_values(level, walk.tree.levels[level][number], chosen), per_deal)
        for number in nodes
    }
    return Rows(boards, holes, shares, worth)


def _last(walk: Walk, nodes: list[int]) -> Rows:
    parts = []
    for chunk in _chunks(walk):
        weights = chunk.weights.reshape(-1)
        chosen = np.flatnonzero(weights)
        boards, holes = chunk.rows()
        per_deal = np.float64(walk.boards.dealer_hands * walk.pays.scale)
        worth = {}
        for number in nodes:
            values = walk.showdown.last_values(chunk, number)
            flat = values.reshape(-1, values.shape[2])[chosen]
            worth[number] = _open(flat.T, per_deal)
        parts.append(Rows(boards[chosen], holes[chosen], weights[chosen].astype(float), worth))
    rows = Rows(
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.holes for part in parts]),
        np.concatenate([part.weights for part in parts]),
        {n: np.concatenate([part.worth[n] for part in parts], axis=1) for n in nodes},
    )
    chosen, shares = _drawn(rows.weights)
    worth = {number: values[:, chosen] for number, values in rows.worth.items()}
    return Rows(rows.boards[chosen], rows.holes[chosen], shares, worth)


def _chunks(walk: Walk) -> Iterator[BoardChunk]:
    """All boards, or as many drawn at random as make enough hands."""
    boards, weights = walk.boards.boards
    hands = walk.boards.hole_count
    if len(boards) * hands <= HANDS:
        yield from walk.boards.chunks()
        return
    count = min(len(boards), max(60, HANDS // hands))
    drawn = np.random.default_rng(count).choice(
        len(boards), count, replace=False, p=weights / weights.sum()
    )
    at_once = max(1, 400_000 // hands)
    for first in range(0, count, at_once):
        some = np.sort(drawn[first : first + at_once])
        yield walk.boards.chunk(boards[some], np.ones(len(some), np.int64))


def _open(
    worth: NDArray[np.int64], per_deal: NDArray[np.float64] | np.float64
) -> NDArray[np.float64]:
    return np.where(worth == CLOSED, IMPOSSIBLE, worth / per_deal)


def _drawn(weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Places of some positions and the share of all rounds that each stands for."""
    shares = weights / weights.sum()
    if len(weights) <= MOST:
        return np.arange(len(weights)), shares
    dice = np.random.default_rng(MOST)
    chosen = dice.choice(len(weights), MOST, replace=True, p=shares)
    places, times = np.unique(chosen, return_counts=True)
    return places, times / MOST


def node_shares(
    walk: Walk, policy: SimplePolicy, level: int, boards: Cards, holes: Cards
) -> NDArray[np.float64]:
    """Which part of the ways to each position leads to each node under a policy, by node."""
    width = len(walk.tree.levels[level])
    found = np.zeros((width, len(holes)))
    ways = 0
    for chain in orders(walk, level):
        for number, at in enumerate(follow(walk, policy, chain, boards, holes)):
            found[number] += at
        ways += 1
    return found / ways


def orders(walk: Walk, level: int) -> list[list[tuple[int, ...]]]:
    """Every order in which the board of a level can have come: its columns level by level."""
    chains: list[list[tuple[int, ...]]] = [[]]
    for before in range(level):
        parts = walk.showdown.paths.parts(level, before)
        chains = [
            [*chain, part]
            for chain in chains
            for part in parts
            if not chain or {*chain[-1]} <= {*part}
        ]
    return chains


def follow(
    walk: Walk,
    policy: SimplePolicy,
    chain: list[tuple[int, ...]],
    boards: Cards,
    holes: Cards,
) -> list[NDArray[np.bool_]]:
    """The positions that are at each node after the choices of the levels before."""
    at = np.zeros(len(holes), np.int64)
    for before, columns in enumerate(chain):
        after = np.full(len(holes), -1, np.int64)
        for number, node in enumerate(walk.tree.levels[before]):
            here = np.flatnonzero(at == number)
            if not len(here):
                continue
            leads = np.array([-1 if b.to is None else b.to for b in node.branches])
            if node.decision is None:
                after[here] = leads[0]
                continue
            rows = (boards[here][:, list(columns)], holes[here])
            after[here] = leads[policy.branch(before, number, *rows)]
        at = after
    return [at == number for number in range(len(walk.tree.levels[len(chain)]))]
