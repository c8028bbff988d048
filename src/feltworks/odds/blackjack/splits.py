"""What splitting a pair is worth, resplits and all, with every card that is gone accounted for.

The strategy has no memory: a hand after the split is played as the same cards would be if they
had been dealt at once, a pair is split again whenever it may be, and nothing that other hands
drew is used. Then it does not matter in which order the hands are played, so each can be weighed
as though it drew next, and hands are told apart only by what is known of their second card.

Write s for "one more card of the pair is gone". A hand whose second card is free leaves the shoe
as it is to the others; one whose second card is known not to pair acts on the others as 1 - s. Up
to how many hands a pair came, and which of them were complete before the last split, is then a
polynomial in s, and the worth of a split a short sum over shoes with 0, 1, ... more cards of the
pair gone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.hands import Flag, HandArrays, Int, Real
from feltworks.odds.blackjack.player import (
    Against,
    busting,
    cards_left,
    natural_chance,
    standing,
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


def split_worth(hands: int, free: Real, paired: Real, pairs_left: int, cards_left: int) -> float:
    """The worth of splitting to at most that many hands.

    `free[e]` is what one hand is worth with e more cards of the pair gone, its second card being
    any; `paired[e]` with a second card that makes the pair again. `pairs_left` of the
    `cards_left` cards in the shoe would make it.
    """
    worth, chance = 0.0, 1.0
    for gone, (any_second, no_pair) in enumerate(zip(*PLAYED[hands], strict=True)):
        pairing = max(pairs_left - gone, 0) / (cards_left - gone)
        worth += chance * any_second * free[gone]
        worth += chance * no_pair * (free[gone] - pairing * paired[gone])
        chance *= pairing
    return worth


class SplitPlay(NamedTuple):
    """How hands of a split pair are played on, and the sets of cards that can be gone."""

    pair: int
    hits: Flag
    doubles: Flag
    one_card: bool
    with_pair: Int


@kernel
def play_split_hands(
    against: Against, hands: HandArrays, play: SplitPlay, free: Real, paired: Real
) -> None:
    """Fill what one hand of a split pair is worth, for each number of further pair cards gone."""
    left = np.empty(10, np.int64)
    gone = np.empty(10, np.int64)
    stand = np.zeros(len(hands.totals))
    worths = np.zeros(len(hands.totals))
    first = hands.after[0, play.pair]
    up, natural_takes_added = against.up, against.natural_takes_added
    for extra in range(len(free)):
        for hand in range(len(hands.totals) - 1, 0, -1):
            if hands.cards[hand, play.pair] == 0:
                continue
            gone[:] = hands.cards[hand]
            gone[play.pair] += 1 + extra
            size = cards_left(against.shoe, gone, up, left)
            if size < 2:
                stand[hand] = worths[hand] = 0.0
                continue
            chances = against.chances[play.with_pair[hand, play.pair, extra], up]
            natural = natural_chance(left, size, up)
            stand[hand] = standing(hands.totals[hand], chances, natural, natural_takes_added)
            worths[hand] = stand[hand]
            doubles = play.doubles[hand]
            if hand != first and (play.one_card or not (play.hits[hand] or doubles)):
                continue
            worth = 0.0
            for value in range(10):
                if left[value] > 0:
                    grown = hands.after[hand, value]
                    if grown < 0:
                        worth += left[value] * busting(left, size, value, up, natural_takes_added)
                    else:
                        worth += left[value] * (stand[grown] if doubles else worths[grown])
            worths[hand] = (2.0 if doubles else 1.0) * worth / size
        free[extra] = worths[first]
        paired[extra] = worths[hands.after[first, play.pair]]
