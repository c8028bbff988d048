"""What every command does at the terminal: print for people, print JSON, ask a question."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltworks.cli.options import CommandError
from feltworks.errors import system_reason

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

PIPED_WIDTH = 120
Sheet = Mapping[str, Any]
"""The figures of an answer as plain data, as JSON prints them."""
Lines = Iterator["RenderableType"]
"""What an answer prints for a person: lines and tables, one below the other."""
LEAVE = ("q", "quit", "exit")


class LeaveError(Exception):
    """The person at the terminal wants to leave."""


LEAVING = (LeaveError, EOFError, KeyboardInterrupt)
"""The ways to leave: saying so, the end of input, Ctrl-C."""


def ask(question: str) -> str:
    """The person's answer; every way to leave raises an exception."""
    answer = input(f"{question} ").strip()
    if answer.lower() in LEAVE:
        raise LeaveError
    return answer


def output_lost(error: OSError) -> CommandError:
    """The one message for a full disk and for a pipe that nobody reads any more."""
    if isinstance(error, BrokenPipeError):
        # The rest of the buffer would fail again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CommandError("the output was closed before all of it was printed")
    return CommandError(f"the output cannot be written: {system_reason(error)}")


@cache
def console() -> Console:
    """The console on stdout; without a terminal, wide enough for its tables.

    Markup is off: brackets and colons in a rules file's text are text.
    """
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise output_lost(BrokenPipeError()) from None

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Screen(highlight=False, markup=False, emoji=False, width=width)


def say(*shown: RenderableType, style: str | None = None, wrap: bool = False) -> None:
    """Print lines and tables one below the other.

    A line longer than the screen is broken by the terminal and not by us, so that a path or a hash
    in it can be copied. With `wrap` lines are broken between words, but for `unbroken` ones.
    """
    from rich.table import Table

    for each in shown:
        whole = getattr(each, "no_wrap", False) or not (wrap or isinstance(each, Table))
        console().print(each, style=style, soft_wrap=whole)


def tell(data: object, *shown: RenderableType, as_json: bool, wrap: bool = True) -> None:
    """Print an answer: its data as JSON, or lines and tables for a person."""
    if as_json:
        print_json(data)
    else:
        say(*shown, wrap=wrap)


def unbroken(text: str) -> Text:
    """A line that is not broken between words."""
    from rich.text import Text

    return Text(text, no_wrap=True)


def bold(text: str) -> Text:
    from rich.text import Text

    return Text(text, style="bold")


def dim(text: str) -> Text:
    from rich.text import Text

    return Text(text, style="dim")


def print_json(data: object) -> None:
    """Indented JSON with a line end, the same whether or not there is a terminal."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=_plain))


def _plain(value: object) -> object:
    """What JSON does not know by itself: a mapping of any kind, a card or a path by its text."""
    from feltworks.cards import Card

    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Card | Path):
        return str(value)
    raise TypeError(f"{value!r} is no data for JSON")


def attributes(value: object, *names: str) -> dict[str, Any]:
    """Those attributes of a value under their names, for JSON."""
    return {name: getattr(value, name) for name in names}


def new_table(
    title: str | None,
    *columns: str,
    rows: Iterable[Iterable[RenderableType]] = (),
    right: Iterable[int] = (),
) -> Table:
    """A table with few lines and its title to the left; the columns `right` are right-aligned."""
    from rich import box

    from feltworks.cli.narrow import NarrowTable

    table = NarrowTable(
        title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for number in right:
        table.columns[number].justify = "right"
    for row in rows:
        table.add_row(*row)
    return table


def percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%"


def count_text(count: int, noun: str) -> str:
    """A number of things: `1 round`, `3 rounds`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
