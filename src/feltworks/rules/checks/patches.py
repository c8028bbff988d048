"""Options: patches must set a key of the file, never the same one twice, and change nothing if the
default is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.rules.checks import cross_check
from feltworks.rules.identity import differences, plain_rules
from feltworks.rules.keypath import KeyPathError, find
from feltworks.rules.mistakes import Mistake, RulesError, cut_short
from feltworks.rules.options import patched
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option
from feltworks.rules.sections import keys_at
from feltworks.rules.validation import validated

UNTOUCHABLE = ("options", "published", "game.id")
LONGEST_TELLING = 300


def check_patches(rules: Rules, documents: Sequence[Mapping[str, Any]]) -> Iterator[Mistake]:
    """Checks every patch of every value against the document it is applied to.

    A faulty document has two versions, as written and as mended: a key of either is accepted.
    """
    owners: dict[str, str] = {}
    for id_, option in rules.options.items():
        mine: dict[str, None] = {}
        for value in values_to_try(option):
            key, patch = patch_key(id_, option, value), option.patch(value)
            for path, new in patch.items():
                yield from _path(documents, key, path, new)
            for path, other in _overlaps(patch, dict.fromkeys(patch, "")):
                if path.startswith(f"{other}."):
                    found = f"a patch to {path} beside one to {other}"
                    yield Mistake(key, found, "keys of which none is inside another")
            mine.update(dict.fromkeys(patch))
        for path, other in _overlaps(sorted(mine), owners):
            found = f"a patch to {path}, which {owners[other]} patches too"
            yield Mistake(f"options.{id_}", found, "keys that no other option patches")
        owners.update(dict.fromkeys(mine, f"options.{id_}"))


def check_values(rules: Rules, document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Checks the file with each value of each option: it must be as valid as the file as
    written."""
    as_written = set(cross_check(rules))
    for id_, option in rules.options.items():
        for value in values_to_try(option):
            for mistake in _with_value(document, id_, option, value):
                if mistake not in as_written:
                    yield replace(mistake, given=f"{id_} = {value}")


def check_defaults(rules: Rules, document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Checks that choosing the defaults changes nothing: the file as written is the game with
    them."""
    defaults = {id_: option.default for id_, option in rules.options.items()}
    try:
        chosen = validated(patched(document, rules.options, defaults), "")
    except FeltworksError:
        chosen = None
    if chosen is None or plain_rules(chosen) != plain_rules(rules):
        for id_ in rules.options:
            yield from _default(rules, document, id_)


def values_to_try(option: Option) -> list[str]:
    """The values of an option; for a number its bounds and its default."""
    if not option.is_number:
        return list(option.values)
    numbers = (str(option.lowest), option.default, str(option.highest))
    return list(dict.fromkeys((*option.values, *numbers)))


def patch_key(id_: str, option: Option, value: str) -> str:
    """Where in the file the patch of a value is written."""
    named = value in option.values
    return f"options.{id_}.values.{value}.sets" if named else f"options.{id_}.sets"


def _path(
    documents: Sequence[Mapping[str, Any]], key: str, path: str, new: object
) -> Iterator[Mistake]:
    if isinstance(new, Mapping) and "." not in path:
        found = f"a table for the whole of {path!r}"
        allowed = f'key paths in quotes, such as "{_whole_path(path, new)}" = VALUE'
        yield Mistake(key, found, allowed)
        return
    if any(True for _ in _overlaps([path], UNTOUCHABLE)):
        yield Mistake(key, f"a patch to {path}", f"any key but {', '.join(UNTOUCHABLE)}")
        return
    errors = [error for document in documents if (error := _leads_nowhere(document, path))]
    if len(errors) == len(documents):
        *section, name = path.split(".")
        keys = keys_at(tuple(section))
        close = "" if name in keys else did_you_mean(name, keys)
        allowed = "a key that the file already has, or one that has a default"
        if name == "like":
            allowed = f'the whole block, sets."{".".join(section)}" = {{ like = ... }}'
        yield Mistake(key, f"{path!r}{close}, but {errors[0]}", allowed)


def _leads_nowhere(document: Mapping[str, Any], path: str) -> KeyPathError | None:
    try:
        find(document, path)
    except KeyPathError as error:
        return error
    return None


def _whole_path(path: str, new: object) -> str:
    """The path that was probably meant without quotes: TOML reads its dots as tables."""
    while isinstance(new, Mapping) and new:
        name, new = next(iter(new.items()))
        path = f"{path}.{name}"
    return path


def _overlaps(paths: Iterable[str], others: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each path with another that is the same key, contains it or is inside it."""
    known = dict.fromkeys(others)
    inside: dict[str, str] = {}
    for other in known:
        for outer in _around(other):
            inside.setdefault(outer, other)
    for path in paths:
        hit = [outer for outer in (path, *_around(path)) if outer in known]
        hit += [inside[path]] if path in inside else []
        yield from ((path, other) for other in hit)


def _around(path: str) -> list[str]:
    """The keys that contain a key."""
    return [path[:place] for place, letter in enumerate(path) if letter == "."]


def _with_value(
    document: Mapping[str, Any], id_: str, option: Option, value: str
) -> Iterable[Mistake]:
    """What is wrong with the file if the value is chosen; `check_patches` reports bad patches."""
    key, patch = patch_key(id_, option, value), option.patch(value)
    if any(True for path, new in patch.items() for _ in _path([document], key, path, new)):
        return ()
    try:
        plain = patched(document, {id_: option}, {id_: value})
        return () if plain == document else cross_check(validated(plain, ""))
    except RulesError as error:
        return error.mistakes
    except FeltworksError as error:
        return (Mistake(key, str(error), "patches that can be written one after the other"),)


def _default(rules: Rules, document: Mapping[str, Any], id_: str) -> Iterator[Mistake]:
    option = rules.options[id_]
    key, patch = patch_key(id_, option, option.default), option.patch(option.default)
    if any(True for path, new in patch.items() for _ in _path([document], key, path, new)):
        return
    try:
        chosen = validated(patched(document, {id_: option}, {id_: option.default}), "")
    except FeltworksError:
        # If a default makes no valid file, `_with_value` reports it.
        yield from (
            replace(mistake, given=f"{id_} = {option.default}")
            for mistake in _with_value(document, id_, option, option.default)
        )
        return
    changes = differences(plain_rules(rules), plain_rules(chosen))
    if changes:
        told = ", ".join(f"{name} = {new}" for name, (_, new) in changes.items())
        found = f"{option.default!r}, which changes the file as written to "
        found += cut_short(told, LONGEST_TELLING)
        yield Mistake(f"options.{id_}.default", found, "the value that the file is written with")
