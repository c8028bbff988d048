"""Feltworks: from rules of play to a proven, playable, audited table game.

One import does the work:

    import feltworks

    game = feltworks.load(feltworks.games()[0])
    game.odds().main.house_edge                 # exact, a Fraction
    game.advise("hole", hole="As Kd").best      # "bet"
    table = game.table(seats=1, seed=7)         # rounds, dealt and settled

What is listed in `__all__` is the public library; it is loaded when it is first used, so that the
import itself costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.errors import FeltworksError
    from feltworks.library import (
        Advice,
        Game,
        Hand,
        Odds,
        PlayerChoice,
        Table,
        TableView,
        games,
        load,
    )

    __version__: str

__all__ = [
    "Advice",
    "Card",
    "FeltworksError",
    "Game",
    "Hand",
    "Odds",
    "PlayerChoice",
    "Table",
    "TableView",
    "__version__",
    "games",
    "load",
]
_ELSEWHERE = {"Card": "feltworks.cards", "FeltworksError": "feltworks.errors"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"feltworks has no {name!r}; it has {', '.join(__all__)}")
    if name == "__version__":
        from importlib.metadata import version

        found: object = version("feltworks")
    else:
        from importlib import import_module

        found = getattr(import_module(_ELSEWHERE.get(name, "feltworks.library")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
