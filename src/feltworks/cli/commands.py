"""The `feltworks` command itself: the words it knows, each loaded when it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import CommandError, option
from feltworks.cli.terminal import output_lost
from feltworks.errors import system_reason
from feltworks.rules.catalogue import Listing


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what it does, and the module that has its Typer `app`.

    `usage` is how it is called for one game; commands that do not take a game have none. A command
    that is not `for_all` games is for games of the mechanisms that name it.
    """

    word: str
    does: str
    usage: str | None = None
    for_all: bool = True
    weighs: bool = False
    """Whether it is about play, and so not for games in which cards alone decide all wagers."""
    about: str | None = None
    """The section that a file must have for it: it is about jackpots, or about pay tables."""

    def takes(self, game: Listing) -> bool:
        """Whether it can be called for that game."""
        if self.usage is None or (self.weighs and not game.is_weighed):
            return False
        if self.about is not None and self.about not in game.sections:
            return False
        return self.for_all or self.word in MECHANISMS[game.mechanism].words

    def call(self, game: str) -> str:
        """The words to type for a game."""
        return (self.usage or self.word).format(game=game)


COMMANDS: tuple[Command, ...] = (
    Command("games", "The games there are and what each can do."),
    Command("rules", "Show, check and describe rules files.", "rules show {game}"),
    Command("hand", "Name and rank a hand of a game.", "hand {game} CARDS..."),
    Command("odds", "The exact odds of every wager.", "odds {game}"),
    Command("verify", "Published figures against computed ones.", "verify {game}"),
    Command("report", "Papers about a game, as PDF or Markdown.", "report {game}"),
    Command("certify", "Exact odds in a file that others can check.", "certify {game}"),
    Command(
        "strategy",
        "The best move and what each is worth.",
        "strategy {game}",
        for_all=False,
        weighs=True,
    ),
    Command(
        "tune",
        "Pay tables nearest a wanted house edge.",
        "tune {game} --target EDGE",
        for_all=False,
        about="pays",
    ),
    Command("simulate", "A game dealt many times over.", "simulate {game}", for_all=False),
    Command("session", "The result of many rounds.", "session {game}", for_all=False),
    Command("vulnerability", "What counters could take.", "vulnerability {game}", for_all=False),
    Command(
        "progressive",
        "The life of a jackpot.",
        "progressive {game}",
        for_all=False,
        about="jackpots",
    ),
    Command(
        "exposed",
        "What open cards are worth to a hand.",
        "exposed {game} --cards CARDS",
        for_all=False,
    ),
    Command("equity", "What hands are worth among players.", "equity {game}", for_all=False),
    Command("play", "Play in the terminal, for play money.", "play {game}"),
    Command("score", "Statistics over transcripts of games among players."),
    Command("replay", "Check a transcript and step through its round."),
    Command("serve", "Open the card room in the browser, for play money."),
    Command("house", "Check a house file, open the house, see its state."),
    Command("jackpot", "Progressive jackpots: holdings, counts, statements."),
    Command("rounds", "Find, show, verify and export rounds that were dealt."),
    Command("audit", "Check the whole house and name the first broken record."),
    Command("cache", "What is kept between runs: listed, removed, compiled."),
)


def calls_for(game: Listing) -> list[str]:
    """The calls that can be made for a game."""
    return [command.call(game.id) for command in COMMANDS if command.takes(game)]


class LazyGroup(TyperGroup):
    """A group that knows its commands by name and imports one only when it is called."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - Typer's own
        super().__init__(**settings)
        self._known = {command.word: command for command in COMMANDS}
        for word in self._known:
            self.commands.setdefault(word, None)  # type: ignore[arg-type]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - Typer's own
        if cmd_name in self._known and self.commands[cmd_name] is None:
            loaded = get_command(import_module(f"feltworks.cli.{cmd_name}").app)
            loaded.name = cmd_name
            loaded.help = self._known[cmd_name].does if loaded.help is None else loaded.help
            # A group called without a word is a mistake, reported on stderr like others.
            loaded.no_args_is_help = False
            self.commands[cmd_name] = loaded
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - Typer's own
        """Run the command; an error of the operating system becomes one message."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.filename is None:
                raise output_lost(error) from error
            raise CommandError(f"{error.filename}: {system_reason(error)}") from error


app = typer.Typer(cls=LazyGroup, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"feltworks {version('feltworks')}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def feltworks(
    context: typer.Context,
    show_version: Annotated[
        bool, option("--version", "Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Casino card games from one rules file each. Play money only."""
    if context.invoked_subcommand is None:
        from feltworks.cli.games import welcome

        welcome()


def command_line() -> Any:  # noqa: ANN401 - a command of Typer's own kind
    """The whole command line, ready to run."""
    return get_command(app)
