"""Dealt rounds as a Parquet file: one row for each round and seat.

Cards and outcomes are small numbers in the file with their names beside them once (dictionary
columns), so a million rounds take seconds and a few megabytes; polars, pandas and DuckDB read them
as text. Columns are `round`, `seat`, a card column for each place (`hole_1`, `community_2`),
`outcome` and `net` in units, or in dollars where seats bet amounts; then each side wager with the
row that it ended in and its own net. Rounds from a shoe have the shoe's number, how many cards were
dealt before, and the first cards; their `net` is that of the hand with everything added to it, for
one unit if the player bets by a count. Rounds played through an engine have what each seat won and,
in games against the house, what it put out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int64s
from feltworks.errors import system_errors_as
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.reading import Columns
from feltworks.wholefiles import whole_file

if TYPE_CHECKING:
    from feltworks.simulate.blackjackgames import BlackjackGame
    from feltworks.simulate.blackjackshoes import RoundLog
    from feltworks.simulate.lanes import LaneJob
    from feltworks.simulate.packgames import PackGame
    from feltworks.simulate.packjobs import DealtRounds, PackJob
    from feltworks.simulate.seatwagers import SeatWagers
    from feltworks.simulate.shoejobs import ShoeJob
    from feltworks.simulate.sides import SideRow, SideWager
    from feltworks.simulate.tablegames import TableGame

Item = TypeVar("Item")
AT_ONCE = 100_000
SHOES_AT_ONCE = 1_000
MOST_ROUNDS = 1_000_000_000


def check_target(path: Path, rounds: int) -> None:
    """Refuse a file that cannot be written, before anything is dealt."""
    if path.suffix.lower() != ".parquet":
        raise SimulationError(f"--rounds-to {path}: rounds are written to a .parquet file")
    if not path.parent.is_dir():
        raise SimulationError(f"--rounds-to {path}: there is no folder {path.parent}")
    if rounds > MOST_ROUNDS:
        raise SimulationError(f"--rounds-to {path}: up to {MOST_ROUNDS:,} rounds are written")
    import pyarrow.parquet  # noqa: F401 - missing, it is told now and not after the run


def write_tables(path: Path, tables: Iterable[Any]) -> None:
    """Write Arrow tables to a file; the file appears only when it is complete."""
    import pyarrow.parquet as pq

    writer, about = None, f"--rounds-to {path}"
    with system_errors_as(SimulationError, about), whole_file(path) as beside:
        try:
            for table in tables:
                if writer is None:
                    writer = pq.ParquetWriter(beside, table.schema, compression="zstd")
                writer.write_table(table)
        finally:
            if writer is not None:
                writer.close()


def seat_table(
    first: int,
    rounds: int,
    seats: int,
    columns: Callable[[int], dict[str, Any]],
    **shared: NDArray[Any],
) -> Any:  # noqa: ANN401 - Arrow
    """An Arrow table with a row for each round and seat: all rounds of one seat, then of the next.
    `columns` gives those of a seat, counted from 0; the `shared` ones are the same for all."""
    import pyarrow as pa

    shared = {"round": np.arange(first, first + rounds, dtype=np.int64), **shared}
    tables = [
        pa.table({**shared, "seat": np.full(rounds, seat + 1, np.uint8), **columns(seat)})
        for seat in range(seats)
    ]
    # Seats that get their cards in another order list them in that of the first.
    return pa.concat_tables(table.select(tables[0].column_names) for table in tables)


def in_parts(make_table: Callable[[int, int], Any], rounds: int) -> Iterator[Any]:
    """The tables of all rounds, some at a time; `make_table` gets the first and how many."""
    for start in range(0, rounds, AT_ONCE):
        yield make_table(start, min(AT_ONCE, rounds - start))


def named(numbers: NDArray[Any], names: Sequence[str]) -> Any:  # noqa: ANN401 - an Arrow array
    """Numbers as the names they stand for, each name kept once; a number below 0 has no name."""
    import pyarrow as pa

    kept = np.ascontiguousarray(numbers).astype(np.int16)
    missing = kept < 0
    places = pa.array(kept, mask=missing) if missing.any() else pa.array(kept)
    return pa.DictionaryArray.from_arrays(places, pa.array(names, pa.string()))


def wager_columns(
    names: tuple[str, str],
    rows: Sequence[SideRow | None],
    numbers: Int64s | None,
    rounds: int,
    unit: float,
) -> dict[str, Any]:
    """Two columns under these names: the row in which a seat's wager ended, and its net for this
    unit. `numbers` are places in `rows`, None if the seat does not play the wager."""
    import pyarrow as pa

    outcome, net = names
    told = list(dict.fromkeys(row.id for row in rows if row is not None))
    if numbers is None:
        nobody = np.full(rounds, -1, np.int16)
        return {outcome: named(nobody, told), net: pa.nulls(rounds, pa.float64())}
    places = np.array([-1 if row is None else told.index(row.id) for row in rows])
    pays = np.array([0.0 if row is None else float(row.net) * unit for row in rows])
    return {outcome: named(places[numbers], told), net: pays[numbers]}


def side_columns(
    side: SideWager, classes: Int64s | None, rounds: int, unit: float
) -> dict[str, Any]:
    """A side wager of one seat by round, under its id."""
    return wager_columns((side.id, f"{side.id}_net"), side.rows, classes, rounds, unit)


def numbered(zones: Iterable[tuple[str, Item]]) -> dict[str, Item]:
    """Lists the items of each zone as (zone and place, item): `hole_1`, `hole_2`."""
    counts: Counter[str] = Counter()
    found = {}
    for zone, item in zones:
        counts[zone] += 1
        found[f"{zone}_{counts[zone]}"] = item
    return found


class RoundFile:
    """Writes the rounds of a table game as columns."""

    def __init__(self, game: TableGame, job: LaneJob) -> None:
        self.game = game
        self.job = job
        self.columns = Columns(game.walk, game.program.seats)
        space = game.walk.space
        self._cards = [str(space.card(card)) for card in range(space.size)]
        self._outcomes = [game.slot_names(walk) for walk in game.played.walks]
        self._names = list(dict.fromkeys(name for names in self._outcomes for name in names))
        known = {name: place for place, name in enumerate(self._names)}
        self._of_slot = [np.array([known[name] for name in names]) for names in self._outcomes]
        self._nets = game.played.pays / float(game.played.scale)
        self._laid = [self._places(seat) for seat in range(game.program.seats)]

    def _places(self, seat: int) -> dict[str, int]:
        """The column of each card in a seat's row, by zone and place."""
        plan = self.game.walk.plan
        board = self.columns.board(seat)
        laid = [(plan.hole_group, self.columns.hole(seat))]
        at = 0
        for group_there, cards in zip(plan.groups, plan.levels[-1].board, strict=True):
            laid.append((group_there, board[at : at + cards]))
            at += cards
        laid.append((plan.hidden_group, self.columns.hidden()))
        return numbered(
            (group.zone, column)
            for group, columns in laid
            if group is not None
            for column in columns
        )

    def table(self, first: int, rounds: int) -> Any:  # noqa: ANN401 - an Arrow table
        """Some rounds as an Arrow table."""
        cards, slots = self.job.rounds(first, rounds)
        sides = {
            side.id: iter(self.job.side_classes(first, rounds, side.id).T)
            for side in self.game.side_wagers
        }

        def columns(seat: int) -> dict[str, Any]:
            ended = slots[:, seat]
            found = {
                name: named(cards[:, column], self._cards)
                for name, column in self._laid[seat].items()
            }
            found["outcome"] = named(self._of_slot[seat][ended], self._names)
            found["net"] = self._nets[seat][ended]
            for side in self.game.side_wagers:
                plays = side.id in self.game.played.plays[seat]
                classes = next(sides[side.id]) if plays else None
                scale = dollars(self.game.wagers, seat, side.id)
                found |= side_columns(side, classes, rounds, scale)
            return found

        return seat_table(first, rounds, len(self._laid), columns)


