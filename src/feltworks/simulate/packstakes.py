"""What the seats of a game dealt from packs bet, in whole numbers by ending."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s
from feltworks.simulate.counters import CardCounter
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.packrounds import MAIN, PackEnding
from feltworks.simulate.seatwagers import SeatWagers
from feltworks.simulate.tally import whole_amounts

MOST_WON = 2**40


@dataclass(frozen=True)
class PackStakes:
    """`pays` is what each ending wins a seat, in parts of `scale` to a unit, or to a dollar if
    amounts are known. If the first seat counts, its pays leave out the wager that it varies with
    the count; `first_pays` has that wager for the smallest part of a unit that the counter bets."""

    seats: tuple[frozenset[str], ...]
    """What each seat plays, `MAIN` and side wagers."""
    pays: Int64s
    first_pays: Int64s
    scale: Fraction
    counter: CardCounter | None = None

    @cached_property
    def fingerprint(self) -> bytes:
        plan = self.counter and self.counter.plan
        digest = hashlib.sha256(repr((self.scale, plan)).encode())
        for seat in self.seats:
            digest.update(" ".join(sorted(seat)).encode() + b"\n")
        digest.update(self.pays.tobytes() + self.first_pays.tobytes())
        return digest.digest()

    def won(self, endings: Int64s) -> Int64s:
        """What was won, by seat and round."""
        return np.stack([pays[own] for pays, own in zip(self.pays, endings, strict=True)])

    def first_won(self, endings: Int64s) -> Int64s:
        """What the smallest part of a unit won on the wager that the counter varies."""
        found: Int64s = self.first_pays[endings]
        return found


def pack_stakes(
    endings: Sequence[PackEnding | None],
    first: str,
    plays: Sequence[Sequence[str]],
    unit: str,
    wagers: SeatWagers | None,
    counter: CardCounter | None,
    counted: str,
) -> PackStakes:
    """Stakes of seats that play `first` and side wagers. Without amounts one unit of `first` is
    bet, and side wagers are counted but not added, because their units differ. A counter at the
    first seat varies the wager `counted`."""
    every: list[list[Fraction]] = []
    of_first: list[Fraction] = []
    for seat, played in enumerate(plays):
        amounts = {first: Fraction(1)}
        if wagers is not None:
            cents = wagers.seats[seat]
            amounts = {side: Fraction(cents.get(side, 0), 100) for side in played}
            if MAIN in played:
                amounts[MAIN] = Fraction(cents.get(unit, 0), 100)
        if counter is not None and seat == 0:
            bet = {counted: amounts.pop(counted) / counter.plan.bet_scale}
            of_first = [_won(ending, bet) for ending in endings]
        every.append([_won(ending, amounts) for ending in endings])
    numbers, scale = whole_amounts([*every, of_first])
    most_bet = 1
    if counter is not None:
        most_bet = int(max(bet for _, bet in counter.plan.steps) * counter.plan.bet_scale)
    most = max(abs(value) for row in numbers for value in [0, *row]) * most_bet
    if most > MOST_WON:
        bets = dict.fromkeys(unit if each == MAIN else each for played in plays for each in played)
        raise SimulationError(
            f"wagers {', '.join(bets)}: a round can pay {most:,} times the smallest step between "
            f"their amounts, and up to {MOST_WON:,} are added up exactly: give amounts nearer to "
            "each other, or without odd cents"
        )
    whole = [np.array(row, np.int64) for row in numbers]
    return PackStakes(tuple(map(frozenset, plays)), np.stack(whole[:-1]), whole[-1], scale, counter)


def _won(ending: PackEnding | None, amounts: dict[str, Fraction]) -> Fraction:
    rows = {} if ending is None else ending.rows
    return sum(
        (amount * rows[wager].net for wager, amount in amounts.items() if wager in rows),
        Fraction(0),
    )
