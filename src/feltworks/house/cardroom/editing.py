"""Replaces one table or jackpot of a house file and leaves everything else in the file as it is.

The section is cut out of the text and the new one is put at the end. The cutting is not
trusted: the text is parsed before and after, and if anything else has changed, the edit is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from feltworks.house.errors import HouseError

_HEADER = re.compile(r"^\s*\[{1,2}\s*(?P<keys>[^\[\]]+?)\s*\]{1,2}\s*(#.*)?$")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


Kind = Literal["tables", "jackpots"]


def section_of(text: str, kind: Kind, name: str) -> dict[str, Any]:
    """What the file says about a table or jackpot; nothing if it has no such section."""
    return dict(tomllib.loads(text).get(kind, {}).get(name, {}))


def with_section(text: str, kind: Kind, name: str, section: Mapping[str, Any]) -> str:
    """The text of the house file with this section for the table or jackpot."""
    before = tomllib.loads(text)
    lines = [f"{_key(key)} = {_value(value)}" for key, value in section.items()]
    kept = _without(text, kind, name).rstrip("\n")
    after = "\n".join([kept, "", f"[{kind}.{_key(name)}]", *lines]) + "\n"
    wanted = {**before, kind: {**before.get(kind, {}), name: dict(section)}}
    try:
        comes_out_right = tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        comes_out_right = False
    if not comes_out_right:
        raise HouseError(
            f"{kind.removesuffix('s')} {name} cannot be written into the house file in this way: "
            "change the file itself"
        )
    return after


def _without(text: str, kind: Kind, name: str) -> str:
    """The text without the sections of a table or jackpot."""
    kept, inside = [], False
    for line in text.splitlines():
        if found := _HEADER.match(line):
            keys = [key.strip().strip("\"'") for key in found["keys"].split(".")]
            inside = keys[:2] == [kind, name]
        if not inside:
            kept.append(line)
    return "\n".join(kept)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:  # noqa: ANN401 - whatever a house file may hold
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
