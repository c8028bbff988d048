"""How deep and how large the values of a document may be, looked at before anything else.

TOML lets a file of a few kilobytes nest a thousand tables or write a number of a million
digits. Neither has a place in rules of play, and both would break the steps that follow; so
one walk, without recursion, turns them down first. Dotted keys are looked at even before
that: a key of many thousand names alone would keep the TOML reader busy for minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from feltworks.rules.mistakes import Mistake

DEEPEST = 32
LARGEST_NUMBER = 2**63 - 1
KEY_STEPS_SHOWN = 5


def endless_key_line(text: str) -> int | None:
    """The first line with a dotted key of more names than a document may nest tables."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") >= DEEPEST and _most_dots(line) >= DEEPEST:
            return number
    return None


def _most_dots(line: str) -> int:
    """The most dots in one dotted key of the line, texts and remarks left out."""
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
            dots, before = dots + 1, "dot"
            most = max(most, dots)
        elif letter in " \t":
            before = "gap" if before == "name" else before
        elif letter.isalnum() or letter in "_-":
            # Two names with nothing but blanks between them are no key.
            dots, before = 0 if before == "gap" else dots, "name"
        else:
            dots, before = 0, ""
    return most


def _is_escaped(line: str, place: int) -> bool:
    before = line[max(0, place - 64) : place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def check_bounds(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Tables nested without end, and numbers no TOML reader has to know."""
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
