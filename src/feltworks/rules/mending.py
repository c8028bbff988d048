"""Guessing what a faulty document meant, so that the rest of it can be checked too.

A mistake in one key should not hide the others. Misspelt keys are taken for the key they resemble,
and words for the choice; a value of the wrong form is left out if there is a default, and a prize
that cannot be read counts as even money. The mended document is only used to find more mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from feltworks.rules.amounts import Prize
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE
from feltworks.rules.sections import field_at, keys_at
from feltworks.rules.shortforms import spell_out

ROUNDS = 3
# Whole sections that may be left out without breaking references to them.
NOT_REFERRED_TO = ("offer", "table", "irregularities")


@dataclass(frozen=True, slots=True)
class MendedRules:
    """What a faulty document may have meant, as a document and as rules."""

    rules: Rules
    document: Mapping[str, Any]


def mended(document: Mapping[str, Any]) -> MendedRules | None:
    """The document with every error guessed away, or None if one cannot be."""
    guess: dict[str, Any] | None = deepcopy(dict(document))
    for _ in range(ROUNDS):
        if guess is None:
            return None
        guess = spell_out(guess).document
        try:
            return MendedRules(Rules.model_validate(guess, by_alias=True, by_name=False), guess)
        except ValidationError as error:
            guess = _mended(guess, error.errors(include_url=False))
    return None


def _mended(copy: dict[str, Any], errors: Sequence[ErrorDetails]) -> dict[str, Any] | None:
    misspelt = [details for details in errors if details["type"] == "extra_forbidden"]
    # A missing key may be the misspelt one: try that first.
    for details in misspelt or errors:
        steps = details["loc"]
        holder = _holder(copy, steps)
        if not steps or not isinstance(holder, dict) or not isinstance(steps[-1], str):
            return None
        if details["type"] == "extra_forbidden":
            _respell(holder, steps)
        elif not (_reword(holder, details) or _leave_out(holder, steps)):
            return None
    return copy


def _holder(node: Any, steps: Sequence[str | int]) -> Any:  # noqa: ANN401 - raw TOML
    for step in steps[:-1]:
        if isinstance(node, dict) and step in node:
            node = node[str(step)]
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            node = node[step]
        elif not (isinstance(node, dict) and isinstance(step, int)):
            return None
    return node


def _respell(holder: dict[str, Any], steps: Sequence[str | int]) -> None:
    word = str(steps[-1])
    value = holder.pop(word, None)
    free = [key for key in keys_at(tuple(steps[:-1])) if key not in holder]
    for key in get_close_matches(word, free, n=1):
        holder[key] = value


def _reword(holder: dict[str, Any], details: ErrorDetails) -> bool:
    """Replaces a word that is no choice by the choice it resembles."""
    if details["type"] != "literal_error":
        return False
    choices = str(details["ctx"]["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
    for choice in get_close_matches(str(details["input"]), choices, n=1):
        holder[str(details["loc"][-1])] = choice
        return True
    return False


def _leave_out(holder: dict[str, Any], steps: Sequence[str | int]) -> bool:
    key, field = str(steps[-1]), field_at(tuple(steps))
    if field is None or key not in holder or key == "mechanism":
        return False
    if len(steps) == 1 and key not in NOT_REFERRED_TO:
        return False
    if not field.is_required():
        del holder[key]
        return True
    if field.annotation is Prize:
        holder[key] = "1:1"
        return True
    if field.annotation is str and key in PROSE:
        holder[key] = key
        return True
    return False
