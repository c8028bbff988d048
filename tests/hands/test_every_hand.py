"""The compiled evaluator equals the definition on every hand there is."""

from itertools import combinations

import numpy as np
import pytest

from feltworks.cards import deck
from feltworks.hands import Chooser

from .dealing import cards_of, compiled, every_hand, every_kind_of_hand, random_hands
from .oracle import Oracle, Standings, best_of

STANDARD, SPANISH, SHOE = deck("standard-52"), deck("spanish-41"), deck("six-deck-shoe")


def shows_the_definition(hands, faces):
    """Equal on every row, in order and in the names of what they are."""
    numbers, places = Standings(hands.ranking, hands.deck).dense(faces)
    assert np.array_equal(hands.values(faces), numbers)
    assert [(named.category, named.ranks) for named in hands.classes] == places


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking_id", "space"),
    [
        ("two-card", 1_326),
        ("three-card", 22_100),
        ("three-card-royal", 22_100),
        ("four-card", 270_725),
        ("five-card", 2_598_960),
    ],
)
def test_every_hand_of_the_standard_deck(ranking_id, space):
    hands = compiled(ranking_id, STANDARD)
    faces = every_hand(STANDARD, hands.ranking.cards)
    assert len(faces) == space
    shows_the_definition(hands, faces)


@pytest.mark.slow
@pytest.mark.parametrize("ace_low", [False, True])
def test_every_hand_of_the_spanish_deck(ace_low):
    faces = every_hand(SPANISH, 5)
    assert len(faces) == 749_398
    shows_the_definition(compiled("five-card-wild", SPANISH, ace_low=ace_low), faces)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking_id", "kinds"), [("three-card-shoe", 24_804), ("five-card-shoe", 3_819_816)]
)
def test_every_kind_of_hand_from_six_decks(ranking_id, kinds):
    hands = compiled(ranking_id, SHOE)
    faces = every_kind_of_hand(SHOE, hands.ranking.cards)
    assert len(faces) == kinds
    shows_the_definition(hands, faces)


def test_the_scalar_evaluator_on_every_three_card_hand():
    hands = compiled("three-card", STANDARD)
    faces = every_hand(STANDARD, 3)
    assert [hands.value(cards_of(STANDARD, row)) for row in faces] == hands.values(faces).tolist()


@pytest.mark.slow
def test_the_definition_itself_on_every_three_card_hand():
    """Each hand is put to the definition on its own: no hand answers for others of its kind."""
    same_as_the_definition(compiled("three-card", STANDARD), every_hand(STANDARD, 3))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking_id", "from_deck", "drawn", "count"),
    [("five-card", STANDARD, 5, 8_000), ("five-card-shoe", SHOE, 7, 300)],
)
def test_the_definition_itself_on_random_hands(ranking_id, from_deck, drawn, count):
    hands = compiled(ranking_id, from_deck)
    same_as_the_definition(hands, random_hands(from_deck, drawn, count, seed=11))


@pytest.mark.slow
@pytest.mark.parametrize("ace_low", [False, True])
def test_the_definition_itself_on_hands_with_a_joker(ace_low):
    faces = random_hands(SPANISH, 5, 400, seed=11)
    joker = len(SPANISH.faces) - 1
    faces[(faces != joker).all(axis=1), 0] = joker
    same_as_the_definition(compiled("five-card-wild", SPANISH, ace_low=ace_low), faces)


def same_as_the_definition(hands, faces):
    oracle = Oracle(hands.ranking, hands.deck)
    named = {(hand.category, hand.ranks): value for value, hand in enumerate(hands.classes)}
    defined = [named[oracle.best(cards_of(hands.deck, row))] for row in faces]
    assert hands.values(faces).tolist() == defined


def agrees_on_choices(hands, faces, choices, values):
    standings = Standings(hands.ranking, hands.deck)
    value_of = {(named.category, named.ranks): i for i, named in enumerate(hands.classes)}
    assert np.array_equal(values, best_of(standings, faces, list(choices), value_of))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking_id", "from_deck", "drawn"),
    [
        ("five-card-shoe", SHOE, 7),
        ("five-card", STANDARD, 6),
        ("five-card", STANDARD, 7),
        ("three-card", STANDARD, 5),
        ("three-card", STANDARD, 7),
        ("four-card", STANDARD, 5),
        ("two-card", STANDARD, 5),
        ("five-card-wild", SPANISH, 7),
    ],
)
def test_the_best_of_more_cards_on_random_hands(ranking_id, from_deck, drawn):
    hands = compiled(ranking_id, from_deck)
    faces = random_hands(from_deck, drawn, 15_000, seed=drawn)
    choices = combinations(range(drawn), hands.ranking.cards)
    agrees_on_choices(hands, faces, choices, hands.values(faces))
    some = faces[:1000]
    assert [hands.value(cards_of(from_deck, row)) for row in some] == hands.values(some).tolist()


def test_three_of_five_with_a_hole_card_on_random_deals():
    hands = compiled("three-card", STANDARD)
    chooser = Chooser({"hole": 2, "community": 3}, use=3, at_least={"hole": 1})
    faces = random_hands(STANDARD, 5, 15_000, seed=3)
    nine = [choice for choice in combinations(range(5), 3) if choice != (2, 3, 4)]
    values = chooser.values(hands, {"hole": faces[:, :2], "community": faces[:, 2:]})
    agrees_on_choices(hands, faces, nine, values)
    some = [cards_of(STANDARD, row) for row in faces[:1000]]
    held = [{"hole": cards[:2], "community": cards[2:]} for cards in some]
    assert [chooser.value(hands, zones) for zones in held] == values[:1000].tolist()
