"""Games that guests have brought or altered, kept for a while under a link.

A link holds a hash of the game: its text or the shipped game, its options and changed pays, so the
same game gets the same link. Games are kept in memory, and not for long.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass, replace

from feltworks.errors import FeltworksError
from feltworks.web.odds_pages.counting import RulesQuestion

KEPT_SECONDS = 24 * 3600.0
MOST_GAMES = 200
MOST_GAMES_EACH = 12
NOT_KEPT = (
    "There is no such game here: its link is mistyped, or older than a day, or from before the "
    "server was started. Bring the game again on the odds page."
)


class GameNotKept(FeltworksError):
    """A link whose game is no longer kept."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game under its link; `who` is the address that brought it, `until` when it expires.

    Its name and title come from the file.
    """

    id: str
    name: str
    title: str
    asked: RulesQuestion
    who: str
    until: float


def game_id(asked: RulesQuestion) -> str:
    """The game's name in a link: the same for the same rules."""
    plain = json.dumps(asdict(replace(asked, name="")), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:20]


class KeptGames:
    """The games under links, the longest kept first."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, KeptGame] = OrderedDict()

    def keep(self, asked: RulesQuestion, name: str, title: str, who: str) -> KeptGame:
        """Keeps a game from now on; if there are too many, the oldest is dropped."""
        id = game_id(asked)
        known = self._games.pop(id, None)
        whose = who if known is None else known.who
        game = KeptGame(id, name, title, asked, whose, time.time() + KEPT_SECONDS)
        mine = [each.id for each in self._games.values() if each.who == whose]
        for old in mine[: max(0, len(mine) + 1 - MOST_GAMES_EACH)]:
            del self._games[old]
        while len(self._games) >= MOST_GAMES:
            self._games.popitem(last=False)
        self._games[id] = game
        return game

    def get(self, id: str) -> KeptGame | None:
        """The game of a link, or None if it is no longer kept."""
        game = self._games.get(id)
        if game is not None and game.until < time.time():
            del self._games[id]
            return None
        return game

    def find(self, id: str) -> KeptGame:
        """The game of a link; `GameNotKept` if it is no longer kept."""
        game = self.get(id)
        if game is None:
            raise GameNotKept(NOT_KEPT)
        return game
