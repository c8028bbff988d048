"""Rules to remember where a card of one's own comes after the open ones."""

from tests.ask.rules import load_text
from tests.ask.simple import simple_rules

LATER_CARD = """
[game]
id = "later-card"
name = "Later Card"
title = "Two cards, two on the table, and a third of one's own to come."
deck = { ranks = "7 8 9 T", suits = "c d" }

[table]
seats = 1
most_seats = 1

[zones]
hole = "player"
third = "player"
table = "table"
dealer = "dealer"

[rankings]
plain = { like = "three-card", ace_low = false }

[hands]
player = { ranking = "plain", from = { hole = 1, third = 1, table = 2 } }
dealer = { ranking = "plain", from = { dealer = 2, table = 2 } }

[contests]
showdown = { player = "player", dealer = "dealer" }

[wagers]
ante = "required"
play = "decision"

[[stages]]
id = "open"
deal = ["1 down to hole", "2 up to table"]
decide = ["fold", "check"]

[[stages]]
id = "third"
deal = ["1 down to third"]
decide = ["fold", { bet = "play", size = "1 x ante" }]

[[stages]]
id = "end"
deal = ["2 down to dealer"]

[settle]
ante = { folded = "lose", win = "1:1", tie = "push", lose = "lose" }
play = { win = "1:1", tie = "push", lose = "lose" }
"""


def test_cards_that_beat_a_hand_are_counted_beside_a_later_card_of_its_own() -> None:
    found = simple_rules(load_text(LATER_CARD))
    assert found.lines["open"] == ["always check"]
    assert "2 or more cards that beat you" in found.lines["third"][1]
    assert found.cost == 0
