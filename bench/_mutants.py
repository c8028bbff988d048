"""Rules files made from the shipped ones and the examples by seeded changes.

A mutant begins as one of the games. A few changes are made to it: a key or an item is removed, a
value is replaced by the same key's value in another game, a key is set to a word or number that
the schema allows there, or two names of the file change places. Most mutants also get a small
deck, so that their odds are counted in a moment. The same seed and number give the same file.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.rules.catalogue import EXAMPLES_DIR, GAMES_DIR, game_ids
from feltworks.rules.jsonschema import json_schema
from feltworks.rules.loader import read_document

Node = dict[str, Any] | list[Any]
Path = tuple[str | int, ...]

PHRASES = (
    *("any hand", "any", "no card", "pair", "pair or better", "pair or lower", "high card"),
    *("queen high or better", "ace-king high or better", "flush", "suited", "straight flush"),
    *("three of a kind", "two pair", "pair in red", "contains A", "contains As", "2 to 6", "0"),
    *("8 or 9", "10 or more", "5 or less", "ahead by 4 or more", "level", "spread of 3"),
    *("pair of aces", "royal flush", "pair of jacks or better", "unsuited", "suited A K Q"),
)
PRIZES = (
    "1:1",
    "3:2",
    "40:1",
    "1:2",
    "lose",
    "push",
    "$50",
    "0:1",
    "1000:1",
    "as always",
    "compare",
)
SIZES = ("1 x {}", "2 x {}", "1 to 3 x {}", "3 or 4 x {}", "0.5 x {}", "$1", "$5")
SMALL_DECKS: tuple[dict[str, Any], ...] = (
    {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "suits": "c"},
    {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "suits": "c d"},
    {"ranks": "9 T J Q K A", "suits": "c d h"},
    {"ranks": "8 9 T J Q K A", "suits": "c d h s"},
    {"ranks": "2 3 4 5 A", "suits": "c d h s"},
    {"ranks": "T J Q K A", "suits": "c d h s", "jokers": 1},
    {"ranks": "T J Q K A", "suits": "c d", "packs": 2},
    {"ranks": "A K 7 2", "suits": "s h"},
    {"ranks": "A", "suits": "c d h s"},
)
LARGER_THAN_SMALL = 10
"""One mutant in so many keeps the deck of its game."""
TRIES = 8
REJECTED = 0.04
"""How likely a change is made whatever the check says of it."""


@dataclass(frozen=True)
class Mutant:
    """A file by its seed and number, with what was done to which game."""

    seed: int
    number: int
    game: str
    changes: tuple[str, ...]
    document: dict[str, Any]
    is_small: bool
    """Whether it was given a small deck, though another change may have replaced it."""

    @property
    def text(self) -> str:
        lines = [f"# {self.game}: {'; '.join(self.changes)}"]
        for key, value in self.document.items():
            if isinstance(value, dict):
                lines.append(f"\n[{_key(key)}]")
                lines += [f"{_key(each)} = {_toml(inner)}" for each, inner in value.items()]
            else:
                # Keys of the file itself stand above all sections.
                lines.insert(1, f"{_key(key)} = {_toml(value)}")
        return "\n".join(lines) + "\n"


def mutant(seed: int, number: int) -> Mutant:
    """The file with that number under that seed."""
    rng = random.Random(f"{seed}/{number}")
    game = rng.choice(sorted(_games()))
    document = deepcopy(_games()[game])
    done: list[str] = []
    is_small = rng.randrange(LARGER_THAN_SMALL) > 0
    wanted: list[Change] = [_shrink] if is_small else []
    wanted += rng.choices(CHANGES, k=rng.choice((1, 1, 2, 3, 5)))
    for change in wanted:
        document = _changed(document, change, rng, done)
    return Mutant(seed, number, game, tuple(done), document, is_small)


def _changed(
    document: dict[str, Any], change: Change, rng: random.Random, done: list[str]
) -> dict[str, Any]:
    """The document after one change: most often one that the check accepts.

    Otherwise nearly every file would end at the check, and nothing behind it would be tried.
    """
    for _ in range(TRIES):
        tried, told = deepcopy(document), list[str]()
        change(tried, rng, told)
        if rng.random() < REJECTED or _passes(tried):
            done += told
            return tried
    return document


def _passes(document: dict[str, Any]) -> bool:
    try:
        read_document(document, "mutant")
    except FeltworksError:
        return False
    except Exception:
        return True
    return True


# --- changes -------------------------------------------------------------------------------------


def _shrink(document: dict[str, Any], rng: random.Random, done: list[str]) -> None:
    """A deck that is counted at once, dealt to fewer seats."""
    small = deepcopy(rng.choice(SMALL_DECKS))
    document.setdefault("game", {})["deck"] = small
    table = document.setdefault("table", {})
    most = rng.randint(1, 3)
    if "ring" not in document:
        table |= {"seats": 1, "most_seats": most}
    if "blackjack" in document:
        document["blackjack"]["split_hands"] = rng.choice((1, 2))
    # A published figure or an option of the file may belong to the larger table.
    document.pop("published", None)
    if isinstance(options := document.get("options"), dict) and rng.random() < 0.8:
        options.pop("seats", None)
    done.append(f"a deck of {small}, {most} seats")


def _remove(document: dict[str, Any], rng: random.Random, done: list[str]) -> None:
    *way, last = rng.choice(list(_places(document)))
    del _at(document, way)[last]  # type: ignore[arg-type]
    done.append(f"without {_told((*way, last))}")


def _swap(document: dict[str, Any], rng: random.Random, done: list[str]) -> None:
    """A value replaced by that of the same key somewhere in another game."""
    *way, last = rng.choice(list(_places(document)))
    game, value = rng.choice(_donors()[_shape((*way, last))])
    _at(document, way)[last] = deepcopy(value)  # type: ignore[index]
    done.append(f"{_told((*way, last))} of {game}")


def _set_allowed(document: dict[str, Any], rng: random.Random, done: list[str]) -> None:
    """A key of some table set to something that the schema allows there."""
    tables = [(path, keys) for path, keys in _tables(document) if keys]
    path, keys = rng.choice(tables)
    key = rng.choice(sorted(keys))
    value = _allowed(document, key, keys[key], rng)
    if value is not None:
        _at(document, path)[key] = value  # type: ignore[index]
        done.append(f"{_told((*path, key))} = {_toml(value)[:60]}")


def _rename(document: dict[str, Any], rng: random.Random, done: list[str]) -> None:
    """One name of the file in place of another."""
    names = _names(document)
    texts = [path for path in _places(document) if _value(document, path) in names]
    if texts:
        *way, last = rng.choice(texts)
        _at(document, way)[last] = name = rng.choice(sorted(names))  # type: ignore[index]
        done.append(f"{_told((*way, last))} = {name}")


def _allowed(document: dict[str, Any], key: str, schema: Any, rng: random.Random) -> Any:
    forms = [_resolved(form) for form in schema.get("anyOf", [schema])]
    form = rng.choice([_resolved(each) for form in forms for each in form.get("anyOf", [form])])
    kind = form.get("type")
    if "enum" in form:
        return rng.choice(form["enum"])
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "integer":
        return rng.randint(form.get("minimum", 0), min(form.get("maximum", 12), 12))
    known = _values_of_key()[key]
    if kind == "array" and (form.get("items") and rng.random() < 0.6):
        items = [_allowed(document, key, form["items"], rng) for _ in range(rng.randint(1, 2))]
        return [item for item in items if item is not None] or None
    if kind in ("object", "array"):
        return deepcopy(rng.choice(known)) if known else None
    if kind != "string" and not isinstance(kind, list):
        return None
    if "maxLength" in form:
        return rng.choice(sorted(_names(document)))
    own = [text.format(rng.choice(sorted(_names(document)))) for text in SIZES]
    words = [*form.get("examples", ()), *(text for text in known if isinstance(text, str))]
    pools = [pool for pool in (PHRASES, PRIZES, own, words, words, words) if pool]
    return rng.choice(rng.choice(pools))


Change = Callable[[dict[str, Any], random.Random, list[str]], None]
CHANGES: tuple[Change, ...] = (_remove, _swap, _swap, _set_allowed, _set_allowed, _rename)


# --- what a file consists of ---------------------------------------------------------------------


@cache
def _games() -> dict[str, dict[str, Any]]:
    files = [GAMES_DIR / f"{id_}.toml" for id_ in game_ids()] + sorted(EXAMPLES_DIR.glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in files}


def _places(node: Node, here: Path = ()) -> Iterator[Path]:
    """Where the document holds a value; published figures and texts aside, which play nothing."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        if key in ("says", "source", "ours", "published", "procedure"):
            continue
        yield (*here, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*here, key))


