"""Analyses that several tests ask for, each worked out once."""

from __future__ import annotations

from functools import lru_cache

from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.rules.schema.mechanisms import Blackjack


def odds(decks: int, **options: object) -> BlackjackOdds:
    """Options named at their defaults are the same game as none; nobody may change its plays."""
    return _worked_out(decks, Blackjack.model_validate(options))


@lru_cache(maxsize=100)
def _worked_out(decks: int, rules: Blackjack) -> BlackjackOdds:
    return BlackjackOdds(Shoe.of_decks(decks), rules)
