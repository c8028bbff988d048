"""Books of a house: how they are opened, upgraded, kept safe and dealt into."""

from __future__ import annotations

from feltworks.house.backup import back_up
from feltworks.house.books import Database, database, schema
from feltworks.house.books.database import REVISION
from feltworks.house.demo import DemoDealer
from feltworks.house.demo.day import DayClock
from feltworks.house.demo.guests import Guests
from feltworks.house.opening import room_to_open
from feltworks.house.restoring import restore
from feltworks.house.rounds.sheet import read_sheet
from feltworks.web.console.access import note
from feltworks.web.console.staff import Member
from feltworks.web.console.tables import HouseTables, LimitsRequest

__all__ = [
    "REVISION",
    "Database",
    "DayClock",
    "DemoDealer",
    "Guests",
    "HouseTables",
    "LimitsRequest",
    "Member",
    "back_up",
    "database",
    "note",
    "read_sheet",
    "restore",
    "room_to_open",
    "schema",
]
