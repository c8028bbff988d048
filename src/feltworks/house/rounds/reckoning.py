"""What a round's log comes to in money: for each seat, the tray, the dealers and the jackpots.

Only the contract of a round is read here: transfers between accounts, and the entries that settle
wagers. So any engine's round can be booked. A finished round leaves nothing on the
felt; one that does is refused.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.house.errors import HouseError
from feltworks.jackpots import Play
from feltworks.money import money
from feltworks.round.chips import Account, balances, transfers
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltworks.round import Operation


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Gains in cents, below zero for losses: by seat, of the tray, of the dealers' tips.

    `prizes` is what each jackpot paid, `shares` in how many parts; `settled` are all wagers whose
    settlement still stands.
    """

    seats: Mapping[int, int]
    tray: int
    tokes: int
    prizes: Mapping[str, int]
    shares: Mapping[str, int]
    settled: tuple[Settled, ...]


def reckon_round(log: Sequence[Operation]) -> Reckoning:
    """The money of a finished round; a `HouseError` names what was left on the felt."""
    seats: dict[int, int] = {}
    prizes: dict[str, int] = {}
    tray = tokes = 0
    for account, cents in balances(log).items():
        match account:
            case Account("stack", int(seat)):
                seats[seat] = cents
            case Account("jackpot", name=name):
                prizes[name] = -cents
            case Account("tray"):
                tray = cents
            case Account("tokes"):
                tokes = cents
            case _:
                raise HouseError(f"the round leaves {money(cents)} on {account}: it is not settled")
    shares, settled = _standing(log)
    return Reckoning(seats, tray, tokes, prizes, shares, tuple(settled))


def _standing(log: Sequence[Operation]) -> tuple[dict[str, int], list[Settled]]:
    """In how many parts each jackpot was paid, and the settlements, without what was undone."""
    shares: Counter[str] = Counter()
    settled: list[Settled] = []
    for entry in log:
        match entry:
            case Settled():
                settled.append(entry)
            case Undone(undone):
                settled.remove(undone)
            case JackpotPaid():
                shares[entry.jackpot] += 1
            case JackpotUndone(paid):
                shares[paid.jackpot] -= 1
    return {name: count for name, count in shares.items() if count}, settled


def plays(reckoning: Reckoning, jackpots: Mapping[str, str]) -> dict[str, Play]:
    """The round's play for each jackpot of the rules, given the wager that plays for it."""
    by_wager: dict[str, list[Settled]] = defaultdict(list)
    for settled in reckoning.settled:
        if not settled.tip:
            by_wager[settled.wager].append(settled)
    found = {}
    for jackpot, wager in jackpots.items():
        made = by_wager[wager]
        found[jackpot] = Play(
            wagered=sum(each.stake_cents for each in made),
            lost=sum(each.stake_cents - each.returned_cents for each in made),
            tray_paid=sum(each.paid_cents for each in made),
            prize=reckoning.prizes.get(jackpot, 0),
            winners=reckoning.shares.get(jackpot, 0),
        )
    return found


def outlays(log: Sequence[Operation]) -> dict[int, int]:
    """The most each seat has had out of its own pocket at any moment so far.

    Chips won on the way come back to the seat, and may be staked again, without lowering what the
    house has to hold: if the round is undone, it is the player's own that goes back.
    """
    pocket: dict[int, int] = {}
    deepest: dict[int, int] = {}
    for source, target, cents in transfers(log):
        if target.kind == "stack" and target.seat is not None:
            pocket[target.seat] = pocket.get(target.seat, 0) + cents
        if source.kind == "stack" and source.seat is not None:
            left = pocket[source.seat] = pocket.get(source.seat, 0) - cents
            deepest[source.seat] = max(deepest.get(source.seat, 0), -left)
    return deepest
