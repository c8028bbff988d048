"""How a house is shown: its tables before they open, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltworks.house import CardRoom, House, Objection


def told_of(objections: Sequence[Objection]) -> str:
    tables = len({objection.table for objection in objections})
    return f"{tables} table may not open" if tables == 1 else f"{tables} tables may not open"


def room_json(room: CardRoom, objections: Sequence[Objection]) -> dict[str, Any]:
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
                "opens": all(objection.table != id for objection in objections),
            }
            for id, sheet in room.sheets.items()
        },
        "objections": [objection.as_json() for objection in objections],
    }


def print_room(room: CardRoom, objections: Sequence[Objection]) -> None:
    from feltworks.cli.showing import console, new_table
    from feltworks.money import money

    house = room.file.house
    shut = {objection.table for objection in objections}
    console().print(f"{house.name}: a {house.kind} house under the rules of {house.under}")
    table = new_table(None, "table", "game", "limits", "most paid on odds", "rules", "opens")
    for id, sheet in room.sheets.items():
        stated = _stated(sheet.payout_limits.as_json())
        limits = f"{money(sheet.limits.minimum_cents)} - {money(sheet.limits.maximum_cents)}"
        opens = "no" if id in shut else "yes"
        table.add_row(id, sheet.game, limits, stated, _rules(approved=sheet.approved), opens)
    console().print(table)
    for objection in objections:
        console().print(str(objection), soft_wrap=True)


def _stated(limits: Mapping[str, int | None]) -> str:
    from feltworks.money import money

    caps = (limits["player"], limits["table"])
    return " / ".join(money(cap) for cap in caps if cap is not None) or "-"


def _rules(*, approved: bool) -> str:
    return "approved" if approved else "NOT APPROVED"


def status_of(house: House) -> dict[str, Any]:
    from feltworks.house.ledger.accounts import tray
    from feltworks.house.rounds.sheet import read_sheet

    with house.database.reading() as reader:
        state = reader.standing("house")
        tables = reader.standings("table")
        purses, trays = reader.purses(), reader.accounts("tray")
        flying = reader.open_rounds()
        head = reader.head()
        sheets = {id: read_sheet(reader, table["sheet"]) for id, table in tables.items()}
    return {
        "books": house.database.name,
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
        "seal": f"{head.number}:{head.hash}",
    }


def print_status(told: dict[str, Any]) -> None:
    from feltworks.cli.showing import console, new_table
    from feltworks.house.ledger.accounts import PURSES
    from feltworks.money import money

    house = told["house"]
    if house is not None:
        console().print(f"{house['name']}, {house['day']}", style="bold")
    table = new_table(None, "table", "", "game", "rules", "most paid on odds", "tray")
    table.columns[5].justify = "right"
    for id, state in told["tables"].items():
        is_open = "open" if state["open"] else "closed"
        rules, caps = _rules(approved=state["approved"]), _stated(state["payout_limits"])
        table.add_row(id, is_open, state["game"], rules, caps, money(state["tray"]))
    console().print(table)
    if told["jackpots"]:
        jackpots = new_table(None, "jackpot", "displayed")
        jackpots.columns[1].justify = "right"
        for name, cents in told["jackpots"].items():
            jackpots.add_row(name, money(cents))
        console().print(jackpots)
    purses = new_table(None, "purse", "what it is", "holds")
    purses.columns[2].justify = "right"
    for name, cents in told["purses"].items():
        purses.add_row(name, PURSES[name].says, money(cents))
    console().print(purses)
    flying = len(told["rounds_in_flight"])
    console().print(f"{told['rounds']} rounds dealt, {flying} in flight", soft_wrap=True)
    console().print(f"seal {told['seal']}", soft_wrap=True)
