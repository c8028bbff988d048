"""The front door: the `feltworks` command itself, which loads a command when its word is typed."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from feltworks.cli.commands import COMMANDS


class FrontDoor(TyperGroup):
    """A group that knows its commands by name and imports one only when it is called."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - Typer's own
        super().__init__(**settings)
        self._known = {command.word: command for command in COMMANDS}
        for word in self._known:
            self.commands.setdefault(word, None)  # type: ignore[arg-type]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - Typer's own
        if cmd_name in self._known and self.commands[cmd_name] is None:
            loaded = get_command(self._known[cmd_name].app())
            loaded.name = cmd_name
            loaded.help = self._known[cmd_name].does if loaded.help is None else loaded.help
            # A group without a word after it is a mistake, told on stderr as others are.
            loaded.no_args_is_help = False
            self.commands[cmd_name] = loaded
        return self.commands.get(cmd_name)


app = typer.Typer(cls=FrontDoor, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"feltworks {version('feltworks')}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def front(
    context: typer.Context,
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Tell the version."),
    ] = False,
) -> None:
    """Casino card games from one rules file each. Play money only."""
    if context.invoked_subcommand is None:
        from feltworks.cli.welcome import welcome

        welcome()


def command() -> Any:  # noqa: ANN401 - a command of Typer's own kind
    """The whole command line, ready to run."""
    return get_command(app)
