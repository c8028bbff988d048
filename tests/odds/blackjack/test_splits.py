"""How many hands a pair comes to, and the short sums that weigh them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import pytest

from feltworks.odds.blackjack.splitround import SPLIT_SIZES
from feltworks.odds.blackjack.splits import PLAYED, split_worth


def second_cards(most: int) -> Counter[tuple[int, int, int]]:
    """Play a split out by second cards: (hands, complete before the last split, free after it).

    P pairs and is split again while there may be another hand; N does not pair. Once the last
    hand is there, second cards are free.
    """
    found: Counter[tuple[int, int, int]] = Counter()

    def play(waiting: int, complete: int, hands: int) -> None:
        if hands == most:
            found[hands, complete, waiting] += 1
        elif waiting == 0:
            found[hands, complete, 0] += 1
        else:
            play(waiting - 1, complete + 1, hands)
            play(waiting + 1, complete, hands + 1)

    play(2, 0, 2)
    return found


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_sums_follow_from_playing_splits_out(most):
    """A free hand leaves the others alone; one that did not pair acts on them as 1 - s."""
    free, unpaired = [0] * (2 * most - 3), [0] * (2 * most - 3)
    for (hands, complete, waiting), ways in second_cards(most).items():
        gone = hands - 2
        for others in range(complete + 1):
            sign = (-1) ** others * ways
            if waiting:
                free[gone + others] += sign * waiting * comb(complete, others)
            if complete and others < complete:
                unpaired[gone + others] += sign * complete * comb(complete - 1, others)
    assert PLAYED[most] == (tuple(free), tuple(unpaired))


@pytest.mark.parametrize("most", [2, 3, 4])
def test_weights_by_how_many_hands_paired_again(most):
    """The same plays, sorted by the second cards of all hands."""
    for coming in SPLIT_SIZES[most]:
        weights = [0.0] * (coming.hands + 1)
        for (hands, complete, waiting), ways in second_cards(most).items():
            if hands == coming.hands:
                for paired in product((0, 1), repeat=waiting):
                    weights[sum(paired)] += ways
                assert complete + waiting == hands
        for paired, weight in enumerate(weights):
            # A moment holds each choice of the hands that paired.
            assert coming.by_paired[paired] == pytest.approx(weight / comb(coming.hands, paired))
        assert coming.gone == coming.hands - 2


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize(("pairs", "cards"), [(22, 309), (2, 49), (1, 20), (0, 20)])
def test_hands_worth_one_each_count_the_hands(most, pairs, cards):
    """With a worth of one for every hand, a split is worth its average number of hands."""

    def average(waiting: int, complete: int, hands: int, pairs: int, cards: int) -> float:
        if hands == most or waiting == 0:
            return hands
        again = pairs / cards
        worth = (1 - again) * average(waiting - 1, complete + 1, hands, pairs, cards - 1)
        if again:
            worth += again * average(waiting + 1, complete, hands + 1, pairs - 1, cards - 1)
        return worth

    one = [1.0] * (2 * most - 3)
    assert split_worth(most, one, one, pairs, cards) == pytest.approx(
        average(2, 0, 2, pairs, cards), abs=1e-12
    )
