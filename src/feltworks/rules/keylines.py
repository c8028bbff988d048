"""On which line of a TOML text a key is, so that a mistake can be found there. The TOML reader
keeps no positions. This module reads no values either: it goes through the lines, follows headers,
keys and brackets, and notes where each key begins. Items of a list are named by their place and, if
they have an id or are a single word, by that too, as in key paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from feltworks.rules.mistakes import FileMistakes
from feltworks.rules.schema.settle import ROW_IN_WORDS, slug

_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=(.*)$")
_HAND = re.compile(r"""\bhand\s*=\s*["'](?P<hand>[^"']*)["']""")
_ID = re.compile(r"""\bid\s*=\s*["']([^"']*)["']""")
_WORD = re.compile(r"""\s*["']([\w-]+)["']\s*,?\s*(?:#.*)?$""")
# An unclosed quote takes the rest of its line, so that no position is tried twice.
_STRING = re.compile(r""""(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$)|#.*""")
_LONG = re.compile(r"\"\"\"|\'\'\'")


@contextmanager
def lines_from(text: str) -> Iterator[None]:
    """Give the mistakes that are found in a file their lines in its text."""
    try:
        yield
    except FileMistakes as error:
        lines = [
            line_of_key(text, each.key) if each.line is None else each.line
            for each in error.mistakes
        ]
        placed = zip(error.mistakes, lines, strict=True)
        mistakes = [replace(each, line=line) for each, line in placed]
        raise type(error)(error.file, mistakes) from None


def line_of_key(text: str, key: str) -> int | None:
    """The line of the key, or of the nearest key that contains it.

    Keys inside an inline table are on its line.
    """
    lines = _lines_of_keys(text)
    parts = key.replace('"', "").split(".")
    for count in range(len(parts), 0, -1):
        found = lines.get(".".join(parts[:count]))
        if found is not None:
            return found
    return None


@lru_cache(maxsize=4)
def _lines_of_keys(text: str) -> Mapping[str, int]:
    """The line of every key; the keys of one text are looked up one after the other."""
    return _LineReader().read(text)


class _LineReader:
    """`_table` are the names of the present table, `_list` those of an open list."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self._table = [""]
        self._arrays: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}
        self._list: list[str] = []
        self._depth = self._place = 0
        self._long = ""

    def read(self, text: str) -> dict[str, int]:
        for number, line in enumerate(text.split("\n"), start=1):
            self._take(line, number)
        return self.lines

    def _take(self, line: str, number: int) -> None:
        if self._long:
            if self._long in line:
                self._long = ""
            return
        if self._depth:
            self._item(line, number)
        elif header := _HEADER.match(line):
            self._header(header, number)
        elif key := _KEY.match(line):
            self._key(key, number)
        else:
            return
        marks = _LONG.findall(line)
        if len(marks) % 2:
            self._long = marks[-1]
            return
        bare = _STRING.sub("", line if self._depth or not _HEADER.match(line) else "")
        self._depth += sum(bare.count(each) for each in "[{") - sum(bare.count(e) for e in "]}")
        self._depth = max(0, self._depth)

    def _note(self, names: list[str], number: int) -> None:
        for name in names:
            self.lines.setdefault(name, number)

    def _header(self, found: re.Match[str], number: int) -> None:
        path = _parts(found[2])
        if found[1] == "[[":
            name = ".".join(path)
            self._counts[name] = self._counts.get(name, 0) + 1
            self._table = self._arrays[name] = [f"{name}.{self._counts[name]}"]
            self._note([name], number)
        else:
            first = self._arrays.get(path[0])
            self._table = [".".join(path)]
            if first is not None and len(path) > 1:
                self._table = [".".join([each, *path[1:]]) for each in first]
        self._note(self._table, number)
        self._note([".".join(path[:count]) for count in range(1, len(path))], number)

    def _key(self, found: re.Match[str], number: int) -> None:
        path = ".".join(_parts(found[1]))
        items = {names[0] for names in self._arrays.values()}
        if path == "id" and (id := _ID.search(found[0])) and self._table[0] in items:
            named = f"{self._table[0].rpartition('.')[0]}.{id[1]}"
            self._note([named], self.lines[self._table[0]])
            self._table.append(named)
        names = [f"{table}.{path}" if table else path for table in self._table]
        self._note(names, number)
        parts = path.split(".")
        for count in range(1, len(parts)):
            self._note([".".join(filter(None, (t, *parts[:count]))) for t in self._table], number)
        self._list, self._place = names, 0

    def _item(self, line: str, number: int) -> None:
        """A line inside brackets; with one open level it begins an item of the list."""
        if self._depth > 1 or not _STRING.sub("x", line).strip(" \t,]})#"):
            return
        for item in _items(line):
            self._place += 1
            names = [str(self._place)]
            if named := _ID.search(item) or _WORD.match(item):
                names.append(named[1])
            elif row := _HAND.search(item) or ROW_IN_WORDS.fullmatch(item.strip("\"' ")):
                names.append(slug(row["hand"]))
            self._note([f"{each}.{name}" for each in self._list for name in names], number)


def _items(line: str) -> Iterator[str]:
    """The items of a list that begin on a line."""
    depth = start = 0
    bare = _STRING.sub(lambda found: "x" * len(found[0]), line)
    for at, letter in enumerate(bare):
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            yield line[start:at]
            start = at + 1
    if bare[start:].strip(" \t,]})#x") or _STRING.match(line[start:].strip()):
        yield line[start:]


def _parts(dotted: str) -> list[str]:
    return [found.strip("\"'") for found in re.findall(_NAME, dotted)]