def shoe_tables(
    job: ShoeJob | PackJob,
    units: int,
    columns: Callable[[Any, int], dict[str, Any]],
    *,
    at_once: int = SHOES_AT_ONCE,
    are_shoes: bool = True,
) -> Iterator[Any]:
    """The tables of all rounds of a job, some of its units at a time; `columns` gives those of a
    batch of rounds and a seat. If units are shoes, their numbers and how many cards were dealt
    before are columns too."""
    told = 0
    for start in range(0, units, at_once):
        batches, shoe = list[Any](), start
        job.deal(start, min(at_once, units - start), batches.append)
        for dealt in batches:
            shared: dict[str, NDArray[Any]] = {}
            if are_shoes:
                shared = {"shoe": dealt.shoe + shoe, "cards_gone": dealt.gone.astype(np.int16)}
            yield seat_table(told, len(dealt.shoe), job.seats, partial(columns, dealt), **shared)
            told += len(dealt.shoe)
            shoe += int(dealt.shoe.max(initial=-1)) + 1


def blackjack_tables(game: BlackjackGame, job: ShoeJob, shoes: int) -> Iterator[Any]:
    """The rounds of shoes: the first cards, and what was won."""
    cards = [str(card) for card in game.plan.deck.faces]

    def columns(log: RoundLog, seat: int) -> dict[str, Any]:
        shown = numbered(game.shown_to(seat)).items()
        found = {name: named(log.firsts[:, place], cards) for name, place in shown}
        bet = dollars(game.wagers, seat, game.rules.unit)
        found["net"] = log.nets[:, seat] * (bet / game.scale)
        if game.counter is not None:
            found["running_count"] = log.running
        for side in game.side_wagers:
            played = game.sides.is_played(side, seat)
            classes = game.sides.classes(log.firsts, side)[:, seat] if played else None
            scale = dollars(game.wagers, seat, side.id)
            found |= side_columns(side, classes, len(log.shoe), scale)
        return found

    return shoe_tables(job, shoes, columns)


def pack_tables(game: PackGame, job: PackJob, units: int) -> Iterator[Any]:
    """Rounds from packs: the cards of each zone, then each wager."""
    cards = [str(card) for card in game.rounds.deck.faces]
    are_shoes = game.cut_at is not None

    def columns(dealt: DealtRounds, seat: int) -> dict[str, Any]:
        shown = game.rounds.shown_cards(dealt.faces, seat).items()
        found = {name: named(faces, cards) for name, faces in shown}
        if game.counter is not None:
            found["running_count"] = dealt.running
        for wager in dict.fromkeys((game.first, *(side.id for side in game.side_wagers))):
            names = (wager, f"{wager}_net") if wager != game.first else ("outcome", "net")
            ended = dealt.endings[seat] if wager in game.plays[seat] else None
            rows = () if ended is None else game.paid(wager).rows
            unit = dollars(game.wagers, seat, game.bet_on(wager))
            found |= wager_columns(names, rows, ended, len(dealt.shoe), unit)
        return found

    at_once = SHOES_AT_ONCE if are_shoes else AT_ONCE
    return shoe_tables(job, units, columns, at_once=at_once, are_shoes=are_shoes)


def dollars(wagers: SeatWagers | None, seat: int, wager: str) -> float:
    """The size of one unit of a wager: the seat's amount if amounts are known."""
    return 1.0 if wagers is None else wagers.seats[seat].get(wager, 0) / 100
