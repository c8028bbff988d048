"""Guessing what a faulty document meant, so that the rest of it can be checked too.

A mistake in one key should not hide the others. Misspelt keys are taken for the key they resemble,
and words for the choice; a value of the wrong form is left out if there is a default, and a prize
that cannot be read counts as even money. A missing name or id is made up. Options and items of
lists that cannot be guessed are left out. The mended document is only used to find more mistakes.
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
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE
from feltworks.rules.schema.settle import OUTCOMES, ROW_IN_WORDS, row_with_id
from feltworks.rules.schema.stages import SHORT_CHOICES
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
EVEN = "1:1"
# In place of an item of a list until all errors, which name items by their place, are mended.
GONE = object()
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
    made_up: list[str] = []
    for _ in range(ROUNDS):
        if guess is None:
            return None
        guess = spell_out(guess).document
        try:
            rules = Rules.model_validate(guess, by_alias=True, by_name=False)
            return MendedRules(rules, guess, tuple(made_up))
        except ValidationError as error:
            errors = error.errors(include_url=False)
            misspelt = [details for details in errors if details["type"] == "extra_forbidden"]
            # A missing key may be the misspelt one: try that first.
            guess = _mended(guess, misspelt or errors, made_up)
    return None


def _mended(
    copy: dict[str, Any], errors: Sequence[ErrorDetails], made_up: list[str]
) -> dict[str, Any] | None:
    for details in errors:
        steps = details["loc"]
        if details["type"] == "missing" and steps[-1] in MAKES_HANDS:
            made_up += _about(copy, steps)
        holder, key = _holder(copy, steps)
        if details["type"] == "extra_forbidden":
            if not isinstance(holder, dict) or key != steps[-1]:
                return None
            _respell(holder, steps)
        elif isinstance(holder, list) and isinstance(key, int):
            holder[key] = _item(holder[key], copy, steps, made_up)
            if holder[key] is None:
                return None
        elif not (
            isinstance(holder, dict)
            and isinstance(key, str)
            and (
                _reword(holder, key, details)
                or _leave_out_refused(holder, key, details)
                or _fill_in(copy, holder, key, steps)
            )
        ) and not _leave_out_option(copy, steps):
            return None
    _without_gone(copy)
    return copy


def _about(document: Mapping[str, Any], steps: Sequence[str | int]) -> list[str]:
    """The sections that depend on a hand of which a key is missing, or on the deck."""
    if steps[0] != "hands" or len(steps) < 2:
        return list(ABOUT_HANDS)
    using = {"contests": ("player", "dealer"), "pays": ("hand",)}
    return [f"hands.{steps[1]}"] + [
        f"{section}.{id_}"
        for section, keys in using.items()
        for id_, part in _tables(document.get(section)).items()
        if steps[1] in [part.get(key) for key in keys]
    ]


def _item(
    found: object, document: Mapping[str, Any], steps: Sequence[str | int], made_up: list[str]
) -> object:
    """What an item of a list may have meant; None if nothing can be said without it."""
    name = next((step for step in reversed(steps) if isinstance(step, str)), "")
    if name == "deal":
        return _deal_step(found, document)
    if name == "rows" and isinstance(found, str) and ROW_IN_WORDS.fullmatch(words := _row(found)):
        row = row_with_id(words)
        made_up.append(f"{'.'.join(map(str, steps[:-1]))}.{row['id']}")
        return row
    if name == "decide" and isinstance(found, str):
        for word in get_close_matches(found, SHORT_CHOICES, n=1):
            return word
    # The item is left out: whatever needs it would be blamed.
    needing = {"rows": [".".join(map(str, steps[:2]))], "decide": ["stages", "wagers", "settle"]}
    made_up += needing.get(name, [str(steps[0])])
    return GONE if name != "stages" else None


def _row(words: str) -> str:
    """A row of a pay table with the verb that it lacks, or that is misspelt."""
    hand = words.split()
    for place, word in enumerate(hand[1:], start=1):
        for verb in get_close_matches(word, ("pays", *OUTCOMES), n=1):
            prize = " ".join(hand[place + 1 :])
            rest = verb if verb in OUTCOMES else f"pays {prize or EVEN}"
            return f"{' '.join(hand[:place])} {rest}"
    return f"{' '.join(hand[:-1] or hand)} pays {hand[-1] if hand[1:] else EVEN}"


def _leave_out_option(copy: dict[str, Any], steps: Sequence[str | int]) -> bool:
    """Leaves a faulty option out; nothing but published figures refers to an option."""
    if steps[0] != "options" or len(steps) < 2 or not isinstance(copy["options"], dict):
        return False
    copy["options"].pop(steps[1], None)
    claims = copy.get("published")
    for claim in claims if isinstance(claims, list) else ():
        if isinstance(claim, dict) and isinstance(claim.get("options"), dict):
            claim["options"].pop(steps[1], None)
    return True


def _without_gone(node: object) -> None:
    """Takes out of every list the items that were left out."""
    if isinstance(node, list):
        node[:] = [each for each in node if each is not GONE]
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _without_gone(each)


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
    free = [key for key in keys_at(tuple(steps[:-1])) if key not in holder and key != word]
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


def _leave_out_refused(holder: dict[str, Any], key: str, details: ErrorDetails) -> bool:
    """Leaves out of a section the first key that its refusal names."""
    section, refused = holder.get(key), details.get("ctx", {}).get("error")
    if key not in NOT_REFERRED_TO or not isinstance(section, dict):
        return False
    words = re.findall(r"\w+", refused.found) if isinstance(refused, RefusalError) else []
    for word in words:
        if word in section:
            del section[word]
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
        return EVEN
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
