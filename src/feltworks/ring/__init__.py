"""The ring: players against each other for the pot, driven by a rules file.

`RingPlan(rules)` is made once, `RingRound.open(plan, terms)` for every round. A `Seating` keeps
chairs, stacks and the button between rounds.
"""

from feltworks.ring.plan import RingError, RingPlan
from feltworks.ring.round import RingRound
from feltworks.ring.seating import Seating

__all__ = ["RingError", "RingPlan", "RingRound", "Seating"]
