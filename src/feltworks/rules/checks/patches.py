"""Options: patches that hit a key of the file, never the same one twice, and change nothing
when the default is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.rules.checks import cross_check
from feltworks.rules.identity import option_changes, plain_rules
from feltworks.rules.keypath import KeyPathError, find
from feltworks.rules.mistakes import Mistake, RulesError
from feltworks.rules.options import patched
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option
from feltworks.rules.validation import validated

UNTOUCHABLE = ("options", "published", "game.id")


def check_patches(rules: Rules, document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Every patch of every value against the document it is written into."""
    hit_by: dict[str, str] = {}
    for id_, option in rules.options.items():
        mine: set[str] = set()
        for value in values_to_try(option):
            for path in option.patch(value):
                yield from _path(document, patch_key(id_, option, value), path)
                mine.add(path)
        for path in sorted(mine):
            for other, owner in hit_by.items():
                if _overlap(path, other):
                    found = f"a patch to {path}, which {owner} patches too"
                    yield Mistake(f"options.{id_}", found, "keys that no other option patches")
        hit_by.update(dict.fromkeys(mine, f"options.{id_}"))


def check_values(rules: Rules, document: Mapping[str, Any]) -> Iterator[Mistake]:
    """The file with each value of each option: it must hold up as well as it does as written."""
    as_written = set(cross_check(rules))
    for id_, option in rules.options.items():
        for value in values_to_try(option):
            given = f"{id_} = {value}"
            for mistake in _with_value(document, {id_: option}, value):
                if mistake not in as_written:
                    yield Mistake(mistake.key, mistake.found, mistake.allowed, given=given)


def check_defaults(rules: Rules, document: Mapping[str, Any]) -> Iterator[Mistake]:
    """The file as written is the game with its defaults: choosing them must change nothing."""
    defaults = {id_: option.default for id_, option in rules.options.items()}
    try:
        chosen = validated(patched(document, rules.options, defaults), "")
    except FeltworksError:
        chosen = None
    if chosen is None or plain_rules(chosen) != plain_rules(rules):
        for id_ in rules.options:
            yield from _default(rules, document, id_)


def values_to_try(option: Option) -> list[str]:
    """The values of an option; of a number its bounds and its default."""
    if not option.is_number:
        return list(option.values)
    return list(dict.fromkeys((str(option.lowest), option.default, str(option.highest))))


def patch_key(id_: str, option: Option, value: str) -> str:
    """Where in the file the patch of a value is written."""
    return f"options.{id_}.sets" if option.is_number else f"options.{id_}.values.{value}.sets"


def _path(document: Mapping[str, Any], key: str, path: str) -> Iterator[Mistake]:
    for forbidden in UNTOUCHABLE:
        if _overlap(path, forbidden):
            yield Mistake(key, f"a patch to {path}", f"any key but {', '.join(UNTOUCHABLE)}")
            return
    try:
        find(document, path)
    except KeyPathError as error:
        yield Mistake(key, f"{path!r}, but {error}", "a key that the file already has")


def _overlap(one: str, other: str) -> bool:
    shorter, longer = sorted((one.split("."), other.split(".")), key=len)
    return longer[: len(shorter)] == shorter


def _with_value(
    document: Mapping[str, Any], only: Mapping[str, Option], value: str
) -> list[Mistake]:
    (id_,) = only
    try:
        return cross_check(validated(patched(document, only, {id_: value}), ""))
    except RulesError as error:
        return list(error.mistakes)
    except FeltworksError:
        return []


def _default(rules: Rules, document: Mapping[str, Any], id_: str) -> Iterator[Mistake]:
    option = rules.options[id_]
    if any(list(_path(document, "", path)) for path in option.patch(option.default)):
        return
    changes = option_changes(rules, document, id_, option.default)
    if changes:
        told = ", ".join(f"{key} = {value}" for key, value in changes.items())
        found = f"{option.default!r}, which changes the file as written to {told}"
        yield Mistake(f"options.{id_}.default", found, "the value that the file is written with")
