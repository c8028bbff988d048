"""Mistakes in a rules file, reported so that the author can mend them.

A mistake names its line, the key, what is there and what is allowed. The whole file is read first:
`RulesError` has every mistake of the file, one on each line. Checks know keys and no lines: whoever
has the text of the file runs them inside `keylines.lines_from`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from feltworks.errors import FeltworksError

MISSING = "nothing"
WHOLE_FILE = "the file"
"""In place of a key: the mistake is in the file as a whole."""
LONGEST_QUOTE = 80
LONGEST_KEY = 200
# Control and format characters, surrogates, separators of lines and paragraphs.
UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class RefusalError(ValueError):
    """A value that the schema refuses; the loader adds the key and makes a `Mistake` of it."""

    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(f"found {found}; allowed: {allowed}")
        self.found = found
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: `found` is at `key`; `given` is the option that causes it."""

    key: str
    found: str
    allowed: str
    line: int | None = None
    given: str | None = None

    def __str__(self) -> str:
        found = "is missing" if self.found == MISSING else f"found {self.found}"
        given = f" (with the option {self.given})" if self.given else ""
        where = [] if self.line is None else [f"line {self.line}"]
        if self.line is None or self.key != WHOLE_FILE:
            where.append(cut_short(self.key, LONGEST_KEY))
        return printable(f"{': '.join(where)}: {found}; allowed: {self.allowed}{given}")

    def as_json(self) -> dict[str, str | int | None]:
        return {
            "key": self.key,
            "line": self.line,
            "found": self.found,
            "allowed": self.allowed,
            "with_option": self.given,
        }


class FileMistakes(FeltworksError):
    """A file that cannot be used, with all its mistakes in the order of their lines."""

    def __init__(self, file: str, mistakes: Sequence[Mistake]) -> None:
        self.file = file
        unplaced = float("inf")
        in_order = sorted(mistakes, key=lambda each: each.line or unplaced)
        self.mistakes = tuple(dict.fromkeys(in_order))
        super().__init__("\n".join(f"{file}: {mistake}" for mistake in self.mistakes))


class RulesError(FileMistakes):
    """A rules file that cannot be used."""


def origin_of(origins: Mapping[str, str], key: str) -> str:
    """The written key for a key of the long form."""
    names = key.split(".")
    for count in range(len(names), 0, -1):
        origin = origins.get(".".join(names[:count]))
        if origin is not None:
            # The cards of a hand that is `like` another are not written zone by zone.
            rest = [] if origin.endswith((".like", '.like"')) else names[count:]
            return ".".join((origin, *rest))
    return key


def quote(found: object) -> str:
    """A value as it is shown: text in quotes, tables and lists named as such."""
    if isinstance(found, dict):
        return "a table" if found else "an empty table"
    if isinstance(found, list | tuple):
        return "a list" if found else "an empty list"
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int) and found.bit_length() > 64:
        return f"a whole number of {found.bit_length()} bits"
    return cut_short(repr(found) if isinstance(found, str) else str(found), LONGEST_QUOTE)


def cut_short(text: str, longest: int) -> str:
    """The text, or its beginning if it is too long to read."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def printable(text: str) -> str:
    """The text on one line, without characters that could control a terminal."""
    return "".join(
        letter.encode("unicode_escape").decode()
        if unicodedata.category(letter) in UNPRINTABLE
        else letter
        for letter in text
    )
