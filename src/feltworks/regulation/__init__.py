"""The state's limits and conditions as dated data: what was lawful on a given day, by which text.

Nothing here reads a clock: a house names the date whose rules it runs under.
"""

from feltworks.regulation.conditions import Condition, HouseKind, conditions
from feltworks.regulation.limits import (
    GamesOnAHand,
    RegulationError,
    RingLaw,
    WagerLaw,
    jackpot_law,
    payout_cap,
    ring_law,
    wager_law,
)

__all__ = [
    "Condition",
    "GamesOnAHand",
    "HouseKind",
    "RegulationError",
    "RingLaw",
    "WagerLaw",
    "conditions",
    "jackpot_law",
    "payout_cap",
    "ring_law",
    "wager_law",
]
