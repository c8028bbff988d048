"""The identity of a rules file: what it says, however it is written.

The canonical form is the file read by the schema: amounts in their one spelling, prose and
published figures left out, tables in alphabetical order, and no key that is at its default, written
out or not. It has the deck card by card and the rankings category by category, shipped ones too, so
that nobody can change what a file means from outside. An option value appears as what it changes,
so that a patch too may be spelled in any way. Its SHA-256 is the file's identity: a new title keeps
it, a new pay changes it.

A key that is added to the schema changes no file's identity, so two rules hold for the schema: the
default of a new key says what was so before there was that key, and a default never changes.

That is version 2. Files were known by version 1 before, and transcripts, books and approvals that
name a file so are still about that file; `version1` computes it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.rules.amounts import Written
from feltworks.rules.handbook import Handbook, find_ranking
from feltworks.rules.keypath import section_of
from feltworks.rules.options import patched
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE, Part
from feltworks.rules.validation import validated
from feltworks.rules.version1 import NEWER_KEYS, filled

ABSENT = "absent"
NONE = "none"
Form = dict[str, Any]
Spelling = Callable[[Rules, Collection[str] | None], Form]
"""Rules in their one spelling: all sections, or those alone."""

SPELLED_BY = {"wagers": "game", "hands": "rankings"}
"""Sections by which another is spelled out: the unit, and the rankings that are used."""


def identity(written: Rules, document: Mapping[str, Any]) -> str:
    """The identity of a file, given as written and as read."""
    return _sha256(canonical_form(written, document))


def identity_of_version_1(written: Rules, document: Mapping[str, Any]) -> str | None:
    """The file's earlier identity; None for a file with a newer key, which never had one."""
    form = canonical_form(written, document, stated_in_version_1)
    newer = tuple(f".{key}" for key in NEWER_KEYS)
    if any(f".{key}".endswith(newer) for key, _ in _flat(form)):
        return None
    return _sha256(filled(form))


def canonical_form(
    written: Rules, document: Mapping[str, Any], plain: Spelling | None = None
) -> Form:
    """The canonical form of a file; with `plain_rules` a form for people that has every key."""
    plain = plain or stated_rules
    form = plain(written, None)
    options: Form = _plain(written.options, defaults=False)
    for id_, option in options.items():
        for value, named in option.get("values", {}).items():
            named.pop("sets", None)
            patch = written.options[id_].patch(value)
            touched = {section_of(path) for path in patch}
            rules = _with_value(written, document, id_, value, touched)
            if rules is None:
                # The checks report a value that makes no valid file; here it is kept as written.
                named["changes"] = {"as written": json.dumps(patch, sort_keys=True, default=str)}
                continue
            spelled = {*touched, *(SPELLED_BY[name] for name in touched & SPELLED_BY.keys())}
            changes = differences(_part(form, spelled), _part(plain(rules, spelled), spelled))
            if changes:
                named["changes"] = {key: found for key, (_, found) in changes.items()}
    return {**form, "options": options}


def _with_value(
    written: Rules, document: Mapping[str, Any], id_: str, value: str, touched: Collection[str]
) -> Rules | None:
    """The file with one value chosen; None if that makes no valid file."""
    known = {
        name: getattr(written, name) for name in written.model_fields_set if name not in touched
    }
    try:
        return validated(patched(document, {id_: written.options[id_]}, {id_: value}), "", known)
    except FeltworksError:
        return None


def _part(form: Form, sections: Collection[str]) -> Form:
    return {name: section for name, section in form.items() if name in sections}


def _sha256(form: Form) -> str:
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def differences(one: Form, other: Form) -> dict[str, tuple[str, str]]:
    """The keys in which two forms differ, with what each says."""
    here, there = (
        {key: text for name, section in form.items() for key, text in _flat(section, name)}
        for form in (one, other)
    )
    return {
        key: (here.get(key, ABSENT), there.get(key, ABSENT))
        for key in sorted({*here, *there})
        if here.get(key, ABSENT) != there.get(key, ABSENT)
    }


def stated_rules(rules: Rules, sections: Collection[str] | None = None) -> Form:
    """What rules say, without options, in one spelling and without keys at their default."""
    return _rules_form(rules, sections, defaults=False)


def plain_rules(rules: Rules, sections: Collection[str] | None = None) -> Form:
    """What rules say, without options, in one spelling and with every default filled in."""
    return _rules_form(rules, sections, defaults=True)


def stated_in_version_1(rules: Rules, sections: Collection[str] | None = None) -> Form:
    """What rules say as version 1 had it."""
    return filled(stated_rules(rules, sections))


def _rules_form(rules: Rules, sections: Collection[str] | None, *, defaults: bool) -> Form:
    """All sections, or those alone."""
    form: Form = dict(_keys(rules, sections, defaults=defaults))
    form.pop("options", None)
    if "game" in form:
        if rules.wagers_of("required"):
            form["game"]["unit"] = rules.unit
        form["game"]["deck"] = _plain_deck(rules)
    if sections is None or "rankings" in sections:
        names = sorted({*rules.rankings, *(hand.ranking for hand in rules.hands.values())})
        form["rankings"] = {name: _plain_ranking(rules, name) for name in names}
    return form


def _plain(value: object, *, defaults: bool) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, Part):
        return dict(_keys(value, defaults=defaults))
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(found, defaults=defaults) for key, found in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(found, defaults=defaults) for found in value]
    return value


def _keys(
    part: Part, names: Collection[str] | None = None, *, defaults: bool
) -> Iterator[tuple[str, Any]]:
    """The keys of a part, all or those alone."""
    for name, field in type(part).model_fields.items():
        found = getattr(part, name)
        if name in PROSE or found is None or (names is not None and name not in names):
            continue
        plain = _plain(found, defaults=defaults)
        if defaults or plain != _default(type(part), name):
            yield field.alias or name, plain


@cache
def _default(part: type[Part], name: str) -> object:
    """A key's default as it would be in a form; equal to nothing if it has none."""
    default = part.model_fields[name].get_default(call_default_factory=True)
    return _plain(default, defaults=False)


def _plain_deck(rules: Rules) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        deck = Handbook(rules).deck
    except FeltworksError:
        return _plain(rules.game.deck, defaults=True)
    return {
        **({"gone": sorted(map(str, deck.gone))} if deck.gone else {}),
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
        return _plain(rules.rankings.get(name), defaults=True)
    return {
        "cards": found.cards,
        "categories": list(found.categories),
        "ace_low": found.ace_low,
        "flush_repeats": found.flush_repeats,
        "wild": list(found.wild),
        **({"bug": True} if found.bug else {}),
        "labels": dict(found.labels),
    }


def _flat(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every scalar under its key path; items are named by their id, and their order is a key."""
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
