"""Equity between players: exact shares of the pot, sampled ones, and how strong each start is."""

from feltworks.odds.equity.equity import Share, equity, sampled_equities, sampled_equity
from feltworks.odds.equity.strengths import Strength, against_one, strength_table
from feltworks.odds.equity.tables import EquityError, PotHand, UncountableError

__all__ = [
    "EquityError",
    "PotHand",
    "Share",
    "Strength",
    "UncountableError",
    "against_one",
    "equity",
    "sampled_equities",
    "sampled_equity",
    "strength_table",
]
