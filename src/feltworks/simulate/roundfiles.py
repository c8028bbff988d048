"""Dealt rounds as a Parquet file: one row for each round and seat, straight from the lanes.

Cards and outcomes are small numbers in the file with their names beside them once (dictionary
columns), so a million rounds take seconds and a few megabytes; polars, pandas and DuckDB read them
as text. Columns are `round`, `seat`, a card column for each place (`hole_1`, `community_2`),
`outcome` and `net` in units.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.simulate.errors import SimulationError
from feltworks.simulate.program import Columns

if TYPE_CHECKING:
    from feltworks.simulate.lanes import LaneJob
    from feltworks.simulate.tablegames import TableGame

AT_ONCE = 100_000
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


class RoundFile:
    """How the rounds of a game are told as columns."""

    def __init__(self, game: TableGame, job: LaneJob) -> None:
        import pyarrow as pa

        self.game = game
        self.job = job
        self.columns = Columns(game.walk, game.program.seats)
        space, pays = game.walk.space, game.walk.pays
        self._cards = pa.array([str(space.card(card)) for card in range(space.size)])
        self._outcomes, self._of_slot = _outcome_names(game)
        self._nets = pays.table.reshape(-1) / pays.scale
        self._laid = [self._places(seat) for seat in range(game.program.seats)]

    def _places(self, seat: int) -> dict[str, int]:
        """The column of each card that a seat's row tells, by zone and place."""
        plan = self.game.walk.plan
        found: dict[str, int] = {}
        board = self.columns.board(seat)
        laid = [(plan.hole_group, self.columns.hole(seat))]
        at = 0
        for group_there, cards in zip(plan.groups, plan.levels[-1].board, strict=True):
            laid.append((group_there, board[at : at + cards]))
            at += cards
        laid.append((plan.hidden_group, self.columns.hidden()))
        for group, columns in laid:
            if group is None:
                continue
            for column in columns:
                count = 1 + sum(name.rpartition("_")[0] == group.zone for name in found)
                found[f"{group.zone}_{count}"] = column
        return found

    def table(self, first: int, rounds: int) -> Any:  # noqa: ANN401 - an Arrow table
        """Some rounds as an Arrow table."""
        import pyarrow as pa

        cards, slots = self.job.rounds(first, rounds)
        numbers = np.arange(first, first + rounds, dtype=np.int64)
        parts = []
        for seat, places in enumerate(self._laid):
            columns: dict[str, Any] = {
                "round": numbers,
                "seat": np.full(rounds, seat + 1, np.uint8),
            }
            for name, column in places.items():
                kept = np.ascontiguousarray(cards[:, column]).astype(np.int8)
                columns[name] = pa.DictionaryArray.from_arrays(kept, self._cards)
            ended = self._of_slot[slots[:, seat]]
            columns["outcome"] = pa.DictionaryArray.from_arrays(ended, self._outcomes)
            columns["net"] = self._nets[slots[:, seat]]
            parts.append(pa.table(columns))
        return pa.concat_tables(parts)

    def write(self, path: Path, rounds: int) -> None:
        """All rounds to a file, which is there whole or not at all."""
        import pyarrow.parquet as pq

        partial = path.with_name(f"{path.name}.part")
        try:
            first = self.table(0, min(rounds, AT_ONCE))
            with pq.ParquetWriter(partial, first.schema, compression="zstd") as writer:
                writer.write_table(first)
                for start in range(AT_ONCE, rounds, AT_ONCE):
                    writer.write_table(self.table(start, min(AT_ONCE, rounds - start)))
            partial.replace(path)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SimulationError(f"--rounds-to {path}: {reason}") from None
        finally:
            with suppress(OSError):  # there only if something, Ctrl-C too, has cut the writing off
                partial.unlink(missing_ok=True)


def _outcome_names(game: TableGame) -> tuple[Any, Any]:
    """The names of all outcomes, and the place among them of each slot."""
    import pyarrow as pa

    names = game.slot_names()
    known = list(dict.fromkeys(names))
    places = np.array([known.index(name) for name in names], np.int16)
    return pa.array(known), places
