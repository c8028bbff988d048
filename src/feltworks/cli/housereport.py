"""`feltworks house report`: a period of the house, on the screen or as a file."""

from __future__ import annotations

import shlex
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.house import Books, app, open_house
from feltworks.cli.options import AsJson
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.money import money

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.house import House
    from feltworks.house.activity import Period
    from feltworks.reports.month import HouseReport, MonthLine

DAYS = ["%Y-%m-%d"]


@app.command()
def report(
    first: Annotated[
        datetime | None,
        typer.Option("--from", formats=DAYS, metavar="DATE", help="First day; the month's first."),
    ] = None,
    last: Annotated[
        datetime | None,
        typer.Option("--to", formats=DAYS, metavar="DATE", help="Last day; the day of the books."),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", metavar="WAY", help="Lines by day, shift, table or game.")
    ] = "table",
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="TABLE", help="Only this table; may be given again."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .pdf, .csv or .xlsx file.")
    ] = None,
    made: Annotated[
        datetime | None, typer.Option("--date", formats=DAYS, help="Its date; today.")
    ] = None,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """What tables handled and won over days, held against what the odds let one expect.

    Theoretical win assumes best play. A line outside its 95% band is marked with its distance.
    """
    from feltworks.reports.month import checked_way, house_report
    from feltworks.reports.monthforms import check_month_target, write_month

    way = checked_way(by)
    if out is not None:
        check_month_target(out)
    with open_house(books) as house, counting() as progress:
        period = _period(house, first, last)
        found = house_report(house, period, way, tables or (), progress)
    if out is not None:
        day = made.date() if made else datetime.now(UTC).date()
        files = write_month(found, out, day, _command(found, books, day))
        console().print(f"report written to {', '.join(map(str, files))}", soft_wrap=True)
    elif as_json:
        print_json(found.as_json())
    else:
        _print_report(found)


def _period(house: House, first: datetime | None, last: datetime | None) -> Period:
    from feltworks.house.activity import Period

    with house.database.reading() as reader:
        today = date.fromisoformat(reader.head().day)
    end = last.date() if last else today
    begin = first.date() if first else end.replace(day=1)
    return Period(begin, end).checked()


def _command(found: HouseReport, books: str | None, day: date) -> str:
    words = ["feltworks", "house", "report", "--from", found.period.first.isoformat()]
    words += ["--to", found.period.last.isoformat(), "--by", found.by]
    words += [word for table in found.tables for word in ("--table", table)]
    # The URL of a database may hold a password, which is no part of a paper.
    words += ["--books", books] if books and "://" not in books else []
    return shlex.join([*words, "--date", day.isoformat()])


def _print_report(found: HouseReport) -> None:
    console().print(f"{found.house}, {found.period}", style="bold")
    if not found.lines:
        console().print("No activity.")
    else:
        _print_lines(found.by, [*found.lines, found.total])
    for each in found.jackpots:
        statement = new_table(f"jackpot {each.jackpot}", "", "amount", right=(1,))
        for name in ("opening", "contributions", "seed", "prizes", "adjustments", "closing"):
            statement.add_row(name, money(getattr(each, name)))
        statement.add_row("on display", money(each.displayed))
        statement.add_row("fees taken", money(each.fees))
        if each.difference:
            statement.add_row("DIFFERS BY", money(each.difference))
        console().print(statement)
    for note in found.notes:
        console().print(note, soft_wrap=True)


def _print_lines(by: str, lines: Sequence[MonthLine]) -> None:
    titles = ("rounds", "handle", "win", "hold", "theoretical", "95% band", "z")
    shown = new_table(None, by, *titles, right=range(1, 8))
    others = ("drop", "tips", "voids", "irregular", "corrected")
    beside = new_table(None, by, *others, right=range(1, 6))
    from feltworks.reports.monthpaper import money_row, other_row

    for line in lines:
        shown.add_row(*money_row(line))
        beside.add_row(*other_row(line))
    console().print(shown)
    console().print(beside)
