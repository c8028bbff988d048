"""Pots on decks small enough to deal every deal by hand."""

from __future__ import annotations

from collections.abc import Sequence

from tests.ask.rules import Handbook, Rules, load, load_text

from feltworks.cards import Card

SMALL = """
[game]
id = "small-ring"
name = "Small"
title = "A pot on a small deck."
mechanism = "ring"
deck = {deck}

[zones]
hole = "player"
community = "table"

[hands.player]
ranking = "{ranking}"
from = {from_}
use = 3
at_least = {at_least}

[rankings.wild-three]
like = "three-card"
wild = true

[wagers]

[[stages]]
id = "hole"
deal = [{{ to = "hole", cards = 2, face = "down" }}]
mechanism = "betting-round"
first_to_act = "left-of-big-blind"

[[stages]]
id = "board"
deal = [{{ to = "community", cards = 3, face = "up" }}]
mechanism = "betting-round"
first_to_act = "left-of-button"

[ring]
hand = "player"
players_at_most = 3
small_blind = "0.5 x minimum-bet"
big_blind = "1 x minimum-bet"
"""


def small(
    deck: str,
    ranking: str = "three-card",
    at_least: str = "{ hole = 1 }",
    from_: str = "{ hole = 2, community = 3 }",
) -> Rules:
    return load_text(SMALL.format(deck=deck, ranking=ranking, at_least=at_least, from_=from_))


FIFTEEN = '{ ranks = ["2", "3", "Q", "K", "A"], suits = ["c", "d", "h"] }'
TWELVE = '{ ranks = ["Q", "K", "A"], suits = ["c", "d", "h", "s"] }'
LOPSIDED = '{ ranks = ["9", "T", "J", "Q"], suits = ["c", "d", "h"], removed = ["9c", "Th"] }'
WITH_JOKER = '{ ranks = ["T", "J", "Q", "K"], suits = ["c", "d", "h"], jokers = 1 }'
POTS = {
    "fifteen": small(FIFTEEN),
    "twelve": small(TWELVE),
    "suits not alike": small(LOPSIDED),
    "with a joker": small(WITH_JOKER, "wild-three"),
    "board may play": small(TWELVE, at_least="{}"),
    "board before hole": small(FIFTEEN, from_="{ community = 3, hole = 2 }"),
    "both must play": small(FIFTEEN, at_least="{ hole = 2 }"),
}
FULL = load("mini-tex-ring")


BOOKS = {id(rules): Handbook(rules) for rules in (*POTS.values(), FULL)}


def value(rules: Rules, own: Sequence[Card], board: Sequence[Card]) -> int:
    """The value of a player's hand, by the rules alone."""
    book, hand, zones = BOOKS[id(rules)], rules.ring.hand, {"hole": own, "community": board}
    held = {zone: zones[zone] for zone in rules.hands[hand].from_}
    return book.chooser(hand).value(book.compiled(hand), held)
