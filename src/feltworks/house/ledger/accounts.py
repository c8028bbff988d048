"""The chart of accounts: who can hold chips, and how each account is named.

An account is a purse and whose it is, `player:ann`, `tray:table-1`, `drop:table-1:gran`. Chips in
an account are above zero. The three purses of the house may stand below: the cage by the chips it
has sold, the house's own funds by what lies in trays, a jackpot's seed by what the house advanced
and has not recovered. Everything together is always zero.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purse:
    """A kind of account; `may_owe` when its balance may lie below zero."""

    name: str
    says: str
    may_owe: bool = False


_KNOWN = (
    Purse("player", "a player's stack"),
    Purse("escrow", "stakes of rounds in flight at a table"),
    Purse("tray", "the chips of a table", may_owe=False),
    Purse("drop", "a table's box for the dollars bet on a jackpot"),
    Purse("tokes", "the dealers' tips at a table"),
    Purse("jackpot", "a jackpot as displayed"),
    Purse("backup", "money set aside for the jackpot after this one"),
    Purse("reserve", "a jackpot's money above its cap, not on display"),
    Purse("custody", "what a jackpot held when it was removed"),
    Purse("seed", "what the house advanced to a jackpot", may_owe=True),
    Purse("fees", "fees taken at the daily count"),
    Purse("house", "the house's own funds", may_owe=True),
    Purse("cage", "chips sold to players and bought back", may_owe=True),
)
PURSES: dict[str, Purse] = {purse.name: purse for purse in _KNOWN}

HOUSE = "house"
CAGE = "cage"


def purse_of(account: str) -> Purse | None:
    """The purse an account's name begins with; None when there is no such purse."""
    return PURSES.get(account.partition(":")[0])


def player(name: str) -> str:
    return f"player:{name}"


def escrow(table: str) -> str:
    return f"escrow:{table}"


def tray(table: str) -> str:
    return f"tray:{table}"


def tokes(table: str) -> str:
    return f"tokes:{table}"


def drop(table: str, jackpot: str) -> str:
    return f"drop:{table}:{jackpot}"


def displayed(jackpot: str) -> str:
    return f"jackpot:{jackpot}"


def backup(jackpot: str, place: int) -> str:
    """The first or the second backup."""
    return f"backup:{jackpot}:{place}"


def reserve(jackpot: str) -> str:
    return f"reserve:{jackpot}"


def custody(jackpot: str) -> str:
    return f"custody:{jackpot}"


def seed(jackpot: str) -> str:
    return f"seed:{jackpot}"


def fees(jackpot: str) -> str:
    return f"fees:{jackpot}"


def undisplayed(jackpot: str) -> tuple[str, str, str]:
    """Where a jackpot's money lies that is not on display."""
    return backup(jackpot, 1), backup(jackpot, 2), reserve(jackpot)
