"""Pay tables that come nearest a wanted house edge.

Under a fixed play a wager's value is linear in what its rows pay, so the deals are counted once and
the value of every table of whole odds is a sum. The tables nearest the target are then weighed
exactly, under the best play for each. Another play has other sums, and rows may have to change
further than was tried: the search begins again from the nearest table found, until it comes no
nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.odds.countedgame import CountedGame
from feltworks.odds.kept import KeptCounts
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.whatif import (
    PayError,
    RowOfWager,
    find_row,
    tables_of_wager,
    wagers_changed,
    with_pays,
)
from feltworks.rules.amounts import Prize
from feltworks.rules.schema import Rules

FEW_ROWS = 4
"""Up to this many rows may all change together; of more rows, three at a time."""
POOL = 12
"""How many tables are solved in each search, even if fewer are shown."""
SEARCHES = 4
"""How often the search begins again from the nearest table, at most."""
LOOKED_INTO, MOST_LOOKS = 3, 5
"""If solving is slow, this many of the nearest tables are looked into; as a solved one may turn out
to be less near, up to the second number are solved."""
NEAR_ENOUGH = Fraction(1, 20_000)
"""A table that comes so near the target ends the search."""
STEPS = ((20, 1), (100, 5), (200, 10), (500, 25), (1000, 50))
"""Odds below the first number are tried in steps of the second, as printed pay tables have them."""
TOP_STEP = 100


@dataclass(frozen=True)
class Tuned:
    """A pay table near the target."""

    pays: Mapping[RowOfWager, int]
    """What each changed row pays, to one."""
    odds: WagerOdds
    play_changes: bool | None
    """Whether another play is best with it; None if that was not examined."""

    @cached_property
    def edge(self) -> Fraction:
        return self.odds.house_edge


@dataclass(frozen=True)
class Tuning:
    """The tables found, nearest first, and what they are for."""

    wager: str
    rows: tuple[RowOfWager, ...]
    present: WagerOdds
    found: tuple[Tuned, ...]


def rows_to_vary(rules: Rules, given: Sequence[str]) -> tuple[RowOfWager, ...]:
    """The rows that `WAGER.HAND` or `WAGER` name; by default all rows of the first wager that pays
    by a table, required wagers before others."""
    rows: dict[RowOfWager, None] = {}
    for name in given or [_first_with_a_table(rules)]:
        if "." in name:
            rows[find_row(rules, name)] = None
            continue
        for table in tables_of_wager(rules, name):
            for each in rules.pays[table].rows:
                if each.pays.kind == "odds":
                    rows[RowOfWager(name, table, each.id)] = None
    for row in rows:
        if _prize(rules, row).kind not in ("odds", "push", "lose"):
            raise PayError(f"{row} pays {_prize(rules, row)}: only odds can be varied")
    if not rows:
        raise PayError(f"{', '.join(given)}: no row pays odds")
    return tuple(rows)


def _first_with_a_table(rules: Rules) -> str:
    kinds = ("required", "decision", "side")
    for wager in sorted(rules.settle, key=lambda id_: kinds.index(rules.wagers[id_].kind)):
        cells = rules.settle[wager].all_cells.values()
        if any(pay.all_tables for cell in cells for pay in cell):
            return wager
    raise PayError(f"{rules.game.id} has no wager that pays by a table")


def _prize(rules: Rules, row: RowOfWager) -> Prize:
    return next(each.pays for each in rules.pays[row.table].rows if each.id == row.row)


def tune(
    rules: Rules,
    target: Fraction,
    vary: Sequence[str] = (),
    *,
    show: int = 10,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> Tuning:
    """The pay tables whose edge comes nearest the target."""
    rows = rows_to_vary(rules, vary)
    wagers = wagers_changed(rules, [row.table for row in rows])
    if len(wagers) > 1:
        raise PayError(
            f"these rows bear on {' and '.join(wagers)}: vary rows of one wager at a time"
        )
    counted = CountedGame(rules, wagers[0], progress=progress, kept=kept)
    found = _Found(counted, rules, target)
    found.search(rows, max(show, POOL) if counted.is_instant else show, progress)
    if not counted.is_instant:
        found.look_into_nearest(progress)
    for _ in range(SEARCHES - 1 if counted.is_instant else 0):
        before = found.off
        if before <= NEAR_ENOUGH:
            break
        found.search(rows, POOL, progress)
        if found.off >= before:
            break
    return Tuning(wagers[0], rows, counted.played_as_before(rules), found.nearest(show))


class _Found:
    """The tables weighed so far, each once."""

    def __init__(self, counted: CountedGame, rules: Rules, target: Fraction) -> None:
        self.counted = counted
        self.rules = rules
        self.target = target
        self._known: dict[frozenset[tuple[RowOfWager, int]], Tuned] = {}

    @property
    def off(self) -> Fraction:
        """How far the nearest table is from the target."""
        return abs(self.nearest(1)[0].edge - self.target)

    def nearest(self, count: int) -> tuple[Tuned, ...]:
        ordered = sorted(
            self._known.values(),
            key=lambda tuned: (abs(tuned.edge - self.target), len(tuned.pays)),
        )
        return tuple(ordered[:count])

    def search(self, rows: Sequence[RowOfWager], count: int, progress: Progress) -> None:
        """Weigh tables near the target, estimated from sums around the nearest one known."""
        begun: Mapping[RowOfWager, int] = self.nearest(1)[0].pays if self._known else {}
        rules, counted = self.rules, self.counted
        if begun:
            rules = _with_odds(rules, begun)
            counted = CountedGame(rules, counted.wager, progress=progress)
        estimated = _EstimatedTables(rules, counted, rows).nearest(self.target, count)
        for pays in estimated:
            self._weigh({**begun, **pays}, check=self.counted.is_instant, to=progress)

    def look_into_nearest(self, progress: Progress) -> None:
        """Solves the nearest unsolved table again and again, until the nearest are all solved or
        the very nearest keeps today's play; then only tables known to keep it are marked so."""
        quick = self.counted.is_quick
        for _ in range(MOST_LOOKS if quick else 1):
            near = self.nearest(LOOKED_INTO if quick else 1)
            if near[0].play_changes is False:
                break
            unknown = next((tuned for tuned in near if tuned.play_changes is None), None)
            if unknown is None:
                return
            self._known[frozenset(unknown.pays.items())] = _weighed(
                self.counted, self.rules, unknown.pays, check=True, progress=progress
            )
        for tuned in self.nearest(LOOKED_INTO):
            if tuned.play_changes is None and self.counted.plays_as_before(
                _with_odds(self.rules, tuned.pays)
            ):
                known = replace(tuned, play_changes=False)
                self._known[frozenset(tuned.pays.items())] = known

    def _weigh(self, pays: Mapping[RowOfWager, int], *, check: bool, to: Progress) -> None:
        changed = {row: n for row, n in pays.items() if n != _prize(self.rules, row).odds}
        key = frozenset(changed.items())
        if key not in self._known:
            self._known[key] = _weighed(self.counted, self.rules, changed, check=check, progress=to)


