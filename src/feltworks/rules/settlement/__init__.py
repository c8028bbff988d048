"""What every wager pays, and how a jackpot is shared: pure functions, used by table and odds."""

from feltworks.rules.settlement.payments import (
    JackpotHit,
    Payment,
    Result,
    Situation,
    case_of,
    row_for,
    settle,
)
from feltworks.rules.settlement.sharing import share_jackpot

__all__ = [
    "JackpotHit",
    "Payment",
    "Result",
    "Situation",
    "case_of",
    "row_for",
    "settle",
    "share_jackpot",
]
