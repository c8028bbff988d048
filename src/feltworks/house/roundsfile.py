"""Rounds of the books as a Parquet file: one row for each round and seat.

Columns are `round`, `table`, `game`, `day`, `opened_at` and `closed_at` (UTC), `outcome`, `seat`,
`player`, `staked_cents`, `net_cents` (empty while a round is open) and `transcript`, which is only
in the row of the first seat and seals hands between players that were not shown. Repeated words are
stored once, so that polars, pandas and DuckDB read a long day quickly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from feltworks.errors import system_errors_as
from feltworks.house.books import Reader
from feltworks.house.errors import HouseError
from feltworks.house.rounds.recall import RoundQuery, find_numbers, readable, recall
from feltworks.house.rounds.sealed import public_transcript
from feltworks.house.rounds.sheet import Sheets
from feltworks.odds.progress import Progress
from feltworks.wholefiles import check_folder, whole_file

ROWS_AT_ONCE = 20_000


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before the books are read."""
    if path.suffix.lower() != ".parquet":
        raise HouseError(f"{path}: rounds are written to a .parquet file")
    check_folder(path, HouseError)
    import pyarrow.parquet  # noqa: F401 - missing, it is told now and not after the reading


def write_rounds(reader: Reader, path: Path, query: RoundQuery, progress: Progress) -> int:
    """Writes every round that matches, the first one first; returns how many.

    The file appears only when complete. The query's `limit` is ignored.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = find_numbers(reader, query)
    rows = round_rows(reader, numbers, progress)
    with (
        system_errors_as(HouseError, path),
        whole_file(path) as beside,
        pq.ParquetWriter(beside, _schema(), compression="zstd") as writer,
    ):
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(batch, schema=_schema()))
    return len(numbers)


def round_rows(
    reader: Reader, numbers: Sequence[int], progress: Progress
) -> Iterator[dict[str, Any]]:
    """The rows of these rounds."""
    sheets = Sheets()
    for count, number in enumerate(numbers, start=1):
        found = recall(reader, number)
        progress("rounds", count, len(numbers))
        with readable(number):
            sheet, closing = sheets.read(reader, found.facts["sheet"]), found.closing
            net = {} if closing is None else closing.facts.get("net", {})
            for place, (seat, player) in enumerate(sorted(found.players.items())):
                yield {
                    "round": number,
                    "table": found.table,
                    "game": sheet.game,
                    "day": date.fromisoformat(found.opening.day),
                    "opened_at": datetime.fromisoformat(found.opening.at),
                    "closed_at": None if closing is None else datetime.fromisoformat(closing.at),
                    "outcome": found.outcome,
                    "seat": seat,
                    "player": player,
                    "staked_cents": found.stakes.get(seat, 0),
                    "net_cents": None if closing is None else net.get(str(seat), 0),
                    "transcript": None if place else public_transcript(reader, sheet, found),
                }


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
