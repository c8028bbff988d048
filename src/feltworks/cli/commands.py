"""Which words the `feltworks` command knows: one line each, loaded when typed.

`way_in` is how the command is called for one game, for the menu that tells what can be done
with each; commands that do not take a game leave it out. Those that are not `for_all` games are
named by the mechanisms that have a use for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from feltworks.cli.mechanisms import MECHANISMS

if TYPE_CHECKING:
    import typer


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what it does, and the module that has its Typer `app`."""

    word: str
    does: str
    way_in: str | None = None
    for_all: bool = True

    def app(self) -> typer.Typer:
        app: typer.Typer = import_module(f"feltworks.cli.{self.word}").app
        return app

    def takes(self, mechanism: str) -> bool:
        """Whether there is something in it for games of that mechanism."""
        if self.way_in is None:
            return False
        return self.for_all or self.word in MECHANISMS[mechanism].words

    def call(self, game: str) -> str:
        """The words to type for a game."""
        return (self.way_in or self.word).format(game=game)


COMMANDS: tuple[Command, ...] = (
    Command("games", "The games there are and what each can do."),
    Command("rules", "Show, check and describe rules files.", way_in="rules show {game}"),
    Command("hand", "Name and rank a hand of a game.", way_in="hand {game} CARDS..."),
    Command("odds", "The exact odds of every wager.", way_in="odds {game}"),
    Command("verify", "Published figures against computed ones.", way_in="verify {game}"),
    Command("strategy", "The best move and what each is worth.", "strategy {game}", for_all=False),
    Command(
        "tune",
        "Pay tables nearest a wanted house edge.",
        "tune {game} --target EDGE",
        for_all=False,
    ),
    Command("simulate", "A game dealt many times over.", "simulate {game}", for_all=False),
    Command(
        "session",
        "What many rounds come to.",
        "session {game}",
        for_all=False,
    ),
    Command("progressive", "The life of a jackpot.", "progressive {game}", for_all=False),
    Command("exposed", "What open cards are worth to a hand.", "exposed {game}", for_all=False),
    Command("equity", "What hands are worth among players.", "equity {game}", for_all=False),
    Command("play", "Play in the terminal, for play money.", "play {game}", for_all=False),
    Command("score", "Statistics over transcripts of games among players."),
    Command("replay", "Check a transcript and step through its round."),
    Command("serve", "Open the card room in the browser, for play money."),
    Command("house", "Check a house file, open the house, see how it stands."),
    Command("jackpot", "Progressive jackpots: holdings, counts, statements."),
    Command("rounds", "Find, show and verify rounds that were dealt."),
    Command("audit", "Check the whole house and name the first broken record."),
    Command("cache", "What is kept between runs: listed, removed."),
)


def ways_in(mechanism: str, game: str) -> list[str]:
    """The calls that can be made for a game of that mechanism."""
    return [command.call(game) for command in COMMANDS if command.takes(mechanism)]


def words_for(mechanism: str) -> list[str]:
    """The words of the commands that take a game of that mechanism."""
    return [command.word for command in COMMANDS if command.takes(mechanism)]
