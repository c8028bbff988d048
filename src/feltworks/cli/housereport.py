"""`feltworks house report`: a period of the house, on the screen or as a file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.house import HouseCall, app
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.activity import Period
    from feltworks.reports.month import HouseReport, MonthLine

DAYS = ["%Y-%m-%d"]


@app.command()
def report(
    call: HouseCall,
    first: Annotated[
        datetime | None,
        option("--from DATE", "The first day; by default the first of the month.", formats=DAYS),
    ] = None,
    last: Annotated[
        datetime | None,
        option("--to DATE", "The last day; by default the day of the books.", formats=DAYS),
    ] = None,
    by: Annotated[
        str, option("--by WAY", "What a line stands for: a day, shift, table or game.")
    ] = "table",
    tables: Annotated[
        list[str] | None, option("--table TABLE", "Only this table; may be given several times.")
    ] = None,
    out: Annotated[Path | None, option("--out FILE", "A .pdf, .csv or .xlsx file.")] = None,
    made: Annotated[
        datetime | None, option("--date", "The report's date; today by default.", formats=DAYS)
    ] = None,
) -> None:
    """What tables handled and won over days, compared with what the odds predict.

    Theoretical win assumes best play. A line outside its 95% band is marked with its distance.
    """
    from feltworks.reports.month import checked_way, house_report
    from feltworks.reports.monthforms import check_month_target, write_month

    way = checked_way(by)
    if out is not None:
        check_month_target(out)
    with call.house() as house, counting() as progress:
        period = _period(house, first, last)
        found = house_report(house, period, way, tables or (), progress)
    if out is not None:
        day = made.date() if made else datetime.now(UTC).date()
        files = write_month(found, out, day, found.command(day, call.books))
        console().print(f"report written to {', '.join(map(str, files))}", soft_wrap=True)
    elif call.as_json:
        print_json(found.as_json())
    else:
        _print_report(found)


def _period(house: House, first: datetime | None, last: datetime | None) -> Period:
    from feltworks.house.activity import Period

    today = date.fromisoformat(house.read(lambda reader: reader.head().day))
    end = last.date() if last else today
    begin = first.date() if first else end.replace(day=1)
    return Period(begin, end).checked()


def _print_report(found: HouseReport) -> None:
    from feltworks.reports.monthpaper import jackpot_rows

    console().print(f"{found.house}, {found.period}", style="bold")
    if not found.lines:
        console().print("No activity.")
    else:
        _print_lines(found.by, [*found.lines, found.total])
        if found.without_activity:
            console().print(f"No activity: {', '.join(found.without_activity)}.", soft_wrap=True)
    for each in found.jackpots:
        rows = [
            *jackpot_rows(each),
            ("closing balance", money(each.closing)),
            ("on display", money(each.displayed)),
            ("fees taken", money(each.fees)),
            *([("DIFFERS BY", money(each.difference))] if each.difference else ()),
        ]
        title = f"jackpot {each.jackpot}"
        console().print(new_table(title, "", "amount", rows=rows, right=(1,)))
    for note in found.notes:
        console().print(note, soft_wrap=True)


def _print_lines(by: str, lines: Sequence[MonthLine]) -> None:
    from feltworks.reports.monthpaper import money_row, other_row

    titles = ("rounds", "handle", "win", "hold", "theoretical", "95% band", "z")
    others = ("drop", "tips", "voids", "irregular", "corrected")
    for columns, row in ((titles, money_row), (others, other_row)):
        right = range(1, len(columns) + 1)
        console().print(new_table(None, by, *columns, rows=map(row, lines), right=right))
