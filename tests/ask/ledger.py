"""What reports read from a house: the activity of a period, and corrections made by two people."""

from __future__ import annotations

from feltworks.house.activity import ActivityFigures, Period, StakeSums, activity
from feltworks.house.corrections import confirm, propose, read_moves

__all__ = [
    "ActivityFigures",
    "Period",
    "StakeSums",
    "activity",
    "confirm",
    "propose",
    "read_moves",
]
