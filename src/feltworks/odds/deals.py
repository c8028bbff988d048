"""Every deal of a few cards as rows of an array, each with the number of ways it comes.

A row holds face numbers, group by group; within a group the cards are a set and stand in ascending
order. Copies of a face are not distinguished: a row of a shoe counts for as many deals as its
copies can be chosen in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.cards import Deck

Faces = UInt8s
Ways = Int64s


def ways_to_deal(cards: int, sizes: Iterable[int]) -> int:
    """In how many ways groups of these sizes are dealt one after the other."""
    ways = 1
    for size in sizes:
        ways, cards = ways * comb(cards, size), cards - size
    return ways


def rank_copies(deck: Deck) -> tuple[int, ...]:
    """The copies of a deck's faces if suits do not matter: the first suit has all of a rank."""
    suits, faces = len(deck.suits), len(deck.ranks) * len(deck.suits)
    of_rank = [sum(deck.copies[first : first + suits]) for first in range(0, faces, suits)]
    plain = (0 if face % suits else of_rank[face // suits] for face in range(faces))
    return (*plain, *deck.copies[faces:])


def rows_at_most(deck: Deck, sizes: Sequence[int], copies: Sequence[int] | None = None) -> int:
    """A bound on the rows that `every_deal` makes."""
    copies = deck.copies if copies is None else copies
    kinds = sum(1 for count in copies if count)
    if max(copies) == 1:
        return ways_to_deal(deck.size, sizes)
    return prod(comb(kinds + size - 1, size) for size in sizes)


def every_deal(
    deck: Deck, sizes: Sequence[int], held: Sequence[int] | None = None
) -> tuple[Faces, Ways]:
    """Every deal of groups of these sizes, and the ways of each; ways sum to `ways_to_deal`.

    `held` is how many cards of each face there are, if that differs from the deck.
    """
    copies = np.array(deck.copies if held is None else held, np.int64)
    faces, ways = np.zeros((1, 0), np.uint8), np.ones(1, np.int64)
    for size in sizes:
        group = faces.shape[1]
        for _ in range(size):
            faces, ways = one_card_more(faces, ways, group, copies)
    return faces, ways


def one_card_more(faces: Faces, ways: Ways, group: int, copies: Ways) -> tuple[Faces, Ways]:
    """Each row with each card that may follow it in the group that starts at that column."""
    fresh = faces.shape[1] == group
    lowest = np.zeros(len(faces), np.int64) if fresh else faces[:, -1].astype(np.int64)
    if copies.max() == 1 and not fresh:
        lowest += 1
    following = len(copies) - lowest
    rows = np.repeat(np.arange(len(faces)), following)
    starts = np.cumsum(following) - following
    card = lowest[rows] + np.arange(len(rows)) - starts[rows]
    longer = np.concatenate([faces[rows], card[:, None].astype(np.uint8)], axis=1)
    same = longer[:, :-1] == longer[:, -1:]
    gone = same[:, :group].sum(axis=1)
    run = same[:, group:].sum(axis=1)
    # The ways include C(left, run) already; this makes it C(left, run + 1).
    ways = ways[rows] * np.maximum(copies[card] - gone - run, 0) // (run + 1)
    return longer[ways > 0], ways[ways > 0]
