"""`feltworks jackpot`: what jackpots hold, their daily count, and changes by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli import options
from feltworks.cli.housecall import AMOUNTS_IN, HouseCall
from feltworks.cli.housecall import signed as signature_of
from feltworks.cli.jackpotsheet import (
    jackpot_json,
    jackpot_table,
    jackpots_table,
    statement_lines,
)
from feltworks.cli.options import CommandError, argument, option
from feltworks.cli.terminal import LEAVING, ask, new_table
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.books import Record
    from feltworks.house.jackpots.housejackpots import HouseJackpots, Signed
    from feltworks.house.staff import StaffAct

app = options.Commands(
    "Progressive jackpots: what they hold, the daily count, changes with their document."
)

Name = Annotated[str, argument("JACKPOT", "The jackpot, by its name.")]
OnDay = Annotated[
    date | None, options.day_option("--day DATE", "The day; by default that of the books.")
]
Document = Annotated[
    str, option("--document", "The document that shows why: its name and date, in one line.")
]
Amount = Annotated[str, option("--by DOLLARS", "Dollars, such as 12.50 or -12.50.")]


PLACE = "the terminal"
Who = Annotated[str | None, option("--name NAME", "Who makes the change; kept in the books.")]


def signed_cents(text: str) -> int:
    """Cents from an amount in dollars, with or without a sign and a dollar sign."""
    bare = text.strip()
    cents = options.dollars_in_cents(bare[1:] if bare[:1] in ("-", "+") else bare)
    if cents is None:
        raise CommandError(f"{text!r} is no amount of dollars: write such as 12, 12.50 or -12.50")
    return -cents if bare.startswith("-") else cents


@app.command(name="list")
def list_(call: HouseCall) -> None:
    """Every jackpot with what it displays."""
    with call.house() as house:
        shown = [house.jackpots.show(name) for name in house.jackpots.all()]
    call.tell([jackpot_json(each) for each in shown], jackpots_table(shown))


@app.command()
def show(name: Name, call: HouseCall) -> None:
    """One jackpot: its money, its terms, what has been played for it since the count."""
    with call.house() as house:
        standing = house.jackpots.show(name)
    call.tell(jackpot_json(standing), jackpot_table(standing))


@app.command()
def count(
    name: Name,
    call: HouseCall,
    day: OnDay = None,
    fees: Annotated[
        str | None, option("--fees DOLLARS", "Fees; by default those of the house file.")
    ] = None,
    document: Annotated[str, option("--document", "The name of the count sheet.")] = "",
    who: Who = None,
) -> None:
    """The daily count: boxes emptied, prizes of the tray and fees taken out, the rest added."""
    fees_cents = None if fees is None else signed_cents(fees)
    with call.house() as house:
        known = house.read(lambda reader: reader.head().number)
        signed = signature_of(house, "count", who)
        day = day or _day_to_count(house, name)
        counted = house.jackpots.count(
            name,
            by=signed,
            day=day,
            fees=fees_cents,
            document=document,
            at=PLACE,
        )
        repeats = counted.number <= known
        is_posted_later = house.jackpots.show(name).terms.posted_at_opening
    displayed = counted.content["after"]["displayed"]
    rows = [(says, money(counted.facts[key])) for key, says in _COUNTED.items()]
    waiting = counted.facts.get("to_display", 0) if is_posted_later else 0
    when = "posted when its tables open" if is_posted_later else "posted from now on"
    rows.append((when, money(displayed + waiting)))
    table = new_table(f"{name}, count of {counted.day}", "", "", rows=rows, right=(1,))
    table.show_header = False
    repeated = (
        f"{counted.day} was counted before and nobody has played since: this repeats the count "
        f"of record {counted.number}, and nothing was booked"
    )
    recorded = {"jackpot": name, "day": counted.day, "record": counted.number}
    call.tell(
        {**recorded, **AMOUNTS_IN, "repeats": repeats, **counted.facts, "displayed": displayed},
        table,
        *([repeated] if repeats else ()),
    )


def _day_to_count(house: House, name: str) -> date:
    """The day that a count is for if none is named; confirmed at a terminal if it is not today."""
    found = house.jackpots.day_to_count(name, date.today())
    if found.because is None:
        return found.day
    if not sys.stdin.isatty():
        raise CommandError(
            f"this would count {name} for {found.day}, and {found.because}: name the day with "
            f"--day {found.day}"
        )
    question = f"This counts {name} for {found.day}; {found.because}. Count it? yes or no:"
    try:
        is_confirmed = ask(question).lower() == "yes"
    except LEAVING:
        is_confirmed = False
    if not is_confirmed:
        raise CommandError(f"{name} is as it was")
    return found.day


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


@dataclass(frozen=True)
class JackpotChange(HouseCall):
    """The options of every change by hand, and how it is made."""

    document: Document = field(kw_only=True)
    who: Who = None
    yes: Annotated[bool, option("--yes", "Make the change without asking again.")] = False

    def make(
        self,
        name: str,
        change: str,
        booked: Callable[[HouseJackpots, Signed], Record],
        act: StaffAct = "adjust",
    ) -> None:
        """Has the change confirmed and booked, and prints what is displayed then."""
        with self.house() as house:
            who = self._signed(house, name, change, act)
            record = booked(house.jackpots, {"by": who, "at": PLACE})
            standing = house.jackpots.show(name)
        noted = {"jackpot": name, "record": record.number, "kind": record.kind, "name": who}
        shown = {"displayed": standing.displayed, "cap": standing.terms.cap}
        now = f"{name} displays {money(standing.displayed)}"
        self.tell(
            {**noted, **AMOUNTS_IN, **record.facts, **shown},
            f"{record.kind} by {who}, record {record.number}: {now}",
        )

    def _signed(self, house: House, name: str, change: str, act: StaffAct) -> str:
        """The name of the person who changes a jackpot, once the change is confirmed.

        At a terminal both are asked for; elsewhere they must be on the command line.
        """
        displayed, who = money(house.jackpots.show(name).displayed), self.who
        can_ask = sys.stdin.isatty()
        try:
            if who is None:
                if not can_ask:
                    raise CommandError("say who makes this change: --name NAME")
                who = ask("Your name, for the books:")
            signed = signature_of(house, act, who)
            if not self.yes:
                if not can_ask:
                    raise CommandError(f"this would {change}: confirm it with --yes")
                question = f"{name} displays {displayed}. {signed}, {change}? yes or no:"
                if ask(question).lower() != "yes":
                    raise CommandError(f"{name} is as it was")
        except LEAVING:
            raise CommandError(f"{name} is as it was") from None
        return signed


@dataclass(frozen=True)
class KeyedJackpotChange(JackpotChange):
    """A change that may be asked for twice and is made once."""

    key: Annotated[
        str | None,
        option(
            "--key TEXT",
            "A key of your choice: a change asked for twice with the same key is made once.",
        ),
    ] = None


@app.command()
def adjust(
    name: Name,
    change: KeyedJackpotChange,
    by: Annotated[
        str | None, option("--by DOLLARS", "By how much, such as 12.50 or -12.50.")
    ] = None,
    because: Annotated[
        str, option("--because", "The reason, one of those that the state allows.")
    ] = "",
    cap: Annotated[str | None, option("--cap DOLLARS", "Post a cap; `none` takes it down.")] = None,
) -> None:
    """Raise or lower a jackpot for a reason the state allows, or post a cap."""
    if (by is None) == (cap is None):
        raise CommandError("give one of --by and --cap")
    if by is not None:
        cents = signed_cents(by)
        if not because:
            from feltworks.jackpots.adjusting import reasons_listed

            raise CommandError(f"say why with --because: {reasons_listed(rises=cents > 0)}")
        change.make(
            name,
            f"change {name} by {money(cents)} because of {because}",
            lambda jackpots, signed: jackpots.adjust(
                name, cents, because, document=change.document, key=change.key, **signed
            ),
        )
        return
    most = None if cap == "none" else signed_cents(cap or "")
    change.make(
        name,
        f"take the cap of {name} down" if most is None else f"cap {name} at {money(most)}",
        lambda jackpots, signed: jackpots.cap(name, most, document=change.document, **signed),
    )


@app.command()
def seed(name: Name, by: Amount, change: KeyedJackpotChange) -> None:
    """Advance more seed to a jackpot."""
    cents = signed_cents(by)
    change.make(
        name,
        f"advance {money(cents)} of seed to {name}",
        lambda jackpots, signed: jackpots.seed(
            name, cents, document=change.document, key=change.key, **signed
        ),
    )


@app.command()
def deposit(
    name: Name,
    by: Amount,
    reference: Annotated[str, option("--reference", "The bank's reference of the deposit.")],
    dated: Annotated[date, options.day_option("--dated DATE", "The deposit's day.")],
    change: KeyedJackpotChange,
) -> None:
    """Record a deposit to a jackpot's separate account; below zero, what was taken out of it."""
    cents = signed_cents(by)
    change.make(
        name,
        f"record a deposit of {money(cents)} for {name}",
        lambda jackpots, signed: jackpots.deposit(
            name,
            cents,
            dated=dated,
            reference=reference,
            document=change.document,
            key=change.key,
            **signed,
        ),
        act="count",
    )


@app.command()
def remove(
    name: Name,
    change: JackpotChange,
    into: Annotated[str | None, option("--into", "The jackpot that gets the money.")] = None,
) -> None:
    """Take a jackpot out of play; its money goes into custody, or into another jackpot."""
    change.make(
        name,
        f"take {name} out of play, its money goes into {into or 'custody'}",
        lambda jackpots, signed: jackpots.remove(
            name, document=change.document, into=into, **signed
        ),
    )


@app.command()
def statement(name: Name, call: HouseCall, day: OnDay = None) -> None:
    """A day of a jackpot, reconciled: exits with 1 when there is a difference."""
    with call.house() as house:
        stated = house.jackpots.statement(name, day)
    call.tell({**stated.as_json(), **AMOUNTS_IN}, *statement_lines(stated))
    if stated.difference:
        raise typer.Exit(1)
