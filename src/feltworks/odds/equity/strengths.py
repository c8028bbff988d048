"""How strong each starting hand is against one unknown opponent and against more.

Hands that differ by a swap of suits are one kind: with four suits alike there are 169, a pair of a
rank, two ranks in one suit, two ranks in two.

Against one it is counted, all starts together: on each board all pairs of cards are sorted, and for
each the pairs below it and equal to it that share no card with it follow from counts by card.
Against more opponents a sample is drawn for each start, with its error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.equity.equity import Share, boards, sampled_equities
from feltworks.odds.equity.kernels import board_sums, single_values, with_pair
from feltworks.odds.equity.tables import EquityError, PotHand
from feltworks.odds.symmetry import Symmetry

if TYPE_CHECKING:
    from feltworks.arrays import Int64s, UInt8s, UInt64s
    from feltworks.cards import Card, Deck
    from feltworks.odds.equity.tables import PotTables

MOST_OPPONENTS = 9
WINS, TIES, HANDS = 0, 1, 2
"""The counts of a start: deals won and tied against one opponent, and hands dealt to the start."""


@dataclass(frozen=True, slots=True)
class StartingHand:
    """A kind of starting hand: one pair of cards of this kind, and how many there are."""

    name: str
    cards: tuple[Card, Card]
    hands: int


def start_name(deck: Deck, cards: tuple[Card, Card]) -> str:
    """`AA`, `AKs` if the suits are the same, `AKo` if they are not; a joker is `Jo`."""
    high, low = sorted(cards, key=lambda card: -deck.index(card))
    if high.is_joker or low.is_joker or high.rank == low.rank:
        return high.rank + low.rank
    return f"{high.rank}{low.rank}{'s' if high.suit == low.suit else 'o'}"


def starts(pot: PotHand) -> tuple[list[StartingHand], Int64s]:
    """The kinds of starting hands, strongest ranks first, and the kind of each pair of faces."""
    if not pot.counts_unknown:
        raise EquityError(
            f"starting hands are pairs of cards; here a player has {pot.own_cards} in "
            f"{len(pot.own_zones)} zone(s)"
        )
    deck, space = pot.deck, CardSpace(pot.deck)
    pairs = Symmetry(space, (2,))
    kinds: dict[int, list[list[int]]] = {}
    for low_first, kind in zip(
        pairs.hands, pairs.canonical_numbers().numbers.tolist(), strict=True
    ):
        kinds.setdefault(kind, []).append(space.faces[low_first[::-1]].tolist())
    number = np.full((len(deck.faces), len(deck.faces)), -1, np.int64)
    found: list[StartingHand] = []
    for at, alike in enumerate(sorted(kinds.values(), key=max, reverse=True)):
        for one, other in alike:
            number[one, other] = number[other, one] = at
        high, low = max(alike)
        cards = (deck.face(high), deck.face(low))
        found.append(StartingHand(start_name(deck, cards), cards, len(alike)))
    return found, number


@dataclass(frozen=True, slots=True)
class Strength:
    """A start and its share against one opponent, two, and so on."""

    start: StartingHand
    against: tuple[Share, ...]


def strength_table(
    pot: PotHand, opponents: int = 1, *, deals: int = 20_000, seed: int = 0
) -> list[Strength]:
    """Every starting hand, the strongest against the most opponents first."""
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise EquityError(f"the table is for 1 to {MOST_OPPONENTS} opponents, not for {opponents}")
    rows = []
    for at, (start, one) in enumerate(against_one(pot)):
        more: list[Share] = []
        if opponents > 1:
            against = sampled_equities(
                pot, [start.cards], unknown_hands=opponents, deals=deals, seed=seed * 1009 + at
            )
            more = [shares[0] for shares in against[2:]]
        rows.append(Strength(start, (one, *more)))
    return sorted(rows, key=lambda row: row.against[-1].part, reverse=True)


@lru_cache(maxsize=16)
def against_one(pot: PotHand) -> tuple[tuple[StartingHand, Share], ...]:
    """Every starting hand's exact share against one unknown hand."""
    kinds, number = starts(pot)
    free = pot.free_faces(())
    coming, weights = boards(pot.deck, (), pot.board_cards)
    counts = np.zeros((len(kinds), HANDS + 1), np.int64)
    for board, weight in zip(coming, weights, strict=True):
        left = free[~np.isin(free, board)]
        add_board(board, left, int(weight), pot.tables, number, counts)
    opponents = comb(len(free) - pot.board_cards - 2, 2)
    return tuple(
        (start, Share.counted((0, wins, ties), int(hands) * opponents, exact=True))
        for start, (wins, ties, hands) in zip(kinds, counts, strict=True)
    )


@kernel
def pair_values(
    free: UInt8s, tables: PotTables, sums: UInt64s, pairs: Int64s, values: Int64s
) -> None:
    """All pairs of free cards, as places among them, and the values of their hands."""
    singles, both = single_values(free, tables, sums)
    marks, row = tables.lookup.marks, 0
    for one in range(len(free)):
        for other in range(one):
            best = max(singles[one], singles[other])
            held = marks[free[one]] + marks[free[other]]
            pairs[row, 0], pairs[row, 1] = one, other
            values[row] = with_pair(best, held, both, tables.lookup)
            row += 1


@kernel
def add_board(
    board: UInt8s, free: UInt8s, weight: int, tables: PotTables, number: Int64s, counts: Int64s
) -> None:
    """Adds one board's wins, ties and hands to each start's counts."""
    size = len(free) * (len(free) - 1) // 2
    sums = np.empty(len(tables.own), np.uint64)
    pairs = np.empty((size, 2), np.int64)
    values = np.empty(size, np.int64)
    board_sums(board, tables, sums)
    pair_values(free, tables, sums, pairs, values)
    order = np.argsort(values)
    below = np.zeros(len(free), np.int64)
    equal = np.zeros(len(free), np.int64)
    first = 0
    while first < size:
        last = first
        equal[:] = 0
        while last < size and values[order[last]] == values[order[first]]:
            equal[pairs[order[last], 0]] += 1
            equal[pairs[order[last], 1]] += 1
            last += 1
        for place in range(first, last):
            one, other = pairs[order[place], 0], pairs[order[place], 1]
            start = number[free[one], free[other]]
            counts[start, WINS] += weight * (first - below[one] - below[other])
            # The hand itself is among its equals and was subtracted for both of its cards.
            counts[start, TIES] += weight * (last - first - equal[one] - equal[other] + 1)
            counts[start, HANDS] += weight
        below += equal
        first = last
