"""The card room: what its house file says, and whether the state lets its tables open."""

from feltworks.house.cardroom.housefile import HouseFile
from feltworks.house.cardroom.objections import Objection
from feltworks.house.cardroom.reading import HouseFileError
from feltworks.house.cardroom.room import CardRoom, load_house, practice_house, read_house

__all__ = [
    "CardRoom",
    "HouseFile",
    "HouseFileError",
    "Objection",
    "load_house",
    "practice_house",
    "read_house",
]
