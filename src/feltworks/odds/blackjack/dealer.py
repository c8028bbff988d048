"""What the dealer ends with, from any shoe and with any up card.

The dealer has no choices, so a shoe and an up card settle the chances. A final hand of given cards
can be drawn in so many orders, and every order has the same chance: the falling powers of the
counts over the falling power of the shoe's size. The 1,676 final hands form a tree in which a hand
grows by one card at a step, so each costs one multiplication; shoes are taken in blocks, to keep
the arithmetic wide. Busting is what remains.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.holdings import Int, Real, holdings
from feltworks.odds.blackjack.shoe import TEN

LOWEST, HIGHEST = 17, 21
ENDINGS = HIGHEST - LOWEST + 1
BLOCK = 64
_UP_CARDS = 10
_THREADS = 2


@dataclass(frozen=True)
class DealerTree:
    """The dealer's final hands, each after the hand it grew from.

    A node adds a card of `values` to the node `depths` - 1 above it, which already has `held` of
    them. `first[n]` to `first[n + 1]` are its endings: `rows` is ten up cards by five totals in
    one number, `orders` in how many orders the hand can be drawn with that card up.
    """

    values: Int
    held: Int
    depths: Int
    first: Int
    rows: Int
    orders: Real


@cache
def dealer_tree(*, hits_soft_17: bool) -> DealerTree:
    """Every final hand under a rule for soft seventeen."""
    hands = holdings()
    draws = (hands.totals < LOWEST) | (hands.soft & (hands.totals == LOWEST) & hits_soft_17)
    orders = np.zeros((hands.count, _UP_CARDS), np.int64)
    for up in range(_UP_CARDS):
        orders[hands.of(up), up] = 1
    for hand in np.flatnonzero(draws):
        if hands.sizes[hand]:
            grown = hands.after[hand]
            orders[grown[grown >= 0]] += orders[hand]
    final = ~draws & (orders.sum(axis=1) > 0)
    final[hands.natural] = False
    return _grow(final, orders)


def _grow(final: np.ndarray, orders: Int) -> DealerTree:
    """The final hands as a tree, walked depth first; branches that end nowhere are left out."""
    hands = holdings()
    nodes: list[tuple[int, int, int]] = []
    endings: list[list[tuple[int, int]]] = []

    def grow(hand: int, lowest: int) -> bool:
        fruitful = False
        for value in range(lowest, TEN + 1):
            grown = int(hands.after[hand, value])
            if grown < 0:
                break
            nodes.append((value, int(hands.cards[hand, value]), int(hands.sizes[grown])))
            endings.append(_endings(grown, orders) if final[grown] else [])
            here = len(nodes)
            if grow(grown, value) or endings[here - 1]:
                fruitful = True
            else:
                del nodes[here - 1 :], endings[here - 1 :]
        return fruitful

    grow(0, 0)
    counts = [len(found) for found in endings]
    flat = [ending for found in endings for ending in found]
    value, held, depth = np.array(nodes, np.int64).T
    return DealerTree(
        values=np.ascontiguousarray(value),
        held=np.ascontiguousarray(held),
        depths=np.ascontiguousarray(depth),
        first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        rows=np.array([row for row, _ in flat], np.int64),
        orders=np.array([count for _, count in flat], np.float64),
    )


def _endings(hand: int, orders: Int) -> list[tuple[int, int]]:
    total = int(holdings().totals[hand]) - LOWEST
    return [
        (up * ENDINGS + total, int(orders[hand, up])) for up in range(_UP_CARDS) if orders[hand, up]
    ]


def dealer_chances(shoes: Int, *, hits_soft_17: bool) -> Real:
    """[shoe, up card, total - 17]: the chance of each total, the up card being still in the shoe.

    A shoe is a row of counts. Naturals are no total; what the totals and the natural leave is the
    chance of a bust. Where the up card is not in the shoe, all chances are zero.
    """
    tree = dealer_tree(hits_soft_17=hits_soft_17)
    chances = np.zeros((len(shoes), _UP_CARDS, ENDINGS))
    held = np.maximum(shoes, 0).astype(np.float64)
    blocks = -(-len(shoes) // BLOCK)
    middle = min(len(shoes), blocks // _THREADS * BLOCK)

    def count(part: slice) -> None:
        count_endings(
            held[part], tree.values, tree.held, tree.depths, tree.first, tree.rows, tree.orders,
            chances[part],
        )  # fmt: skip

    with ThreadPoolExecutor(_THREADS) as pool:
        list(pool.map(count, (slice(0, middle), slice(middle, len(shoes)))))
    return chances


@kernel
def count_endings(
    shoes: Real, values: Int, held: Int, depths: Int, first: Int, rows: Int, orders: Real,
    chances: Real,
) -> None:  # fmt: skip
    """Walk the tree for each block of shoes."""
    left = np.empty((10, BLOCK))
    inverse = np.empty((24, BLOCK))
    reach = np.empty((24, BLOCK))
    found = np.empty((50, BLOCK))
    for start in range(0, len(shoes), BLOCK):
        width = min(BLOCK, len(shoes) - start)
        left[:] = 1.0
        for b in range(width):
            size = 0.0
            for value in range(10):
                left[value, b] = shoes[start + b, value]
                size += shoes[start + b, value]
            for depth in range(24):
                inverse[depth, b] = 1.0 / max(size - depth, 1.0)
        reach[0] = 1.0
        found[:] = 0.0
        for node in range(len(values)):
            depth = depths[node]
            taken = float(held[node])
            value = values[node]
            for b in range(BLOCK):
                reach[depth, b] = (
                    reach[depth - 1, b] * (left[value, b] - taken) * inverse[depth - 1, b]
                )
            for ending in range(first[node], first[node + 1]):
                row = rows[ending]
                ways = orders[ending]
                for b in range(BLOCK):
                    found[row, b] += ways * reach[depth, b]
        for b in range(width):
            for up in range(10):
                if left[up, b] > 0.0:
                    shown = left[up, b] * inverse[0, b]
                    for total in range(5):
                        chances[start + b, up, total] = found[up * 5 + total, b] / shown
