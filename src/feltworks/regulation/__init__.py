"""The state's limits and conditions as dated data: what was lawful on a given day, and who says so.

Nothing here reads a clock. A house names the date whose rules it runs under and asks.
"""

from feltworks.regulation.conditions import Condition, HouseKind, conditions
from feltworks.regulation.fact import Confidence, Fact, RegulationError
from feltworks.regulation.jackpots import JackpotLaw, jackpot_law
from feltworks.regulation.payouts import PayoutCap, payout_cap
from feltworks.regulation.wagers import (
    GamesOnAHand,
    LargestWager,
    RingLaw,
    SmallGames,
    SomeTables,
    WagerLaw,
    ring_law,
    wager_law,
)

__all__ = [
    "Condition",
    "Confidence",
    "Fact",
    "GamesOnAHand",
    "HouseKind",
    "JackpotLaw",
    "LargestWager",
    "PayoutCap",
    "RegulationError",
    "RingLaw",
    "SmallGames",
    "SomeTables",
    "WagerLaw",
    "conditions",
    "jackpot_law",
    "payout_cap",
    "ring_law",
    "wager_law",
]
