"""What the dealer ends with, from any shoe and with any up card.

The dealer has no choices, so a shoe and an up card determine the chances. A final hand can be drawn
in several orders, all with the same chance: the falling powers of the counts over the falling power
of the shoe's size. The 1,676 final hands form a tree in which a hand grows by one card at a step,
so each costs one multiplication; shoes are taken in blocks, so that vectors can be used. The rest
is the chance of a bust. If a dealer's 22 pushes, those hands are leaves of the tree too, and 22 is
one more total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.kernels import kernel
from feltworks.odds.blackjack.hands import blackjack_hands
from feltworks.odds.blackjack.shoe import TEN, VALUE_COUNT

LOWEST, HIGHEST = 17, 21
"""The totals that the dealer stands on."""
ENDINGS = HIGHEST - LOWEST + 1
BLOCK = 64
"""Shoes are taken this many at a time."""


class DealerTree(NamedTuple):
    """Final hands, each after the hand it grew from.

    A node adds a card of `values` to the node `depths` - 1 above it, which already has `held` of
    them. Its endings are `first[n]` to `first[n + 1]`: `rows` says what each counts towards,
    `orders` in how many orders the hand can be drawn. There are `width` rows in all.
    """

    values: Int64s
    held: Int64s
    depths: Int64s
    first: Int64s
    rows: Int64s
    orders: Floats
    width: int


Endings = Mapping[tuple[int, ...], Sequence[tuple[int, int]]]
"""By the cards of each final hand: rows and orders."""


FinalHands = Mapping[tuple[int, ...], tuple[int, Int64s]]
"""By the cards of a final hand: its total, and its orders under each up card."""


@cache
def whole_hands(*, hits_soft_17: bool, to_22: bool = False) -> DealerTree:
    """Final hands including the up card: rows are ten up cards times five totals, or six."""
    width = ENDINGS + to_22
    endings = {
        cards: [
            (up * width + total - LOWEST, int(orders[up]))
            for up in range(VALUE_COUNT)
            if orders[up]
        ]
        for cards, (total, orders) in _final_hands(hits_soft_17, to_22).items()
    }
    return _grow(endings, VALUE_COUNT * width)


@cache
def drawn_hands(up: int, *, hits_soft_17: bool, to_22: bool = False) -> DealerTree:
    """What is drawn to one up card: rows are five totals, or six."""
    endings = {
        (*cards[:up], cards[up] - 1, *cards[up + 1 :]): [(total - LOWEST, int(orders[up]))]
        for cards, (total, orders) in _final_hands(hits_soft_17, to_22).items()
        if orders[up]
    }
    return _grow(endings, ENDINGS + to_22)


def _final_hands(hits_soft_17: bool, to_22: bool) -> FinalHands:
    """Every hand that the dealer can end with, except blackjacks and busts."""
    hands = blackjack_hands()
    draws = (hands.totals < LOWEST) | (hands.soft & (hands.totals == LOWEST) & hits_soft_17)
    orders = np.zeros((hands.count, VALUE_COUNT), np.int64)
    for up in range(VALUE_COUNT):
        orders[hands.of(up), up] = 1
    for hand in np.flatnonzero(draws):
        if hands.sizes[hand]:
            grown = hands.after[hand]
            orders[grown[grown >= 0]] += orders[hand]
    final = ~draws & (orders.sum(axis=1) > 0)
    final[hands.natural] = False
    found = {
        tuple(hands.cards[hand].tolist()): (int(hands.totals[hand]), orders[hand])
        for hand in np.flatnonzero(final)
    }
    return {**found, **_busts_with_22(draws, orders)} if to_22 else found


def _busts_with_22(draws: Flags, orders: Int64s) -> FinalHands:
    """The hands that bust with 22, by their last card."""
    hands = blackjack_hands()
    found: dict[tuple[int, ...], tuple[int, Int64s]] = {}
    pips = hands.cards @ np.arange(1, VALUE_COUNT + 1)
    for hand in np.flatnonzero(draws & (pips >= HIGHEST + 1 - VALUE_COUNT)):
        last = HIGHEST - int(pips[hand])
        cards = hands.cards[hand].copy()
        cards[last] += 1
        _, before = found.get(tuple(cards.tolist()), (0, np.zeros(VALUE_COUNT, np.int64)))
        found[tuple(cards.tolist())] = (HIGHEST + 1, before + orders[hand])
    return found


def _grow(endings: Endings, width: int) -> DealerTree:
    """Final hands as a tree in depth-first order, without branches that lead nowhere."""
    nodes: list[tuple[int, int, int]] = []
    found: list[Sequence[tuple[int, int]]] = []

    def grow(hand: tuple[int, ...], lowest: int, room: int) -> bool:
        fruitful = False
        for value in range(lowest, min(TEN, room - 1) + 1):
            grown = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            here = len(nodes)
            nodes.append((value, hand[value], sum(grown)))
            found.append(endings.get(grown, ()))
            if grow(grown, value, room - value - 1) or found[here]:
                fruitful = True
            else:
                del nodes[here:], found[here:]
        return fruitful

    grow((0,) * VALUE_COUNT, 0, HIGHEST + 1)
    values, held, depths = (np.array(column, np.int64) for column in zip(*nodes, strict=True))
    flat = [ending for here in found for ending in here]
    return DealerTree(
        values, held, depths,
        first=np.cumsum([0, *map(len, found)]),
        rows=np.array([row for row, _ in flat], np.int64),
        orders=np.array([orders for _, orders in flat], np.float64),
        width=width,
    )  # fmt: skip


def dealer_chances(shoes: Int64s, *, hits_soft_17: bool, to_22: bool = False) -> Floats:
    """[shoe, up card, total - 17]: the chance of each total, with the up card still in the shoe.

    A shoe is a row of counts. Naturals are no total; the chance of a bust is what the totals and
    the natural leave. If the up card is not in the shoe, all chances are zero.
    """
    tree = whole_hands(hits_soft_17=hits_soft_17, to_22=to_22)
    joint = _on_two_threads(shoes, tree).reshape(len(shoes), VALUE_COUNT, ENDINGS + to_22)
    held = np.maximum(shoes, 0)
    shown = held / np.maximum(held.sum(axis=1, keepdims=True), 1)
    joint /= np.where(shown > 0, shown, 1.0)[:, :, None]
    return joint


def dealer_draws(shoes: Int64s, up: int, *, hits_soft_17: bool, to_22: bool = False) -> Floats:
    """[shoe, total - 17]: the chance of each total with one up card that has left the shoe."""
    tree = drawn_hands(up, hits_soft_17=hits_soft_17, to_22=to_22)
    chances = np.zeros((len(shoes), tree.width))
    count_endings(shoes, tree, chances)
    return chances


def _on_two_threads(shoes: Int64s, tree: DealerTree) -> Floats:
    chances = np.zeros((len(shoes), tree.width))
    middle = len(shoes) // 2
    parts = (slice(0, middle), slice(middle, len(shoes)))
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(lambda part: count_endings(shoes[part], tree, chances[part]), parts))
    return chances


@kernel
def count_endings(shoes: Int64s, tree: DealerTree, chances: Floats) -> None:
    """Walk the tree for each block of shoes."""
    deepest = tree.depths.max()
    left = np.ones((10, BLOCK))
    size = np.empty(BLOCK)
    inverse = np.empty((deepest, BLOCK))
    drawn = np.empty((deepest + 1, BLOCK))
    found = np.empty((chances.shape[1], BLOCK))
    for start in range(0, len(shoes), BLOCK):
        width = min(BLOCK, len(shoes) - start)
        for b in range(width):
            for value in range(10):
                left[value, b] = max(shoes[start + b, value], 0)
        size[:] = 0.0
        for value in range(10):
            for b in range(BLOCK):
                size[b] += left[value, b]
        for depth in range(deepest):
            for b in range(BLOCK):
                inverse[depth, b] = 1.0 / max(size[b] - depth, 1.0)
        drawn[0] = 1.0
        found[:] = 0.0
        for node in range(len(tree.values)):
            depth = tree.depths[node]
            taken = float(tree.held[node])
            value = tree.values[node]
            for b in range(BLOCK):
                drawn[depth, b] = (
                    drawn[depth - 1, b] * (left[value, b] - taken) * inverse[depth - 1, b]
                )
            for ending in range(tree.first[node], tree.first[node + 1]):
                row = tree.rows[ending]
                ways = tree.orders[ending]
                for b in range(BLOCK):
                    found[row, b] += ways * drawn[depth, b]
        for b in range(width):
            for row in range(len(found)):
                chances[start + b, row] = found[row, b]
