"""`feltworks house report`: a period of the house, on the screen or as a file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from feltworks.cli.housecall import HouseCall, app
from feltworks.cli.options import day_made, day_option, option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, bold, new_table, say
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.activity import Period
    from feltworks.reports.month import HouseReport


@app.command()
def report(
    call: HouseCall,
    first: Annotated[
        date | None,
        day_option("--from DATE", "The first day; by default the first of the month."),
    ] = None,
    last: Annotated[
        date | None,
        day_option("--to DATE", "The last day; by default the day of the books."),
    ] = None,
    by: Annotated[
        str, option("--by WAY", "What a line stands for: a day, shift, table or game.")
    ] = "table",
    tables: Annotated[
        list[str] | None, option("--table TABLE", "Only this table; may be given several times.")
    ] = None,
    out: Annotated[Path | None, option("--out FILE", "A .pdf, .csv or .xlsx file.")] = None,
    made: Annotated[
        date | None, day_option("--date DATE", "The report's date; today by default.")
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
        day = day_made(made)
        files = write_month(found, out, day, found.command(day, call.books))
        say(f"report written to {', '.join(map(str, files))}")
    else:
        call.tell(found.as_json(), *_report_lines(found))


def _period(house: House, first: date | None, last: date | None) -> Period:
    from feltworks.house.activity import Period

    today = date.fromisoformat(house.read(lambda reader: reader.head().day))
    end = last or today
    begin = first or end.replace(day=1)
    return Period(begin, end).checked()


def _report_lines(found: HouseReport) -> Lines:
    from feltworks.reports.monthpaper import jackpot_rows, money_row, other_row

    yield bold(f"{found.house}, {found.period}")
    if found.lines:
        lines = [*found.lines, found.total]
        titles = ("rounds", "handle", "win", "hold", "theoretical", "95% band", "z")
        others = ("drop", "tips", "voids", "irregular", "corrected")
        for columns, row in ((titles, money_row), (others, other_row)):
            right = range(1, len(columns) + 1)
            yield new_table(None, found.by, *columns, rows=map(row, lines), right=right)
        if found.without_activity:
            yield f"No activity: {', '.join(found.without_activity)}."
    else:
        yield "No activity."
    for each in found.jackpots:
        rows = [
            *jackpot_rows(each),
            ("closing balance", money(each.closing)),
            ("on display", money(each.displayed)),
            ("fees taken", money(each.fees)),
            *([("DIFFERS BY", money(each.difference))] if each.difference else ()),
        ]
        yield new_table(f"jackpot {each.jackpot}", "", "amount", rows=rows, right=(1,))
    yield from found.notes
