"""Guessing what a faulty document meant, so that the rest of it can be checked too.

A mistake in one key should not hide the others. Misspelt keys are taken for the key they resemble,
and words for the choice; a value of the wrong form is left out if there is a default, and a prize
that cannot be read counts as even money. A missing name or id is made up. The mended document is
only used to find more mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from feltworks.rules.amounts import Prize, Size
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE
from feltworks.rules.sections import field_at, keys_at
from feltworks.rules.shortforms import spell_out

ROUNDS = 6
# Whole sections that may be left out without breaking references to them.
NOT_REFERRED_TO = ("offer", "table", "irregularities")
# Without these nothing can be said about hands.
MAKES_HANDS = ("deck", "ranking", "from")
ABOUT_HANDS = ("rankings", "hands", "totals", "contests", "settle", "pays", "options")
# Tables of zones, with a number of cards for each.
COUNTS = ("from", "at_least")
RANKINGS = {2: "two-card", 3: "three-card", 4: "four-card"}


@dataclass(frozen=True, slots=True)
class MendedRules:
    """What a faulty document may have meant, as a document and as rules.

    The sections in `made_up` depend on a deck or on cards that the document does not name.
    """

    rules: Rules
    document: Mapping[str, Any]
    made_up: tuple[str, ...] = ()


def mended(document: Mapping[str, Any]) -> MendedRules | None:
    """The document with every error guessed away, or None if one cannot be."""
    guess: dict[str, Any] | None = deepcopy(dict(document))
    made_up: tuple[str, ...] = ()
    for _ in range(ROUNDS):
        if guess is None:
            return None
        guess = spell_out(guess).document
        try:
            rules = Rules.model_validate(guess, by_alias=True, by_name=False)
            return MendedRules(rules, guess, made_up)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            missing = [each["loc"][-1] for each in errors if each["type"] == "missing"]
            made_up = ABOUT_HANDS if {*missing} & {*MAKES_HANDS} else made_up
            guess = _mended(guess, errors)
    return None


def _mended(copy: dict[str, Any], errors: Sequence[ErrorDetails]) -> dict[str, Any] | None:
    misspelt = [details for details in errors if details["type"] == "extra_forbidden"]
    # A missing key may be the misspelt one: try that first.
    for details in misspelt or errors:
        steps = details["loc"]
        holder, key = _holder(copy, steps)
        if details["type"] == "extra_forbidden":
            if not isinstance(holder, dict) or key != steps[-1]:
                return None
            _respell(holder, steps)
        elif isinstance(holder, list) and isinstance(key, int):
            holder[key] = _deal_step(holder[key], copy)
            if holder[key] is None:
                return None
        elif not (
            isinstance(holder, dict)
            and isinstance(key, str)
            and (_reword(holder, key, details) or _fill_in(copy, holder, key, steps))
        ):
            return None
    return copy


def _holder(document: Any, steps: Sequence[str | int]) -> tuple[Any, str | int | None]:  # noqa: ANN401 - raw TOML
    """The table or list that holds what an error is about, and its key there.

    Steps that only the validator knows, such as the one pay inside a plain cell, lead to no place.
    """
    node: Any = document
    holder: Any = None
    key: str | int | None = None
    for step in steps:
        if isinstance(node, dict) and isinstance(step, str):
            holder, key = node, step
            node = node.get(step)
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            holder, key = node, step
            node = node[step]
        elif not (isinstance(node, dict) and isinstance(step, int)):
            break
    return holder, key


def _respell(holder: dict[str, Any], steps: Sequence[str | int]) -> None:
    word = str(steps[-1])
    value = holder.pop(word, None)
    free = [key for key in keys_at(tuple(steps[:-1])) if key not in holder]
    for key in get_close_matches(word, free, n=1):
        holder[key] = value


def _reword(holder: dict[str, Any], key: str, details: ErrorDetails) -> bool:
    """Replaces a word that is no choice by the choice it resembles."""
    if details["type"] != "literal_error":
        return False
    choices = str(details["ctx"]["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
    for choice in get_close_matches(str(details["input"]), choices, n=1):
        holder[key] = choice
        return True
    return False


def _deal_step(found: object, document: Mapping[str, Any]) -> str | None:
    """A step of dealing that has some number and some zone of the file."""
    if not isinstance(found, str):
        return None
    zones = document.get("zones")
    named = [zone for zone in zones if zone in found] if isinstance(zones, dict) else []
    number = re.search(r"[0-9]+", found)
    return f"{number[0] if number else 1} down to {named[0]}" if named else None


def _fill_in(
    document: Mapping[str, Any], holder: dict[str, Any], key: str, steps: Sequence[str | int]
) -> bool:
    """Leaves a value out that has a default, and puts something valid for one that has none."""
    field = field_at(tuple(steps))
    if field is None and len(steps) > 1 and steps[-2] in COUNTS:
        holder[key] = 1
        return True
    if field is None or key == "mechanism":
        return False
    guess = _guess(document, holder, key, steps, field.annotation)
    if key in holder and not field.is_required():
        if len(steps) == 1 and key not in NOT_REFERRED_TO:
            return False
        # A cell or a size left out would be missed elsewhere.
        if guess is None or key in PROSE:
            del holder[key]
            return True
    if guess is not None:
        holder[key] = guess
    return guess is not None


def _guess(
    document: Mapping[str, Any],
    holder: Mapping[str, Any],
    key: str,
    steps: Sequence[str | int],
    annotation: object,
) -> object:
    """Something valid for a key; None if there is no telling what else it would change."""
    if annotation in (Prize, Prize | None):
        return "1:1"
    if annotation in (Size, Size | None):
        wagers = _tables(document.get("wagers"))
        required = (id_ for id_, wager in wagers.items() if wager.get("kind") == "required")
        return next((f"1 x {id_}" for id_ in required), None)
    if key in PROSE:
        return key
    if key == "id":
        # A part without an id goes by its place.
        return str(steps[-2] + 1) if isinstance(steps[-2], int) else steps[-2]
    if key == "hand" and "rows" in steps:
        return "any hand"
    if key == "deck":
        return "standard-52"
    if key == "ranking":
        drawn = holder.get("from")
        counts = drawn.values() if isinstance(drawn, dict) else ()
        cards = holder.get("use", sum(each for each in counts if isinstance(each, int)))
        return RANKINGS.get(cards, "five-card") if isinstance(cards, int) else None
    if key == "from":
        hands = _tables(document.get("hands")).values()
        return next((deepcopy(hand["from"]) for hand in hands if "from" in hand), None)
    return None


def _tables(section: object) -> dict[str, dict[str, Any]]:
    """The tables of a section by their ids."""
    found = section.items() if isinstance(section, dict) else ()
    return {id_: table for id_, table in found if isinstance(table, dict)}
