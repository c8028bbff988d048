"""Boards on which more hands may lie than are listed once for all boards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from tests.ask.odds import Player, odds
from tests.ask.rules import load_text

from feltworks.cards import parse_cards

pytestmark = pytest.mark.slow

DECK = [rank + suit for rank in "3456789T" for suit in "cdh" if rank + suit not in ("3h", "4h")]
SIX_CARDS = """
[game]
id = "six-cards"
name = "Six Cards"
title = "Five cards and one that is turned; pairs are paid."
deck = {{ ranks = "3 4 5 6 7 8 9 T", suits = "c d h", removed = "3h 4h" }}
unit = "ante"
[zones]
hole = "player"
board = "table"
[rankings.pairs]
like = "five-card"
categories = ["full house", "three of a kind", "two pair", "pair", "high card"]
[hands.player]
ranking = "pairs"
from = {{ hole = 5, board = 1 }}
[wagers]
ante = "required"
play = "decision"
[[stages]]
id = "look"
deal = ["5 down to hole"]
decide = ["fold", {{ bet = "play", size = "1 x ante" }}]
[[stages]]
id = "turn"
deal = ["1 up to board"]
[settle.ante]
folded = "lose"
always = {{ table = "pays", else = "lose" }}
[settle.play]
folded = "lose"
always = {{ table = "pays", else = "lose" }}
[pays.pays]
hand = "player"
rows = ["two pair or better pays 1:1", "pair pushes"{row}]
[table]
seats = 1
most_seats = 1
"""


HELD = Counter(card[0] for card in DECK)


def by_hand(hole: tuple[str, ...]) -> Counter[Fraction]:
    """What the bet comes to, over all cards that may be turned: 2, 0 or -2."""
    held = Counter(card[0] for card in hole)
    left = len(DECK) - len(hole)
    helps = sum(HELD[rank] - count for rank, count in held.items())
    pairs = sum(count == 2 for count in held.values())
    if pairs > 1 or max(held.values()) > 2:
        return Counter({Fraction(2): left})
    more, less = (Fraction(2), Fraction(0)) if pairs else (Fraction(0), Fraction(-2))
    return Counter({more: helps, less: left - helps})


@pytest.mark.parametrize("row", ["", ', "contains ten loses"', ', "contains 5c loses"'])
def test_more_than_twenty_thousand_hands_on_a_board(row: str) -> None:
    """A row that names a card loses as all other hands do, but has every card looked at; one that
    names a suit has suits alike no longer."""
    rules = load_text(SIX_CARDS.format(row=row))
    nets: Counter[Fraction] = Counter()
    player, folded = Player(rules), Fraction(-1)
    for number, hole in enumerate(combinations(DECK, 5)):
        bet = by_hand(hole)
        deals = bet.total()
        value = sum(net * count for net, count in bet.items()) / deals
        nets.update(Counter({folded: deals}) if value < folded else bet)
        if number % 2_000 == 0:
            advice = player.advise("look", parse_cards(" ".join(hole)))
            assert advice.values == {"fold": folded, "bet": value}
    assert odds(rules)["main"].nets == +nets
    assert {*nets} == {-2, -1, 0, 2}
