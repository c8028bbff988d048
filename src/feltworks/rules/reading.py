"""From a file's bytes to a TOML document, with checks before its meaning is looked at.

TOML lets a file of a few kilobytes nest a thousand tables or write a number of a million digits.
Neither has a place in rules of play, and both would break the steps that follow, so one walk
without recursion refuses them first. Dotted keys are checked even before the TOML is read: a key of
many thousand names alone would keep the TOML reader busy for minutes. And nothing in a file may
control the terminal or the page that shows it.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from feltworks.errors import system_reason
from feltworks.rules.keypath import item_name
from feltworks.rules.mistakes import UNPRINTABLE, WHOLE_FILE, Mistake, RulesError

LARGEST_BYTES = 256 * 1024
DEEPEST = 32
LARGEST_NUMBER = 2**63 - 1
KEY_STEPS_SHOWN = 5
PRINTABLE = "letters, marks and signs that can be printed"
UNSEEN_KINDS = {"Cc": "control", "Cf": "format"}
_POSITION = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def read_bytes(path: Path) -> bytes:
    """The file's bytes, read only up to the largest size of a rules file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        mistake = Mistake(WHOLE_FILE, system_reason(error), "a file that can be read")
        raise RulesError(str(path), [mistake]) from None
    return data


def parse_document(data: bytes, name: str) -> dict[str, Any]:
    """The document of a rules file, or a `RulesError` that says why it cannot be read."""
    document = parse_toml(data, name)
    if not document:
        raise _refusal(name, "an empty file", "a rules file, beginning with a [game] section")
    return document


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """The TOML in those bytes, or a `RulesError` that says why it cannot be read."""
    if len(data) > LARGEST_BYTES:
        raise _refusal(name, f"more than {LARGEST_BYTES:,} bytes", f"at most {LARGEST_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refusal(name, f"the byte 0x{data[error.start]:02x}", "UTF-8 text", line) from None
    if endless := endless_key_line(text):
        raise _refusal(name, "a key of too many names", f"keys of up to {DEEPEST} names", endless)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _refusal(name, "brackets nested too deeply", "TOML of a few levels") from None
    except ValueError as error:
        raise _not_toml(name, str(error), text) from None


def _not_toml(name: str, says: str, text: str) -> RulesError:
    found = _POSITION.match(says)
    what = (found["what"] if found else says).rstrip(".")
    last = text.count("\n") + 1
    line = int(found["line"]) if found and found["line"] else last
    return _refusal(name, f"text that is not TOML: {what[:1].lower()}{what[1:]}", "TOML", line)


def _refusal(name: str, found: str, allowed: str, line: int | None = None) -> RulesError:
    return RulesError(name, [Mistake(WHOLE_FILE, found, allowed, line)])


def endless_key_line(text: str) -> int | None:
    """The first line with a dotted key of more names than tables may be nested."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") >= DEEPEST and _most_dots(line) >= DEEPEST:
            return number
    return None


def _most_dots(line: str) -> int:
    """The most dots in one dotted key of the line, without strings and comments."""
    most = dots = 0
    quote, before = "", ""
    for place, letter in enumerate(line):
        if quote:
            if letter == quote and not (quote == '"' and _is_escaped(line, place)):
                quote, before = "", "name"
        elif letter == "#":
            break
        elif letter in "\"'":
            quote = letter
        elif letter == ".":
            # A dot that follows no name, as in a row of them, is none of a key.
            dots, before = dots + 1 if before in ("name", "gap") else 0, "dot"
            most = max(most, dots)
        elif letter in " \t":
            before = "gap" if before == "name" else before
        elif letter.isalnum() or letter in "_-":
            # Two names with only blanks between them are no key.
            dots, before = 0 if before == "gap" else dots, "name"
        else:
            dots, before = 0, ""
    return most


def _is_escaped(line: str, place: int) -> bool:
    before = line[max(0, place - 64) : place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def check_bounds(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Refuses deeply nested tables, and numbers beyond TOML's range."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), document)]
    while waiting:
        steps, value = waiting.pop()
        if isinstance(value, Mapping | list) and len(steps) >= DEEPEST:
            found = f"more than {DEEPEST} tables or lists inside each other"
            yield Mistake(".".join(steps[:KEY_STEPS_SHOWN]), found, f"at most {DEEPEST}")
        elif isinstance(value, Mapping):
            waiting += [((*steps, str(key)), item) for key, item in reversed(list(value.items()))]
        elif isinstance(value, list):
            places = range(len(value), 0, -1)
            waiting += [((*steps, str(place)), value[place - 1]) for place in places]
        elif isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            found = f"a whole number of {value.bit_length()} bits"
            yield Mistake(".".join(steps), found, f"at most {LARGEST_NUMBER:,}")


def check_texts(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Refuses invisible characters: escapes, or characters that reverse the text."""
    for key, text, spared in _texts(document, ""):
        for letter in text:
            category = unicodedata.category(letter)
            if category in UNPRINTABLE and letter not in spared:
                kind = UNSEEN_KINDS.get(category, "separating")
                yield Mistake(key, f"the {kind} character U+{ord(letter):04X}", PRINTABLE)
                break


def _texts(node: object, key: str) -> Iterator[tuple[str, str, str]]:
    """Every text and name with its key, and the special characters that it may have."""
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
