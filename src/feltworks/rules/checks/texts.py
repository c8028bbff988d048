"""Texts: nothing in a file may steer the terminal or page that shows it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from feltworks.rules.keypath import item_name
from feltworks.rules.mistakes import Mistake


def check_texts(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Control characters, written into a TOML text as an escape."""
    for key, text in _texts(document, ""):
        for letter in text:
            if unicodedata.category(letter) == "Cc" and letter not in "\n\t":
                found = f"the control character U+{ord(letter):04X}"
                yield Mistake(key, found, "letters, marks and signs that can be printed")
                break


def _texts(node: object, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield key, node
    elif isinstance(node, Mapping):
        for name, value in node.items():
            here = f"{key}.{name}" if key else str(name)
            yield here.encode("unicode_escape").decode(), str(name)
            yield from _texts(value, here)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _texts(value, f"{key}.{item_name(value, place)}")
