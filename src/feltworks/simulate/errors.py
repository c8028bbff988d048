"""What a simulation cannot do, as errors whose text is one sentence for the user."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from feltworks.errors import FeltworksError, system_errors_as


class SimulationError(FeltworksError):
    """A simulation with impossible settings, or of a game that it cannot deal."""


class NotDealtAtOnce(SimulationError):
    """Rounds that no kernel can deal; the engine deals them one at a time."""


@contextmanager
def reading_csv(path: Path) -> Iterator[None]:
    """Refuses a file that cannot be read, or is no CSV file."""
    try:
        with system_errors_as(SimulationError, path):
            yield
    except (UnicodeDecodeError, csv.Error) as error:
        raise SimulationError(f"{path}: it is not a CSV file: {error}") from None


def wrong_line(path: Path, line: int, problem: str) -> SimulationError:
    return SimulationError(f"{path}, line {line}: {problem}")


def check_columns(path: Path, needed: Sequence[str], names: Collection[str] | None) -> None:
    """Refuse a file whose first line does not name all columns that are needed."""
    missing = [name for name in needed if name not in (names or ())]
    if missing:
        raise wrong_line(path, 1, f"there is no column {missing[0]!r}")
