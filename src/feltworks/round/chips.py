"""Where chips are and how they move: every movement names both of its ends.

Accounts are plain words: `seat 1` is the player's own stack, `spot 1 ante` what he has out on the
layout, `tip 1 ante` a stake for the dealer beside it, `tray` the house's chips, `tokes` the box of
the dealers, `jackpot gold` a posted jackpot. A finished round leaves nothing on any spot.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltworks.round.operations import Operation

TRAY = "tray"
TOKES = "tokes"


@dataclass(frozen=True, slots=True)
class Transfer:
    """So many cents from one account to another."""

    source: str
    target: str
    cents: int


def stack(seat: int) -> str:
    return f"seat {seat}"


def spot(seat: int, wager: str, *, tip: bool = False) -> str:
    return f"{'tip' if tip else 'spot'} {seat} {wager}"


def jackpot(name: str) -> str:
    return f"jackpot {name}"


def transfers(log: Iterable[Operation]) -> list[Transfer]:
    """Every movement of chips in a log, in order."""
    return [transfer for operation in log for transfer in operation.transfers() if transfer.cents]


def balances(log: Iterable[Operation]) -> dict[str, int]:
    """What each account has gained since the round began; the sum of all is zero."""
    gained: Counter[str] = Counter()
    for transfer in transfers(log):
        gained[transfer.source] -= transfer.cents
        gained[transfer.target] += transfer.cents
    return {account: cents for account, cents in sorted(gained.items()) if cents}


def net_cents(log: Iterable[Operation], seat: int) -> int:
    """What a seat has won, or lost when below zero; stakes still out count as spent."""
    return balances(log).get(stack(seat), 0)
