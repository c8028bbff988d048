"""Cards named in the hands of a game that they fit."""

import pytest
from tests.ask.rules import NamingError, hands_named, load

from feltworks.cards import CardError, parse_cards


def named(game, cards, hand=None):
    return hands_named(load(game), parse_cards(cards), hand)


def test_cards_are_taken_zone_by_zone():
    # The board alone would be a straight flush, but one card must be the player's own.
    (found,) = named("mini-tex", "2c 7d Qs Ks As")
    assert found.hands == ("player", "dealer")
    assert found.says == "ace-king-seven high"
    assert {str(card) for card in found.used} == {"As", "Ks", "7d"}


def test_as_many_cards_as_make_a_hand_are_taken_as_they_are():
    (found,) = named("mini-tex", "Qs Ks As")
    assert (found.category, found.place) == ("straight flush", 1)


def test_hands_that_differ_are_told_apart():
    five, three = named("pick-2-poker", "As Ks Qs 2d 2h")
    assert (five.hands, five.category) == (("five", "dealer-five"), "pair")
    assert (three.hands, three.category) == (("three", "dealer-three"), "royal flush")


def test_one_hand_may_be_asked_for():
    (found,) = named("pick-2-poker", "As Ks Qs 2d 2h", "three")
    assert found.hands == ("three",)


def test_the_place_counts_from_the_best():
    (best,), (worst,) = (
        named("spanish-poker", "Jo As Ah Ad Ac"),
        named("spanish-poker", "2s 3d 4c 5h 7s"),
    )
    assert best.place == 1
    assert worst.place == worst.classes


def test_pay_rows_that_the_hand_fits_are_told():
    (found,) = named("mini-tex", "As Ah")
    assert [(prize.table, prize.row, prize.pays) for prize in found.pays] == [
        ("pocket-poker", "pair of aces", "20 to 1")
    ]


@pytest.mark.parametrize(
    ("cards", "hand", "error", "says"),
    [
        ("As", None, NamingError, "1 card makes no hand of mini-tex: its hands are player (best 3"),
        ("As Ks Qs Js", None, NamingError, "4 cards make no hand"),
        ("As Ks", "player", NamingError, "best 3 of 2 hole and 3 community, at least 1 hole"),
        ("As Ks", "pokcet", NamingError, "no hand 'pokcet' (did you mean 'pocket'?)"),
        ("As As", None, CardError, "As is there 2 times"),
        ("As Jo", None, CardError, "Jo is not in the deck"),
    ],
)
def test_cards_that_make_no_hand_of_the_game(cards, hand, error, says):
    with pytest.raises(error) as caught:
        named("mini-tex", cards, hand)
    assert says in str(caught.value)


def test_a_total_is_told_by_its_points_and_its_cards():
    (found,) = named("baccarat", "As Kd 3c")
    assert (found.hands, found.says) == (("player", "banker"), "4 with three cards")
    assert (found.value, found.place, found.classes, found.pays) == (4, 6, 10, ())
    with pytest.raises(NamingError, match=r"player \(1 to 3 cards\).* third-card \(1 card\)"):
        named("baccarat", "As Kd 3c 4d")
