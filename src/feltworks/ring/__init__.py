"""The ring: players against each other for the pot, driven by a rules file.

`RingPlan(rules)` is made once, `RingRound.open(plan, terms)` for every round.
"""

from feltworks.ring.plan import RingError, RingPlan
from feltworks.ring.round import RingRound

__all__ = ["RingError", "RingPlan", "RingRound"]
