"""The schema's model, fields and keys at any place of a file."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from feltworks.rules.amounts import Written
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import Part

SHORT_KEYS = {
    "HandRules": {
        "like": "The player's hand that this one of the dealer is like: the same keys, the "
        "dealer's cards in the place of the player's."
    },
    "TotalRules": {"like": "The total whose keys it has but for its own."},
    "Wager": {"like": "The wager whose keys it has but for its own."},
    "Settle": {
        "like": "The wager whose cells it has but for its own.",
        "bonus": "A pay table paid on top of not_qualified, win, tie and lose.",
    },
    "PayTable": {"like": "The pay table whose keys it has but for its own."},
    "OptionValue": {"to": "What the key of the option is set to; left out, the value's own name."},
}
"""Keys that a file may have and the schema does not, with descriptions, by the name of their
section. `shortforms` spells them out before validation."""

Steps = tuple[str | int, ...]


def keys_at(steps: Steps, file: type[BaseModel] = Rules) -> list[str]:
    """The keys that the section at that place may have, those for prose last."""
    section = section_at(steps, file)
    if section is None:
        return []
    keys = [field.alias or name for name, field in section.model_fields.items()]
    keys += SHORT_KEYS.get(section.__name__, {})
    return sorted(keys, key=lambda key: key in Part.model_fields)


def field_at(steps: Steps, file: type[BaseModel] = Rules) -> FieldInfo | None:
    """The field of a key, when the place is a key of a section."""
    section = section_at(steps[:-1], file)
    return _field(section, str(steps[-1])) if section is not None else None


def written_default(steps: Steps) -> object:
    """A key's default as a file would write it; None if it has none that can be written."""
    field = field_at(steps)
    default = field.get_default(call_default_factory=True) if field is not None else None
    if isinstance(default, Written):
        return str(default)
    if isinstance(default, tuple):
        return list(default)
    return default if isinstance(default, str | int) else None


def section_at(steps: Steps, file: type[BaseModel] = Rules) -> type[BaseModel] | None:
    """The schema's model for a place in a file; `file` is the model of the whole file."""
    at: Any = file
    for step in steps:
        if isinstance(at, type) and issubclass(at, BaseModel):
            field = _field(at, str(step))
            at = field.annotation if field is not None else None
            if not any(get_origin(part) in (dict, tuple) for part in _alternatives(at)):
                # A section that may be left out is the section all the same.
                at = _model_in(at)
        else:
            at = _inside(at)
    return _model_in(at)


def _field(model: type[BaseModel], key: str) -> FieldInfo | None:
    for name, field in model.model_fields.items():
        if (field.alias or name) == key:
            return field
    return None


def _inside(annotation: Any) -> Any:  # noqa: ANN401 - annotations have no common type
    """What a dict or tuple annotation holds, looking through unions around it."""
    for part in _alternatives(annotation):
        if get_origin(part) is dict:
            return get_args(part)[1]
        if get_origin(part) is tuple:
            return get_args(part)[0]
    return _model_in(annotation)


def _model_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401
    for part in _alternatives(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel):
            return part
    return None


def _alternatives(annotation: Any) -> tuple[Any, ...]:  # noqa: ANN401
    if get_origin(annotation) in (Union, UnionType):
        return get_args(annotation)
    return (annotation,)
