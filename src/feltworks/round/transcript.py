"""A round as a short text: which rules, on which terms, from which deck, and all that happened.

The text is TOML with a list of actions, one line for each entry of the log, moves and consequences
alike, so that a person can read it and a program can check it. `read_transcript` takes such a text
apart and remembers on which line everything stood; `replay` judges whether it is true.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltworks.cards import CardError, Reveal, join_cards, parse_cards
from feltworks.errors import FeltworksError
from feltworks.round.termstext import read_terms, terms_lines
from feltworks.round.textlines import action_lines, key_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from feltworks.round.contract import Round
    from feltworks.round.terms import Terms

FORMAT = "transcript 1"
LARGEST_BYTES = 1_000_000
_KEYS = ("feltworks", "game", "rules_sha256", "options", "terms", "shuffle", "play")


class TranscriptError(FeltworksError):
    """A transcript that is damaged or untrue; `line` is where that shows."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        super().__init__(f"{name}, line {line}: {problem}")
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Named:
    """Which rules a round was dealt by."""

    game: str
    rules_sha256: str
    options: Mapping[str, str]


@dataclass(frozen=True)
class Transcript:
    """A text taken apart; nothing in it has been checked against the rules yet."""

    name: str
    text: str = field(repr=False)
    named: Named
    terms: Terms
    reveal: Reveal | None
    actions: tuple[str, ...]
    lines: tuple[int, ...] = field(repr=False)

    def wrong(self, action: int, problem: str) -> TranscriptError:
        """An error on the line of an action; past the end it is the last line."""
        last = len(self.lines) - 1
        line = self.lines[min(action, last)] if self.lines else self.line_of("play", "actions")
        return TranscriptError(self.name, line, problem)

    def wrong_key(self, table: str, key: str, problem: str) -> TranscriptError:
        """An error on the line of a key."""
        return TranscriptError(self.name, self.line_of(table, key), problem)

    def line_of(self, table: str, key: str) -> int:
        return key_line(self.text, table, key)


def write_transcript(named: Named, round: Round, reveal: Reveal | None = None) -> str:
    """The round as a text; with `reveal` anybody can check the shuffle."""
    return "\n".join(_written(named, round, reveal)) + "\n"


def _written(named: Named, round: Round, reveal: Reveal | None) -> Iterator[str]:
    yield f'feltworks = "{FORMAT}"'
    yield f"game = {_text(named.game)}"
    yield f'rules_sha256 = "{named.rules_sha256}"'
    yield ""
    yield "[options]"
    yield from (f"{id} = {_text(value)}" for id, value in named.options.items())
    yield ""
    yield from terms_lines(round.terms)
    if round.terms.commitment is not None:
        yield ""
        yield "[shuffle]"
        yield f'commitment = "{round.terms.commitment}"'
        if reveal is not None:
            yield f'salt = "{reveal.salt}"'
            yield f'deck = "{join_cards(reveal.order)}"'
    yield ""
    yield "[play]"
    yield "actions = ["
    yield from (f"    {_text(entry.line)}," for entry in round.log)
    yield "]"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def read_transcript(text: str, name: str = "transcript") -> Transcript:
    """The text taken apart; a `TranscriptError` where it is not a transcript at all."""
    if len(text.encode()) > LARGEST_BYTES:
        raise TranscriptError(name, 1, f"a transcript has at most {LARGEST_BYTES} bytes")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise TranscriptError(name, line, f"this is not TOML: {error}") from None
    return _taken_apart(text, name, document)


def _taken_apart(text: str, name: str, document: dict[str, Any]) -> Transcript:
    def wrong(table: str, key: str, problem: str) -> TranscriptError:
        return TranscriptError(name, key_line(text, table, key), problem)

    if document.get("feltworks") != FORMAT:
        raise wrong("", "feltworks", f'a transcript begins with feltworks = "{FORMAT}"')
    for key in document:
        if key not in _KEYS:
            raise wrong("", key, f"{key!r} is unknown: allowed are {', '.join(_KEYS)}")
    for key in ("game", "rules_sha256"):
        if not isinstance(document.get(key), str):
            raise wrong("", key, f"{key} is missing or not a text")
    for key in ("options", "terms", "shuffle", "play"):
        if not isinstance(document.get(key, {}), dict):
            raise wrong("", key, f"{key} is not a table")
    options = document.get("options", {})
    for key, value in options.items():
        if not isinstance(value, str):
            raise wrong("options", key, f"option {key} is not a text")
    actions = document.get("play", {}).get("actions")
    if not isinstance(actions, list) or not all(isinstance(line, str) for line in actions):
        raise wrong("play", "actions", "play.actions is missing or not a list of texts")
    shuffle = document.get("shuffle", {})
    try:
        terms = read_terms(document.get("terms", {}), shuffle.get("commitment"))
    except FeltworksError as error:
        raise wrong("", "terms", str(error)) from None
    try:
        reveal = _reveal(shuffle)
    except FeltworksError as error:
        raise wrong("shuffle", "deck", str(error)) from None
    named = Named(document["game"], document["rules_sha256"], options)
    lines = tuple(_lines(text, actions))
    return Transcript(name, text, named, terms, reveal, tuple(actions), lines)


def _lines(text: str, actions: Sequence[str]) -> list[int]:
    found = action_lines(text)
    # A text that writes its list in an unusual way still gets an honest place for each entry.
    return (
        found if len(found) == len(actions) else [key_line(text, "play", "actions")] * len(actions)
    )


def _reveal(shuffle: Mapping[str, Any]) -> Reveal | None:
    for key, value in shuffle.items():
        if key not in ("commitment", "salt", "deck") or not isinstance(value, str):
            raise CardError(f"shuffle.{key} is unknown or not a text")
    if "salt" not in shuffle and "deck" not in shuffle:
        return None
    if not {"commitment", "salt", "deck"} <= shuffle.keys():
        raise CardError("a revealed shuffle has a commitment, a salt and a deck")
    return Reveal(shuffle["salt"], parse_cards(shuffle["deck"]))
