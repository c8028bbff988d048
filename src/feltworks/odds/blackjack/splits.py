"""What splitting a pair is worth, with resplits and every card that is gone. The strategy has no
memory: a hand after the split is played as the same cards would be if they had been dealt at once,
a pair is split again whenever it may be, and nothing that other hands drew is used. Then the order
of the hands does not matter, so each can be weighed as if it drew next, and hands differ only in
what is known of their second card.

Write s for "one more card of the pair is gone". A hand whose second card is free leaves the shoe as
it is to the others; one whose second card is known not to pair acts on the others as 1 - s. How
many hands a pair was split to, and which of them were complete before the last split, is then a
polynomial in s, and the worth of a split is a short sum over shoes with 0, 1, ... more cards of the
pair gone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.kernels import copy_to, kernel
from feltworks.odds.blackjack.hands import HandArrays
from feltworks.odds.blackjack.player import (
    AS_IT_IS,
    DOUBLED,
    DOUBLED_FREE,
    WAYS_TO_END,
    Against,
    HandPlay,
    bust_worth,
    busting,
    cards_left,
    natural_chance,
    weigh_ends,
)

Terms = tuple[tuple[int, ...], tuple[int, ...]]

# For each number of hands: how often a hand with a free second card, and one whose second card
# is known not to pair, is played with 0, 1, 2, ... further cards of the pair gone.
#
# Two hands: both free. Three: two that did not pair, 2N(1-s); else one more card of the pair is
# gone, s(X + N)XX. Four: 2N(1-s); s of 2NNN; ss of XX(XX + 2NX + 2NN), as there are 1, 2 and 2
# ways in which 0, 1 and 2 hands can be complete before the fourth is made.
PLAYED: dict[int, Terms] = {
    2: ((2,), (0,)),
    3: ((0, 5, -2), (2, -1, 0)),
    4: ((0, 0, 14, -14, 4), (2, 4, -6, 2, 0)),
}


# The same for the first hand alone, which keeps the original wager: it did not pair, or paired and
# did not again, or is one of the most hands there may be.
FIRST_PLAYED: dict[int, Terms] = {
    2: ((1,), (0,)),
    3: ((0, 1, 0), (1, 0, 0)),
    4: ((0, 0, 1, 0, 0), (1, 1, 0, 0, 0)),
}


def first_hand_worth(
    hands: int, free: Floats, paired: Floats, pairs_left: int, cards_left: int
) -> float:
    """The worth of the first hand of a split, computed like `split_worth` for all."""
    return _worth(FIRST_PLAYED[hands], free, paired, pairs_left, cards_left)


def split_worth(
    hands: int, free: Floats, paired: Floats, pairs_left: int, cards_left: int
) -> float:
    """The worth of splitting to at most that many hands.

    `free[e]` is what one hand is worth with e more cards of the pair gone and any second card;
    `paired[e]` with a second card that makes the pair again. `pairs_left` of the `cards_left` cards
    in the shoe would make it.
    """
    return _worth(PLAYED[hands], free, paired, pairs_left, cards_left)


def _worth(terms: Terms, free: Floats, paired: Floats, pairs_left: int, cards_left: int) -> float:
    worth, chance = 0.0, 1.0
    for gone, (any_second, no_pair) in enumerate(zip(*terms, strict=True)):
        pairing = max(pairs_left - gone, 0) / (cards_left - gone)
        worth += chance * any_second * free[gone]
        worth += chance * no_pair * (free[gone] - pairing * paired[gone])
        chance *= pairing
    return worth


class SplitPlay(NamedTuple):
    """How hands of a split pair are played on, and the sets of cards that can be gone."""

    pair: int
    play: HandPlay
    one_card: bool
    with_pair: Int64s


@kernel
def _reached(hands: HandArrays, play: SplitPlay, first: int) -> Int64s:
    """The hands that a card of the pair can grow to, each before those that it grows to."""
    is_reached = np.zeros(len(hands.totals), np.bool_)
    is_reached[first] = True
    for hand in range(first, len(is_reached)):
        goes_on = not play.one_card and (play.play.hits[hand] or play.play.doubles[hand])
        if is_reached[hand] and (hand == first or goes_on):
            for grown in hands.after[hand]:
                if grown >= 0:
                    is_reached[grown] = True
    return np.flatnonzero(is_reached)


@kernel
def play_split_hands(
    against: Against, hands: HandArrays, play: SplitPlay, free: Floats, paired: Floats
) -> None:
    """Fill the worth of one hand of a split pair, for each number of further pair cards gone."""
    left = np.empty(10, np.int64)
    gone = np.empty(10, np.int64)
    ends = np.zeros((WAYS_TO_END, len(hands.totals)))
    worths = np.zeros(len(hands.totals))
    first = hands.after[0, play.pair]
    up, takes_added = against.up, against.natural_takes_added
    hits, all_doubles = play.play.hits, play.play.doubles
    reached = _reached(hands, play, first)
    for extra in range(len(free)):
        for hand in reached[::-1]:
            copy_to(gone, hands.cards[hand])
            gone[play.pair] += 1 + extra
            size = cards_left(against.shoe, gone, up, left)
            if size < 2:
                ends[:, hand] = 0.0
                worths[hand] = 0.0
                continue
            chances = against.chances[play.with_pair[hand, play.pair, extra], up]
            natural = natural_chance(left, size, up)
            weigh_ends(
                against, hands.totals[hand], hand, chances, natural, play.play.rescues, False,
                ends[:, hand],
            )  # fmt: skip
            worths[hand] = ends[AS_IT_IS, hand]
            doubles = all_doubles[hand]
            if hand != first and (play.one_card or not (hits[hand] or doubles)):
                continue
            paid = doubles and not against.free_double[hand]
            staked = against.staked + (1.0 if paid else 0.0)
            row = DOUBLED if paid else DOUBLED_FREE
            worth = 0.0
            for value in range(10):
                if left[value] > 0:
                    grown = hands.after[hand, value]
                    if grown < 0:
                        busted = busting(left, size, value, up, takes_added)
                        worth += left[value] * bust_worth(against, staked, busted)
                    else:
                        worth += left[value] * (ends[row, grown] if doubles else worths[grown])
            worths[hand] = worth / size
        free[extra] = worths[first]
        paired[extra] = worths[hands.after[first, play.pair]]
