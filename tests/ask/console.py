"""The staff's console: what it does to tables and accounts of a house, and what players see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltworks.house import CardRoom, House, RoomOpening
from feltworks.web.api.rounds import PlayedRound
from feltworks.web.console.filing import _with_table
from feltworks.web.console.staff import Member, Staff, StaffError
from feltworks.web.console.tables import HouseTables, LimitsRequest
from feltworks.web.serve import _announce
from feltworks.web.sessions import private_file

__all__ = [
    "StaffError",
    "TableStands",
    "add_member",
    "announce",
    "close_table",
    "members",
    "open_table",
    "password_file",
    "remove_member",
    "shown_to_player",
    "table_stands",
    "with_options",
]


@dataclass(frozen=True)
class TableStands:
    """What the console shows of a table; limits are in cents, by their names.

    The maximum of the house file is shown only if it is another.
    """

    limits: Mapping[str, int]
    file_maximum_cents: int | None
    ordered_by: str | None
    keeps_earlier_rules: bool


def open_table(
    house: House, room: CardRoom, table: str, by: str, limits: Mapping[str, int] | None = None
) -> None:
    """Open a table, by default with the limits it had; `limits` are in cents, by their names."""
    asked = None if limits is None else LimitsRequest.model_validate(dict(limits))
    HouseTables(house, room).open(table, Member(by, "operator"), asked)


def close_table(house: House, room: CardRoom, table: str, by: str) -> None:
    HouseTables(house, room).close(table, Member(by, "operator"))


def table_stands(house: House, room: CardRoom, table: str) -> TableStands:
    shown = HouseTables(house, room).table(table)
    filed = shown.file_limits
    return TableStands(
        shown.limits.model_dump(),
        None if filed is None else filed.maximum_cents,
        shown.ordered_by,
        shown.keeps_earlier_rules,
    )


def with_options(room: CardRoom, table: str, section: dict[str, Any]) -> CardRoom:
    """Write another section for a table into the house file."""
    return _with_table(room, table, section, {})


def announce(room: CardRoom, opening: RoomOpening) -> None:
    """Print what `feltworks serve` prints at its start, in a house without a staff."""
    _announce(type("App", (), {"state": None})(), "http://localhost/", room, opening)


def add_member(house: House, name: str, role: str, password: str) -> None:
    Staff(house).add(name, role, password, by=None)


def remove_member(house: House, name: str, by: str) -> None:
    Staff(house).remove(name, by=by)


def members(house: House) -> dict[str, str]:
    """Everybody's role, by name."""
    return {each.name: each.role for each in Staff(house).members()}


def password_file(house: House) -> Path:
    return private_file(house, ".staff.json")


def shown_to_player(house: House, number: int, name: str, step: int) -> list[str]:
    """Every text in which a player gets a past round: as it is told, proved and drawn."""
    played = PlayedRound(house, number, name)
    return [
        played.reply().model_dump_json(),
        played.proof().model_dump_json(),
        str(played.felt(step)),
    ]
