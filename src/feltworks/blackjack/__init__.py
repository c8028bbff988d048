"""Blackjack: an engine for the game against the dealer's total, with wagers on the first cards.

`BlackjackPlan(rules)` is made once, `BlackjackRound.open(plan, terms)` for every round.
"""

from feltworks.blackjack.plan import BlackjackError, BlackjackPlan
from feltworks.blackjack.round import BlackjackRound

__all__ = ["BlackjackError", "BlackjackPlan", "BlackjackRound"]
