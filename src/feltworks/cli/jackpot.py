"""`feltworks jackpot`: what jackpots hold, their daily count, and changes by hand."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.house import AMOUNTS_IN, Books, open_house
from feltworks.cli.jackpotsheet import jackpot_json, print_jackpot, print_jackpots, print_statement
from feltworks.cli.options import AsJson, CommandError, argument, dollars_in_cents, option
from feltworks.cli.signing import signed as signature_of
from feltworks.cli.terminal import LEAVING, ask, console, new_table, print_json
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.books import Record
    from feltworks.house.staff import StaffAct

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Progressive jackpots: what they hold, the daily count, changes with their document.",
)

Name = Annotated[str, argument("JACKPOT", "The jackpot, by its name.")]
OnDay = Annotated[
    datetime | None,
    option("--day DATE", "The day; by default that of the books.", formats=["%Y-%m-%d"]),
]
Document = Annotated[
    str, option("--document", "The document that shows why: its name and date, in one line.")
]
Amount = Annotated[str, option("--by DOLLARS", "Dollars, such as 12.50 or -12.50.")]


Who = Annotated[str | None, option("--name NAME", "Who makes the change; kept in the books.")]
Key = Annotated[
    str | None,
    option(
        "--key TEXT", "A key of the change: asked for again with the same key, it is made once."
    ),
]
PLACE = "the terminal"
Yes = Annotated[bool, option("--yes", "Make the change without asking again.")]


def signed_cents(text: str) -> int:
    """Cents from an amount in dollars, with or without a sign and a dollar sign."""
    bare = text.strip()
    cents = dollars_in_cents(bare[1:] if bare[:1] in ("-", "+") else bare)
    if cents is None:
        raise CommandError(f"{text!r} is no amount of dollars: write such as 12, 12.50 or -12.50")
    return -cents if bare.startswith("-") else cents


@app.command(name="list")
def list_(books: Books = None, as_json: AsJson = False) -> None:
    """Every jackpot with what it displays."""
    with open_house(books) as house:
        shown = {name: house.jackpots.show(name) for name in house.jackpots.all()}
    if as_json:
        print_json([jackpot_json(each) for each in shown.values()])
        return
    print_jackpots(shown)


@app.command()
def show(name: Name, books: Books = None, as_json: AsJson = False) -> None:
    """One jackpot: its money, its terms, what has been played for it since the count."""
    with open_house(books) as house:
        standing = house.jackpots.show(name)
    if as_json:
        print_json(jackpot_json(standing))
        return
    print_jackpot(standing)


@app.command()
def count(
    name: Name,
    books: Books = None,
    day: OnDay = None,
    fees: Annotated[
        str | None, option("--fees DOLLARS", "Fees; by default those of the house file.")
    ] = None,
    document: Annotated[str, option("--document", "The name of the count sheet.")] = "",
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """The daily count: boxes emptied, prizes of the tray and fees taken out, the rest added."""
    with open_house(books) as house:
        known = house.read(lambda reader: reader.head().number)
        signed = signature_of(house, "count", who)
        counted = house.jackpots.count(
            name,
            by=signed,
            day=day.date() if day else None,
            fees=None if fees is None else signed_cents(fees),
            document=document,
            at=PLACE,
        )
        repeats = counted.number <= known
        is_posted_later = house.jackpots.show(name).terms.posted_at_opening
    displayed = counted.content["after"]["displayed"]
    if as_json:
        recorded = {"jackpot": name, "day": counted.day, "record": counted.number}
        repeated = {**AMOUNTS_IN, "repeats": repeats}
        print_json({**recorded, **repeated, **counted.facts, "displayed": displayed})
        return
    rows = [(says, money(counted.facts[key])) for key, says in _COUNTED.items()]
    table = new_table(f"{name}, count of {counted.day}", "", "", rows=rows, right=(1,))
    table.show_header = False
    waiting = counted.facts.get("to_display", 0) if is_posted_later else 0
    when = "posted when its tables open" if is_posted_later else "posted from now on"
    table.add_row(when, money(displayed + waiting))
    console().print(table)
    if repeats:
        console().print(
            f"{counted.day} was counted before and nobody has played since: this repeats the count "
            f"of record {counted.number}, and nothing was booked",
            soft_wrap=True,
        )


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
    by: Annotated[
        str | None, option("--by DOLLARS", "By how much, such as 12.50 or -12.50.")
    ] = None,
    because: Annotated[
        str, option("--because", "The reason, one of those that the state allows.")
    ] = "",
    cap: Annotated[str | None, option("--cap DOLLARS", "Post a cap; `none` takes it down.")] = None,
    who: Who = None,
    key: Key = None,
    yes: Yes = False,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Raise or lower a jackpot for a reason the state allows, or post a cap."""
    if (by is None) == (cap is None):
        raise CommandError("give one of --by and --cap")
    cents = (
        signed_cents(by) if by is not None else None if cap == "none" else signed_cents(cap or "")
    )
    if by is not None:
        change = f"change {name} by {money(cents or 0)} because of {because or 'nothing named'}"
    else:
        change = (
            f"take the cap of {name} down" if cents is None else f"cap {name} at {money(cents)}"
        )
    with open_house(books) as house:
        signed = _signed(house, name, who, change, yes=yes)
        if by is not None:
            record = house.jackpots.adjust(
                name, cents or 0, because, document=document, by=signed, at=PLACE, key=key
            )
        else:
            record = house.jackpots.cap(name, cents, document=document, by=signed, at=PLACE)
        _print_change(house, name, record, signed, as_json=as_json)


