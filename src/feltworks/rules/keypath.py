"""Key paths: how a place in a rules file is named.

`contests.main.qualifies` walks from table to table. An item of a list goes by its id,
`stages.flop.deal`, or by its place counted from one where it has none,
`stages.flop.deal.2.cards`. `in_full` gives an id to choices and pay rows that leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.rules.mistakes import RefusalError, quote
from feltworks.rules.schema.part import LONGEST_ID
from feltworks.rules.schema.settle import row_with_id
from feltworks.rules.schema.stages import choice_with_id, deal_step

IN_WORDS: Mapping[str, Callable[[object], Any]] = {
    "deal": deal_step,
    "decide": choice_with_id,
    "rows": row_with_id,
}
"""Lists whose items may be words, by their key."""


class KeyPathError(FeltworksError):
    """A key path that leads nowhere."""


def item_name(item: object, place: int) -> str:
    """The name of an item of a list: its id, or its place counted from one."""
    named = item.get("id") if isinstance(item, Mapping) else None
    return named if isinstance(named, str) and len(named) <= LONGEST_ID else str(place + 1)


def in_full(key: str, items: object) -> object:
    """The items of a list under that key, with words spelled out and ids filled in.

    Words that cannot be read stay, for the schema to refuse.
    """

    def item(found: object) -> object:
        try:
            return IN_WORDS[key](found)
        except RefusalError:
            return found

    if key not in IN_WORDS or not isinstance(items, list):
        return items
    return [item(found) for found in items]


def named_path(document: object, steps: Sequence[str | int]) -> str:
    """The key path of a place that a validator gives as table keys and list positions.

    Steps that exist only for the validator (the one pay inside a plain cell, the branch of a union
    of types) lead into no table of the document and are dropped.
    """
    names: list[str] = []
    node = document
    for step in steps:
        if isinstance(node, Mapping):
            if isinstance(step, int) or step == "[key]":
                continue
            names.append(step)
            node = node.get(step)
        elif isinstance(node, list):
            if isinstance(step, int) and step < len(node):
                names.append(item_name(node[step], step))
                node = node[step]
        else:
            break
    return ".".join(names)


def section_of(path: str) -> str:
    """The section of the file that a key path leads into."""
    return path.partition(".")[0]


def find(document: Mapping[str, Any], path: str) -> Any:  # noqa: ANN401 - raw TOML
    """The value at a key of the document; a `KeyPathError` says where the path ends."""
    node: Any = document
    walked: list[str] = []
    for name in path.split("."):
        node = _step(node, name, walked)
        walked.append(name)
    return node


def put(document: dict[str, Any], path: str, value: object) -> None:
    """Write a value to a key that the document already has."""
    find(document, path)
    way, _, last = path.rpartition(".")
    node = find(document, way) if way else document
    if isinstance(node, list):
        node[_place(node, last)] = value
    else:
        node[last] = value


def _step(node: object, name: str, walked: Sequence[str]) -> Any:  # noqa: ANN401 - raw TOML
    where = ".".join(walked) or "the file"
    if isinstance(node, Mapping):
        if name in node:
            return node[name]
        keys = [str(key) for key in node]
    elif isinstance(node, list):
        place = _place(node, name)
        if place >= 0:
            return node[place]
        keys = [item_name(item, place) for place, item in enumerate(node)]
    else:
        raise KeyPathError(f"{where} is {quote(node)}, which has no keys of its own")
    raise KeyPathError(
        f"{where} has no key {name!r}{did_you_mean(name, keys)}, it has {', '.join(keys)}"
    )


def _place(items: list[Any], name: str) -> int:
    for place, item in enumerate(items):
        if item_name(item, place) == name:
            return place
    return -1
