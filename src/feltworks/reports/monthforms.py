"""The manager's month as a paper, as a workbook and as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from feltworks.money import money
from feltworks.reports.drawing import wins_svg
from feltworks.reports.month import HouseReport, MonthLine
from feltworks.reports.paper import (
    Block,
    Paper,
    PaperError,
    chart,
    heading,
    paragraph,
    points,
    table,
)
from feltworks.reports.writing import check_folder, pdf_of, write_bytes

FORMS = (".pdf", ".csv", ".xlsx")
NO_ACTIVITY = "No activity."
COLUMNS = (
    "rounds",
    "handle",
    "win",
    "hold",
    "theoretical win",
    "band from",
    "band to",
    "z",
    "outside",
    "drop",
    "tips",
    "voids",
    "irregularities",
    "corrections",
)
JACKPOT_COLUMNS = (
    "opening",
    "contributions",
    "seed",
    "prizes",
    "adjustments",
    "closing",
    "displayed",
    "fees",
    "dropped",
    "awards",
    "difference",
)
COUNTS = frozenset({"rounds", "voids", "irregularities", "awards"})
RATES = frozenset({"hold"})
MOST_DRAWN = 31


def check_month_target(path: Path) -> None:
    """Refuses a file that no report can be written to, before anything is added up."""
    if path.suffix.lower() not in FORMS:
        raise PaperError(f"{path}: a report is written to a file in {', '.join(FORMS)}")
    check_folder(path)


def write_month(report: HouseReport, path: Path, made: date, command: str) -> list[Path]:
    """Writes the report in the form that the file's name ends with; gives the files written.

    Comma-separated values have one table a file: jackpots go into a second one beside the first.
    """
    check_month_target(path)
    form = path.suffix.lower()
    if form == ".pdf":
        files = {path: pdf_of(month_paper(report, made, command))}
    elif form == ".xlsx":
        files = {path: month_workbook(report, made, command)}
    else:
        beside = path.with_name(f"{path.stem}-jackpots{path.suffix}")
        files = {path: activity_csv(report).encode(), beside: jackpots_csv(report).encode()}
    for target, content in files.items():
        write_bytes(target, content)
    return list(files)


# --- the figures of a line, as values -----------------------------------------------------------


def line_values(line: MonthLine) -> list[Any]:
    """In the order of the columns: whole numbers, dollars as numbers, None where there is none."""
    low, high = line.band or (None, None)
    return [
        line.rounds,
        line.handle / 100,
        line.win / 100,
        line.hold,
        line.expected / 100 if line.has_theory else None,
        None if low is None else low / 100,
        None if high is None else high / 100,
        line.z,
        "outside" if line.is_outside else "",
        line.drop / 100,
        line.tips / 100,
        line.voids,
        line.irregularities,
        line.corrections / 100,
    ]


def _jackpot_values(report: HouseReport) -> list[list[Any]]:
    return [
        [
            each.jackpot,
            *(
                getattr(each, name) if name in COUNTS else getattr(each, name) / 100
                for name in JACKPOT_COLUMNS
            ),
        ]
        for each in report.jackpots
    ]


def _plain(column: str, value: Any) -> str:  # noqa: ANN401 - a cell of a table
    if value is None or value == "":
        return ""
    if isinstance(value, str) or column in COUNTS:
        return str(value)
    return f"{value:.4f}" if column in RATES or column == "z" else f"{value:.2f}"


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
    """A name that a spreadsheet would take for a formula is quoted as text."""
    return f"'{text}" if text[:1] in ("=", "+", "@", "\t") else text


def activity_csv(report: HouseReport) -> str:
    """The lines and their total, in dollars."""
    rows = [[line.name, *line_values(line)] for line in report.lines]
    if rows:
        rows.append([report.total.name, *line_values(report.total)])
    return _csv([report.by, *COLUMNS], rows)


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
    formats = {
        "dollars": book.add_format({"num_format": "#,##0.00"}),
        "count": book.add_format({"num_format": "#,##0"}),
        "rate": book.add_format({"num_format": "0.00%"}),
        "z": book.add_format({"num_format": "+0.00;-0.00;0.00"}),
    }

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
                    kind = "rate" if column in RATES else "z" if column == "z" else "dollars"
                    page.write_number(
                        number, place, value, formats["count" if column in COUNTS else kind]
                    )

    lines = [[line.name, *line_values(line)] for line in report.lines]
    total = [[report.total.name, *line_values(report.total)]] if lines else []
    sheet("Activity", [report.by, *COLUMNS], [*lines, *total])
    sheet("Jackpots", ["jackpot", *JACKPOT_COLUMNS], _jackpot_values(report))
    about = [*_facts(report).items(), ("Made", made.isoformat()), ("Made again by", command)]
    sheet("About", ["", "amounts in dollars"], [*about, *(("Note", note) for note in report.notes)])
    book.close()
    return out.getvalue()


# --- the paper ----------------------------------------------------------------------------------


def _facts(report: HouseReport) -> dict[str, str]:
    return {
        "Program": f"Feltworks {version('feltworks')}",
        "House": report.house or "not opened yet",
        "Period": str(report.period),
        "Lines by": report.by,
        "Filters": report.filters,
        "Books at record": report.seal,
    }


def month_paper(report: HouseReport, made: date, command: str) -> Paper:
    """The report as a paper."""
    return Paper(
        title="House report",
        subject=report.house or "House",
        made=made,
        command=command,
        facts=_facts(report),
        blocks=[*_activity(report), *_jackpots(report), *_closing(report)],
    )


def _activity(report: HouseReport) -> Iterator[Block]:
    lines, total = report.lines, report.total
    yield heading("Tables")
    flagged = [line for line in lines if line.is_outside]
    if flagged:
        yield points(
            f"{line.name}: {money(line.theory_win)} won where {_dollars(line.expected)} was "
            f"expected, {line.z:+.2f} standard deviations away: outside its 95% band."
            for line in flagged
        )
    columns = [report.by, "rounds", "handle", "win", "hold", "theoretical", "95% band", "z"]
    yield table(
        columns,
        [money_row(line) for line in lines],
        title="Handle and win",
        total=money_row(total) if lines else None,
    )
    drawn = [line for line in lines if line.band is not None][:MOST_DRAWN]
    if drawn:
        yield chart(
            f"Win in its 95% band, by {report.by}",
            wins_svg([_drawn(line) for line in drawn]),
        )
    yield table(
        [report.by, "boxes counted", "tips", "voids", "irregularities", "corrections"],
        [other_row(line) for line in lines],
        title="Drop where counted, tips, voids, irregularities",
        total=other_row(total) if lines else None,
    )
    yield paragraph(
        f"At the cage {money(report.chips_sold)} of chips were sold and "
        f"{money(report.chips_bought_back)} bought back."
    )


def _drawn(line: MonthLine) -> dict[str, Any]:
    assert line.band is not None
    low, high = line.band
    return {
        "name": line.name,
        "low": low / 100,
        "high": high / 100,
        "expected": line.expected / 100,
        "win": line.theory_win / 100,
        "outside": line.is_outside,
    }


def _dollars(cents: float) -> str:
    return money(round(cents / 100) * 100)


def money_row(line: MonthLine) -> list[str]:
    band = line.band
    return [
        line.name,
        f"{line.rounds:,}",
        money(line.handle),
        money(line.win),
        "-" if line.hold is None else f"{line.hold:.2%}",
        _dollars(line.expected) if line.has_theory else "-",
        "-" if band is None else f"{_dollars(band[0])} to {_dollars(band[1])}",
        "-" if line.z is None else f"{line.z:+.2f}{' !' if line.is_outside else ''}",
    ]


def other_row(line: MonthLine) -> list[str]:
    return [
        line.name,
        money(line.drop),
        money(line.tips),
        f"{line.voids:,}",
        f"{line.irregularities:,}",
        money(line.corrections),
    ]


def _jackpots(report: HouseReport) -> Iterator[Block]:
    yield heading("Jackpots")
    if not report.jackpots:
        yield paragraph(NO_ACTIVITY)
    for each in report.jackpots:
        rows = [
            ["opening balance", money(each.opening)],
            ["contributions", money(each.contributions)],
            ["seed advanced", money(each.seed)],
            [f"prizes ({each.awards} awards)", money(-each.prizes)],
            ["documented adjustments", money(-each.adjustments)],
        ]
        yield table(
            [each.jackpot, "amount"],
            [] if each.is_quiet else rows,
            title=each.jackpot,
            total=["closing balance", money(each.closing)],
            empty=f"{NO_ACTIVITY} It stands at {money(each.closing)}.",
        )
        yield paragraph(
            f"Of the closing balance {money(each.displayed)} is on display. Boxes counted "
            f"{money(each.dropped)}, fees taken {money(each.fees)}. "
            + (
                "The statement ties to the ledger."
                if not each.difference
                else f"It differs from the ledger by {money(each.difference)}."
            )
        )


def _closing(report: HouseReport) -> Iterator[Block]:
    yield heading("How to read this")
    yield points(report.notes)
