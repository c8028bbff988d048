"""The card room: what its house file says, and whether the state lets its tables open."""

from feltworks.house.cardroom.housefile import HouseFileError
from feltworks.house.cardroom.objections import Objection
from feltworks.house.cardroom.room import CardRoom, load_house, practice_house, read_house

__all__ = ["CardRoom", "HouseFileError", "Objection", "load_house", "practice_house", "read_house"]
