"""Validating a document against the schema, and the schema's errors in plain words. The
validator knows positions, Python types and branches of unions; the person who wrote the file
knows keys and values. Each error gets the file's own key path, the value found there, and what
the schema allows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from feltworks.errors import did_you_mean
from feltworks.rules.keypath import named_path
from feltworks.rules.mistakes import (
    MISSING,
    WHOLE_FILE,
    Mistake,
    RefusalError,
    RulesError,
    quote,
)
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import OPTION_ID, VALUE_ID
from feltworks.rules.schema.part import ID_FORM, SOME_TEXT
from feltworks.rules.sections import field_at, keys_at, section_at

NAME_FORMS = {
    OPTION_ID: "lower-case letters, digits and single underscores",
    VALUE_ID: "letters, digits, hyphens and colons",
    SOME_TEXT: "text that is not empty",
}
TYPES = {
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
NOTHING_KNOWN: Mapping[str, object] = MappingProxyType({})


def mistakes_of(
    error: ValidationError, document: Mapping[str, Any], file: type[BaseModel] = Rules
) -> list[Mistake]:
    """Every error of one validation against the model of a `file`, in the order of its sections."""
    return [
        _mistake(details, document, file)
        for details in error.errors(include_url=False)
        # A list whose every item is wrong is also reported as too short, which says nothing new.
        if details["type"] != "too_short" or not details["input"]
    ]


def _mistake(details: ErrorDetails, document: Mapping[str, Any], file: type[BaseModel]) -> Mistake:
    steps = details["loc"]
    key = named_path(document, steps) or WHOLE_FILE
    kind, found = details["type"], details["input"]
    context: dict[str, Any] = details.get("ctx", {})
    if isinstance(refused := context.get("error"), RefusalError):
        return Mistake(key, refused.found, refused.allowed)
    if kind == "extra_forbidden":
        keys = keys_at(steps[:-1], file)
        close = did_you_mean(str(steps[-1]), keys)
        return Mistake(key, f"a key that does not exist{close}", ", ".join(keys))
    if kind == "missing":
        return Mistake(key, MISSING, _wanted(key, steps, file))
    if kind == "literal_error":
        allowed = str(context["expected"]).replace("'", "")
        close = did_you_mean(str(found), allowed.replace(" or ", ", ").split(", "))
        return Mistake(key, f"{quote(found)}{close}", allowed)
    if kind in TYPES:
        return Mistake(key, quote(found), TYPES[kind])
    if kind in ("string_pattern_mismatch", "string_too_long"):
        text = "the name " if steps[-1] == "[key]" else ""
        allowed = NAME_FORMS.get(context.get("pattern", ""), ID_FORM)
        if "max_length" in context:
            allowed = f"at most {context['max_length']} characters"
        return Mistake(key, f"{text}{quote(found)}", allowed)
    if kind == "too_long":
        return Mistake(key, f"{len(found)} of them", f"at most {context['max_length']}")
    return Mistake(key, quote(found), _bounds(kind, context))


def _wanted(key: str, steps: tuple[str | int, ...], file: type[BaseModel]) -> str:
    """The description of a missing field; for a section also how it is written."""
    field = field_at(steps, file)
    if field is None or not field.description:
        return "this key, which has no default"
    says = field.description.rstrip(".")
    for place, header in ((steps, key), ((*steps, "NAME"), f"{key}.NAME")):
        if (section := section_at(place, file)) is not None:
            needs = [
                each.alias or name
                for name, each in section.model_fields.items()
                if each.is_required()
            ]
            return f"a section [{header}] with {', '.join(needs)}: {says[0].lower()}{says[1:]}"
    return says


def _bounds(kind: str, context: Mapping[str, Any]) -> str:
    if kind == "greater_than_equal":
        return f"{context['ge']} or more"
    if kind == "less_than_equal":
        return f"{context['le']} or less"
    if kind == "too_short":
        return f"at least {context['min_length']} of them"
    return str(context.get("error", kind.replace("_", " ")))


def validated(
    document: Mapping[str, Any], name: str, known: Mapping[str, object] = NOTHING_KNOWN
) -> Rules:
    """The document as rules, without options applied; a `RulesError` lists every mistake."""
    try:
        return Rules.model_validate({**document, **known}, by_alias=True, by_name=False)
    except ValidationError as error:
        raise RulesError(name, mistakes_of(error, document)) from None