def _at(node: Any, path: Path | list[str | int]) -> Node:
    for step in path:
        node = node[step]
    return node  # type: ignore[no-any-return]


def _value(document: dict[str, Any], path: Path) -> str | None:
    value: object = _at(document, path)
    return value if isinstance(value, str) else None


def _shape(path: Path) -> Path:
    """The key of a value without the names that a file chooses itself."""
    return tuple(
        "*" if isinstance(step, int) or (at == 1 and path[0] not in _OWN_KEYS) else step
        for at, step in enumerate(path)
    )


_OWN_KEYS = ("game", "table", "blackjack", "ring", "irregularities", "offer")
"""Sections whose keys are the schema's; in the others each key is a name of the file's own."""


@cache
def _donors() -> dict[Path, list[tuple[str, Any]]]:
    """Every value of every game by its shape."""
    found: dict[Path, list[tuple[str, Any]]] = defaultdict(list)
    for game, document in _games().items():
        for path in _places(document):
            found[_shape(path)].append((game, _at(document, path)))
    return _WithNeighbours(found)


class _WithNeighbours(dict[Path, list[tuple[str, Any]]]):
    """For a place that only a change has made, any value of the same key."""

    def __missing__(self, shape: Path) -> list[tuple[str, Any]]:
        alike = [
            each for known, values in self.items() for each in values if known[-1] == shape[-1]
        ]
        return alike or [("nothing", "")]


