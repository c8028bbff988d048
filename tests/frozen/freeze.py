"""Freezes what version 0.1 writes: rules, answers of commands, transcripts, books.

It was run once, at commit 7ef6c3e of version 0.1.0, before anything of the redesign was touched,
and wrote `0.1/`. It is never run again: what it wrote is what users of 0.1 have in their hands, and
every later version must still read, replay and audit it. A version that writes something new adds
a folder of its own beside `0.1/`. The script stays as the record of how the folder was made.

    python -m tests.frozen.freeze
"""

from __future__ import annotations

import contextlib
import io
import json
import lzma
import sys
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.ask.rules import (
    EXAMPLES_DIR,
    GAMES_DIR,
    canonical_form,
    game_ids,
    patched,
    read,
    read_document,
)

from feltworks.cli import main as feltworks
from feltworks.errors import FeltworksError

from .freeze_books import freeze_books
from .freeze_transcripts import freeze_transcripts

HERE = Path(__file__).parent
FOLDER = HERE / "0.1"
RULES = FOLDER / "rules"
OTHERS = ("generic/games", "odds/games", "odds/games/features", "rules/games")
BEYOND_ODDS = (
    ("odds", "texas-21", "--strategy", "basic"),
    ("odds", "texas-21", "--strategy", "basic", "--set", "soft_17=hits"),
    ("odds", "texas-21", "--decks", "2", "--set", "peek=off", "--set", "no_peek_takes=original"),
    ("odds", "texas-21", "--jackpot", "12345.50", "--set", "split_hands=2"),
    ("odds", "spanish-poker", "--jackpot", "12345.50"),
    ("odds", "mini-tex", "--pay", "pocket-poker.royal=25:1"),
    ("odds", "pick-2-poker", "--indifferent", "pick=fold"),
    ("strategy", "texas-21"),
    ("strategy", "texas-21", "--cards", "8c 8d", "--dealer", "Ts"),
    ("strategy", "mini-tex"),
    ("strategy", "mini-tex", "--cards", "9c 9d", "--board", "2s 9h"),
    ("strategy", "pick-2-poker"),
    ("strategy", "spanish-poker", "--cards", "6s 6d Kc 4h 2s"),
    ("strategy", "three-card-poker"),
    ("strategy", "let-it-ride"),
    ("equity", "mini-tex-ring", "As Ks", "Qd Qc"),
    ("equity", "mini-tex-ring", "As Ks", "Qd Qc", "--board", "2c 7d"),
    ("exposed", "texas-21", "--cards", "5c 5d 6h 4s"),
)


def write_xz(name: str, text: str) -> None:
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (FOLDER / name).write_bytes(packed)
    print(f"{name}: {len(packed):,} bytes")


def freeze_rules() -> None:
    """The rules files themselves: everything else in the folder is made from these copies."""
    RULES.mkdir(parents=True, exist_ok=True)
    for path in (
        *(GAMES_DIR / f"{game}.toml" for game in game_ids()),
        *EXAMPLES_DIR.glob("*.toml"),
    ):
        (RULES / path.name).write_bytes(path.read_bytes())


# --- identities --------------------------------------------------------------------------------


def freeze_identities() -> None:
    """Documents and their SHA-256: every file there is, and each with another value as written."""
    found: dict[str, Any] = {}
    for path in sorted(RULES.glob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        loaded = read_document(document, path.name)
        form = canonical_form(loaded.written, loaded.document)
        found[path.stem] = {"document": document, "sha256": loaded.sha256, "form": form}
        for setting, other in _otherwise_written(document):
            identity = read_document(other, path.name).sha256
            found[f"{path.stem} {setting}"] = {"document": other, "sha256": identity}
    for folder in OTHERS:
        for path in sorted((HERE.parent / folder).glob("*.toml")):
            document = tomllib.loads(path.read_text(encoding="utf-8"))
            identity = read_document(document, path.name).sha256
            found[f"{folder}/{path.stem}"] = {"document": document, "sha256": identity}
    print(len(found), "identities")
    write_xz("identities.json.xz", json.dumps(found, indent=1))


def _otherwise_written(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The file with another value of an option as the one it is written with."""
    loaded = read_document(document, "")
    options = loaded.written.options
    for id, value in _values(options):
        other = deepcopy(patched(loaded.document, options, {id: value}))
        other["options"][id]["default"] = value
        with contextlib.suppress(FeltworksError):
            read_document(other, "")
            yield f"{id}={value}", other


def _values(options: Any) -> Iterator[tuple[str, str]]:
    for id, option in options.items():
        for value in list(option.values) or [str(option.lowest), str(option.highest)]:
            if value != option.default:
                yield id, value


# --- answers -----------------------------------------------------------------------------------


def freeze_answers() -> None:
    """What commands answer with `--json`, about every game and each single other value."""
    asked = [*_questions(), *BEYOND_ODDS]
    answers = [{"ask": list(words), "answer": _answer(*words)} for words in asked]
    print(len(answers), "answers")
    write_xz("answers.json.xz", json.dumps(answers, indent=1))


def _questions() -> Iterator[tuple[str, ...]]:
    for path in sorted(RULES.glob("*.toml")):
        yield "rules", "show", path.stem
        yield "odds", path.stem
        for id, value in _values(read(path).rules.options):
            yield "rules", "show", path.stem, "--set", f"{id}={value}"
            yield "odds", path.stem, "--set", f"{id}={value}"


def _answer(*words: str) -> Any:
    files = [
        f"{RULES / word}.toml" if (RULES / f"{word}.toml").exists() else word for word in words
    ]
    told, sys.argv = io.StringIO(), ["feltworks", *files, "--json"]
    with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        feltworks()
    return json.loads(told.getvalue())


if __name__ == "__main__":
    freeze_rules()
    freeze_identities()
    freeze_transcripts(RULES, FOLDER / "transcripts.tar.xz")
    freeze_books(RULES, FOLDER)
    freeze_answers()
