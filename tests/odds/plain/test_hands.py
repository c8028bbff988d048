"""The plain hands, by the clauses of the documents."""

from __future__ import annotations

import pytest

from . import mini_tex, pick_2_poker, spanish_poker, texas_21
from .decks import JOKER, Card, Deck, lay_out
from .hands import Strength

PACK = lay_out({"ranks": "2 3 4 5 6 7 8 9 T J Q K A"})
SPANISH = lay_out({"ranks": "2 3 4 5 6 7 J Q K A", "jokers": 1})
SHOE = lay_out({"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "packs": 6})


def cards(text: str) -> tuple[Card, ...]:
    return tuple(JOKER if card == "Jo" else Card(*card) for card in text.split())


def spanish(text: str, *, ace_low: bool = False) -> Strength:
    return spanish_poker.strength(cards(text), SPANISH, ace_low)


def named(text: str, *, ace_low: bool = False) -> str:
    return spanish_poker.ORDER[spanish(text, ace_low=ace_low).place]


@pytest.mark.parametrize(
    ("deck", "size"), [(PACK, 52), (SPANISH, 41), (SHOE, 312)], ids=["pack", "spanish", "shoe"]
)
def test_decks_are_of_the_size_that_the_documents_say(deck: Deck, size: int) -> None:
    assert len(deck.cards) == size


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac 2c 3c", "Ac Ad Ah"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("Ac 2d 3h", "Ac Kc Jc"),
        ("2c 3c 5c", "Ac Ad Kc"),
        ("2c 2d 3h", "Ac Kd Jh"),
        ("4c 3d 2h", "Ac 2d 3h"),
        ("3c 3d 2h", "2c 2d Ah"),
        ("Ac Kd 3h", "Ah Kc 2d"),
    ],
)
def test_three_card_order(better: str, worse: str) -> None:
    assert mini_tex.strength(cards(better), PACK) > mini_tex.strength(cards(worse), PACK)


def test_no_straight_goes_round_the_corner() -> None:
    assert mini_tex.ORDER[mini_tex.strength(cards("Kc Ad 2h"), PACK).place] == "high card"


def test_the_board_alone_is_no_hand() -> None:
    board = frozenset(cards("7c 7d 7h"))
    hand = mini_tex.best_hand(cards("2c 3d"), board, PACK)
    assert mini_tex.ORDER[hand.place] == "pair"


@pytest.mark.parametrize(
    ("hand", "pair", "ace_king"),
    [("2c 2d 3h", True, True), ("Ac Kd 2h", False, True), ("Ac Qd Jh", False, False)],
)
def test_mini_tex_qualifiers(hand: str, pair: bool, ace_king: bool) -> None:
    strength = mini_tex.strength(cards(hand), PACK)
    assert mini_tex.qualifies(strength, "pair", PACK) is pair
    assert mini_tex.qualifies(strength, "ace-king", PACK) is ace_king


def test_pick_2_plays_the_best_three_of_five() -> None:
    best = pick_2_poker.best_three(cards("Ac Kc Qc 2d 2h"), PACK)
    assert pick_2_poker.THREE[best.place] == "royal flush"


def test_pick_2_pairs_below_sixes_are_not_paid() -> None:
    assert pick_2_poker.bonus_only(cards("6c 6d 2h 3s 9c"), PACK) == ("sixes-or-better", 1)
    assert pick_2_poker.bonus_only(cards("5c 5d 2h 3s 9c"), PACK) == ("lose", -1)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Jo Ac Ad Ah As", "cincos"),
        ("7c Jc Qc Kc Jo", "royal flush"),
        ("5c 6c 7c Jc Qc", "straight flush"),
        ("5c 6d 7c Jc Jo", "straight"),
        ("Jo 2c 2d 2h Kc", "four of a kind"),
        ("Jo 2c 2d Kh Kc", "full house"),
        ("Jo 2c 2d 4h Kc", "three of a kind"),
        ("Jo 2c 4d 6h Kc", "pair"),
        ("Ac 2d 3h 4c 5s", "high card"),
    ],
)
def test_spanish_hands(hand: str, name: str) -> None:
    assert named(hand) == name


def test_spanish_ace_low_by_house_option() -> None:
    assert named("Ac 2d 3h 4c 5s", ace_low=True) == "straight"
    assert spanish("Ac 2d 3h 4c 5s", ace_low=True) < spanish("2d 3h 4c 5s 6c", ace_low=True)


def test_spanish_flush_beats_full_house() -> None:
    assert spanish("2c 3c 4c 6c 7c") > spanish("Ac Ad Ah Kc Kd")


def test_spanish_joker_in_a_flush_is_the_ace_or_the_highest_rank_not_held() -> None:
    assert spanish("Jo Kc 6c 4c 2c") == spanish("Ac Kc 6c 4c 2c")
    assert spanish("Jo Ac Kc 4c 2c") == spanish("Ac Kc Qc 4c 2c")


def test_spanish_dealer_qualifies_with_sixes() -> None:
    assert spanish_poker.qualifies(spanish("6c 6d 2h 3h 4s"), SPANISH)
    assert not spanish_poker.qualifies(spanish("5c 5d Ah Kh Qs"), SPANISH)


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("9c 9c 9c 9c 9c", {"suited five of a kind", "five of a kind"}),
        ("9c 9c 9c 4c 4c", {"full house", "flush"}),
        ("Ac 2c 3c 4c 5c", {"straight flush", "flush", "straight"}),
        ("Tc Jc Qc Kc Ac", {"royal flush", "straight flush"}),
    ],
)
def test_texas_hands_of_a_shoe(hand: str, names: set[str]) -> None:
    assert texas_21.shown(cards(hand), SHOE) >= names
