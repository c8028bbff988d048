"""Every game that the answer book asks: shipped games, examples, toys, and games on small decks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.ask import book
from tests.ask.rules import Loaded, example_ids, game_ids, read
from tests.odds.small_decks import DECKS, on_deck

TESTS = Path(__file__).parents[1]
FOLDERS = ("rules/games", "generic/games", "odds/games")
SLOWEST = (
    "criss-cross-poker",
    "oasis-poker",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "dj-wild",
    "let-it-ride",
    "crazy-4-poker",
    "texas-holdem-bonus",
)
"""These are begun first, so that no process works alone at the end."""


@dataclass(frozen=True)
class Game:
    """A game by its name in the book; `kind` is shipped, example, toy or deck.

    `source` is its id or the path of its file; a game on a small deck has no file.
    """

    name: str
    kind: str
    source: str = ""
    deck: tuple[str, str] | None = None

    @cached_property
    def loaded(self) -> Loaded:
        if self.deck is not None:
            game, deck = self.deck
            return book.on_rules(on_deck(game, DECKS[game][deck]))
        return read(self.source)

    @cached_property
    def solved(self) -> book.Solved:
        return book.Solved(self.loaded)


def games() -> dict[str, Game]:
    """Every game by its name."""
    found = [Game(game, "shipped", game) for game in game_ids()]
    found += [Game(game, "example", game) for game in example_ids()]
    found += [
        Game(path.stem, "toy", str(path))
        for folder in FOLDERS
        for path in sorted((TESTS / folder).rglob("*.toml"))
    ]
    found += [
        Game(f"{game} on {deck}", "deck", deck=(game, deck))
        for game, decks in DECKS.items()
        for deck in decks
    ]
    by_name = {game.name: game for game in found}
    assert len(by_name) == len(found), "two games of the answer book have one name"
    return by_name
