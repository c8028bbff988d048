"""How commands print: one console for people, one form of JSON for programs."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPED_WIDTH = 120


@cache
def console() -> Console:
    """The console on stdout; where there is no terminal, wide enough for its tables.

    Brackets in a file's text are text, so markup is off.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(highlight=False, markup=False, width=width)


def print_json(data: object) -> None:
    """JSON, indented, with a line end, the same whether or not there is a terminal."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def new_table(title: str | None, *columns: str) -> Table:
    """A table in the house style: light rules, its title to the left."""
    from rich import box
    from rich.table import Table

    table = Table(
        title=title,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
