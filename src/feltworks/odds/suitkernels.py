"""Hands whose best suit counts, against every possible hand of the dealer. The dealer's hand is
below a value if each of his suits is. How many such choices there are in one suit depends only on
the ranks of it that the player holds and on how many cards are chosen; the suits together are a
product of polynomials in the number of cards. So a hand of the player costs a few multiplications,
whatever the number of dealer's hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int8s, Int64s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cases import BELOW, CASE_COUNT, UNQUALIFIED, UP_TO, fill_cases

CODE_BASE = 1 << 13
"""How many sets of ranks one suit can hold; the code of a hand is those of its suits, the best
first."""
MOST_SUITS = 4
LIMITS = 3
"""The dealer's choices are counted below three limits, in the order of `UNQUALIFIED`, `BELOW` and
`UP_TO`: too little to qualify, worth less than a hand, worth no more than it."""
TIED_DEALS, HANDS_PLAYED = 0, 1
"""Places in `PlayedHands.totals`."""


class FlushGame(NamedTuple):
    """What stays the same for all hands."""

    sets: Int64s
    """Sets of ranks as bits, ascending by size and then by rank."""
    starts: Int64s
    """Where those of each size begin."""
    cards: int
    """The player's ..."""
    dealer_cards: int
    """... and the dealer's."""
    suits: int
    dealer_hands: int
    pays: Int64s
    """By branch and case, as `odds.cases.CASES` has them."""


class PlayedHands(NamedTuple):
    """Hands played under the best play, added up."""

    counts: Int64s
    """Deals by branch and case."""
    by_branch: Int64s
    """Deals by branch."""
    totals: Int64s
    """Deals with equal branches, and the number of hands up to swaps of suits."""
    codes: Int64s
    """The code of each kind of hand, ascending, if there is room for them ..."""
    chosen: Int8s
    """... and its branch."""


@kernel
def add_ranks(ways: Int64s, bits: int, size: int, full: int) -> None:
    """Add one set of ranks to the choices in a suit, wherever the player holds none of it."""
    left = full & ~bits
    held = left
    while True:
        ways[held, size] += 1
        if held == 0:
            break
        held = (held - 1) & left


@kernel
def multiply(one: Int64s, other: Int64s, cards: int, out: Int64s) -> None:
    """The ways of two parts together, by the number of cards."""
    for total in range(cards + 1):
        ways = 0
        for some in range(total + 1):
            ways += one[some] * other[total - some]
        out[total] = ways


@kernel
def choose(cases: Int64s, times: int, pays: Int64s, is_open: Flags, played: PlayedHands) -> int:
    """Play a hand by its best branch, the first of equals, and count its deals there."""
    best, most, equal = -1, np.int64(0), False
    for branch in range(len(pays)):
        if not is_open[branch]:
            continue
        worth = np.int64(0)
        for case in range(CASE_COUNT):
            worth += pays[branch, case] * cases[case]
        if best < 0 or worth > most:
            best, most, equal = branch, worth, False
        elif worth == most:
            equal = True
    total = np.int64(0)
    for case in range(CASE_COUNT):
        played.counts[best, case] += times * cases[case]
        total += cases[case]
    played.by_branch[best] += times * total
    if equal:
        played.totals[TIED_DEALS] += times * total
    return best


@inlined
def size_of(starts: Int64s, place: int) -> int:
    """How many ranks the set at a place has."""
    size = 0
    while starts[size + 1] <= place:
        size += 1
    return size


@kernel
def play_value(
    top: int, ways: Int64s, is_open: Flags, game: FlushGame, played: PlayedHands
) -> None:
    """Play every hand whose best suit holds the set at `top`, up to swaps of suits.

    `ways` are the dealer's in one suit, by limit, the ranks gone from the suit and the number of
    cards. All in one function: with the loop over the fourth suit in a function of its own it takes
    a fifth longer.
    """
    sets, starts, cards, dealer_cards, suits, dealer_hands, pays = game
    totals, codes, chosen = played.totals, played.codes, played.chosen
    full = ways.shape[1] - 1
    two = np.zeros((LIMITS, dealer_cards + 1), np.int64)
    three = np.zeros((LIMITS, dealer_cards + 1), np.int64)
    found, cases = np.zeros(LIMITS, np.int64), np.zeros(CASE_COUNT, np.int64)
    picks = np.zeros(MOST_SUITS, np.int64)
    picks[0] = top
    left_1 = cards - size_of(starts, top)
    for second in range(top + 1 if suits > 1 else 1):
        left_2 = left_1 - size_of(starts, second)
        if left_2 < 0:
            break
        picks[1] = second
        held_2 = sets[second] if suits > 1 else full
        for limit in range(LIMITS):
            multiply(ways[limit, sets[top]], ways[limit, held_2], dealer_cards, two[limit])
        for third in range(second + 1 if suits > 2 else 1):
            size_3 = size_of(starts, third)
            size_4 = left_2 - size_3
            if size_4 < 0:
                break
            if size_4 > size_3 or (size_4 and suits < 4):
                continue
            picks[2] = third
            held_3 = sets[third] if suits > 2 else full
            for limit in range(LIMITS):
                multiply(two[limit], ways[limit, held_3], dealer_cards, three[limit])
            last = min(starts[size_4 + 1], third + 1) if suits > 3 else 1
            for fourth in range(starts[size_4], last):
                picks[3] = fourth
                held_4 = sets[fourth] if suits > 3 else full
                for limit in range(LIMITS):
                    total = np.int64(0)
                    for some in range(dealer_cards + 1):
                        total += three[limit, some] * ways[limit, held_4, dealer_cards - some]
                    found[limit] = total
                fill_cases(found[UNQUALIFIED], found[BELOW], found[UP_TO], dealer_hands, cases)
                best = choose(cases, orders(picks, suits), pays, is_open, played)
                if len(codes):
                    code = np.int64(0)
                    for place in range(MOST_SUITS):
                        code = code * CODE_BASE + picks[place]
                    codes[totals[HANDS_PLAYED]], chosen[totals[HANDS_PLAYED]] = code, best
                totals[HANDS_PLAYED] += 1


@kernel
def orders(picks: Int64s, suits: int) -> int:
    """In how many ways suits can hold these sets."""
    times, alike = 1, 1
    for place in range(1, suits):
        times *= place + 1
        alike = alike + 1 if picks[place] == picks[place - 1] else 1
        times //= alike
    return times
