"""Rounds of the books as a Parquet file: one row for each round and seat.

Columns are `round`, `table`, `game`, `day`, `opened_at` and `closed_at` (UTC), `outcome`, `seat`,
`player`, `staked_cents`, `net_cents` (empty while a round is open) and `transcript`, which is only
in the row of the first seat and seals hands between players that were not shown. Repeated words are
stored once, so that polars, pandas and DuckDB read a long day quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from feltworks.errors import system_errors_as
from feltworks.house.books.reader import Reader
from feltworks.house.errors import HouseError
from feltworks.house.rounds.recall import RoundQuery, RoundRecord, check_query, readable, recall
from feltworks.house.rounds.sealed import public_transcript
from feltworks.house.rounds.sheet import Sheets
from feltworks.wholefiles import check_folder, whole_file

ROWS_AT_ONCE = 20_000
Progress = Callable[[str, int, int], None]


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before the books are read."""
    if path.suffix.lower() != ".parquet":
        raise HouseError(f"{path}: rounds are written to a .parquet file")
    check_folder(path, HouseError)
    import pyarrow.parquet  # noqa: F401 - missing, it is told now and not after the reading


def write_rounds(reader: Reader, path: Path, query: RoundQuery, progress: Progress) -> int:
    """Writes every round that matches, the first one first; the file appears only when complete.

    Returns the number of rounds. The query's `limit` is ignored.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_query(query)
    written = RoundRows(reader, query, progress)
    rows = iter(written)
    with (
        system_errors_as(HouseError, path),
        whole_file(path) as beside,
        pq.ParquetWriter(beside, _schema(), compression="zstd") as writer,
    ):
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(batch, schema=_schema()))
    return written.rounds


class RoundRows:
    """The rows of the rounds that match; `rounds` counts those that were read."""

    def __init__(self, reader: Reader, query: RoundQuery, progress: Progress) -> None:
        self.reader = reader
        self.query = query
        self.progress = progress
        self.rounds = 0
        self._sheets = Sheets()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        last = self.reader.head().last_round
        for number in range(1, last + 1):
            found = recall(self.reader, number)
            self.progress("rounds", number, last)
            if _fits(found, self.query):
                self.rounds += 1
                yield from self._rows(found)

    def _rows(self, found: RoundRecord) -> Iterable[dict[str, Any]]:
        with readable(found.number):
            sheet = self._sheets.read(self.reader, found.facts["sheet"])
            net = {} if found.closing is None else found.closing.facts.get("net", {})
            closed = None if found.closing is None else datetime.fromisoformat(found.closing.at)
            for place, (seat, player) in enumerate(sorted(found.players.items())):
                yield {
                    "round": found.number,
                    "table": found.table,
                    "game": sheet.game,
                    "day": date.fromisoformat(found.opening.day),
                    "opened_at": datetime.fromisoformat(found.opening.at),
                    "closed_at": closed,
                    "outcome": found.outcome,
                    "seat": seat,
                    "player": player,
                    "staked_cents": found.stakes.get(seat, 0),
                    "net_cents": net.get(str(seat), 0) if found.closing else None,
                    "transcript": None if place else public_transcript(self.reader, sheet, found),
                }


def _fits(found: RoundRecord, query: RoundQuery) -> bool:
    at = found.opening.at
    seats = {seat for seat, player in found.players.items() if query.player in (None, player)}
    return (
        query.table in (None, found.table)
        and query.outcome in (None, found.outcome)
        and (query.since is None or at >= query.since)
        and (query.until is None or at < query.until)
        and bool(seats if query.seat is None else {query.seat} & seats)
    )


def _schema() -> Any:  # noqa: ANN401 - an Arrow schema
    import pyarrow as pa

    word, time = pa.dictionary(pa.int32(), pa.string()), pa.timestamp("us", tz="UTC")
    return pa.schema(
        [
            ("round", pa.int64()),
            ("table", word),
            ("game", word),
            ("day", pa.date32()),
            ("opened_at", time),
            ("closed_at", time),
            ("outcome", word),
            ("seat", pa.uint8()),
            ("player", word),
            ("staked_cents", pa.int64()),
            ("net_cents", pa.int64()),
            ("transcript", pa.string()),
        ]
    )
