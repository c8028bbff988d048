"""`feltworks house`: check a house file, open the house for a day, see its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.housecall import AMOUNTS_IN, HouseCall, StaffCall, app
from feltworks.cli.options import AsJson, argument, day_option, option
from feltworks.cli.progress import status_line
from feltworks.cli.terminal import Lines, bold, count_text, new_table
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house import CardRoom, House, Objection

Day = Annotated[date | None, day_option("--day DATE", "The day; today by default.")]
HouseToOpen = Annotated[
    Path | None,
    argument(
        "[FILE]", "A house file; by default the one in the books, in new books the practice house."
    ),
]


@app.command()
def check(
    file: Annotated[
        Path | None, argument("[FILE]", "A house file; the practice house by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a house file: its mistakes, and whether each table may open.

    Exits with 1 when a table may not.
    """
    room = room_of(file)
    objections = room.objections()
    shut = len({objection.table for objection in objections})
    verdict = f"{count_text(shut, 'table')} may not open" if shut else "every table may open"
    HouseCall(as_json=as_json).tell(
        {"file": room.name, **_room_json(room, objections)},
        *_room_lines(room, objections),
        bold(verdict),
    )
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
    present_rules: Annotated[
        bool,
        option(
            "--present-rules",
            "Deal tables by their games' present rules, not by those they opened with before.",
        ),
    ] = False,
) -> None:
    """Open the house for a day: its books are made or upgraded, and its tables opened.

    Tables that the staff closed stay closed, and limits they posted hold; differences from the
    house file are printed. So are tables and jackpots that keep earlier terms, and every
    interpretation of a document that is no option. Exits with 1 when a table may not open.
    """
    with call.house(create=True) as house:
        house.check_clock()
        who = call.signed(house, "tables")
        if present_rules:
            # A server would go on with the rules that it read when it started.
            _ = house.lease
        from feltworks.house.opening import room_to_open

        room = room_to_open(house.database, file, another=another, present_rules=present_rules)
        on = day or date.today()
        opening = house.open(room, on, staff=who, as_filed=as_filed)
        name = house.database.name
    call.tell(
        {
            "books": name,
            "day": opening.day,
            "opened": list(opening.opened),
            "objections": [objection.as_json() for objection in opening.objections],
            "differences": list(opening.differences),
            "uncounted": [each.as_json() for each in opening.uncounted],
            "earlier_terms": room.earlier_terms(),
            "own_readings": room.own_readings(),
            **AMOUNTS_IN,
        },
        *_room_lines(room, opening.objections),
        *opening.differences,
        *map(str, opening.uncounted),
        *room.earlier_terms(),
        f"books {name}",
        bold(f"{len(opening.opened)} of {len(room.sheets)} tables open for {opening.day}"),
    )
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
    call.tell(found, *_status_lines(found))


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
    on = day or date.today()
    with status_line("dealing") as progress:
        played = play_day(
            where, practice_house(), on, rounds_a_table=rounds, seed=seed, progress=progress
        )
    given = f" --books {call.books}" if call.books else ""
    words = ("house status", "jackpot list", "rounds find", "rounds verify 1", "audit")
    call.tell(
        {
            "books": where,
            "day": played.day,
            "tables": list(played.tables),
            "rounds": played.rounds,
        },
        bold(f"{played.rounds} rounds at {len(played.tables)} tables on {played.day}"),
        *(f"feltworks {each}{given}" for each in words),
    )


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
                "own_readings": [each.as_json() for each in room.readings[id].own],
                "house_edge": None if edges[id] is None else str(edges[id]),
                "opens": all(objection.table != id for objection in objections),
            }
            for id, sheet in room.sheets.items()
        },
        "objections": [objection.as_json() for objection in objections],
    }


def _room_lines(room: CardRoom, objections: Sequence[Objection]) -> Lines:
    from feltworks.rules.readings import edge_words, known_edge, readings_of

    house = room.file.house
    shut = {objection.table for objection in objections}
    yield f"{house.name}: a {house.kind} house under the rules of {house.under}"
    table = new_table(None, "table", "game", "limits", "most paid on odds", "rules", "opens")
    for id, sheet in room.sheets.items():
        caps = _caps_text(sheet.payout_limits.as_json())
        limits = f"{money(sheet.limits.minimum_cents)} - {money(sheet.limits.maximum_cents)}"
        opens = "no" if id in shut else "yes"
        table.add_row(id, sheet.game, limits, caps, _approval(approved=sheet.approved), opens)
    yield table
    for id, loaded in room.loaded.items():
        if found := readings_of(loaded):
            readings = ", ".join(map(str, found))
            edge = edge_words(known_edge(loaded))
            yield f"table {id} reads into its document: {readings}; {edge}"
    yield from room.own_readings()
    yield from map(str, objections)


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


def _status_lines(status: dict[str, Any]) -> Lines:
    from feltworks.house.ledger.accounts import PURSES

    house = status["house"]
    if house is not None:
        yield bold(f"{house['name']}, {house['day']}")
    table = new_table(None, "table", "", "game", "rules", "most paid on odds", "tray", right=(5,))
    for id, state in status["tables"].items():
        is_open = "open" if state["open"] else "closed"
        rules, caps = _approval(approved=state["approved"]), _caps_text(state["payout_limits"])
        table.add_row(id, is_open, state["game"], rules, caps, money(state["tray"]))
    yield table
    if status["jackpots"]:
        rows = [(name, money(cents)) for name, cents in status["jackpots"].items()]
        yield new_table(None, "jackpot", "displayed", rows=rows, right=(1,))
    held = [(name, PURSES[name].says, money(cents)) for name, cents in status["purses"].items()]
    yield new_table(None, "purse", "what it is", "holds", rows=held, right=(2,))
    yield f"{status['rounds']} rounds dealt, {len(status['rounds_in_flight'])} in flight"
    yield f"seal {status['seal']}"


# Adds their commands to this group.
from feltworks.cli import housereport, keeping, ordering, staff, supervising, trust  # noqa: E402, F401
