"""The whole strategy of a game as a CSV file: one line for each kind of position."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from feltworks.cards import join_cards
from feltworks.errors import FeltworksError
from feltworks.odds.strategy import Advisor, StrategyLine, out_text
from feltworks.rules.loader import Loaded

COLUMNS = ("decision", "cards", "board", "deals", "best", "values", "out")
EVERY = 10_000


class ExportError(FeltworksError):
    """A strategy that cannot be written where it was asked for."""


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is solved."""
    if path.suffix.lower() != ".csv":
        raise ExportError(f"{path}: a strategy is written to a .csv file")
    if not path.parent.is_dir():
        raise ExportError(f"{path}: there is no folder {path.parent}")


def write_strategy(path: Path, advisor: Advisor, progress: Callable[[str, int, int], None]) -> int:
    """Write every position of every decision, and tell how many lines there are.

    Suits that are alike are written once.
    """
    written = 0
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(COLUMNS)
            for number, decision in enumerate(advisor.decisions):
                for count, line in enumerate(advisor.lines(decision)):
                    out.writerow(line_text(line))
                    written += 1
                    if not count % EVERY:
                        what = f"writing {count:,} positions of {decision}"
                        progress(what, number, len(advisor.decisions))
    except OSError as error:
        raise ExportError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return written


def line_text(line: StrategyLine) -> list[str]:
    """A line of the strategy as columns of a file: values as decimals of a unit, and last
    what is out, by which lines of the same cards are told apart."""
    values = [f"{choice}={float(value):.9f}" for choice, value in line.advice.values.items()]
    return [
        line.decision,
        join_cards(line.cards),
        join_cards(line.board),
        str(line.deals),
        line.advice.best,
        " ".join(values),
        out_text(line.advice.out),
    ]


def show_written(loaded: Loaded, path: Path, lines: int, *, as_json: bool) -> None:
    """Say where the strategy went."""
    from feltworks.cli.showing import console, print_json
    from feltworks.cli.strategy import heading

    if as_json:
        print_json({**heading(loaded), "file": str(path), "lines": lines})
    else:
        console().print(f"{lines:,} kinds of positions written to {path}", soft_wrap=True)
