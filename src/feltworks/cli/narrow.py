"""Tables on a narrow screen: a number is never broken.

Columns of numbers keep their width and the text beside them is wrapped. If that leaves the text no
room for its longest word, columns move closer together; if that is not enough, the rows are listed
one below the other, a line for each cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

NUMBER = re.compile(r"[-+±$]?[\d.,:/%]*\d[\d.,:/%]*( [smkM]?B?)?")


class NarrowTable(Table):
    """A table that becomes a list if it does not fit."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = []
        for column in self.columns:
            cells = [column.header, *column.cells]
            texts = [cell.plain if isinstance(cell, Text) else str(cell) for cell in cells]
            column.no_wrap = all(not text or NUMBER.fullmatch(text) for text in texts[1:])
            parts = texts if column.no_wrap else [word for text in texts for word in text.split()]
            widths.append(max(map(len, parts), default=0))
        for padding in (1, 0):
            if sum(widths) + (2 * padding + 1) * len(widths) - 1 <= options.max_width:
                self.padding = (0, padding)
                yield from super().__rich_console__(console, options)
                return
        yield from self._listed()

    def _listed(self) -> RenderResult:
        if self.title:
            yield Text(str(self.title), style=self.title_style or "")
        rows = zip(*(column.cells for column in self.columns), strict=True)
        for cells in rows:
            yield Text("")
            for column, cell in zip(self.columns, cells, strict=True):
                text = cell.copy() if isinstance(cell, Text) else Text(str(cell))
                if not text.plain:
                    continue
                head = str(column.header)
                named = f"{head}: " if head and self.show_header else ""
                yield Text.assemble((named, "dim"), text)
        yield Text("")
