"""Messages that take fields of a value by their names.

A message declares its fields: a value of another layer never gives a browser more than these.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Self, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict

from feltworks.cards import Card

T = TypeVar("T")
Text = Annotated[str, BeforeValidator(str)]
"""A value as its text, such as an account or a prize."""
_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


class Copied(BaseModel):
    """Base of models that copy fields of a value of another layer."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def of(cls, value: object, /, **others: object) -> Self:
        """The message with the value's fields; `others` are those that it does not have so."""
        names = [name for name in cls.model_fields if name not in others and hasattr(value, name)]
        return cls.model_validate({name: getattr(value, name) for name in names} | others)


def part(kind: type[T], value: object, /, **others: object) -> T:
    """The same for a typed dictionary, the value's fields as plain data; see `plain`."""
    names = kind.__annotations__
    taken = {
        name: others[name] if name in others else plain(getattr(value, name)) for name in names
    }
    return cast("T", taken)


def plain(value: object) -> object:
    """A value as JSON can hold it: cards as text, tuples as lists, dataclasses by field."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in field_names(value)}
    return value


def field_names(value: object) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    kind: type[Any] = type(value)
    if kind not in _FIELD_NAMES:
        _FIELD_NAMES[kind] = tuple(each.name for each in fields(kind))
    return _FIELD_NAMES[kind]
