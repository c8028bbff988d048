"""What a hand counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.blackjack.hand import BlackjackHand, is_pair
from feltworks.cards import Card, parse_cards

from .plain_blackjack import is_soft, natural, total

CARDS = st.lists(st.builds(Card, st.sampled_from("23456789TJQKA"), st.sampled_from("cdhs")))


@given(CARDS)
def test_a_hand_counts_as_reckoned_by_hand(cards):
    ranks = tuple(card.rank for card in cards)
    hand = BlackjackHand(cards=tuple(cards))
    assert hand.points == total(ranks)
    assert hand.soft == is_soft(ranks)
    assert hand.natural == natural(ranks)


@given(CARDS, CARDS)
def test_the_order_of_cards_does_not_matter(some, more):
    one, other = BlackjackHand(cards=(*some, *more)), BlackjackHand(cards=(*more, *some))
    assert (one.points, one.soft) == (other.points, other.soft)


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("Ac Kd", "blackjack"),
        ("Ac 6d", "soft 17"),
        ("Ac 6d Kh", "17"),
        ("Ac 5d 5h", "21"),
        ("Kc 6d Kh", "bust with 26"),
        ("Ac Ad", "soft 12"),
        ("2c 2d", "4"),
    ],
)
def test_how_a_hand_is_called(cards, call):
    assert BlackjackHand(cards=parse_cards(cards)).call == call


def test_half_a_pair():
    hand = BlackjackHand(cards=parse_cards("Ac Ad"))
    assert str(hand.halve()) == "Ad"
    assert (hand.points, hand.soft, [str(card) for card in hand.cards]) == (11, True, ["Ac"])


def test_after_a_split_ace_and_ten_are_twenty_one():
    hand = BlackjackHand(cards=parse_cards("Ac Kd"))
    hand.split = True
    assert not hand.natural and hand.call == "21" and hand.split_ace


@pytest.mark.parametrize(
    ("cards", "like", "unlike"),
    [
        ("8c 8d", True, True),
        ("Tc Kd", False, True),
        ("8c 9d", False, False),
        ("Ac Kd", False, False),
    ],
)
def test_pairs(cards, like, unlike):
    one, other = parse_cards(cards)
    assert is_pair(one, other, unlike_tens=False) == like
    assert is_pair(one, other, unlike_tens=True) == unlike
