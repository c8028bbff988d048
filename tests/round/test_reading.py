"""Hands read off the felt quickly are worth what the handbook says."""

import random

import pytest
from tests.ask.rounds import hand_value
from tests.ask.rules import Handbook, example_ids, game_ids, load

HANDS = [(game, hand) for game in (*game_ids(), *example_ids()) for hand in load(game).hands]


@pytest.mark.parametrize(("game", "hand"), HANDS)
def test_a_hand_read_quickly_is_the_handbooks(game, hand):
    book, rng = Handbook(load(game)), random.Random(hand)
    value, zones = hand_value(book.rules, hand), book.rules.hands[hand].from_
    cards = book.deck.cards
    for deal in range(120):
        # Every other deal is of few cards, so that suits and ranks meet.
        pool = cards if deal % 2 else rng.sample(cards, min(len(cards), 4 + sum(zones.values())))
        drawn = rng.sample(pool, sum(zones.values()))
        suited = [card for card in cards if card.suit == drawn[0].suit]
        if deal % 4 == 0 and len(suited) >= len(drawn):
            drawn = rng.sample(suited, len(drawn))
        at, held = 0, {}
        for zone, count in zones.items():
            held[zone] = tuple(drawn[at : at + count])
            at += count
        assert value(drawn) == book.chooser(hand).value(book.compiled(hand), held)
