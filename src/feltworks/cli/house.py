"""`feltworks house`: check a house file, open the house for a day, see its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.options import BOOKS_HELP, AsJson, By, CommandGroup, argument, option
from feltworks.cli.progress import status_line
from feltworks.cli.signing import signed
from feltworks.cli.terminal import console, count_text, new_table, print_json
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import CardRoom, House, Objection
    from feltworks.house.staff import StaffAct

app = CommandGroup("Check a house file, open the house, see its state.")

Books = Annotated[str | None, option("--books FILE|URL", BOOKS_HELP)]
Day = Annotated[
    datetime | None, option("--day DATE", "The day; today by default.", formats=["%Y-%m-%d"])
]
HouseFileName = Annotated[
    Path | None, argument("[FILE]", "A house file; the practice house by default.")
]
HouseToOpen = Annotated[
    Path | None,
    argument(
        "[FILE]", "A house file; by default the one in the books, in new books the practice house."
    ),
]


@dataclass(frozen=True)
class HouseCall:
    """The options of every command about a house: which books, and in what form the answer."""

    books: Books = None
    as_json: AsJson = False

    def house(self, *, create: bool = False, update: bool = False) -> House:
        """The house with those books; `update` brings older ones up to date."""
        from feltworks.house import House

        if update:
            from feltworks.house.books import Database

            found = Database(self.books_url)
            create = found.revision() is not None
            found.close()
        return House(self.books, create=create)

    @property
    def books_url(self) -> str:
        from feltworks.house.books.database import default_url

        return self.books or default_url()

    def tell(self, data: object, text: str) -> None:
        """Prints an answer of one line, or the same as JSON."""
        if self.as_json:
            print_json(data)
        else:
            console().print(text, soft_wrap=True)


@dataclass(frozen=True)
class StaffCall(HouseCall):
    """The same for what the staff does by name."""

    by: By = None

    def signed(self, house: House, act: StaffAct, *, prove: bool = False) -> str:
        """The name of the person, if he may act; with `prove` never without his password."""
        return signed(house, act, self.by, prove=prove)


AMOUNTS_IN = {"amounts_in": "cents"}
"""Said in JSON about a house wherever there are amounts of money."""


@app.command()
def check(file: HouseFileName = None, as_json: AsJson = False) -> None:
    """Check a house file: its mistakes, and whether each table may open.

    Exits with 1 when a table may not.
    """
    room = room_of(file)
    objections = room.objections()
    if as_json:
        print_json({"file": room.name, **_room_json(room, objections)})
    else:
        _print_room(room, objections)
        shut = len({objection.table for objection in objections})
        verdict = f"{count_text(shut, 'table')} may not open" if shut else "every table may open"
        console().print(verdict, style="bold")
    if objections:
        raise typer.Exit(1)


@app.command(name="open")
def open_(
    call: StaffCall,
    file: HouseToOpen = None,
    day: Day = None,
    another: Annotated[
        bool, option("--another", "Open the house of FILE although the books are another house's.")
    ] = False,
    as_filed: Annotated[
        bool,
        option(
            "--as-filed", "Open tables as the house file says, without the staff's later orders."
        ),
    ] = False,
) -> None:
    """Open the house for a day: its books are made or upgraded, and its tables opened.

    Tables that the staff closed stay closed, and limits they posted hold; differences from the
    house file are printed. Exits with 1 when a table may not open.
    """
    given = None if file is None else room_of(file)
    with call.house(create=True) as house:
        house.check_clock()
        who = call.signed(house, "tables")
        from feltworks.house.opening import room_to_open

        room = room_to_open(house.database, given, another=another)
        on = day.date() if day else date.today()
        opening = house.open(room, on, staff=who, as_filed=as_filed)
        name = house.database.name
    if call.as_json:
        print_json(
            {
                "books": name,
                "day": opening.day,
                "opened": list(opening.opened),
                "objections": [objection.as_json() for objection in opening.objections],
                "differences": list(opening.differences),
            }
        )
    else:
        _print_room(room, opening.objections)
        for difference in opening.differences:
            console().print(difference, soft_wrap=True)
        console().print(f"books {name}", soft_wrap=True)
        opened = f"{len(opening.opened)} of {len(room.sheets)} tables open for {opening.day}"
        console().print(opened, style="bold")
    if opening.objections:
        raise typer.Exit(1)


@app.command()
def close(call: StaffCall) -> None:
    """Close every table and bring the trays in; the jackpots can then be counted."""
    with call.house() as house:
        closed = list(house.tables())
        house.close(staff=call.signed(house, "tables"))
    call.tell({"closed": closed}, f"{count_text(len(closed), 'table')} closed")


@app.command()
def status(call: HouseCall) -> None:
    """The state of the house: tables, jackpots, money, rounds in flight."""
    with call.house() as house:
        found = _status(house)
    if call.as_json:
        print_json(found)
    else:
        _print_status(found)


@app.command()
def demo(
    call: HouseCall,
    day: Day = None,
    rounds: Annotated[int, option("--rounds", "Rounds at each table.", min=1, max=10_000)] = 40,
    seed: Annotated[int, option("--seed", "Each seed plays a different day.", min=0)] = 1,
) -> None:
    """Fill new books with a day of play, so that there is something to look at."""
    from feltworks.house import practice_house
    from feltworks.house.demo import play_day

    where = call.books_url
    on = day.date() if day else date.today()
    with status_line("dealing") as progress:
        played = play_day(
            where, practice_house(), on, rounds_a_table=rounds, seed=seed, progress=progress
        )
    if call.as_json:
        tables = {"tables": list(played.tables), "rounds": played.rounds}
        print_json({"books": where, "day": played.day, **tables})
        return
    console().print(
        f"{played.rounds} rounds at {len(played.tables)} tables on {played.day}", style="bold"
    )
    given = f" --books {call.books}" if call.books else ""
    for words in ("house status", "jackpot list", "rounds find", "rounds verify 1", "audit"):
        console().print(f"feltworks {words}{given}", soft_wrap=True)


def room_of(file: Path | None) -> CardRoom:
    """The card room of a house file; without one, the practice house."""
    from feltworks.house import load_house, practice_house

    return practice_house() if file is None else load_house(file)


def _room_json(room: CardRoom, objections: Sequence[Objection]) -> dict[str, Any]:
    from feltworks.rules.readings import known_edge, readings_of

    edges = {id: known_edge(loaded) for id, loaded in room.loaded.items()}
    return {
        "house": room.file.house.name,
        "kind": room.file.house.kind,
        "under": room.file.house.under.isoformat(),
        "tables": {
            id: {
                "game": sheet.game,
                "approved": sheet.approved,
                "says": sheet.verdict,
                "payout_limits": sheet.payout_limits.as_json(),
                "readings": [reading.as_json() for reading in readings_of(room.loaded[id])],
                "house_edge": None if edges[id] is None else str(edges[id]),
                "opens": all(objection.table != id for objection in objections),
            }
            for id, sheet in room.sheets.items()
        },
        "objections": [objection.as_json() for objection in objections],
    }


def _print_room(room: CardRoom, objections: Sequence[Objection]) -> None:
    from feltworks.rules.readings import edge_words, known_edge, readings_of

    house = room.file.house
    shut = {objection.table for objection in objections}
    console().print(f"{house.name}: a {house.kind} house under the rules of {house.under}")
    table = new_table(None, "table", "game", "limits", "most paid on odds", "rules", "opens")
    for id, sheet in room.sheets.items():
        caps = _caps_text(sheet.payout_limits.as_json())
        limits = f"{money(sheet.limits.minimum_cents)} - {money(sheet.limits.maximum_cents)}"
        opens = "no" if id in shut else "yes"
        table.add_row(id, sheet.game, limits, caps, _approval(approved=sheet.approved), opens)
    console().print(table)
    for id, loaded in room.loaded.items():
        if found := readings_of(loaded):
            readings = ", ".join(map(str, found))
            told = f"table {id} reads into its document: {readings}; "
            console().print(f"{told}{edge_words(known_edge(loaded))}", soft_wrap=True)
    for objection in objections:
        console().print(str(objection), soft_wrap=True)


def _caps_text(limits: Mapping[str, int | None]) -> str:
    caps = (limits["player"], limits["table"])
    return " / ".join(money(cap) for cap in caps if cap is not None) or "-"


def _approval(*, approved: bool) -> str:
    return "approved" if approved else "NOT APPROVED"


def _status(house: House) -> dict[str, Any]:
    from feltworks.house.ledger.accounts import tray
    from feltworks.house.rounds.sheet import read_sheet

    with house.database.reading() as reader:
        state = reader.state("house")
        tables = reader.states("table")
        purses, trays = reader.purses(), reader.accounts("tray")
        flying = reader.open_rounds()
        head = reader.head()
        sheets = {id: read_sheet(reader, table["sheet"]) for id, table in tables.items()}
    return {
        "books": house.database.name,
        **AMOUNTS_IN,
        "house": state,
        "tables": {
            id: {
                "open": table["open"],
                "day": table["day"],
                "tray": trays.get(tray(id), 0),
                "game": sheets[id].game,
                "approved": sheets[id].approved,
                "says": sheets[id].verdict,
                "payout_limits": sheets[id].payout_limits.as_json(),
            }
            for id, table in tables.items()
        },
        "jackpots": {name: each.displayed for name, each in house.jackpots.all().items()},
        "purses": purses,
        "rounds": head.last_round,
        "rounds_in_flight": flying,
        "seal": head.seal,
    }


def _print_status(status: dict[str, Any]) -> None:
    from feltworks.house.ledger.accounts import PURSES

    house = status["house"]
    if house is not None:
        console().print(f"{house['name']}, {house['day']}", style="bold")
    table = new_table(None, "table", "", "game", "rules", "most paid on odds", "tray", right=(5,))
    for id, state in status["tables"].items():
        is_open = "open" if state["open"] else "closed"
        rules, caps = _approval(approved=state["approved"]), _caps_text(state["payout_limits"])
        table.add_row(id, is_open, state["game"], rules, caps, money(state["tray"]))
    console().print(table)
    if status["jackpots"]:
        rows = [(name, money(cents)) for name, cents in status["jackpots"].items()]
        console().print(new_table(None, "jackpot", "displayed", rows=rows, right=(1,)))
    held = [(name, PURSES[name].says, money(cents)) for name, cents in status["purses"].items()]
    console().print(new_table(None, "purse", "what it is", "holds", rows=held, right=(2,)))
    flying = len(status["rounds_in_flight"])
    console().print(f"{status['rounds']} rounds dealt, {flying} in flight", soft_wrap=True)
    console().print(f"seal {status['seal']}", soft_wrap=True)


# Adds their commands to this group.
from feltworks.cli import housereport, keeping, ordering, staff, supervising, trust  # noqa: E402, F401