def _weighed(
    counted: CountedGame,
    rules: Rules,
    pays: Mapping[RowOfWager, int],
    *,
    check: bool,
    progress: Progress = silent,
) -> Tuned:
    """One table exactly: under its best play if that is looked for."""
    changed = _with_odds(rules, pays)
    if counted.is_without_play or not check:
        known = False if counted.is_without_play else None
        return Tuned(pays, counted.played_as_before(changed), play_changes=known)
    best = counted.at_best(changed, progress)
    return Tuned(pays, best, play_changes=best.house_edge != counted.edge_as_before(changed))


def _with_odds(rules: Rules, pays: Mapping[RowOfWager, int]) -> Rules:
    return with_pays(rules, {row: _odds(units) for row, units in pays.items()})


def _odds(units: int | Fraction) -> Prize:
    return Prize("odds", odds=Fraction(units))


def whole_odds(present: Fraction) -> list[int]:
    """Odds to try for a row: from half of what it pays to twice as much, in the steps of printed
    pay tables."""
    low, high = max(1, int(present / 2)), max(3, int(present * 2))
    found, at = [], low
    while at <= high:
        found.append(at)
        step = next((step for below, step in STEPS if at < below), TOP_STEP)
        at = (at // step + 1) * step
    return sorted({*found, max(1, round(present))})


class _EstimatedTables:
    """Tables as arrays, each valued by what its rows add."""

    def __init__(self, rules: Rules, counted: CountedGame, rows: Sequence[RowOfWager]) -> None:
        self.rules = rules
        self.rows = tuple(rows)
        self.edge = counted.edge_as_before(rules)
        self.now = [_prize(rules, row).odds for row in rows]
        self.slopes = [self._slope(counted, row) for row in rows]

    def _slope(self, counted: CountedGame, row: RowOfWager) -> Fraction:
        """How much the edge falls for each unit that a row pays more."""

        def edge(units: Fraction) -> Fraction:
            return counted.edge_as_before(with_pays(self.rules, {row: _odds(units)}))

        now = _prize(self.rules, row)
        if now.kind == "odds":
            return edge(now.odds + 1) - self.edge
        return edge(Fraction(2)) - edge(Fraction(1))

    def nearest(self, target: Fraction, count: int) -> list[dict[RowOfWager, int]]:
        """The tables nearest the target by their sums, each once."""
        at_once = len(self.rows) if len(self.rows) <= FEW_ROWS else 3
        best: dict[tuple[tuple[RowOfWager, int], ...], tuple[float, int]] = {}
        for size in range(1, at_once + 1):
            for places in combinations(range(len(self.rows)), size):
                for distance, units in self._of(places, target, count):
                    pays = tuple(
                        (self.rows[place], unit)
                        for place, unit in zip(places, units, strict=True)
                        if unit != self.now[place]
                    )
                    best[pays] = (distance, len(pays))
        ordered = sorted(best, key=lambda pays: best[pays])
        return [dict(pays) for pays in ordered[:count]]

    def _of(
        self, places: tuple[int, ...], target: Fraction, count: int
    ) -> Iterator[tuple[float, list[int]]]:
        """Tables in which only these rows change, the nearest first."""
        values = [np.array(self._values(place)) for place in places]
        grids = [grid.reshape(-1) for grid in np.meshgrid(*values, indexing="ij")]
        edges = np.full(len(grids[0]), float(self.edge))
        for place, grid in zip(places, grids, strict=True):
            edges += (grid - float(self.now[place])) * float(self.slopes[place])
        distance = np.abs(edges - float(target))
        distance[~self._fall(places, grids)] = np.inf
        some = np.argsort(distance, kind="stable")[:count]
        for at in some[np.isfinite(distance[some])]:
            yield float(distance[at]), [int(grid[at]) for grid in grids]

    def _values(self, place: int) -> list[int]:
        if len(self.rows) == 1:
            most = max(20, int(self.now[0] * 10))
            return list(range(1, most + 1))
        return whole_odds(self.now[place])

    def _fall(self, places: tuple[int, ...], grids: Sequence[Int64s]) -> Flags:
        """Whether a better hand pays more wherever a row has changed."""
        new = {
            (self.rows[at].table, self.rows[at].row): grid
            for at, grid in zip(places, grids, strict=True)
        }
        good = np.ones(len(grids[0]), np.bool_)
        for table in dict.fromkeys(self.rows[at].table for at in places):
            for pair in pairwise(self.rules.pays[table].rows):
                if not any((table, row.id) in new for row in pair):
                    continue
                above, below = (new.get((table, row.id), _units(row.pays)) for row in pair)
                good &= np.asarray(above > below)
        return good


def _units(prize: Prize) -> Floats:
    """What a row pays, -1 for a lost stake."""
    return np.array(-1.0 if prize.kind == "lose" else float(prize.odds))