@app.command()
def seed(
    name: Name,
    by: Amount,
    document: Document,
    who: Who = None,
    key: Key = None,
    yes: Yes = False,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Advance more seed to a jackpot."""
    cents = signed_cents(by)
    with open_house(books) as house:
        signed = _signed(house, name, who, f"advance {money(cents)} of seed to {name}", yes=yes)
        record = house.jackpots.seed(name, cents, document=document, by=signed, at=PLACE, key=key)
        _print_change(house, name, record, signed, as_json=as_json)


@app.command()
def deposit(
    name: Name,
    by: Amount,
    reference: Annotated[str, option("--reference", "The bank's reference of the deposit.")],
    document: Document,
    dated: Annotated[datetime, option("--dated DATE", "The deposit's day.", formats=["%Y-%m-%d"])],
    who: Who = None,
    key: Key = None,
    yes: Yes = False,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Record a deposit to a jackpot's separate account; below zero, what was taken out of it."""
    cents = signed_cents(by)
    with open_house(books) as house:
        change = f"record a deposit of {money(cents)} for {name}"
        signed = _signed(house, name, who, change, yes=yes, act="count")
        record = house.jackpots.deposit(
            name,
            cents,
            dated=dated.date(),
            reference=reference,
            document=document,
            by=signed,
            at=PLACE,
            key=key,
        )
        _print_change(house, name, record, signed, as_json=as_json)


@app.command()
def remove(
    name: Name,
    document: Document,
    into: Annotated[str | None, option("--into", "The jackpot that gets the money.")] = None,
    who: Who = None,
    yes: Yes = False,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Take a jackpot out of play; its money goes into custody, or into another jackpot."""
    with open_house(books) as house:
        goes = f"its money goes into {into or 'custody'}"
        signed = _signed(house, name, who, f"take {name} out of play, {goes}", yes=yes)
        record = house.jackpots.remove(name, document=document, into=into, by=signed, at=PLACE)
        _print_change(house, name, record, signed, as_json=as_json)


def _signed(
    house: House, name: str, who: str | None, change: str, *, yes: bool, act: StaffAct = "adjust"
) -> str:
    """The name of the person who changes a jackpot, once the change is confirmed.

    At a terminal both are asked for; elsewhere they must be on the command line.
    """
    displayed = money(house.jackpots.show(name).displayed)
    can_ask = sys.stdin.isatty()
    try:
        if who is None:
            if not can_ask:
                raise CommandError("say who makes this change: --name NAME")
            who = ask("Your name, for the books:")
        signed = signature_of(house, act, who)
        if not yes:
            if not can_ask:
                raise CommandError(f"this would {change}: confirm it with --yes")
            if ask(f"{name} displays {displayed}. {signed}, {change}? yes or no:").lower() != "yes":
                raise CommandError(f"{name} is as it was")
    except LEAVING:
        raise CommandError(f"{name} is as it was") from None
    return signed


def _print_change(house: House, name: str, record: Record, who: str, *, as_json: bool) -> None:
    """Print what was recorded and what is displayed now."""
    noted = {"jackpot": name, "record": record.number}
    standing = house.jackpots.show(name)
    if as_json:
        recorded = {**noted, "kind": record.kind, "name": who, **AMOUNTS_IN, **record.facts}
        print_json({**recorded, "displayed": standing.displayed, "cap": standing.terms.cap})
        return
    shown = f"{name} displays {money(standing.displayed)}"
    console().print(f"{record.kind} by {who}, record {record.number}: {shown}")


@app.command()
def statement(name: Name, books: Books = None, day: OnDay = None, as_json: AsJson = False) -> None:
    """A day of a jackpot, reconciled: exits with 1 when there is a difference."""
    with open_house(books) as house:
        stated = house.jackpots.statement(name, day.date() if day else None)
    if as_json:
        print_json({**stated.as_json(), **AMOUNTS_IN})
    else:
        print_statement(stated)
    if stated.difference:
        raise typer.Exit(1)
