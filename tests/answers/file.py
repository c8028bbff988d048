"""The answer book as a file, and its differences from answers that were made anew.

The file is text: a section for each question of each game, and a line for each answer, which is a
key and JSON. So Git shows which answers a commit changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BOOK = Path(__file__).with_name("answers.txt")
HEADER = """\
# The answer book: do not edit. Compare all of it: make gate. Write it anew: make answers.
# A section is a question asked of a game; a line is a key and the answer to it.
"""
FLOAT_WITHIN = 5e-12
"""How far floats may lie apart that state no bound of their own: those of blackjack's values."""

Section = tuple[str, str]
Book = dict[Section, dict[str, Any]]
MISSING = "(no such answer)"


@dataclass(frozen=True)
class Difference:
    """One answer that is not the one in the book."""

    game: str
    question: str
    key: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        lines = [f"{self.game}/{self.question}: {self.key}"]
        lines += [f"  expected {_shown(self.expected)}", f"  found    {_shown(self.found)}"]
        return "\n".join(lines)


def _shown(answer: Any) -> str:
    return MISSING if answer is MISSING else _json(answer)


def _json(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def read_book(path: Path = BOOK) -> Book:
    """Read every section; an answer is parsed from its line."""
    book: Book = {}
    section: dict[str, Any] = {}
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith("[") and line.endswith("]"):
            game, _, question = line[1:-1].rpartition("/")
            section = book[game, question] = {}
        elif line and not line.startswith("#"):
            key, _, answer = line.partition("\t")
            section[key] = json.loads(answer)
    return book


def write_book(book: Book, path: Path = BOOK) -> None:
    """Write every section in the order of the book."""
    parts = [HEADER]
    for (game, question), answers in book.items():
        parts.append(f"\n[{game}/{question}]\n")
        parts += [f"{key}\t{_json(answer)}\n" for key, answer in answers.items()]
    path.write_text("".join(parts), "utf-8")


def as_written(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Answers as they would be read again."""
    return {key: json.loads(_json(answer)) for key, answer in answers.items()}


def differences(expected: Book, found: Book) -> Iterator[Difference]:
    """Every answer that differs, is missing or is new, in the sections that were made anew."""
    for (game, question), answers in found.items():
        written = expected.get((game, question), {})
        for key in dict.fromkeys((*written, *answers)):
            old, new = written.get(key, MISSING), answers.get(key, MISSING)
            if not is_same(old, new):
                yield Difference(game, question, key, old, new)
        if [key for key in written if key in answers] != [key for key in answers if key in written]:
            yield Difference(game, question, "order of the answers", [*written], [*answers])


def is_same(old: Any, new: Any, within: float = FLOAT_WITHIN) -> bool:
    """Whether two answers agree: exactly, floats within the bound of their error."""
    if isinstance(old, dict) and isinstance(new, dict):
        bound = old.get("within", within)
        same = all(is_same(old[key], new[key], bound) for key in old if key in new)
        return [*old] == [*new] and same and new.get("within", bound) <= bound
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_same, old, new, [within] * len(old)))
    if type(old) is float and type(new) is float:
        return abs(old - new) <= within
    return type(old) is type(new) and old == new
