"""Shoes: what they hold, what can be taken out, what is rejected and how that is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.blackjack import (
    VALUES,
    ShoeError,
    blackjack,
    blackjack_of_shoe,
    shoe_after,
    shoe_of_deck,
)

from feltworks.cards import deck, parse_cards


def test_six_decks_are_the_shoe_of_the_rules_file():
    assert blackjack(6).shoe == shoe_of_deck(deck("six-deck-shoe")) == (24,) * 9 + (96,)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([f"{v}{suit}" for v in (*VALUES, "K") for suit in "cdhs"])))
def test_taking_cards_out_takes_each_from_its_value(names):
    cards = parse_cards(" ".join(names[:8]))
    left = shoe_after(cards, decks=8)
    for value, before, after in zip(VALUES, (32,) * 9 + (128,), left, strict=True):
        ranks = {value, "K"} if value == "T" else {value}
        assert before - after == sum(card.rank in ranks for card in cards)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: blackjack(0), "0 decks: a shoe is made of 1 to 8"),
        (lambda: blackjack(9), "9 decks: a shoe is made of 1 to 8"),
        (
            lambda: shoe_after(parse_cards("Ks Kh Kd Ks"), decks=1),
            "Ks Kh Kd Ks: the shoe has only 1 of Ks to give",
        ),
        (
            lambda: shoe_after(parse_cards("9c " * 7), decks=6),
            "the shoe has only 6 of 9c to give",
        ),
        (
            lambda: blackjack_of_shoe((*[4] * 9, 16)).advise(
                parse_cards("Ts 6d"), *parse_cards("Tc"), parse_cards("5c " * 5)
            ),
            "the shoe has only 4 of the rank 5 to give",
        ),
        (lambda: shoe_of_deck(deck("spanish-41")), "has jokers"),
        (lambda: shoe_after(parse_cards("Jo"), decks=1), "a joker has no value"),
        (
            lambda: blackjack_of_shoe((*[0] * 9, 9), split_hands=4).expected_value,
            "could run out of cards: 146 pips are wanted",
        ),
    ],
)
def test_what_cannot_be_is_rejected_in_one_sentence(make, says):
    with pytest.raises(ShoeError, match=says) as rejection:
        make()
    assert "\n" not in str(rejection.value)


def test_a_shoe_that_just_lasts_is_taken():
    assert blackjack_of_shoe((6, *[0] * 8, 14), split_hands=4).expected_value > 0
