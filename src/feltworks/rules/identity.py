"""The identity of a rules file: what it says, whatever way it is written.

The canonical form is the file held against the schema, defaults filled in, amounts in
their one spelling, prose and published figures left out, tables in alphabetical order. The
deck and the rankings stand in it card by card and category by category, shipped ones too,
so that nobody can change what a file means from outside. An option value stands in it by
what it changes, so that a patch too may be spelled in any way. Its SHA-256 is the file's
identity: a new title keeps it, a new pay changes it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.rules.handbook import Handbook, find_ranking
from feltworks.rules.options import patched
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE, Part
from feltworks.rules.validation import validated
from feltworks.rules.written import Written

ABSENT = "absent"
NONE = "none"


def canonical_form(written: Rules, document: Mapping[str, Any]) -> dict[str, Any]:
    """The canonical form of a file, given as written and as read."""
    form = plain_rules(written)
    form["options"] = {id_: _option_form(written, document, id_) for id_ in written.options}
    return form


def sha256_of(form: Mapping[str, Any]) -> str:
    """The identity that belongs to a canonical form."""
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def differences(
    approved: Mapping[str, Any], found: Mapping[str, Any]
) -> dict[str, tuple[str, str]]:
    """The keys in which two canonical forms differ, with what either says."""
    one, other = dict(_flat(approved)), dict(_flat(found))
    return {
        key: (one.get(key, ABSENT), other.get(key, ABSENT))
        for key in sorted({*one, *other})
        if one.get(key, ABSENT) != other.get(key, ABSENT)
    }


def plain_rules(rules: Rules) -> dict[str, Any]:
    """What rules say, options left aside, in its one spelling."""
    form: dict[str, Any] = _plain(rules)
    form.pop("options", None)
    if rules.wagers_of("required"):
        form["game"]["unit"] = rules.unit
    form["game"]["deck"] = _plain_deck(rules)
    names = sorted({*rules.rankings, *(hand.ranking for hand in rules.hands.values())})
    form["rankings"] = {name: _plain_ranking(rules, name) for name in names}
    return form


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, Part):
        fields = type(value).model_fields
        return {
            field.alias or name: _plain(found)
            for name, field in fields.items()
            if name not in PROSE and (found := getattr(value, name)) is not None
        }
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(found) for key, found in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(found) for found in value]
    return value


def _plain_deck(rules: Rules) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        deck = Handbook(rules).deck
    except FeltworksError:
        return _plain(rules.game.deck)
    return {
        "ranks": list(deck.ranks),
        "suits": list(deck.suits),
        "jokers": deck.jokers,
        "packs": deck.packs,
        "removed": sorted(map(str, deck.removed)),
    }


def _plain_ranking(rules: Rules, name: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        found = find_ranking(rules, name)
    except FeltworksError:
        return _plain(rules.rankings.get(name))
    return {
        "cards": found.cards,
        "categories": list(found.categories),
        "ace_low": found.ace_low,
        "flush_repeats": found.flush_repeats,
        "wild": list(found.wild),
        "labels": dict(found.labels),
    }


def _option_form(written: Rules, document: Mapping[str, Any], id_: str) -> dict[str, Any]:
    option = written.options[id_]
    if option.is_number:
        bounds = {"lowest": option.lowest, "highest": option.highest}
        return {"default": option.default, "sets": option.sets, **bounds}
    values = {
        value: {
            "analysis_only": named.analysis_only,
            "changes": option_changes(written, document, id_, value),
        }
        for value, named in option.values.items()
    }
    return {"default": option.default, "values": values}


def option_changes(
    written: Rules, document: Mapping[str, Any], id_: str, value: str
) -> dict[str, str]:
    """What a value of an option changes in the file as written: key to new value."""
    only = {id_: written.options[id_]}
    try:
        rules = validated(patched(document, only, {id_: value}), "")
    except FeltworksError:
        # A value that makes no valid file is told by the checks; here it stands as written.
        patch = only[id_].patch(value)
        return {"as written": json.dumps(patch, sort_keys=True, default=str)}
    new = differences(plain_rules(written), plain_rules(rules))
    return {key: found for key, (_, found) in new.items()}


def _flat(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every scalar under its key path; items with an id go by it, and their order is told."""
    if isinstance(value, Mapping) and value:
        for name, found in value.items():
            yield from _flat(found, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        named = all("id" in item for item in value)
        names = [str(item["id"] if named else place) for place, item in enumerate(value, start=1)]
        if named:
            yield f"{key} (order)", ", ".join(names)
        for name, item in zip(names, value, strict=True):
            yield from _flat(item, f"{key}.{name}")
    else:
        yield key, _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(_scalar(found) for found in value) or NONE
    return NONE if value == {} else str(value)
