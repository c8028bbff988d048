"""Texas 21's Bonus Wager and Progressive: the best-paying hand in seven cards of a shoe.

The player's first two cards, the dealer's up card and four flop cards are seven cards of the
shoe, whoever holds which. Blackjack itself has an oracle of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

from ..oracle_counted import Counted, Row
from .counting import Jackpot, side_odds, slug
from .decks import Card, Deck
from .hands import look_at

Cards = tuple[Card, ...]

# Hands and pay tables, best pay first; four of a kind is 14 in table B.
BONUS = {
    "suited five of a kind": 500,
    "royal flush": 150,
    "straight flush": 50,
    "five of a kind": 40,
    "four of a kind": 10,
    "full house": 5,
    "flush": 3,
    "straight": 2,
    "three of a kind": 1,
}
# The Progressive's, the jackpot before all; a suited five counts as five of a kind.
JACKPOT = 0
PROGRESSIVE = {
    "royal flush": JACKPOT,
    "straight flush": 250,
    "suited five of a kind": 100,
    "five of a kind": 100,
    "four of a kind": 10,
    "full house": 4,
}


@cache
def shown(cards: Cards, deck: Deck) -> set[str]:
    """Every hand that five cards show. In a shoe a flush may hold the same card twice, so a
    full house or four of a kind in one suit is a flush as well."""
    look = look_at(cards, deck)
    most, suited = look.sizes[0], look.one_suit
    found = {
        "three of a kind": most >= 3,
        "straight": look.is_straight,
        "flush": suited,
        "full house": look.sizes == (3, 2),
        "four of a kind": most >= 4,
        "five of a kind": most == 5,
        "straight flush": look.is_straight and suited,
        "royal flush": suited and look.straight_top == deck.height("A"),
        "suited five of a kind": most == 5 and suited,
    }
    return {name for name, is_shown in found.items() if is_shown}


@cache
def sevens(deck: Deck) -> Counter[frozenset[str]]:
    """The hands that seven cards show between them, and how many deals there are of each."""
    found: Counter[frozenset[str]] = Counter()
    for cards, deals in Counter(combinations(deck.cards, 7)).items():
        fives = set(combinations(cards, 5))
        found[frozenset().union(*(shown(five, deck) for five in fives))] += deals
    return found


def bonus(deck: Deck, table: str) -> Counted:
    rows: Counter[Row] = Counter()
    for names, deals in sevens(deck).items():
        name = next((name for name in BONUS if name in names), "lose")
        pays = 14 if table == "B" and name == "four of a kind" else BONUS.get(name, -1)
        rows[Row(slug(name), Fraction(pays))] += deals
    return side_odds(rows)


def progressive(deck: Deck) -> Counted:
    """$1, and a winner keeps the dollar as well."""
    rows: Counter[Row] = Counter()
    for names, deals in sevens(deck).items():
        name = next((name for name in PROGRESSIVE if name in names), "lose")
        share = Fraction(name == "royal flush")
        rows[Row(slug(name), Fraction(PROGRESSIVE.get(name, -1)), share)] += deals
    return side_odds(rows)


def count(
    deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]
) -> dict[str, Counted]:
    assert not indifferent, "nothing is decided here"
    return {
        "bonus": bonus(deck, chosen.get("bonus_table", "A")),
        "progressive": progressive(deck),
    }


def jackpots(counted: Mapping[str, Counted], chosen: Mapping[str, str]) -> dict[str, Jackpot]:
    """The jackpot grows from the seed by so many cents of every dollar wagered, or of every
    losing dollar, until a royal takes it all: it is found at the seed and that growth."""
    rows = counted["progressive"].rows
    deals = sum(rows.values())
    chance = {row.id: Fraction(deals_, deals) for row, deals_ in rows.items()}
    if "royal-flush" not in chance:
        return {}
    added = Fraction(int(chosen.get("progressive_contribution", "25")), 100)
    if chosen.get("progressive_contribution_of", "wagered") == "lost":
        added *= chance["lose"]
    royal = chance.pop("royal-flush")
    lost = chance.pop("lose")
    average = 500 + added / royal
    kept = ((1 + PROGRESSIVE[id_.replace("-", " ")]) * part for id_, part in chance.items())
    return {
        "progressive": Jackpot(
            quoted=average,
            added=added,
            average=average,
            per_dollar=royal,
            wagers_per_hit=1 / (1 - lost),
            wagers_per_jackpot_hit=1 / royal,
            fixed_return=sum(kept, Fraction(0)),
        )
    }
