"""The schema of a rules file as versions of the program change it: its defaults, and a key more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import Field, create_model

from feltworks.rules.amounts import Written
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option, OptionId, OptionValue, ValueId
from feltworks.rules.schema.part import PROSE, Id, Part
from feltworks.rules.schema.settle import PayTable, Row
from feltworks.rules.schema.stages import Choice, Stage
from feltworks.rules.schema.table import TableRules
from feltworks.rules.schema.wagers import Wager
from feltworks.rules.version1 import DEFAULTS, filled

__all__ = ["defaults", "defaults_of_version_1", "in_version_1", "later_rules"]


def _with_key(part: type[Part], **fields: Any) -> type[Part]:
    """A section that has one key more, which is off unless it is switched on."""
    return create_model(part.__name__, __base__=part, lights=(bool, False), **fields)


@cache
def later_rules() -> type[Part]:
    """The schema of some later version: a key more in sections, rows, choices and option values."""
    table = _with_key(PayTable, rows=(tuple[_with_key(Row), ...], ...))
    stage = _with_key(Stage, decide=(tuple[_with_key(Choice), ...], ()))
    values = (dict[ValueId, _with_key(OptionValue)], Field(default_factory=dict))
    return _with_key(
        Rules,
        table=(later := _with_key(TableRules), Field(default_factory=later)),
        pays=(dict[Id, table], Field(default_factory=dict)),
        stages=(tuple[stage, ...], ...),
        wagers=(dict[Id, _with_key(Wager)], ...),
        options=(dict[OptionId, _with_key(Option, values=values)], Field(default_factory=dict)),
    )


def in_version_1(form: Mapping[str, Any]) -> dict[str, Any]:
    """A file's form with every default of version 1 written out."""
    return filled(form)


def defaults() -> dict[str, Any]:
    """The default of every key of today's schema, by path."""
    return dict(_schema_defaults(Rules))


def defaults_of_version_1() -> dict[str, Any]:
    """The default of every key of version 1, by path."""
    return dict(_recorded(DEFAULTS))


def _recorded(defaults: Any, path: str = "") -> Any:
    if isinstance(defaults, dict) and defaults:
        for key, inside in defaults.items():
            name = key.removesuffix("?")
            yield from _recorded(inside, f"{path}.{name}" if path else name)
    elif isinstance(defaults, list) and defaults:
        yield from _recorded(defaults[0], f"{path}.*")
    else:
        yield path, defaults


def _schema_defaults(part: type[Part], path: str = "") -> Any:
    """Every key's default under its path, as it is recorded; sections are told key by key."""
    for name, field in part.model_fields.items():
        if name in PROSE:
            continue
        here = f"{path}.{field.alias or name}" if path else field.alias or name
        if part.__name__ == "Settle":
            here = f"{path}.*"
        inside, steps = _section(field.annotation)
        if inside is not None and inside is not Option:
            yield from _schema_defaults(inside, f"{here}{steps}")
        default = field.get_default(call_default_factory=True)
        plain = str(default) if isinstance(default, Written) else default
        yield here, list(plain) if isinstance(plain, tuple) else plain


def _section(annotation: Any) -> tuple[type[Part] | None, str]:
    """The section that a key holds, and the steps from the key to it."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation, ""
    for inside in getattr(annotation, "__args__", ()):
        found, steps = _section(inside)
        if found is not None:
            holds_many = getattr(annotation, "__origin__", None) in (dict, tuple)
            return found, f".*{steps}" if holds_many else steps
    return None, ""
