"""The mean product of a round of blackjack and a side wager on its first cards.

The side wager is decided by cards that are dealt before anybody plays; the round's worth then
depends on the values of the player's two cards and of the dealer's up card. So for every deal of
the side wager the worth of the round is averaged over the places in which its cards can lie; that
is the same for all deals of the same ranks, so deals are counted by rank. The effect of cards that
leave the shoe without being in a hand, such as a flop, is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from feltworks.arrays import Floats, UInt64s
from feltworks.hands.multisets import count_of
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.shoe import VALUES, value_of
from feltworks.odds.errors import OddsRefused
from feltworks.odds.rowcounts import RowCounts
from feltworks.odds.side import paid_on, pay_tables
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules


def looks_beyond_first_cards(rules: Rules, wager: str) -> bool:
    """Whether a side wager looks at cards that belong to no blackjack hand."""
    return any(rules.zones[zone] == "table" for zone in _zones(rules, wager))


def mean_product_with_side(
    odds: BlackjackOdds, rules: Rules, wager: str, jackpot_units: Fraction
) -> float:
    """The mean product of the nets of a round and of a side wager that cards alone decide."""
    book, zones = Handbook(rules), _zones(rules, wager)
    held = {rules.zones[zone]: count for zone, count in zones.items()}
    if held.get("player") != 2 or held.get("dealer", 0) > 1 or book.deck.jokers:
        raise OddsRefused(f"settle.{wager}", "it looks at other cards than the first ones")
    worth = _worth_of_first(odds, with_up_card=held.get("dealer", 0) == 1)
    cards = sum(zones.values())

    def average(keys: UInt64s) -> Floats:
        held = np.zeros((len(VALUES), len(keys)))
        for place, rank in enumerate(book.deck.ranks):
            face = next(face for face in book.deck.faces if face.rank == rank)
            held[value_of(face)] += count_of(keys, place)
        return _average_worth(worth, held, cards)

    counts = RowCounts(book, tuple(pay_tables(rules, wager)), f"settle.{wager}")
    total = product = 0.0
    for met, weighed in counts.weighed(average):
        _, net, share = paid_on(book, wager, met)
        total += met.combinations
        product += float(net + share * jackpot_units) * weighed
    return product / total


def _zones(rules: Rules, wager: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for table in pay_tables(rules, wager):
        for zone, count in rules.drawn_from(rules.pays[table].hand).items():
            found[zone] = max(count, found.get(zone, 0))
    return found


def _worth_of_first(odds: BlackjackOdds, *, with_up_card: bool) -> Floats:
    """By up card (one place for all if it is not looked at), low and high card: the worth of a
    round that begins so."""
    count = len(VALUES)
    worth, chances = np.zeros((count, count, count)), np.zeros((count, count, count))
    for start, value in odds.first_hands:
        worth[start.up, start.low, start.high] = value * start.chance
        chances[start.up, start.low, start.high] = start.chance
    if not with_up_card:
        worth, chances = worth.sum(axis=0, keepdims=True), chances.sum(axis=0, keepdims=True)
    return np.divide(worth, chances, out=np.zeros_like(worth), where=chances > 0)


def _average_worth(worth: Floats, held: Floats, cards: int) -> Floats:
    """For each multiset of cards: the worth averaged over which of them come first."""
    found = np.zeros(held.shape[1])
    for up, pairs in enumerate(worth):
        left = held.copy()
        times = np.ones(held.shape[1])
        if len(worth) > 1:
            times = held[up]
            left[up] -= 1
        for low, high in combinations_with_replacement(range(len(VALUES)), 2):
            pair = left[low] * left[high] if low != high else left[low] * (left[low] - 1) / 2
            found += pairs[low, high] * times * pair
    places = comb(cards, 2) if len(worth) == 1 else cards * comb(cards - 1, 2)
    return found / places
