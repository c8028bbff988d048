"""Kernels of equity: read hands on a board, count what an unknown hand can be, sample the rest.

Per board, the part of each choice that lies on the board is summed once. An unknown hand of two
cards is then one of about a thousand pairs, and what one card makes with the board alone is kept by
card, so that only the choices that use both cards are looked up for each pair.

More unknown hands than can be counted are sampled. Every deal draws a board and all unknown hands
without replacement; the hands then come in one by one, so that one deal serves every smaller number
of opponents too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltworks.hands.lookup import whole_value
from feltworks.kernels import borrowing, copy_to, inlined, inlined_by_llvm, kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feltworks.arrays import Int32s, Int64s, UInt8s, UInt64s
    from feltworks.hands.lookup import Lookup
    from feltworks.odds.equity.tables import PotTables


@borrowing
def board_sums(board: UInt8s, tables: PotTables, sums: UInt64s) -> None:
    """What the board adds to each choice."""
    for choice in range(len(sums)):
        total = tables.lookup.bias
        for at in range(tables.board.shape[1] - tables.own_count[choice]):
            total += tables.lookup.marks[board[tables.board[choice, at]]]
        sums[choice] = total


@kernel
def hand_values(own: UInt8s, tables: PotTables, sums: UInt64s, values: NDArray[Any]) -> None:
    """The best hand of each player on a board whose sums are known."""
    for player in range(len(own)):
        values[player] = hand_value(own[player], 0, tables, sums)


@inlined_by_llvm
def hand_value(cards: UInt8s, first: int, tables: PotTables, sums: UInt64s) -> int:
    """The best hand of own cards, which lie from that place on, on a board whose sums are known."""
    best = -1
    for choice in range(len(sums)):
        total = sums[choice]
        for at in range(tables.own_count[choice]):
            total += tables.lookup.marks[cards[first + tables.own[choice, at]]]
        best = max(best, whole_value(tables.lookup, total))
    return best


@kernel
def showdown_values(own: UInt8s, boards: UInt8s, tables: PotTables, out: Int32s) -> None:
    """Every player's hand in every deal."""
    sums = np.empty(len(tables.own), np.uint64)
    for deal in range(len(own)):
        board_sums(boards[deal], tables, sums)
        hand_values(own[deal], tables, sums, out[deal])


@kernel
def single_values(free: UInt8s, tables: PotTables, sums: UInt64s) -> tuple[Int32s, UInt64s]:
    """For each free card, the best hand that uses it alone of a pair, or none of the pair; and the
    board sums of the choices that use both own cards."""
    singles, both = np.empty(len(free), np.int32), np.empty(len(sums), np.uint64)
    lookup, without, count = tables.lookup, -1, 0
    for choice in range(len(sums)):
        if tables.own_count[choice] == 0:
            without = max(without, whole_value(lookup, sums[choice]))
        elif tables.own_count[choice] == 2:
            both[count] = sums[choice]
            count += 1
    for at in range(len(free)):
        best = without
        for choice in range(len(sums)):
            if tables.own_count[choice] == 1:
                best = max(best, whole_value(lookup, sums[choice] + lookup.marks[free[at]]))
        singles[at] = best
    return singles, both[:count]


@inlined
def with_pair(best: int, held: np.uint64, both: UInt64s, lookup: Lookup) -> int:
    """The best hand of a pair with these marks, given the best that does not use both its cards."""
    for choice in range(len(both)):
        best = max(best, whole_value(lookup, both[choice] + held))
    return best


@kernel
def against_unknown(
    free: UInt8s, tables: PotTables, sums: UInt64s, target: int, counts: Int64s
) -> None:
    """How many hands of two free cards are below the target, and how many equal to it.

    `counts` has a row for each: in all, and how many of them hold each card, in columns from 1.
    """
    counts[:] = 0
    singles, both = single_values(free, tables, sums)
    marks = tables.lookup.marks
    for one in range(len(free)):
        if singles[one] > target:
            continue
        for other in range(one):
            best = max(singles[one], singles[other])
            if best > target:
                continue
            best = with_pair(best, marks[free[one]] + marks[free[other]], both, tables.lookup)
            if best <= target:
                row = 1 if best == target else 0
                counts[row, 0] += 1
                counts[row, one + 1] += 1
                counts[row, other + 1] += 1


@kernel
def ways_below(counts: Int64s, unknown: int, ways: Int64s) -> None:
    """In how many ways the unknown hands beat nobody, by how many of them tie the target.

    Two hands must not share a card: from all pairs of hands those that share one are subtracted; a
    hand paired with itself shares two and is subtracted twice.
    """
    below, equal = counts[0], counts[1]
    ways[:] = 0
    if unknown == 0:
        ways[0] = 1
    elif unknown == 1:
        ways[0], ways[1] = below[0], equal[0]
    else:
        ways[0] = below[0] * below[0] + below[0]
        ways[1] = 2 * below[0] * equal[0]
        ways[2] = equal[0] * equal[0] + equal[0]
        for card in range(1, len(below)):
            ways[0] -= below[card] * below[card]
            ways[1] -= 2 * below[card] * equal[card]
            ways[2] -= equal[card] * equal[card]


@kernel
def exact_shares(
    known: UInt8s, boards: UInt8s, weights: Int64s, free: UInt8s, tables: PotTables, shares: Int64s
) -> None:
    """Over all boards: how often each known hand shares the pot with how many, itself included.

    `shares` has a column for each number from 0, which stays empty; there are as many unknown hands
    as the columns imply.
    """
    players = len(known)
    unknown = shares.shape[1] - 1 - players
    sums = np.empty(len(tables.own), np.uint64)
    values = np.empty(players, np.int64)
    counts = np.zeros((2, len(free) + 1), np.int64)
    ways = np.zeros(3, np.int64)
    left = np.empty(len(free), np.uint8)
    known_on_board = boards.shape[1]
    for row in range(len(boards)):
        board_sums(boards[row], tables, sums)
        hand_values(known, tables, sums, values)
        target = values.max()
        tied = (values == target).sum()
        if unknown:
            size = 0
            for face in free:
                seen = False
                for place in range(known_on_board):
                    seen |= boards[row, place] == face
                if not seen:
                    left[size] = face
                    size += 1
            against_unknown(left[:size], tables, sums, target, counts[:, : size + 1])
            ways_below(counts[:, : size + 1], unknown, ways)
        else:
            ways[0] = 1
        for player in range(players):
            if values[player] == target:
                for more in range(unknown + 1):
                    shares[player, tied + more] += weights[row] * ways[more]


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
    copy_to(board, lying)
    missing = len(board) - len(lying)
    state = np.empty(1, np.uint64)
    state[0] = sample.seed
    sums = np.empty(len(tables.own), np.uint64)
    values = np.empty(players + unknown, np.int64)
    hands = np.empty((players + unknown, own), np.uint8)
    for player in range(players):
        copy_to(hands[player], known[player])
    for _ in range(sample.deals):
        draw(pile, len(pile), missing + unknown * own, state)
        copy_to(board[len(lying) :], pile[:missing])
        for more in range(unknown):
            start = missing + more * own
            copy_to(hands[players + more], pile[start : start + own])
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
