"""Texts: nothing in a file may steer the terminal or page that shows it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from feltworks.rules.keypath import item_name
from feltworks.rules.mistakes import UNPRINTABLE, Mistake

ALLOWED = "letters, marks and signs that can be printed"
KINDS = {"Cc": "control", "Cf": "format"}


def check_texts(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Characters that are not seen: written as an escape, or such as turn the text around."""
    for key, text, spared in _texts(document, ""):
        for letter in text:
            category = unicodedata.category(letter)
            if category in UNPRINTABLE and letter not in spared:
                kind = KINDS.get(category, "separating")
                yield Mistake(key, f"the {kind} character U+{ord(letter):04X}", ALLOWED)
                break


def _texts(node: object, key: str) -> Iterator[tuple[str, str, str]]:
    """Every text and name with its key, and the characters it may have all the same."""
    if isinstance(node, str):
        yield key, node, "\n\t"
    elif isinstance(node, Mapping):
        for name, value in node.items():
            here = f"{key}.{name}" if key else str(name)
            yield here, str(name), ""
            yield from _texts(value, here)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _texts(value, f"{key}.{item_name(value, place)}")
