"""What a simulation cannot do, as errors whose text is one sentence for the user."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from feltworks.cards import Card, join_cards
from feltworks.errors import FeltworksError, did_you_mean, system_errors_as


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


def check_decision(path: Path, line: int, decision: str, known: Collection[str]) -> None:
    """Refuse the line of a strategy file for a decision that the game does not have."""
    if decision not in known:
        guess = did_you_mean(decision, known)
        told = f"there is no decision {decision!r}{guess}; allowed: {', '.join(known)}"
        raise wrong_line(path, line, told)


def not_covered(
    path: Path, what: str, cards: Sequence[Card] = (), board: Sequence[Card] = ()
) -> SimulationError:
    """A strategy file without a line for a decision or a hand, with these own and open cards."""
    held = f" with {join_cards(cards)}" if cards else ""
    lying = f" on {join_cards(board)}" if board else ""
    return SimulationError(f"{path}: it does not cover the game: {what}{held}{lying} is missing")
