"""From a house file's text to what it says, or to every mistake in it.

Mistakes are told as those of rules files are: the key, what stands there, what may stand there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.house.cardroom.housefile import HouseFile
from feltworks.rules.mistakes import MISSING, Mistake, RefusalError, quote
from feltworks.rules.schema.part import ID_FORM, SOME_TEXT, Part

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

LARGEST_BYTES = 256 * 1024
_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number, without quotes",
    "bool_type": "true or false, without quotes",
    "date_type": "a date without quotes, such as 2008-09-01",
    "date_parsing": "a date without quotes, such as 2008-09-01",
    "date_from_datetime_parsing": "a date without quotes, such as 2008-09-01",
    "date_from_datetime_inexact": "a date without a time, such as 2008-09-01",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "tuple_type": "a list in square brackets",
}


class HouseFileError(FeltworksError):
    """A house file that cannot be used, with everything that is wrong with it."""

    def __init__(self, file: str, mistakes: Sequence[Mistake]) -> None:
        self.file = file
        self.mistakes = tuple(dict.fromkeys(mistakes))
        super().__init__("\n".join(f"{file}: {mistake}" for mistake in self.mistakes))


def too_much(name: str) -> HouseFileError:
    allowed = f"at most {LARGEST_BYTES:,} bytes"
    return HouseFileError(name, [Mistake("the file", "more", allowed)])


def parse_house(text: str, name: str) -> HouseFile:
    """What the text says; a `HouseFileError` tells every mistake of form."""
    if len(text.encode()) > LARGEST_BYTES:
        raise too_much(name)
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        problem = Mistake("the file", f"text that is not TOML: {error}", "TOML", line)
        raise HouseFileError(name, [problem]) from None
    try:
        return HouseFile.model_validate(document, by_alias=True, by_name=False)
    except ValidationError as error:
        told = [_mistake(details) for details in error.errors(include_url=False)]
        raise HouseFileError(name, told) from None


def _mistake(details: ErrorDetails) -> Mistake:
    steps, kind, found = details["loc"], details["type"], details["input"]
    key = _key(steps)
    context: Mapping[str, Any] = details.get("ctx", {})
    if isinstance(refused := context.get("error"), RefusalError):
        return Mistake(key, refused.found, refused.allowed)
    if kind == "extra_forbidden":
        keys = _keys_at(steps[:-1])
        close = did_you_mean(str(steps[-1]), keys)
        return Mistake(key, f"a key that does not exist{close}", ", ".join(keys))
    if kind == "missing":
        return Mistake(key, MISSING, _wanted(steps))
    if kind == "literal_error":
        allowed = str(context["expected"]).replace("'", "")
        close = did_you_mean(str(found), allowed.replace(" or ", ", ").split(", "))
        return Mistake(key, f"{quote(found)}{close}", allowed)
    if kind in _TYPES:
        return Mistake(key, quote(found), _TYPES[kind])
    if kind == "string_pattern_mismatch" and context["pattern"] == SOME_TEXT:
        return Mistake(key, quote(found), "some text")
    if kind in ("string_pattern_mismatch", "string_too_long"):
        return Mistake(key, quote(found), ID_FORM)
    return Mistake(key, quote(found), _bounds(kind, context))


def _key(steps: Sequence[str | int]) -> str:
    """Table names and list places, counted from one; what only the validator knows is left out."""
    named = [str(step + 1) if isinstance(step, int) else step for step in steps]
    return ".".join(step for step in named if step.isidentifier() or "[" not in step) or "the file"


def _bounds(kind: str, context: Mapping[str, Any]) -> str:
    if kind == "greater_than_equal":
        return f"{context['ge']} or more"
    if kind == "less_than_equal":
        return f"{context['le']} or less"
    if kind in ("too_short", "string_too_short"):
        return f"at least {context['min_length']} of them"
    return kind.replace("_", " ")


def _model_at(steps: Sequence[str | int]) -> type[BaseModel] | None:
    at: Any = HouseFile
    for step in steps:
        if isinstance(at, type) and issubclass(at, BaseModel):
            field = at.model_fields.get(str(step))
            at = None if field is None else field.annotation
        else:
            inside = get_args(at)
            at = inside[1] if get_origin(at) is dict else inside[0] if inside else None
    return at if isinstance(at, type) and issubclass(at, BaseModel) else None


def _keys_at(steps: Sequence[str | int]) -> list[str]:
    model = _model_at(steps)
    keys = [] if model is None else list(model.model_fields)
    return sorted(keys, key=lambda key: key in Part.model_fields)


def _wanted(steps: Sequence[str | int]) -> str:
    model = _model_at(steps[:-1])
    field = None if model is None else model.model_fields.get(str(steps[-1]))
    described = None if field is None else field.description
    return (described or "this key, which has no default").rstrip(".")
