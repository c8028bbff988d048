"""Where chips are and how they move: every movement names both of its ends.

An account is the player's own stack (`seat 1` when it is written), what he has out on the layout
(`spot 1 ante`), a stake for the dealer beside it (`tip 1 ante`), the house's chips (`tray`), the
dealers' box (`tokes`), a posted jackpot (`jackpot gold`), or the pot that players play each other
for (`pot`). A finished round leaves nothing on any spot.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltworks.round.operations import Operation


class Account(NamedTuple):
    """Who holds chips: `name` is a wager's or a jackpot's."""

    kind: Literal["stack", "spot", "tip", "tray", "tokes", "jackpot", "pot"]
    seat: int | None = None
    name: str = ""

    def __str__(self) -> str:
        kind = "seat" if self.kind == "stack" else self.kind
        seat = "" if self.seat is None else f" {self.seat}"
        return f"{kind}{seat} {self.name}" if self.name else f"{kind}{seat}"


TRAY = Account("tray")
TOKES = Account("tokes")
POT = Account("pot")


class Transfer(NamedTuple):
    """Cents from one account to another."""

    source: Account
    target: Account
    cents: int


@cache
def stack(seat: int) -> Account:
    """A player's own chips."""
    return Account("stack", seat)


@cache
def spot(seat: int, wager: str, *, tip: bool = False) -> Account:
    """What a seat has out on a wager, or with `tip` beside it for the dealer."""
    return Account("tip" if tip else "spot", seat, wager)


def jackpot(name: str) -> Account:
    return Account("jackpot", name=name)


def undone(entry: Operation) -> tuple[Transfer, ...]:
    """The transfers of an entry, each reversed."""
    return tuple([Transfer(target, source, cents) for source, target, cents in entry.transfers()])


def transfers(log: Iterable[Operation]) -> list[Transfer]:
    """Every movement of chips in a log, in order."""
    return [
        transfer
        for operation in log
        if operation.moves_chips
        for transfer in operation.transfers()
        if transfer.cents
    ]


def balances(log: Iterable[Operation]) -> dict[Account, int]:
    """What each account has gained since the round began; they add up to zero."""
    gained: defaultdict[Account, int] = defaultdict(int)
    for source, target, cents in transfers(log):
        gained[source] -= cents
        gained[target] += cents
    return {account: cents for account, cents in gained.items() if cents}


def net_cents(log: Iterable[Operation], seat: int) -> int:
    """What a seat has won, or lost when below zero; stakes still out count as spent."""
    return balances(log).get(stack(seat), 0)
