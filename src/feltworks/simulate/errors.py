"""What a simulation cannot do, as errors whose text is one sentence for the user."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

from feltworks.cards import Card, join_cards
from feltworks.errors import FeltworksError, did_you_mean, system_errors_as


class SimulationError(FeltworksError):
    """A simulation with impossible settings, or of a game that it cannot deal."""


class NotDealtAtOnce(SimulationError):
    """Rounds that no kernel can deal; the engine deals them one at a time."""


@dataclass(frozen=True)
class StrategyFile:
    """A CSV file with a strategy, and what can be wrong with it."""

    path: Path

    @contextmanager
    def opened(self) -> Iterator[TextIO]:
        """The file's text; refuses a file that cannot be read, or is no CSV file."""
        with (
            system_errors_as(SimulationError, self.path),
            self.path.open("rb") as file,
            self.text_of(file) as text,
        ):
            yield text

    @contextmanager
    def text_of(self, content: BinaryIO) -> Iterator[TextIO]:
        """The text of content that was read from the file; refuses what is no CSV file."""
        try:
            with TextIOWrapper(content, encoding="utf-8-sig", newline="") as text:
                yield text
        except (UnicodeDecodeError, csv.Error) as error:
            raise SimulationError(f"{self.path}: it is not a CSV file: {error}") from None

    def wrong(self, line: int, problem: str) -> SimulationError:
        return SimulationError(f"{self.path}, line {line}: {problem}")

    def check_columns(self, needed: Sequence[str], names: Collection[str] | None) -> None:
        """Refuse a file whose first line does not name all columns that are needed."""
        missing = [name for name in needed if name not in (names or ())]
        if missing:
            raise self.wrong(1, f"there is no column {missing[0]!r}")

    def check_decision(self, line: int, decision: str, known: Collection[str]) -> None:
        """Refuse a line for a decision that the game does not have."""
        if decision not in known:
            told = f"there is no decision {decision!r}{did_you_mean(decision, known)}"
            raise self.wrong(line, f"{told}; allowed: {', '.join(known)}")

    def not_covered(
        self, what: str, cards: Sequence[Card] = (), board: Sequence[Card] = ()
    ) -> SimulationError:
        """The file has no line for a decision or a hand, with these own and open cards."""
        held = f" with {join_cards(cards)}" if cards else ""
        lying = f" on {join_cards(board)}" if board else ""
        return SimulationError(
            f"{self.path}: it does not cover the game: {what}{held}{lying} is missing"
        )
