"""What every seat of a table game plays: the walk that decides for it, its side wagers, its pays.

A seat's counts are one row: first the ways its play can end, then the classes of each side wager.
Each count has what it pays that seat, as a whole number, so that one program can deal seats with
different wagers. Without amounts every seat plays one unit, and side wagers are counted but not
added, because their units differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.walk import Walk
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.seatwagers import SeatWagers
from feltworks.simulate.sides import SideWager
from feltworks.simulate.tally import whole_amounts

MOST_WON = 2**50
"""The most that a round may pay, in the smallest step between amounts."""


@dataclass(frozen=True)
class SeatPlay:
    """`plays` are the ids of each seat's side wagers; pays are in parts of `scale` to a unit, or to
    a dollar if amounts are known."""

    walks: tuple[Walk, ...]
    sides: tuple[SideWager, ...]
    plays: tuple[tuple[str, ...], ...]
    pays: Int64s
    scale: Fraction
    wagers: SeatWagers | None
    """What each seat bets; given where figures are in dollars."""

    @property
    def pay_slots(self) -> int:
        return most_slots(self.walks)

    @property
    def slots(self) -> int:
        """Counts of one seat."""
        return int(self.pays.shape[1])


def most_slots(walks: Sequence[Walk]) -> int:
    return max(walk.pays.table.size for walk in walks)


def seat_play(
    walks: Sequence[Walk],
    sides: Sequence[SideWager],
    plays: Sequence[Sequence[str]],
    wagers: SeatWagers | None,
) -> SeatPlay:
    """What all seats play; with `wagers` their pays are money."""
    if any(walk.plan != walks[0].plan for walk in walks):
        raise SimulationError(
            "wagers: seats with and without a wager that the play decides see their cards in "
            "different ways; let all of them play it, or none"
        )
    own, past = most_slots(walks), sum(side.classes.count for side in sides)
    if wagers is None:
        pays = np.zeros((len(walks), own + past), np.int64)
        for seat, walk in enumerate(walks):
            pays[seat, : walk.pays.table.size] = walk.pays.table.reshape(-1)
        scale = Fraction(walks[0].pays.scale)
    else:
        exact = [
            _money(walk, sides, plays[seat], wagers.seats[seat], own)
            for seat, walk in enumerate(walks)
        ]
        quoted = "; ".join(
            f"seat {seat + 1} bets "
            + ", ".join(f"{wager} ${cents / 100:,.2f}" for wager, cents in bets.items())
            for seat, bets in enumerate(wagers.seats)
        )
        pays, scale = _whole(exact, quoted)
    return SeatPlay(tuple(walks), tuple(sides), tuple(map(tuple, plays)), pays, scale, wagers)


def _money(
    walk: Walk, sides: Sequence[SideWager], plays: Sequence[str], cents: Mapping[str, int], own: int
) -> list[Fraction]:
    """What each count of a seat pays, in dollars."""
    unit = Fraction(cents.get(walk.plan.book.rules.unit, 0), 100)
    opening = dict(walk.tree.endings[0].stakes)
    is_side = {id: wager.kind == "side" for id, wager in walk.plan.book.rules.wagers.items()}
    found, shape = [Fraction(0)] * own, walk.pays.table.shape
    stakes = [dict(ending.stakes) for ending in walk.tree.endings]
    for case, paid in walk.pays.by_wager.items():
        slot = (case.ending * shape[1] + case.pay_class) * shape[2] + case.case
        for wager, payment in paid.items():
            stake = stakes[case.ending][wager] * unit
            if is_side[wager]:
                stake = Fraction(cents[wager], 100) * stakes[case.ending][wager] / opening[wager]
            found[slot] += stake * payment.odds
    for side in sides:
        stake = Fraction(cents[side.id], 100) if side.id in plays else Fraction(0)
        found += [stake * row.net if row is not None else Fraction(0) for row in side.rows]
    return found


def _whole(exact: Sequence[Sequence[Fraction]], quoted: str) -> tuple[Int64s, Fraction]:
    """Amounts as the smallest whole numbers, and how many of those make one dollar; a refusal
    quotes the wagers in `quoted`."""
    numbers, scale = whole_amounts(exact)
    most = sum(max(map(abs, row)) for row in numbers)
    if most > MOST_WON:
        raise SimulationError(
            f"wagers: a round could pay {most:,} times the smallest step between these amounts, "
            f"and {MOST_WON:,} times is the most ({quoted}): give amounts nearer to each other"
        )
    return np.array(numbers, np.int64), scale
