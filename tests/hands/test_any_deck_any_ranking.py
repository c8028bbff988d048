"""Whatever deck and ranking somebody writes, evaluators and counts equal the definition."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltworks.cards import RANKS, SUITS, Card, Deck, deck
from feltworks.hands import Ranking, compile_ranking
from feltworks.hands.shapes import SHAPES

from .dealing import cards_of, compiled, every_hand
from .oracle import Oracle


@st.composite
def decks(draw):
    ranks = draw(st.lists(st.sampled_from(RANKS), min_size=2, max_size=13, unique=True))
    suits = draw(st.lists(st.sampled_from(SUITS), min_size=1, max_size=4, unique=True))
    faces = st.builds(Card, st.sampled_from(ranks), st.sampled_from(suits))
    removed = draw(st.lists(faces, max_size=len(ranks) * len(suits) // 4, unique=True))
    return Deck(
        id="drawn",
        title="Drawn for a test",
        ranks=tuple(ranks),
        suits=tuple(suits),
        jokers=draw(st.integers(0, 2)),
        packs=draw(st.sampled_from((1, 1, 2, 3, 8))),
        removed=tuple(removed),
    )


@st.composite
def rankings(draw, ranks):
    cards = draw(st.integers(1, 5))
    fitting = [name for name in SHAPES if SHAPES[name].least_cards <= cards][1:]
    chosen = draw(st.permutations(fitting)) if fitting else []
    kept = draw(st.integers(0, len(chosen)))
    wild = draw(st.sampled_from((["Jo"], ["Jo"], ["Jo", ranks[0]])))
    return Ranking.from_data(
        "drawn",
        {
            "cards": cards,
            "categories": [*chosen[:kept], "high card"],
            "ace_low": draw(st.booleans()),
            "flush_repeats": draw(st.booleans()),
            "wild": wild,
            "bug": draw(st.booleans()),
        },
    )


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.data())
def test_hands_equal_the_definition(data):
    from_deck = data.draw(decks())
    order = data.draw(rankings(from_deck.ranks))
    assume(from_deck.size >= order.cards)
    hands = compile_ranking(order, from_deck)
    oracle = Oracle(order, from_deck)
    drawn = data.draw(st.integers(order.cards, min(7, from_deck.size)))
    deals = st.permutations(from_deck.cards).map(lambda cards: cards[:drawn])
    for cards in data.draw(st.lists(deals, min_size=3, max_size=3)):
        assume(sum(card.rank in order.wild for card in cards) <= 2)
        named = hands.classes[hands.value(cards)]
        assert (named.category, named.ranks) == oracle.best(cards)
        faces = np.array([[from_deck.index(card) for card in cards]], np.uint8)
        assert hands.values(faces)[0] == hands.value(cards)
        best = hands.best(cards)
        assert oracle.hand(best) == oracle.best(cards)
        assert len(best) == order.cards


SMALL = [
    ("two-card", "small-12", 3),
    ("three-card", "small-12", 5),
    ("three-card", "small-15", 4),
    ("five-card", "small-14", 7),
    ("five-card", "small-16", 6),
    ("five-card-wild", "small-13-joker", 5),
    ("five-card-wild", "small-13-joker", 7),
    ("five-card-shoe", "small-shoe-12", 7),
    ("three-card-shoe", "small-shoe-12", 3),
]


@pytest.mark.parametrize(("ranking_id", "deck_id", "drawn"), SMALL)
def test_every_draw_from_a_small_deck(ranking_id, deck_id, drawn):
    hands = compiled(ranking_id, deck(deck_id))
    faces = every_hand(hands.deck, drawn)
    one_by_one = [hands.value(cards_of(hands.deck, row)) for row in faces]
    assert hands.values(faces).tolist() == one_by_one
    if 2 * hands.ranking.cards - hands.deck.jokers > drawn:
        assert (
            hands.value_counts(drawn)
            == np.bincount(one_by_one, minlength=len(hands.classes)).tolist()
        )


@pytest.mark.parametrize(("ranking_id", "deck_id", "drawn"), SMALL)
def test_more_cards_are_never_worse(ranking_id, deck_id, drawn):
    hands = compiled(ranking_id, deck(deck_id))
    faces = every_hand(hands.deck, drawn)[::7]
    with_all = hands.values(faces)
    for fewer in combinations(range(drawn), hands.ranking.cards):
        assert (hands.values(faces[:, fewer]) <= with_all).all()
