"""Which house the books hold: it opens again without its file, and another's file is refused.

The text of a house file is filed in the books when it is first opened. So a house opens again from
the books alone, and the file of another house, named by mistake, is noticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.house.cardroom import CardRoom, HouseFileError, practice_house, read_house
from feltworks.house.errors import HouseError

if TYPE_CHECKING:
    from feltworks.house.house import House

HELD = "the house in the books"


def room_to_open(house: House, given: CardRoom | None, *, another: bool = False) -> CardRoom:
    """The card room of the file given, or the one in the books; in new books the practice house.

    A file of another house, by name or kind, is refused unless `another` is set.
    """
    with house.database.reading() as reader:
        state = reader.state("house")
        text = None if state is None else reader.paper(state["file"])
    if state is None:
        return given or practice_house()
    if given is None:
        return _held(text)
    section = given.file.house
    if not another and (section.name, section.kind) != (state["name"], state["kind"]):
        raise HouseError(
            f"{house.database.name} has the books of {state['name']}, a {state['kind']} house, and "
            f"{given.name} is the file of {section.name}, a {section.kind} house: to open it in "
            "these books all the same, say `feltworks house open FILE --another`"
        )
    return given


def _held(text: str | None) -> CardRoom:
    if text is None:
        raise HouseError("the books have lost their house file: open the house with it")
    try:
        return read_house(text, HELD)
    except HouseFileError as error:
        raise HouseError(
            f"{error}\nopen the house with its file: its rules files lie beside it"
        ) from None
