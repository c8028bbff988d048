"""A round of blackjack beside a side wager on its first cards: against every set of real cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tests.ask.blackjack import VALUES, blackjack_of
from tests.ask.rules import Handbook, Rules, load, load_text
from tests.ask.together import MAIN, together

from feltworks.cards import Card

pytestmark = pytest.mark.slow

RANKS = "23456789TJQKA"
TEXT = """
[game]
id = "beside"
name = "Beside"
title = "Blackjack from one deck, with a wager on three cards."
mechanism = "blackjack"
deck = "standard-52"

[zones]
cards = "player"
dealer = "dealer"
flop = "table"

[hands]
three = { ranking = "three-card", from = { cards = 2, THIRD = 1 } }

[wagers]
blackjack = "required"
bonus = "side"

[[stages]]
id = "deal"
deal = ["2 up to cards", "2 down to dealer", "turn 1 of dealer"]

[[stages]]
id = "flop"
if_out = ["bonus"]
deal = ["1 up to flop"]
settles = ["bonus"]

[[stages]]
id = "blackjack"
mechanism = "blackjack"

[pays.bonus]
hand = "three"
rows = [
    "straight flush pays 40:1", "three of a kind pays 30:1", "straight pays 6:1",
    "flush pays 5:1", "pair pays 2:1",
]

[blackjack]

[table]
dealt_from = "shoe"
"""


def worths(rules: Rules) -> dict[tuple[int, ...], float]:
    """What a round is worth by low and high card, and by these and the up card."""
    sums: Counter[tuple[int, ...]] = Counter()
    chances: Counter[tuple[int, ...]] = Counter()
    for up, cards, chance, value in blackjack_of(rules).rounds:
        low, high = sorted(map(VALUES.index, cards))
        for key in ((low, high), (low, high, VALUES.index(up))):
            sums[key] += chance * value
            chances[key] += chance
    return {key: found / chances[key] for key, found in sums.items()}


def value_of(card: Card) -> int:
    return min("A23456789TJQK".index(card.rank), 9)


def three_card_pay(cards: tuple[Card, ...]) -> int:
    ranks = sorted(RANKS.index(card.rank) for card in cards)
    straight = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 1, 12])
    suited = len({card.suit for card in cards}) == 1
    if len(set(ranks)) < 3:
        return 30 if len(set(ranks)) == 1 else 2
    return {(True, True): 40, (True, False): 6, (False, True): 5}.get((straight, suited), -1)


def values(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(value_of, cards)))


@pytest.mark.parametrize("third", ["dealer", "flop"])
def test_a_wager_on_the_first_cards_and_one_more(third: str) -> None:
    """The third card is the dealer's, or lies beside the hands and tells nothing of the round."""
    rules = load_text(TEXT.replace("THIRD", third), "beside.toml")
    worth, deck = worths(rules), Handbook(rules).deck
    total = product = pays = 0.0
    for cards in combinations(deck.faces, 3):
        pay = three_card_pay(cards)
        for place, other in enumerate(cards):
            pair = values(cards[:place] + cards[place + 1 :])
            key = pair if third == "flop" else (*pair, value_of(other))
            total += 1
            pays += pay
            product += pay * worth[key]
    mean = blackjack_of(rules).expected_value
    found = together(rules).covariances[MAIN, "bonus"]
    assert found is not None
    assert float(found) == pytest.approx(product / total - mean * pays / total, abs=1e-11)


def test_perfect_pairs_and_the_round() -> None:
    """A pair is split, and worth more than most hands: counted over every two faces of the shoe."""
    rules = load("six-deck-blackjack")
    worth, faces = worths(rules), Handbook(rules).deck.faces
    total = product = pays = 0.0
    for one in faces:
        for other in faces:
            ways = 6 * (6 - (one == other))
            colours = [card.suit in "hd" for card in (one, other)]
            pay = 25 if one == other else 12 if colours[0] == colours[1] else 6
            pay = pay if one.rank == other.rank else -1
            total += ways
            pays += ways * pay
            product += ways * pay * worth[values((one, other))]
    mean = blackjack_of(rules).expected_value
    found = together(rules).covariances[MAIN, "perfect-pairs"]
    assert found is not None
    assert float(found) == pytest.approx(product / total - mean * pays / total, abs=1e-11)
