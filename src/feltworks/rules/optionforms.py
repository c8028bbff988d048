"""The short forms of options: one key and its values, and defaults that the file already states.

`sets."table.dealing" = { one-at-a-time = "one card to each in turn", ... }` names the key once.
Each value is written with what it means; the key is set to the value's own name, or to what `to`
says. `sets."table.seats" = "1 to 7"` is a whole number. The default is the value in the file, so it
need not be named; if that is none of the option's values, it becomes a value of its own,
`as-in-the-file`. A key that is at its schema default need not be written for an option to set it.
A whole block that an option sets, `sets."pays.bonus"`, is spelled out as if it stood in the
file: it may be `like` another block of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from feltworks.rules.keypath import KeyPathError, find, in_full
from feltworks.rules.mistakes import Mistake, origin_of, quote
from feltworks.rules.schema.options import AS_IN_FILE
from feltworks.rules.schema.part import MOST
from feltworks.rules.sections import written_default

if TYPE_CHECKING:
    from feltworks.rules.shortforms import SpelledOut

UNKNOWN = object()
LEFT_OUT = ("table", "irregularities", "offer")
"""Sections that a file may leave out although an option sets a key of them."""
BLOCKS = ("wagers", "hands", "totals", "contests", "pays", "settle")
"""Sections whose blocks have short forms."""
MOST_ITEMS = 100_000
"""How many keys, rows and words the whole blocks may have that all options set."""
_MOST_ITEMS = f"whole blocks of at most {MOST_ITEMS:,} keys, rows and words in all options together"
_RANGE = re.compile(r"([0-9]{1,9})\s+to\s+([0-9]{1,9})")
_RANGE_FORM = 'a table of values, or for one key a range such as "1 to 7"'
SEVERAL = "values that differ, or one of them as the `default`"
OTHER_NAME = "another name, which the program does not use itself"
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
    left = MOST_ITEMS
    for id_, option in options.items():
        known, patches = len(spelled.mistakes), _patches(option)
        for path in _paths(patches):
            _value_at(spelled.document, path)
        for value, patch in patches.items():
            for path in patch:
                if not _is_block(spelled, path) or isinstance(option.get("sets"), str):
                    patch[path] = in_full(path.rpartition(".")[2], patch[path])
                    if value:
                        set_by = spelled.set_by.setdefault(f"{id_} = {value}", {})
                        set_by[path] = f'options.{id_}.values.{value}.sets."{path}"'
                    continue
                left -= _items(patch[path]) + _items(_model_of(spelled, path, patch[path]))
                if left < 0:
                    spelled.refuse("options", "blocks that are too many or too long", _MOST_ITEMS)
                    return
                _whole_block(spelled, (id_, value), path, patch)
        if "default" not in option:
            _default(spelled, f"options.{id_}", option, is_faulty=len(spelled.mistakes) > known)


def _is_block(spelled: SpelledOut, path: str) -> bool:
    """Whether a path leads to a whole block that the file has."""
    section, _, id_ = path.partition(".")
    return section in BLOCKS and id_ in spelled.section(section)


def _items(found: object) -> int:
    """How many keys, rows and words there are."""
    if isinstance(found, dict):
        return len(found) + sum(map(_items, found.values()))
    return 1 + sum(map(_items, found)) if isinstance(found, list) else 1


def _model_of(spelled: SpelledOut, path: str, block: object) -> object:
    """The block that a block of an option is `like`, if it is like one."""
    like = block.get("like") if isinstance(block, dict) else None
    section = path.partition(".")[0]
    return spelled.written_blocks(section).get(like) if isinstance(like, str) else None


def _whole_block(
    spelled: SpelledOut, by: tuple[str, str], path: str, patch: dict[str, Any]
) -> None:
    """Sets the block in the long form, as if it stood in the file; `by` is the option's value."""
    option, value = by
    at = f'options.{option}.values.{value}.sets."{path}"'
    section, _, id_ = path.partition(".")
    whole = spelled.with_block(section, id_, patch[path])
    patch[path] = whole.document[section][id_]
    set_by = spelled.set_by.setdefault(f"{option} = {value}", {})
    set_by[path] = at
    inside = f"{path}."
    for key, origin in whole.origins.items():
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
        told = f"{len(paths)} keys with commas between them"
        spelled.refuse(f"{at}.sets", told, f"at most {MOST} keys")
    elif isinstance(choices, dict) and len(choices) > MOST:
        spelled.refuse(written, f"{len(choices)} values", f"at most {MOST} values")
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
            if isinstance(meaning, dict) and "sets" in meaning:
                continue
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
        lowest, highest = option.get("lowest"), option.get("highest")
        found = lowest if now is UNKNOWN else _whole(now)
        if found is not None and _is_between(lowest, found, highest):
            option["default"] = found
        elif now is not UNKNOWN and isinstance(option.get("values", {}), dict):
            _add_as_in_file(spelled, at, option, {path: now})
            if not isinstance(now, str | int | float):
                found = f"{path!r}, which is {quote(now)}"
                spelled.unclear.append(Mistake(f"{at}.sets", found, "a key with a whole number"))
        return
    as_written, patches = [], _patches(option)
    all_now = {path: _value_at(spelled.document, path) for path in _paths(patches)}
    for value, patch in patches.items():
        now = {path: all_now[path] for path in patch}
        if is_faulty or UNKNOWN in now.values():
            # The check of the patches reports a path that leads nowhere.
            option["default"] = value
            return
        if now == patch:
            as_written.append(value)
    if len(as_written) == 1:
        option["default"] = as_written[0]
    elif as_written or AS_IN_FILE in patches:
        named = as_written or list(patches)
        found, allowed = f"{', '.join(named)}, which are all what the file says", SEVERAL
        if not as_written:
            found, allowed = f"the value {AS_IN_FILE}, which is not what the file says", OTHER_NAME
        spelled.unclear.append(Mistake(at, found, allowed))
        option["default"] = named[0]
    elif patches:
        _add_as_in_file(spelled, at, option, all_now)


def _is_between(lowest: object, found: int, highest: object) -> bool:
    """Whether a number is within bounds; bounds that are no numbers are refused elsewhere."""
    bounds = isinstance(lowest, int) and isinstance(highest, int)
    return not bounds or lowest <= found <= highest  # type: ignore[operator]


def _add_as_in_file(
    spelled: SpelledOut, at: str, option: dict[str, Any], now: dict[str, Any]
) -> None:
    """Makes what the file says a value of the option, and its default.

    A mistyped key is then reported under its own name, and not as a default that is missing.
    """
    told = {str(found) for found in now.values() if isinstance(found, str | int)}
    says = f"the file says {told.pop()}" if len(now) == len(told) == 1 else "what the file says"
    option["values"] = {**option.get("values", {}), AS_IN_FILE: {"says": says, "sets": now}}
    option["default"] = AS_IN_FILE
    here = f"{at}.values.{AS_IN_FILE}"
    for path in now:
        spelled.origins.update(dict.fromkeys((f"{here}.says", f"{here}.sets.{path}"), path))


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


def _paths(patches: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The keys that some value sets, each once."""
    return list(dict.fromkeys(path for patch in patches.values() for path in patch))


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
    if isinstance(found, int) and not isinstance(found, bool):
        return found
    text = found.strip("$%").replace(",", "") if isinstance(found, str) else ""
    return int(text) if text.isascii() and text.isdecimal() else None
