"""The whole strategy of a game as a CSV file: one line for each kind of position."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from feltworks.errors import FeltworksError
from feltworks.odds.strategy import Advisor, line_text

COLUMNS = ("decision", "cards", "board", "deals", "best", "values")
EVERY = 10_000


class ExportError(FeltworksError):
    """A strategy that cannot be written where it was asked for."""


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is solved."""
    if path.suffix.lower() != ".csv":
        raise ExportError(f"{path}: a strategy is written to a .csv file")
    if not path.parent.is_dir():
        raise ExportError(f"{path}: there is no folder {path.parent}")


def write_strategy(path: Path, advisor: Advisor, progress: Callable[[str, int, int], None]) -> None:
    """Write every position of every decision; suits that are alike are written once."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(COLUMNS)
            for number, decision in enumerate(advisor.decisions):
                for count, line in enumerate(advisor.lines(decision)):
                    out.writerow(line_text(line))
                    if not count % EVERY:
                        what = f"writing {count:,} positions of {decision}"
                        progress(what, number, len(advisor.decisions))
    except OSError as error:
        raise ExportError(f"{path}: {(error.strerror or str(error)).lower()}") from None
