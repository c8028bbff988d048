"""Hands that count points: what phrases mean, one by one and for many, and what is refused."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from feltworks.cards import deck, parse_cards
from feltworks.hands import HandError, TotalHand
from feltworks.hands.totals import NO_CARD

DECK = deck("standard-52")
TENS = dict.fromkeys("TJQK", 0)
PLAIN = TotalHand(DECK, TENS, modulo=10, most_cards=3)
LEADING = TotalHand(DECK, TENS, modulo=10, most_cards=3, over=PLAIN)


def fits(phrase: str, cards: str, others: str | None = None) -> bool:
    hand = PLAIN if others is None else LEADING
    held = parse_cards(cards)
    value = hand.value(held, parse_cards(others or ""))
    return hand.test(phrase).matches(value, held)


@pytest.mark.parametrize(
    ("phrase", "yes", "no"),
    [
        ("7", "Kd 7c", "Kd 8c"),
        ("0 to 5", "7d 8c", "6d Kc"),
        ("8 or 9", "4d 4c", "7d Tc"),
        ("6 or more", "9d 7c", "9d 6c"),
        ("3 or less", "Td Jc", "2d 2c"),
        ("three-card 7", "2d 2c 3c", "3d 4c"),
        ("7 with three cards", "9d 9c 9h", "8d 9c"),
        ("8 or 9 with two cards", "9d Kc", "3d 3c 3h"),
        ("two or three cards", "", ""),
        ("no card, 2 to 7, 9", "", "8d"),
        ("no card or 2 to 7 or 9", "9d", "Td"),
        ("6", "Ad 5c", ""),
        ("any hand", "", "x"),
    ],
)
def test_what_a_phrase_means(phrase: str, yes: str, no: str) -> None:
    if phrase.startswith("two or"):
        with pytest.raises(HandError, match="does not name a total"):
            PLAIN.test(phrase)
        return
    assert fits(phrase, yes)
    assert no == "x" or not fits(phrase, no)


def test_leads() -> None:
    assert fits("ahead by 9", "9d Kc", "Kd Kc") and not fits("ahead by 9", "9d Kc", "Ad Kc")
    assert fits("ahead by 4 or more", "6d", "2c") and not fits("ahead by 4 or more", "6d", "3c")
    assert fits("behind by 1 to 3", "6d", "8c") and not fits("behind by 1 to 3", "8d", "6c")
    assert fits("level", "6d", "3c 3d") and not fits("level", "6d", "7d")
    assert fits("two-card 8 or 9 ahead by 2", "9d Kc", "7d")
    assert not fits("two-card 8 or 9 ahead by 2", "9d", "7d")


def test_what_a_hand_is_called_is_a_phrase_for_it_and_no_other() -> None:
    # Without a card there is no total to tell apart.
    values = [0, *(value for value in range(PLAIN.size) if PLAIN.describe(value) != "no card")]
    for value, other in product(values, repeat=2):
        said = PLAIN.describe(value)
        matched = PLAIN.test(said).matches(other, ())
        assert matched == (PLAIN.describe(other) == said)


def test_many_at_once_are_the_same() -> None:
    random = np.random.default_rng(3)
    faces = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (200, 1)), axis=1)[:, :6]
    faces[random.random((200, 6)) < 0.3] = NO_CARD
    own, others = faces[:, :3], faces[:, 3:]
    values = LEADING.values(own, others)
    for row in range(200):
        mine, his = (
            [DECK.faces[face] for face in cards[row] if face != NO_CARD] for cards in (own, others)
        )
        value = LEADING.value(mine, his)
        assert values[row] == value
        assert LEADING.total_of(value) == LEADING.total(mine)
    assert (
        LEADING.total_of(values) == LEADING.total_of(1) + PLAIN.total_of(PLAIN.values(own))
    ).all()


@pytest.mark.parametrize(
    "phrase", ["", "10", "7 with four cards", "pair", "7 ahead", "7 of three", "seven with", "7 7x"]
)
def test_what_is_no_phrase(phrase: str) -> None:
    with pytest.raises(HandError):
        PLAIN.test(phrase)


def test_a_lead_over_nothing_is_refused() -> None:
    with pytest.raises(HandError, match="not held over another"):
        PLAIN.test("ahead by 4")
