"""The chart of accounts: who can hold chips.

An account is a purse and its owner: a player's stack, a table's tray, a table's box for one
jackpot. The books write it as `player:ann`, `tray:table-1`, `drop:table-1:gran`. Chips in an
account are above zero. Three purses of the house may be below zero: the cage by the chips it has
sold, the house's own funds by what lies in trays, a jackpot's seed by what the house advanced and
has not recovered. All accounts together are always zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Purse:
    """A kind of account; `may_owe` if its balance may be below zero.

    `owners` is how many names identify the owner of such an account.
    """

    name: str
    says: str
    owners: int = 1
    may_owe: bool = False


_KNOWN = (
    Purse("player", "a player's stack"),
    Purse("escrow", "stakes of rounds in flight at a table"),
    Purse("tray", "the chips of a table"),
    Purse("drop", "a table's box for the dollars bet on a jackpot", owners=2),
    Purse("tokes", "the dealers' tips at a table"),
    Purse("jackpot", "a jackpot as displayed"),
    Purse("backup", "money set aside for the jackpot after this one", owners=2),
    Purse("reserve", "a jackpot's money above its cap, not on display"),
    Purse("counted", "what was counted for a jackpot and is posted when its tables open"),
    Purse("custody", "what a jackpot held when it was removed"),
    Purse("seed", "what the house advanced to a jackpot", may_owe=True),
    Purse("fees", "fees taken at the daily count"),
    Purse("house", "the house's own funds", owners=0, may_owe=True),
    Purse("cage", "chips sold to players and bought back", owners=0, may_owe=True),
)
PURSES: dict[str, Purse] = {purse.name: purse for purse in _KNOWN}


class LedgerAccount(NamedTuple):
    """A purse by its name, and its owner; its text is what the books write."""

    purse: str
    owner: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join((self.purse, *self.owner))


@lru_cache(maxsize=4096)
def read_account(text: str) -> LedgerAccount:
    """The account that the books write as this text; any text gives an account with that same text.

    Names of tables and jackpots have no colon in them. A player's may: it is read to the end.
    """
    purse = PURSES.get(text.partition(":")[0])
    name, *owner = text.split(":", 1 if purse is None else purse.owners)
    return LedgerAccount(name, tuple(owner))


def _of(purse: str) -> Callable[[str], LedgerAccount]:
    """A function that gives the account of this purse for an owner."""
    return lru_cache(maxsize=4096)(lambda owner: LedgerAccount(purse, (owner,)))


HOUSE = LedgerAccount("house")
CAGE = LedgerAccount("cage")
player = _of("player")
# By the name of a table:
escrow, tray, tokes = _of("escrow"), _of("tray"), _of("tokes")
# By the name of a jackpot:
displayed, reserve, custody = _of("jackpot"), _of("reserve"), _of("custody")
counted = _of("counted")
seed, fees = _of("seed"), _of("fees")


@lru_cache(maxsize=4096)
def drop(table: str, jackpot: str) -> LedgerAccount:
    return LedgerAccount("drop", (table, jackpot))


@lru_cache(maxsize=4096)
def undisplayed(jackpot: str) -> tuple[LedgerAccount, LedgerAccount, LedgerAccount, LedgerAccount]:
    """A jackpot's accounts that are not on display: two backups, the reserve, what was counted."""
    first, second = (LedgerAccount("backup", (jackpot, place)) for place in ("1", "2"))
    return first, second, reserve(jackpot), counted(jackpot)
