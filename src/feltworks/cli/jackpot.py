"""`feltworks jackpot`: what jackpots hold, their daily count, and changes by hand."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.asking import AsJson
from feltworks.cli.house import Books
from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.books import Record

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Progressive jackpots: what they hold, the daily count, changes with their document.",
)

Name = Annotated[str, typer.Argument(metavar="JACKPOT", help="The jackpot, by its name.")]
OnDay = Annotated[
    datetime | None,
    typer.Option(
        "--day", formats=["%Y-%m-%d"], metavar="DATE", help="The day; that of the books else."
    ),
]
Document = Annotated[
    str, typer.Option(help="The document that shows why: its name and date, in one line.")
]
Amount = Annotated[str, typer.Option(metavar="DOLLARS", help="Dollars, such as 12.50 or -12.50.")]


class AmountError(FeltworksError):
    """An amount that cannot be read."""


def cents_of(text: str) -> int:
    """Cents in a number of dollars; the sign of a dollar may be left out."""
    from feltworks.rules.amounts import Money

    bare = text.strip()
    sign = -1 if bare.startswith("-") else 1
    unsigned = bare[1:] if bare[:1] in ("-", "+") else bare
    try:
        return sign * Money.parse(f"${unsigned.removeprefix('$')}").cents
    except ValueError:
        message = f"{text!r} is no amount of dollars: write such as 12, 12.50 or -12.50"
        raise AmountError(message) from None


@app.command(name="list")
def list_(books: Books = None, as_json: AsJson = False) -> None:
    """Every jackpot with what it displays."""
    from feltworks.cli.jackpotsheet import jackpot_json, remark
    from feltworks.cli.showing import console, new_table, print_json
    from feltworks.house import House
    from feltworks.money import money

    with House(books) as house:
        shown = {name: house.jackpots.show(name) for name in house.jackpots.all()}
    if as_json:
        print_json([jackpot_json(*each) for each in shown.values()])
        return
    table = new_table(None, "jackpot", "displayed", "reserve", "kept by", "tables", "counted", "")
    for column in table.columns[1:3]:
        column.justify = "right"
    for name, (standing, held) in shown.items():
        table.add_row(
            name,
            money(standing.displayed),
            money(held.undisplayed),
            "hand" if standing.terms.mode == "manual" else "meter",
            ", ".join(standing.tables),
            str(standing.counted or "-"),
            remark(standing),
        )
    console().print(table)


@app.command()
def show(name: Name, books: Books = None, as_json: AsJson = False) -> None:
    """One jackpot: its money, its terms, what has been played for it since the count."""
    from feltworks.cli.jackpotsheet import jackpot_json, remark, rows_of
    from feltworks.cli.showing import console, new_table, print_json
    from feltworks.house import House

    with House(books) as house:
        standing, held = house.jackpots.show(name)
    if as_json:
        print_json(jackpot_json(standing, held))
        return
    table = new_table(f"{name}: {remark(standing)}", "", "")
    table.show_header = False
    for row in rows_of(standing, held):
        table.add_row(*row)
    console().print(table)


@app.command()
def count(
    name: Name,
    books: Books = None,
    day: OnDay = None,
    fees: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Fees; by the house file else.")
    ] = None,
    document: Annotated[str, typer.Option(help="The count sheet.")] = "",
    as_json: AsJson = False,
) -> None:
    """The daily count: boxes emptied, prizes of the tray and fees taken out, the rest added."""
    from feltworks.cli.showing import console, new_table, print_json
    from feltworks.house import House
    from feltworks.money import money

    with House(books) as house:
        counted = house.jackpots.count(
            name,
            day=day.date() if day else None,
            fees=None if fees is None else cents_of(fees),
            document=document,
        )
    if as_json:
        told = {"jackpot": name, "day": counted.day, "record": counted.record}
        print_json({**told, **counted.facts, "displayed": counted.displayed})
        return
    table = new_table(f"{name}, count of {counted.day}", "", "")
    table.show_header = False
    table.columns[1].justify = "right"
    for key, says in _COUNTED.items():
        table.add_row(says, money(counted.facts[key]))
    table.add_row("posted from now on", money(counted.displayed))
    console().print(table)


_COUNTED = {
    "dropped": "in the boxes",
    "tray_taken": "prizes of the tray taken out",
    "fees": "fees",
    "to_house": "to the house",
    "addition": "added to the jackpot",
    "to_seed": "of that, seed recovered",
    "to_reserve": "of that, above the cap",
    "shortfall": "short, carried to the next count",
}


@app.command()
def adjust(
    name: Name,
    document: Document,
    by: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Such as -12.50.")] = None,
    because: Annotated[str, typer.Option(help="The reason, by the state's list.")] = "",
    cap: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Post a cap; `none` takes it down.")
    ] = None,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Raise or lower a jackpot for a reason the state allows, or post a cap."""
    from feltworks.house import House

    if (by is None) == (cap is None):
        raise AmountError("give one of --by and --cap")
    with House(books) as house:
        if by is not None:
            record = house.jackpots.adjust(name, cents_of(by), because, document=document)
        else:
            assert cap is not None
            cents = None if cap == "none" else cents_of(cap)
            record = house.jackpots.cap(name, cents, document=document)
        _print_change(house, name, record, as_json=as_json)


@app.command()
def seed(
    name: Name, by: Amount, document: Document, books: Books = None, as_json: AsJson = False
) -> None:
    """Advance more seed to a jackpot."""
    from feltworks.house import House

    with House(books) as house:
        record = house.jackpots.seed(name, cents_of(by), document=document)
        _print_change(house, name, record, as_json=as_json)


@app.command()
def remove(
    name: Name,
    document: Document,
    into: Annotated[str | None, typer.Option(help="The jackpot that gets the money.")] = None,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Take a jackpot out of play; its money goes into custody, or into another jackpot."""
    from feltworks.house import House

    with House(books) as house:
        record = house.jackpots.remove(name, document=document, into=into)
        _print_change(house, name, record, as_json=as_json)


def _print_change(house: House, name: str, record: Record, *, as_json: bool) -> None:
    """What was recorded, and what the jackpot displays from now on."""
    from feltworks.cli.showing import console, print_json
    from feltworks.money import money

    standing, _ = house.jackpots.show(name)
    if as_json:
        told = {"jackpot": name, "record": record.number, "kind": record.kind, **record.facts}
        print_json({**told, "displayed": standing.displayed, "cap": standing.terms.cap})
        return
    shown = f"{name} displays {money(standing.displayed)}"
    console().print(f"{record.kind}, record {record.number}: {shown}")


@app.command()
def statement(name: Name, books: Books = None, day: OnDay = None, as_json: AsJson = False) -> None:
    """A day of a jackpot, reconciled: exits with 1 when there is a difference."""
    from feltworks.cli.jackpotsheet import print_statement
    from feltworks.cli.showing import print_json
    from feltworks.house import House

    with House(books) as house:
        stated = house.jackpots.statement(name, day.date() if day else None)
    if as_json:
        print_json(stated.as_json())
    else:
        print_statement(stated)
    if stated.difference:
        raise typer.Exit(1)
