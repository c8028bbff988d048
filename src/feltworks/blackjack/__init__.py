"""Blackjack: an engine for the game against the dealer's total, with wagers on the first cards.

`BlackjackPlan(rules)` is made once, `BlackjackRound.open(plan, terms)` for every round, and a
`Shoe` carries the cards from one round to the next.
"""

from feltworks.blackjack.plan import BlackjackError, BlackjackPlan
from feltworks.blackjack.round import BlackjackRound
from feltworks.blackjack.shoe import Shoe

__all__ = ["BlackjackError", "BlackjackPlan", "BlackjackRound", "Shoe"]
