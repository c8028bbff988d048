"""Choosing option values and applying them to the document.

A chosen value is a patch. Patches are applied to a copy of the raw document, before it is
validated, so that no code after the loader ever sees an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.rules.keypath import put, section_of
from feltworks.rules.schema.options import Option

Choosable = str | int | bool
_SWITCH_WORDS = {"true": "on", "yes": "on", "false": "off", "no": "off"}


class OptionError(FeltworksError):
    """Options, or values of them, that the game does not have: each as chosen, and why not."""

    def __init__(self, refused: Mapping[str, str]) -> None:
        self.refused = dict(refused)
        super().__init__("\n".join(self.refused.values()))


def settled_choice(
    game: str, options: Mapping[str, Option], chosen: Mapping[str, Choosable]
) -> dict[str, str]:
    """A value for every option of the file: the chosen one, or its default."""
    values = {id_: option.default for id_, option in options.items()}
    settled: set[str] = set()
    refused: dict[str, str] = {}
    for name, value in chosen.items():
        id_ = name.replace("-", "_")
        if id_ not in options:
            refused[name] = _no_such_option(game, name, options)
        elif id_ in settled:
            refused[name] = f"{id_} is chosen twice for {game}: choose each option once"
        elif (allowed := _value(options[id_], value)) is None:
            refused[name] = _no_such_value(game, id_, options[id_], value)
        else:
            values[id_] = allowed
        settled.add(id_)
    if refused:
        raise OptionError(refused)
    return values


def _no_such_option(game: str, name: str, options: Mapping[str, Option]) -> str:
    if not options:
        return f"{game} has no option {name!r}: it has no options at all"
    close = did_you_mean(name, options)
    return f"{game} has no option {name!r}{close}: its options are {', '.join(options)}"


def _value(option: Option, value: Choosable) -> str | None:
    """The value as the file writes it; None if the option does not have it."""
    text = str(value).strip()
    for spelling in (text, text.lower(), text.upper(), _SWITCH_WORDS.get(text.lower(), text)):
        if option.allows(spelling):
            return spelling if spelling in option.values else str(int(spelling))
    return None


def _no_such_value(game: str, id_: str, option: Option, value: Choosable) -> str:
    text = str(value).strip()
    close = "" if option.is_number else did_you_mean(text, option.values)
    return f"{game} cannot have {id_} = {text!r}{close}: it may be {option.allowed}"


def patched(
    document: Mapping[str, Any], options: Mapping[str, Option], values: Mapping[str, str]
) -> dict[str, Any]:
    """A copy of the document with those values' patches applied."""
    patches = [options[id_].patch(value) for id_, value in values.items()]
    touched = {section_of(path) for patch in patches for path in patch}
    copy = {key: _copied(value) if key in touched else value for key, value in document.items()}
    for patch in patches:
        for path, new in patch.items():
            put(copy, path, _copied(new))
    return copy


def _copied(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    """A copy of TOML data, faster than `deepcopy`, which also looks for shared objects."""
    if isinstance(value, dict):
        return {key: _copied(found) for key, found in value.items()}
    if isinstance(value, list):
        return [_copied(found) for found in value]
    return value
