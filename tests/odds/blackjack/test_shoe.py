"""Shoes: what they hold, what can be taken out, what is refused and how that is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import deck, parse_cards
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import RANKS, Shoe, ShoeError
from feltworks.rules.schema.mechanisms import Blackjack


def test_six_decks_are_the_shoe_of_the_rules_file():
    shoe = Shoe.of_decks(6)
    assert shoe == Shoe.of_deck(deck("six-deck-shoe"))
    assert shoe.size == 312
    assert shoe.values == (24,) * 9 + (96,)
    assert shoe.tens == (24,) * 4


@given(
    st.lists(st.sampled_from([f"{rank}{suit}" for rank in RANKS for suit in "cdhs"]), max_size=8)
)
def test_taking_cards_out_takes_each_from_its_rank(names):
    full, cards = Shoe.of_decks(8), parse_cards(" ".join(names))
    left = full.without(cards)
    assert left.size == full.size - len(cards)
    for rank, before, after in zip(RANKS, full.ranks, left.ranks, strict=True):
        assert before - after == sum(card.rank == rank for card in cards)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Shoe.of_decks(0), "0 decks: a shoe is made of 1 to 8"),
        (lambda: Shoe.of_decks(9), "9 decks: a shoe is made of 1 to 8"),
        (
            lambda: Shoe.of_decks(1).without(parse_cards("Ks Kh Kd Ks")),
            "Ks Kh Kd Ks: the shoe has only 1 of Ks to give",
        ),
        (
            lambda: Shoe.of_decks(6).without(parse_cards("9c " * 6)).without(parse_cards("9c")),
            "9c: the shoe has only 0 of 9c to give",
        ),
        (
            lambda: Shoe((*[4] * 10, 0, 0, 0)).without(parse_cards("5c " * 5)),
            "the shoe has only 4 of the rank 5 to give",
        ),
        (lambda: Shoe.of_deck(deck("spanish-41")), "has jokers"),
        (lambda: Shoe.of_decks(1).without(parse_cards("Jo")), "a joker has no value"),
        (
            lambda: Setting(Shoe((*[0] * 9, 9, 0, 0, 0)), Blackjack(split_hands=4)),
            "could run out of cards: 146 pips are wanted",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(make, says):
    with pytest.raises(FeltworksError, match=says) as refusal:
        make()
    assert isinstance(refusal.value, ShoeError)
    assert "\n" not in str(refusal.value)


def test_a_shoe_that_just_lasts_is_taken():
    Setting(Shoe((6, *[0] * 8, 14, 0, 0, 0)), Blackjack(split_hands=4))
