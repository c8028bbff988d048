"""On which line of a TOML text a key or an item of the list of actions is.

Python's TOML reader gives values without their places, so the few places that messages need are
found here, in the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from feltworks.rules.keylines import line_of_key

_ITEM = re.compile(r"""\s+|,|\#[^\n]*|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""")
_ACTIONS = re.compile(r"^[ \t]*actions[ \t]*=[ \t]*\[", re.MULTILINE)
_LONG_NUMBER = re.compile(r"[\d_]{4000,}")


def key_line(text: str, table: str, key: str) -> int:
    """The line of `key` in `[table]` ("" for the top), or of the table itself, or 1."""
    return line_of_key(text, ".".join(filter(None, (table, key)))) or 1


def action_lines(text: str) -> list[int]:
    """The line of each item of `actions = [...]`, as far as they are texts."""
    return [line for line, is_text in _items(text) if is_text]


def first_other_line(text: str) -> int:
    """The line on which the list of actions has something that is not a text."""
    return max((line for line, _ in _items(text)), default=key_line(text, "play", "actions"))


def _items(text: str) -> Iterator[tuple[int, bool]]:
    """The texts of the list, and last the place where the list ends."""
    start = _ACTIONS.search(text)
    if start is None:
        return
    at, counted, line = start.end(), 0, 1
    while found := _ITEM.match(text, at):
        if found[1]:
            line += text.count("\n", counted, at)
            counted = at
            yield line, True
        at = found.end()
    yield line + text.count("\n", counted, at), False


def surrogate_line(text: str) -> int | None:
    """The line of the first lone surrogate, which no file can hold; None if there is none.

    These come from texts that a program has put together.
    """
    found = re.search("[\ud800-\udfff]", text)
    return None if found is None else text.count("\n", 0, found.start()) + 1


def long_number_line(text: str) -> int:
    """The line of the first number with thousands of digits, or 1."""
    found = _LONG_NUMBER.search(text)
    return 1 if found is None else text.count("\n", 0, found.start()) + 1


def deepest_line(text: str) -> int:
    """The line on which brackets are first nested deepest."""
    depth = deepest = 0
    at = 1
    for number, line in enumerate(text.split("\n"), start=1):
        for mark in re.findall(r"[\[\]{}]", line):
            depth += 1 if mark in "[{" else -1
            if depth > deepest:
                deepest, at = depth, number
    return at
