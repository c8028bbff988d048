"""Blackjack and nothing beside it, from any shoe, with any of its keys changed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tests.ask.rounds import Bet, BlackjackPlan, BlackjackRound, Limits, NoMoreBets, Terms
from tests.ask.rules import Rules, read_document

TEXT = """
[game]
id = "plain"
name = "Plain"
title = "Blackjack alone."
mechanism = "blackjack"
deck = { ranks = "2 3 4 5 6 7 8 9 T J Q K A" }

[zones]
box = "player"
bank = "dealer"

[wagers]
stake = { name = "Stake", kind = "required" }

[[stages]]
id = "first"
deal = [
    { to = "box", cards = 2, face = "up" },
    { to = "bank", cards = 1, face = "up" },
    { to = "bank", cards = 1, face = "down" },
]

[[stages]]
id = "play"
mechanism = "blackjack"

[blackjack]
burn = 0
penetration = "100%"

[table]
seats = 1
most_seats = 1
"""

UNIT = 1000
CHIPS = Limits(minimum_cents=UNIT, maximum_cents=UNIT, chips=(1,))


def plain_document(deck: Mapping[str, Any] | None = None, **keys: Any) -> dict[str, Any]:
    """The file as data; `keys` are those of its [blackjack] section."""
    document = tomllib.loads(TEXT)
    document["game"]["deck"] = dict(deck or document["game"]["deck"])
    document["blackjack"] |= keys
    return document


def plain_rules(deck: Mapping[str, Any] | None = None, **keys: Any) -> Rules:
    return read_document(plain_document(deck, **keys), "plain").rules


def dealt_to(plan: BlackjackPlan) -> BlackjackRound:
    """A round of one seat and one unit, waiting for its first card."""
    round = BlackjackRound.open(plan, Terms(CHIPS))
    return round.play_all([Bet(1, plan.main, UNIT), NoMoreBets()])
