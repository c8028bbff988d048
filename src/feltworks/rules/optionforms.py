"""The short forms of options: one key and its values, and defaults that the file already states.

`sets."table.dealing" = { one-at-a-time = "one card to each in turn", ... }` names the key once.
Each value is written with what it means; the key is set to the value's own name, or to what `to`
says. `sets."table.seats" = "1 to 7"` is a whole number. The default is the value in the file, so it
need not be named; and a key that is at its schema default need not be written for an option to set
it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltworks.rules.keypath import KeyPathError, find, in_full
from feltworks.rules.mistakes import MISSING, quote
from feltworks.rules.sections import written_default

if TYPE_CHECKING:
    from feltworks.rules.shortforms import SpelledOut

UNKNOWN = object()
LEFT_OUT = ("table", "irregularities", "offer")
"""Sections that a file may leave out although an option sets a key of them."""
_RANGE = re.compile(r"([0-9]{1,9})\s+to\s+([0-9]{1,9})")
_RANGE_FORM = 'a table of values, or for one key a range such as "1 to 7"'
_SWITCH = {"on": True, "off": False}


def spell_options(spelled: SpelledOut) -> None:
    """Every option in the long form."""
    for id_, option in spelled.section("options").items():
        if not isinstance(option, dict):
            continue
        at = f"options.{id_}"
        values = option.get("values", {})
        for value, meaning in values.items() if isinstance(values, dict) else ():
            if isinstance(meaning, str):
                values[value] = {"says": meaning}
                spelled.origins[f"{at}.values.{value}.says"] = f"{at}.values.{value}"
        if isinstance(option.get("sets"), dict):
            _one_key(spelled, at, option)
        for patch in _patches(option).values():
            for path, new in patch.items():
                _value_at(spelled.document, path)
                patch[path] = in_full(path.rpartition(".")[2], new)
        if "default" not in option:
            _default(spelled, at, option)


def _one_key(spelled: SpelledOut, at: str, option: dict[str, Any]) -> None:
    """`sets."KEY" = VALUES`, or several keys with commas between them."""
    sets = option.pop("sets")
    key, choices = next(iter(sets.items()), ("", None))
    paths = [path.strip() for path in key.split(",")]
    written = f'{at}.sets."{key}"'
    if len(sets) != 1 or not all("." in path for path in paths):
        allowed = 'one key path in quotes, such as sets."table.seats"; or several with commas'
        spelled.refuse(f"{at}.sets", ", ".join(map(quote, sets)) or "an empty table", allowed)
    elif isinstance(choices, str) and len(paths) == 1 and (found := _RANGE.fullmatch(choices)):
        bounds = {"lowest": int(found[1]), "highest": int(found[2]), "sets": paths[0]}
        option.update(bounds)
        spelled.origins.update(dict.fromkeys((f"{at}.{name}" for name in bounds), written))
    elif isinstance(choices, dict) and isinstance(option.get("values", {}), dict):
        now = _value_at(spelled.document, paths[0])
        named = {value: _value(value, meaning, paths, now) for value, meaning in choices.items()}
        option["values"] = {**named, **option.get("values", {})}
        for value in named:
            spelled.origins[f"{at}.values.{value}"] = f"{written}.{value}"
            spelled.origins[f"{at}.values.{value}.sets"] = written
    else:
        spelled.refuse(written, quote(choices), _RANGE_FORM)


def _value(value: str, meaning: object, paths: list[str], now: object) -> object:
    """A value with its patch; `now` is the value of the key in the file."""
    if isinstance(meaning, str):
        meaning = {"says": meaning}
    if not isinstance(meaning, dict) or "sets" in meaning:
        return meaning
    rest = dict(meaning)
    new: object = value
    if "to" in rest:
        new = rest.pop("to")
    elif isinstance(now, bool):
        new = _SWITCH.get(value, value)
    elif isinstance(now, int) and value.isascii() and value.isdecimal():
        new = int(value)
    return {**rest, "sets": dict.fromkeys(paths, new)}


def _default(spelled: SpelledOut, at: str, option: dict[str, Any]) -> None:
    """The value that the file is written with."""
    if isinstance(path := option.get("sets"), str):
        now = _value_at(spelled.document, path)
        found = option.get("lowest") if now is UNKNOWN else _whole(now)
        if found is not None:
            option["default"] = found
        return
    as_written = []
    for value, patch in _patches(option).items():
        now = {path: _value_at(spelled.document, path) for path in patch}
        if UNKNOWN in now.values():
            # The check of the patches reports a path that leads nowhere.
            option["default"] = value
            return
        if now == patch:
            as_written.append(value)
    if len(as_written) == 1:
        option["default"] = as_written[0]
    elif named := as_written or list(_patches(option)):
        allowed = f"the value that the file is written with: {', '.join(named)}"
        spelled.refuse(f"{at}.default", MISSING, allowed)


def _patches(option: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each value of an option with the keys it sets."""
    if isinstance(option.get("sets"), str):
        return {"": {option["sets"]: None}}
    values = option.get("values")
    patches = {
        value: meaning.get("sets", {})
        for value, meaning in (values.items() if isinstance(values, dict) else ())
        if isinstance(meaning, dict)
    }
    return {value: patch for value, patch in patches.items() if isinstance(patch, dict)}


def _value_at(document: dict[str, Any], path: str) -> Any:  # noqa: ANN401 - raw TOML
    """What the file says at a key; a key left out at its default is written."""
    try:
        return find(document, path)
    except KeyPathError:
        section, _, key = path.rpartition(".")
    default = written_default(tuple(path.split(".")))
    if default is None:
        return UNKNOWN
    if section in LEFT_OUT:
        document.setdefault(section, {})
    try:
        holder = find(document, section)
    except KeyPathError:
        return UNKNOWN
    if not isinstance(holder, dict):
        return UNKNOWN
    holder[key] = default
    return default


def _whole(found: object) -> int | None:
    """The whole number in a number, in dollars or in a percentage."""
    if isinstance(found, int):
        return found
    text = found.strip("$%").replace(",", "") if isinstance(found, str) else ""
    return int(text) if text.isascii() and text.isdecimal() else None
