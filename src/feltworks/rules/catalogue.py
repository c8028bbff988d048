"""The shipped games: every rules file in `games`, described by its heading alone.

Listing games must be instant, so this reads TOML and nothing else: no schema, no hands,
no tables are loaded until a game is picked.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from feltworks.errors import FeltworksError, did_you_mean

GAMES_DIR = Path(__file__).parent.parent / "games"
EXAMPLES_DIR = GAMES_DIR / "examples"
"""Games that are not part of the card room: files to learn from and to start from."""

LISTS = frozenset({"approved", "edges"})
"""Files beside the games that are lists about games."""


class GameError(FeltworksError):
    """Neither the id of a shipped game nor a file."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A shipped game as the menu shows it."""

    id: str
    name: str
    title: str
    mechanism: str
    deck: str
    wagers: tuple[str, ...]
    options: int
    sections: tuple[str, ...]
    """The sections of the file: without `jackpots` there is no jackpot."""
    path: Path
    is_weighed: bool
    """Whether the game has decisions, or at least a main game for the solver."""


def name_from_id(id_: str) -> str:
    """The name of a wager without a name of its own: `pair-plus` is `Pair Plus`."""
    return " ".join(word.capitalize() for word in id_.split("-"))


def game_ids() -> tuple[str, ...]:
    """The ids of the shipped games: the names of their files."""
    return tuple(sorted({path.stem for path in GAMES_DIR.glob("*.toml")} - LISTS))


def example_ids() -> tuple[str, ...]:
    """The ids of the example games."""
    return tuple(sorted(path.stem for path in EXAMPLES_DIR.glob("*.toml")))


def earlier_files(game: str) -> list[Path]:
    """The files of a game that earlier versions shipped: `earlier/VERSION/GAME.toml`."""
    return sorted(GAMES_DIR.glob(f"earlier/*/{game}.toml"))


@cache
def listings(*, examples: bool = False) -> tuple[Listing, ...]:
    """Every shipped game, or every example."""
    ids = example_ids() if examples else game_ids()
    return tuple(_listing(locate(id_)) for id_ in ids)


def locate(game_or_path: str | Path) -> Path:
    """The file of a shipped game or of an example by its id, or the file at that path."""
    name = str(game_or_path)
    if not name.strip():
        raise GameError(f"no game is named: give one of {', '.join(game_ids())}, or a path")
    for folder, ids in ((GAMES_DIR, game_ids()), (EXAMPLES_DIR, example_ids())):
        if name in ids:
            return folder / f"{name}.toml"
    path = Path(name)
    if path.exists() or path.suffix == ".toml" or len(path.parts) > 1:
        return path
    meant = did_you_mean(name, (*game_ids(), *example_ids()))
    raise GameError(
        f"there is no game {name!r}{meant}: give one of "
        f"{', '.join(game_ids())}, or the path of a rules file"
    )


def _listing(path: Path) -> Listing:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    game = document["game"]
    deck = game["deck"]
    return Listing(
        id=game["id"],
        name=game["name"],
        title=game["title"],
        mechanism=game.get("mechanism", "table"),
        deck=deck if isinstance(deck, str) else "its own",
        wagers=tuple(
            name_from_id(id_) if isinstance(wager, str) else wager.get("name", name_from_id(id_))
            for id_, wager in document["wagers"].items()
        ),
        options=len(document.get("options", {})),
        sections=tuple(document),
        path=path,
        is_weighed=_is_weighed(document),
    )


def _is_weighed(document: dict[str, Any]) -> bool:
    if document["game"].get("mechanism", "table") != "table":
        return True
    deck, wagers = document["game"]["deck"], document["wagers"].values()
    packs = 1 if isinstance(deck, str) else deck.get("packs", 1)
    kinds = [each.get("kind") if isinstance(each, dict) else each for each in wagers]
    decided = any("decide" in stage for stage in document["stages"])
    return decided or ("required" in kinds and packs == 1)
