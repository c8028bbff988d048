"""A round as a short text: which rules, on which terms, from which deck, and all that happened.

The text is TOML with a list of actions, one line for each entry of the log, moves and consequences
alike, so that a person can read it and a program can check it. `read_transcript` takes such a text
apart and remembers on which line everything stood; `replay` judges whether it is true.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

from feltworks.cards import Reveal, SealedDeck
from feltworks.errors import FeltworksError, short_repr
from feltworks.round.contract import Round
from feltworks.round.sealing import sealed_deck, sealed_log
from feltworks.round.terms import Terms, TermsError
from feltworks.round.termstext import read_shuffle, read_terms, shuffle_lines, terms_lines
from feltworks.round.textlines import (
    action_lines,
    deepest_line,
    first_other_line,
    key_line,
    long_number_line,
    surrogate_line,
)

FORMAT = "transcript 1"
LARGEST_BYTES = 1_000_000
_KEYS = ("feltworks", "game", "rules_sha256", "options", "terms", "shuffle", "play")


class TranscriptError(FeltworksError):
    """A transcript that is damaged or false; `line` is where that shows."""

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
    """A parsed text; nothing in it has been checked against the rules yet."""

    name: str
    text: str = field(repr=False)
    named: Named
    terms: Terms
    deck: Reveal | SealedDeck | None
    actions: tuple[str, ...]
    lines: tuple[int, ...] = field(repr=False)

    @property
    def reveal(self) -> Reveal | None:
        """The whole deck, if it is open."""
        return self.deck if isinstance(self.deck, Reveal) else None

    @property
    def is_sealed(self) -> bool:
        """Whether it hides some of the cards that were dealt."""
        return any(line.startswith("?? ") for line in self.actions)

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


def write_transcript(
    named: Named,
    round: Round,
    deck: Reveal | SealedDeck | None = None,
    lines: Sequence[str] | None = None,
) -> str:
    """The round as a text; with its deck anybody can check the shuffle.

    `lines` are those of the log, if the caller has made them already.
    """
    if lines is None:
        lines = [entry.line for entry in round.log]
    return _written(named, round.terms, lines, deck)


def write_sealed_transcript(
    named: Named, round: Round, deck: Reveal | None, open_to: Collection[int]
) -> str:
    """The round as a text with the cards dealt at those places, and the others sealed."""
    log, terms = sealed_log(round.log, open_to), round.terms
    return _written(named, terms, [entry.line for entry in log], sealed_deck(terms, deck, open_to))


def _written(
    named: Named, terms: Terms, actions: Sequence[str], deck: Reveal | SealedDeck | None
) -> str:
    shuffle = [] if terms.commitment is None else ["", *shuffle_lines(terms, deck)]
    lines = [
        f'feltworks = "{FORMAT}"',
        f"game = {_text(named.game)}",
        f'rules_sha256 = "{named.rules_sha256}"',
        "",
        "[options]",
        *[f"{id} = {_text(value)}" for id, value in named.options.items()],
        "",
        *terms_lines(terms),
        *shuffle,
        "",
        "[play]",
        "actions = [",
        *_quoted(actions),
        "]\n",
    ]
    return "\n".join(lines)


_text = encode_basestring


def _quoted(actions: Sequence[str]) -> list[str]:
    together = "".join(actions)
    if len(_text(together)) == len(together) + 2:
        # Nothing needs escaping, as always except in a supervisor's notes.
        return [f'    "{action}",' for action in actions]
    return [f"    {_text(action)}," for action in actions]


def read_transcript(text: str, name: str = "transcript") -> Transcript:
    """The parsed text; a `TranscriptError` if it is no transcript at all."""
    if (line := surrogate_line(text)) is not None:
        raise TranscriptError(name, line, "half a character stands here: this is no text")
    if len(text.encode()) > LARGEST_BYTES:
        raise TranscriptError(name, 1, f"a transcript has at most {LARGEST_BYTES} bytes")
    return _TranscriptReader(text, name, _document(text, name)).transcript()


_AS_WRITTEN = re.compile(r'\n\[play\]\nactions = \[\n((?:    "[^"\\\x00-\x1f\x7f]*",\n)*)\]\n\Z')


def _document(text: str, name: str) -> dict[str, Any]:
    try:
        return _document_as_written(text) or tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise TranscriptError(name, line, f"this is not TOML: {error}") from None
    except RecursionError:
        raise TranscriptError(
            name, deepest_line(text), "brackets lie too deep in one another"
        ) from None
    except ValueError:
        raise TranscriptError(
            name, long_number_line(text), "a number here has too many digits"
        ) from None


def _document_as_written(text: str) -> dict[str, Any] | None:
    """A document in exactly the form that `write_transcript` gives it; None for any other.

    An audit reads thousands, and their lists of plain texts need no TOML reader. What comes before
    the list must be valid TOML on its own; if it is not, or has a table of play, everything is read
    as TOML.
    """
    found = _AS_WRITTEN.search(text)
    if found is None:
        return None
    terms, mark, shuffle = text[: found.start() + 1].partition("\n[shuffle]\n")
    try:
        above, below = _above_shuffle(f"{terms}\n"), tomllib.loads(f"{mark[1:]}{shuffle}")
    except (ValueError, RecursionError):
        return None
    if above.keys() & {"shuffle", "play"} or below.keys() - {"shuffle"}:
        return None
    actions = [line[5:-2] for line in found[1].split("\n")[:-1]]
    return {**above, **below, "play": {"actions": actions}}


@lru_cache(maxsize=256)
def _above_shuffle(text: str) -> dict[str, Any]:
    """Game, options and terms; cached, because the rounds of a table have the same."""
    return tomllib.loads(text)


@dataclass(frozen=True)
class _TranscriptReader:
    """Turns a document into a transcript; every check knows the key that it is about."""

    text: str
    name: str
    document: dict[str, Any]

    def wrong(self, table: str, key: str, problem: str) -> TranscriptError:
        return TranscriptError(self.name, key_line(self.text, table, key), problem)

    def transcript(self) -> Transcript:
        self._check_keys()
        document = self.document
        options = self._options()
        actions = self._actions()
        try:
            shuffle = read_shuffle(document.get("shuffle", {}))
        except TermsError as error:
            raise self.wrong("shuffle", error.key, str(error)) from None
        try:
            terms = read_terms(document.get("terms", {}), shuffle.commitment, shuffle.seeds)
        except TermsError as error:
            table = "shuffle" if error.key in ("commitment", "seeds") else "terms"
            raise self.wrong(table, error.key, str(error)) from None
        named = Named(document["game"], document["rules_sha256"], options)
        lines = tuple(_lines(self.text, actions))
        return Transcript(self.name, self.text, named, terms, shuffle.deck, tuple(actions), lines)

    def _check_keys(self) -> None:
        document = self.document
        if document.get("feltworks") != FORMAT:
            raise self.wrong("", "feltworks", f'a transcript begins with feltworks = "{FORMAT}"')
        for key in document:
            if key not in _KEYS:
                known = ", ".join(_KEYS)
                raise self.wrong("", key, f"{short_repr(key)} is unknown: allowed are {known}")
        for key in ("game", "rules_sha256"):
            if not isinstance(document.get(key), str):
                raise self.wrong("", key, f"{key} is missing or not a text")
        for key in ("options", "terms", "shuffle", "play"):
            if not isinstance(document.get(key, {}), dict):
                raise self.wrong("", key, f"{key} is not a table")

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = self.document.get("options", {})
        for key, value in options.items():
            if not isinstance(value, str):
                raise self.wrong("options", key, f"option {key} is not a text")
        return options

    def _actions(self) -> list[str]:
        play = self.document.get("play", {})
        for key in play:
            if key != "actions":
                raise self.wrong("play", key, f"play.{key} is unknown: allowed is actions")
        actions = play.get("actions")
        if not isinstance(actions, list):
            raise self.wrong("play", "actions", "play.actions is missing or not a list of texts")
        for action in actions:
            if not isinstance(action, str):
                line = first_other_line(self.text)
                raise TranscriptError(
                    self.name, line, f"play.actions has {short_repr(action)}: it is a list of texts"
                )
        return actions


def _lines(text: str, actions: Sequence[str]) -> list[int]:
    if (written := _AS_WRITTEN.search(text)) is not None:
        first = text.count("\n", 0, written.start(1)) + 1
        return list(range(first, first + len(actions)))
    found = action_lines(text)
    # A text that writes its list in an unusual way still gets the right line for each entry.
    return (
        found if len(found) == len(actions) else [key_line(text, "play", "actions")] * len(actions)
    )
