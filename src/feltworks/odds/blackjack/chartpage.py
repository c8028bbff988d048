"""A strategy card as a web page in one file: no script, nothing fetched, fits a printed sheet."""

from __future__ import annotations

import csv
import io
from html import escape
from pathlib import Path

from feltworks.errors import FeltworksError, system_errors_as
from feltworks.odds.blackjack.charts import Chart, ChartRow
from feltworks.wholefiles import SHARED, check_folder, write_whole

COLOURS = {
    "H": "#f4d9a8",
    "S": "#f2b8b5",
    "D": "#b9d7f0",
    "P": "#bfe3c0",
    "R": "#d9d4e7",
}
"""By the first letter of a cell: hit, stand, double, split, surrender."""

PARTS = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pairs": "Pairs",
    "free": "Hands that the house has bet on, where they are played otherwise",
    "doubled": "Doubled hands to give up",
}

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 46em; color: #222 }
h1 { font-size: 1.5em; margin-bottom: 0 } h2 { font-size: 1.1em; margin: 1.2em 0 .3em }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #fff; padding: .25em .2em; text-align: center }
th { font-weight: 600 } th[scope=row] { text-align: left; white-space: nowrap }
dl { display: grid; grid-template-columns: 3em 1fr; gap: .2em .8em } dd { margin: 0 }
dt { text-align: center; border-radius: .2em }
@media print { body { margin: 0; font-size: 12px } }
"""


class ChartPageError(FeltworksError):
    """A page that cannot be written to the given place."""


def check_page(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is counted."""
    if path.suffix.lower() not in (".html", ".htm", ".csv"):
        raise ChartPageError(f"{path}: a strategy card is written to a .html or .csv file")
    check_folder(path, ChartPageError)


def write_page(path: Path, title: str, says: str, chart: Chart) -> None:
    """Write the card; on a page, `says` is the line under the title about what it holds for."""
    check_page(path)
    plain = path.suffix.lower() == ".csv"
    text = plain_lines(chart) if plain else page(title, says, chart)
    with system_errors_as(ChartPageError, path):
        write_whole(path, text, SHARED)


def plain_lines(chart: Chart) -> str:
    """The card as CSV, a line for each kind of hand."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hand", *chart.columns))
    for rows in chart.parts.values():
        writer.writerows((row.hand, *row.cells) for row in rows)
    return out.getvalue()


def page(title: str, says: str, chart: Chart) -> str:
    """The whole page."""
    tables = "".join(
        f"<h2>{PARTS[part]}</h2>{_table(chart, rows)}" for part, rows in chart.parts.items()
    )
    codes = "".join(
        f'<dt style="background:{COLOURS[code[0]]}">{code}</dt><dd>{escape(meaning)}</dd>'
        for code, meaning in chart.used.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1><p>{escape(says)}</p>{tables}<h2>Codes</h2><dl>{codes}</dl>"
        "</body></html>\n"
    )


def _table(chart: Chart, rows: tuple[ChartRow, ...]) -> str:
    head = "".join(f'<th scope="col">{up}</th>' for up in chart.columns)
    body = "".join(
        f'<tr><th scope="row">{escape(row.hand)}</th>'
        + "".join(f'<td style="background:{COLOURS[cell[0]]}">{cell}</td>' for cell in row.cells)
        + "</tr>"
        for row in rows
    )
    return f'<table><tr><th scope="row">dealer shows</th>{head}</tr>{body}</table>'
