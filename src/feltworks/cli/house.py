"""`feltworks house`: check a house file, open the house for a day, see how it stands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.asking import AsJson

if TYPE_CHECKING:
    from feltworks.house import CardRoom

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Check a house file, open the house, see how it stands.",
)

Books = Annotated[
    str | None,
    typer.Option(
        "--books",
        metavar="FILE|URL",
        help="The house's books: a file, or the URL of a PostgreSQL database. FELTWORKS_BOOKS, "
        "or a file of your own, unless told.",
    ),
]
Day = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], metavar="DATE", help="The day; today unless told."),
]
HouseFileName = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A house file; the practice house unless told."),
]


@app.command()
def check(file: HouseFileName = None, as_json: AsJson = False) -> None:
    """Check a house file: its mistakes, and whether each table may open.

    Exits with 1 when a table may not.
    """
    from feltworks.cli.housesheet import print_room, room_json, told_of
    from feltworks.cli.showing import console, print_json

    room = _room(file)
    objections = room.objections()
    if as_json:
        print_json({"file": room.name, **room_json(room, objections)})
    else:
        print_room(room, objections)
        told = "every table may open" if not objections else told_of(objections)
        console().print(told, style="bold")
    if objections:
        raise typer.Exit(1)


@app.command(name="open")
def open_(
    file: HouseFileName = None, books: Books = None, day: Day = None, as_json: AsJson = False
) -> None:
    """Open the house for a day: its books are made, or brought up to date, and its tables opened.

    Exits with 1 when a table may not open.
    """
    from feltworks.cli.housesheet import print_room
    from feltworks.cli.showing import console, print_json
    from feltworks.house import House

    room = _room(file)
    with House(books, create=True) as house:
        opening = house.open(room, day.date() if day else date.today())
        name = house.database.name
    if as_json:
        print_json(
            {
                "books": name,
                "day": opening.day,
                "opened": list(opening.opened),
                "objections": [objection.as_json() for objection in opening.objections],
            }
        )
    else:
        print_room(room, opening.objections)
        console().print(f"books {name}", soft_wrap=True)
        many = f"{len(opening.opened)} of {len(room.sheets)} tables open for {opening.day}"
        console().print(many, style="bold")
    if opening.objections:
        raise typer.Exit(1)


@app.command()
def close(books: Books = None, as_json: AsJson = False) -> None:
    """Close every table and bring the trays in; the jackpots can then be counted."""
    from feltworks.cli.showing import console, print_json
    from feltworks.house import House

    with House(books) as house:
        closed = list(house.tables())
        house.close()
    if as_json:
        print_json({"closed": closed})
    else:
        console().print("1 table closed" if len(closed) == 1 else f"{len(closed)} tables closed")


@app.command()
def status(books: Books = None, as_json: AsJson = False) -> None:
    """How the house stands: tables, jackpots, money, rounds in flight."""
    from feltworks.cli.housesheet import print_status, status_of
    from feltworks.cli.showing import print_json
    from feltworks.house import House

    with House(books) as house:
        told = status_of(house)
    if as_json:
        print_json(told)
    else:
        print_status(told)


@app.command()
def demo(
    books: Books = None,
    day: Day = None,
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="Rounds at each table.")] = 40,
    seed: Annotated[int, typer.Option(min=0, help="Another seed is another day.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Fill new books with a day of play, so that there is something to look at."""
    from feltworks.cli.showing import console, print_json
    from feltworks.house import practice_house
    from feltworks.house.books.database import default_url
    from feltworks.house.demo import play_day

    where = books or default_url()
    on = day.date() if day else date.today()
    with watched("dealing") as progress:
        played = play_day(
            where, practice_house(), on, rounds_a_table=rounds, seed=seed, progress=progress
        )
    if as_json:
        told = {"books": where, "day": played.day, "tables": list(played.tables)}
        print_json({**told, "rounds": played.rounds})
        return
    console().print(
        f"{played.rounds} rounds at {len(played.tables)} tables on {played.day}", style="bold"
    )
    given = f" --books {books}" if books else ""
    for call in ("house status", "jackpot list", "rounds find", "rounds verify 1", "audit"):
        console().print(f"feltworks {call}{given}", soft_wrap=True)


# --- what the commands share -------------------------------------------------------------------


def _room(file: Path | None) -> CardRoom:
    from feltworks.house import load_house, practice_house

    return practice_house() if file is None else load_house(file)


@contextmanager
def watched(doing: str) -> Iterator[Callable[[str, int, int], None]]:
    """What a long job reports to: a line on stderr while that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, of: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status(doing) as status:
        yield lambda what, done, of: status.update(f"{doing}: {done} of {of} {what}")