@cache
def _values_of_key() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for document in _games().values():
        for path in _places(document):
            if isinstance(path[-1], str):
                found[path[-1]].append(_at(document, path))
    return found


def _names(document: dict[str, Any]) -> set[str]:
    """The names that the file gives to zones, hands, wagers, tables and so on."""
    sections = (value for key, value in document.items() if key not in _OWN_KEYS)
    named = {key for section in sections if isinstance(section, dict) for key in section}
    return {*named, "x"} - {"says", "source", "ours"}


@cache
def _schema() -> dict[str, Any]:
    return json_schema()


def _resolved(schema: Any) -> Any:
    reference = schema.get("$ref")
    return _schema()["$defs"][reference.rpartition("/")[2]] if reference else schema


def _tables(
    node: Any, schema: Any = None, here: Path = ()
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The tables of a document, each with the keys that the schema gives it."""
    schema = _resolved(_schema() if schema is None else schema)
    for form in [_resolved(each) for each in schema.get("anyOf", [schema])]:
        if isinstance(node, dict) and form.get("type", "object") == "object":
            keys = {k: v for k, v in form.get("properties", {}).items() if k != "published"}
            yield here, {k: v for k, v in keys.items() if k not in ("says", "source", "ours")}
            by_name = [*form.get("patternProperties", {}).values()][:1]
            for key, value in node.items():
                for inner in [keys[key]] if key in keys else by_name:
                    yield from _tables(value, inner, (*here, key))
        elif isinstance(node, list) and form.get("type") == "array":
            for at, value in enumerate(node):
                yield from _tables(value, form.get("items", {}), (*here, at))


# --- as text -------------------------------------------------------------------------------------


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(k)} = {_toml(v)}' for k, v in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool | int | str):
        return json.dumps(value)
    return str(value)


def _key(key: str) -> str:
    return json.dumps(key)


def _told(path: Path) -> str:
    return ".".join(map(str, path))
