"""The short forms of options: one key and its values, and defaults that the file already states.

`sets."table.dealing" = { one-at-a-time = "one card to each in turn", ... }` names the key once.
Each value is written with what it means; the key is set to the value's own name, or to what `to`
says. `sets."table.seats" = "1 to 7"` is a whole number. The default is the value in the file, so it
need not be named; and a key that is at its schema default need not be written for an option to set
it. A whole block that an option sets, `sets."pays.bonus"`, is spelled out as if it stood in the
file: it may be `like` another block of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from feltworks.rules.keypath import KeyPathError, find, in_full
from feltworks.rules.mistakes import MISSING, origin_of, quote
from feltworks.rules.schema.part import MOST
from feltworks.rules.sections import written_default

if TYPE_CHECKING:
    from feltworks.rules.shortforms import SpelledOut

UNKNOWN = object()
LEFT_OUT = ("table", "irregularities", "offer")
"""Sections that a file may leave out although an option sets a key of them."""
BLOCKS = ("wagers", "hands", "totals", "contests", "pays", "settle")
"""Sections whose blocks have short forms."""
_RANGE = re.compile(r"([0-9]{1,9})\s+to\s+([0-9]{1,9})")
_RANGE_FORM = 'a table of values, or for one key a range such as "1 to 7"'
_MOST_KEYS = f"at most {MOST} keys"
_SWITCH = {"on": True, "off": False}


def spell_options(spelled: SpelledOut) -> None:
    """Every option in the long form."""
    found = spelled.section("options").items()
    options = {id_: option for id_, option in found if isinstance(option, dict)}
    for id_, option in options.items():
        at = f"options.{id_}"
        values = option.get("values", {})
        for value, meaning in values.items() if isinstance(values, dict) else ():
            if isinstance(meaning, str):
                values[value] = {"says": meaning}
                spelled.origins[f"{at}.values.{value}.says"] = f"{at}.values.{value}"
        if isinstance(option.get("sets"), dict):
            _one_key(spelled, at, option)
    if (likes := sum(map(_likes, options.values()))) > MOST:
        spelled.refuse("options", f"{likes} blocks that are `like` another", f"at most {MOST}")
        return
    for id_, option in options.items():
        known = len(spelled.mistakes)
        for value, patch in _patches(option).items():
            for path in list(patch):
                _value_at(spelled.document, path)
                if (block := _block_at(spelled, path, patch)) is not None:
                    _whole_block(spelled, (id_, value), path, block, patch)
                else:
                    patch[path] = in_full(path.rpartition(".")[2], patch[path])
        if "default" not in option:
            _default(spelled, f"options.{id_}", option, is_faulty=len(spelled.mistakes) > known)


def _likes(option: dict[str, Any]) -> int:
    """How many blocks the values of an option set that are `like` another: each is a copy."""
    return sum(
        path.partition(".")[0] in BLOCKS
        and (path.endswith(".like") or (isinstance(new, dict) and "like" in new))
        for patch in _patches(option).values()
        for path, new in patch.items()
    )


def _block_at(spelled: SpelledOut, path: str, patch: Mapping[str, Any]) -> object:
    """The whole block that a patch sets: at its path, or as the file has it with another `like`;
    None if it sets no whole block of the file."""
    section, _, rest = path.partition(".")
    id_, _, key = rest.partition(".")
    if section not in BLOCKS or id_ not in spelled.section(section):
        return None
    if not key:
        return patch[path]
    block = spelled.written_blocks(section).get(id_)
    if key != "like" or not isinstance(block, dict) or key not in block:
        return None
    return {**block, key: patch[path]} if f"{section}.{id_}" not in patch else None


def _whole_block(
    spelled: SpelledOut, by: tuple[str, str], path: str, block: object, patch: dict[str, Any]
) -> None:
    """Sets the block in the long form, as if it stood in the file; `by` is the option's value."""
    option, value = by
    at = f'options.{option}.values.{value}.sets."{path}"'
    section, id_ = path.split(".")[:2]
    place = f"{section}.{id_}"
    whole = spelled.with_block(section, id_, block)
    if place != path:
        del patch[path]
    patch[place] = whole.document[section][id_]
    set_by = spelled.set_by.setdefault(f"{option} = {value}", {})
    set_by[place] = at
    inside = f"{place}."
    for key, origin in whole.origins.items() if path == place else ():
        if key.startswith(inside):
            written = f"{whole.origins.get(origin, origin)}."
            own = written.startswith(inside)
            set_by[key] = f"{at}.{written[len(inside) :]}".rstrip(".") if own else f"{at}.like"
    for mistake in whole.mistakes:
        if mistake.key.startswith(inside):
            spelled.refuse(origin_of(set_by, mistake.key), mistake.found, mistake.allowed)


def _one_key(spelled: SpelledOut, at: str, option: dict[str, Any]) -> None:
    """`sets."KEY" = VALUES`, or several keys with commas between them."""
    sets = option.pop("sets")
    key, choices = next(iter(sets.items()), ("", None))
    paths = [path.strip() for path in key.split(",")]
    written = f'{at}.sets."{key}"'
    if len(paths) > MOST:
        spelled.refuse(f"{at}.sets", f"{len(paths)} keys with commas between them", _MOST_KEYS)
    elif len(sets) != 1 or not all("." in path for path in paths):
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
        for value, meaning in choices.items():
            here = f"{at}.values.{value}"
            spelled.origins[here] = f"{written}.{value}"
            spelled.origins[f"{here}.sets"] = written
            to = ".to" if isinstance(meaning, dict) and "to" in meaning else ""
            new_at = f"{written}.{value}{to}"
            spelled.origins.update((f'{here}.sets."{path}"', new_at) for path in paths)
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


def _default(spelled: SpelledOut, at: str, option: dict[str, Any], *, is_faulty: bool) -> None:
    """The value that the file is written with; any value if the patches are faulty."""
    if isinstance(path := option.get("sets"), str):
        now = _value_at(spelled.document, path)
        found = option.get("lowest") if now is UNKNOWN else _whole(now)
        if found is not None:
            option["default"] = found
        return
    as_written = []
    for value, patch in _patches(option).items():
        now = {path: _value_at(spelled.document, path) for path in patch}
        if is_faulty or UNKNOWN in now.values():
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
