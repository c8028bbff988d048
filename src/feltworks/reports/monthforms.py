"""The manager's month as files: a paper, a workbook, comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from feltworks.house.jackpots.statement import JackpotPeriod
from feltworks.reports.month import HouseReport, MonthLine
from feltworks.reports.monthpaper import NO_ACTIVITY, month_facts, month_paper
from feltworks.reports.paper import PaperError
from feltworks.reports.writing import check_typesetter, check_writable, pdf_of, write_bytes

FORMS = (".pdf", ".csv", ".xlsx")
JACKPOT_COLUMNS = (*JackpotPeriod.__slots__[1:], "difference")
"""Everything in a statement after the jackpot's name."""
KINDS = {
    **dict.fromkeys(("rounds", "voids", "irregularities", "awards"), "count"),
    "hold": "rate",
    "z": "z",
}
"""The kind of number in a column; all other columns are dollars."""
FORMATS = {
    "dollars": ("#,##0.00", ".2f"),
    "count": ("#,##0", "d"),
    "rate": ("0.00%", ".4f"),
    "z": ("+0.00;-0.00;0.00", ".4f"),
}
"""How a kind of number is written in a workbook, and as text."""


def check_month_target(path: Path) -> None:
    """Refuses a file that no report can be written to, before anything is computed."""
    if path.suffix.lower() not in FORMS:
        raise PaperError(f"{path}: a report is written to a file in {', '.join(FORMS)}")
    check_writable(path)
    form = path.suffix.lower()
    if form == ".pdf":
        check_typesetter()
    elif form == ".xlsx":
        import xlsxwriter  # noqa: F401 - if it is missing, say so before anything is counted


def write_month(report: HouseReport, path: Path, made: date, command: str) -> list[Path]:
    """Writes the report in the format of the file's ending; returns the files written.

    Comma-separated values have one table in each file: jackpots go into a second one beside the
    first, and the head of the other formats into a third.
    """
    check_month_target(path)
    form = path.suffix.lower()
    if form == ".pdf":
        files = {path: pdf_of(month_paper(report, made, command))}
    elif form == ".xlsx":
        files = {path: month_workbook(report, made, command)}
    else:
        beside = path.with_name(f"{path.stem}-jackpots{path.suffix}")
        about = path.with_name(f"{path.stem}-about{path.suffix}")
        files = {
            path: activity_csv(report).encode(),
            beside: jackpots_csv(report).encode(),
            about: about_csv(report, made, command).encode(),
        }
    for target, content in files.items():
        write_bytes(target, content)
    return list(files)


# --- the figures of a line, as values -----------------------------------------------------------


def line_values(line: MonthLine) -> dict[str, Any]:
    """By column: whole numbers, dollars as numbers, None if there is no value."""
    low, high = line.band or (None, None)
    return {
        "rounds": line.rounds,
        "handle": line.handle / 100,
        "win": line.win / 100,
        "hold": line.hold,
        "theoretical win": line.expected / 100 if line.has_theory else None,
        "band from": None if low is None else low / 100,
        "band to": None if high is None else high / 100,
        "z": line.z,
        "outside": "outside" if line.is_outside else "",
        "drop": line.drop / 100,
        "tips": line.tips / 100,
        "voids": line.voids,
        "irregularities": line.irregularities,
        "corrections": line.corrections / 100,
    }


def _activity_table(report: HouseReport) -> tuple[list[str], list[list[Any]]]:
    """The columns and the rows of all lines, followed by their total."""
    lines = [*report.lines, report.total] if report.lines else []
    rows = [[line.name, *line_values(line).values()] for line in lines]
    return [report.by, *line_values(report.total)], rows


def _jackpot_values(report: HouseReport) -> list[list[Any]]:
    """Prizes are negative: from the opening on, the columns add up to the closing balance."""
    return [
        [
            each.jackpot,
            *(
                getattr(each, name)
                if name in KINDS
                else each.moved.get(name, getattr(each, name)) / 100
                for name in JACKPOT_COLUMNS
            ),
        ]
        for each in report.jackpots
    ]


def _plain(column: str, value: Any) -> str:  # noqa: ANN401 - a cell of a table
    if value is None or isinstance(value, str):
        return value or ""
    return format(value, FORMATS[KINDS.get(column, "dollars")][1])


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    if not rows:
        writer.writerow([NO_ACTIVITY])
    for row in rows:
        writer.writerow(
            [_safe(_plain(name, cell)) for name, cell in zip(columns, row, strict=True)]
        )
    return out.getvalue()


def _safe(text: str) -> str:
    """Quotes a name that a spreadsheet would take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "@", "\t") else text


def activity_csv(report: HouseReport) -> str:
    """The lines and their total, in dollars."""
    return _csv(*_activity_table(report))


def about_csv(report: HouseReport, made: date, command: str) -> str:
    """The head and the end of the paper, and the command that makes it again."""
    paper = month_paper(report, made, command)
    facts = {"title": paper.title, **paper.facts, "made": made.isoformat(), "command": command}
    rows = [*facts.items(), *(("note", note) for note in report.notes)]
    return _csv(["about", "text"], rows)


def jackpots_csv(report: HouseReport) -> str:
    """The statement of every jackpot, in dollars."""
    return _csv(["jackpot", *JACKPOT_COLUMNS], _jackpot_values(report))


# --- the workbook -------------------------------------------------------------------------------


def month_workbook(report: HouseReport, made: date, command: str) -> bytes:
    """Three sheets: activity, jackpots, and where it all comes from."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False})
    book.set_properties({"title": "House report", "created": datetime.combine(made, time())})
    bold = book.add_format({"bold": True})
    formats = {kind: book.add_format({"num_format": how}) for kind, (how, _) in FORMATS.items()}

    def sheet(name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        page = book.add_worksheet(name)
        page.write_row(0, 0, columns, bold)
        page.freeze_panes(1, 1)
        page.set_column(0, 0, 24)
        page.set_column(1, len(columns) - 1, 14)
        if not rows:
            page.write(1, 0, NO_ACTIVITY)
        for number, row in enumerate(rows, start=1):
            for place, (column, value) in enumerate(zip(columns, row, strict=True)):
                if isinstance(value, str):
                    page.write_string(number, place, value)
                elif value is not None:
                    kind = KINDS.get(column, "dollars")
                    page.write_number(number, place, value, formats[kind])

    sheet("Activity", *_activity_table(report))
    sheet("Jackpots", ["jackpot", *JACKPOT_COLUMNS], _jackpot_values(report))
    about = [*month_facts(report).items(), ("Made", made.isoformat()), ("Made again by", command)]
    sheet("About", ["", "amounts in dollars"], [*about, *(("Note", note) for note in report.notes)])
    book.close()
    return out.getvalue()
