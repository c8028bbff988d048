"""On which line of a TOML text a key or an item of the list of actions stands.

Python's reader gives values without their places, so the few places that messages need are found
here, by looking at the text itself.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?")
_ITEM = re.compile(r"""\s+|,|\#[^\n]*|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""")
_ACTIONS = re.compile(r"^[ \t]*actions[ \t]*=[ \t]*\[", re.MULTILINE)


def key_line(text: str, table: str, key: str) -> int:
    """The line of `key` in `[table]` ("" for the top); else of the table's header, else 1."""
    at_table, header = "", 1
    for number, line in enumerate(text.split("\n"), start=1):
        if found := _HEADER.fullmatch(line):
            at_table = found[1].strip()
            if at_table == table or (not table and at_table == key):
                header = number
        elif at_table == table and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
            return number
    return header


def action_lines(text: str) -> list[int]:
    """The line of each item of `actions = [...]`."""
    start = _ACTIONS.search(text)
    lines: list[int] = []
    at = start.end() if start else len(text)
    while found := _ITEM.match(text, at):
        if found[1]:
            lines.append(text.count("\n", 0, found.start(1)) + 1)
        at = found.end()
    return lines
