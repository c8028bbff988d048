"""Arguments and options that several commands take, and how their values are read."""

from __future__ import annotations

import getpass
import inspect
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded


def option(written: str, help: str, **more: Any) -> Any:  # noqa: ANN401 - Typer's own
    """An option as the help shows it, `--seats N`, and what it is for."""
    name, _, metavar = written.partition(" ")
    return typer.Option(name, metavar=metavar or None, help=help, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:  # noqa: ANN401 - Typer's own
    """An argument as the help shows it, and what it is."""
    return typer.Argument(metavar=metavar, help=help, **more)


def day_option(written: str, help: str) -> Any:  # noqa: ANN401 - Typer's own
    """An option that is a day, written 2025-11-14."""
    return option(written, help, parser=_read_day)


def _read_day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no day: write such as 2025-11-14") from None


def chart_option(help: str) -> Any:  # noqa: ANN401 - Typer's own
    """A file to draw a chart to, refused at once if none can be written there."""
    return option("--chart FILE", help, callback=_checked_chart)


def _checked_chart(file: Path | None) -> Path | None:
    if file is not None:
        from feltworks.odds.chart import check_target

        check_target(file)
    return file


F = TypeVar("F", bound=Callable[..., Any])


class Commands(typer.Typer):
    """The command of a word, or the group of commands under it if they have a `help` together.

    A command may take several options at once, as the fields of a dataclass.
    """

    def __init__(self, help: str | None = None) -> None:
        given: dict[str, Any] = {} if help is None else {"help": help, "no_args_is_help": True}
        super().__init__(add_completion=False, **given)

    def command(
        self,
        name: str | None = None,
        **more: Any,  # noqa: ANN401 - Typer's own
    ) -> Callable[[F], F]:
        register = super().command(name, **more)

        def add(function: F) -> F:
            register(_spread(function))
            return function

        return add


def _spread(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes options as the fields of a dataclass, as Typer can call it.

    Typer knows single parameters alone. So where the command has a parameter of such a class, Typer
    is shown one for each field in its place, and the object is made of what those were given.
    """
    hints = get_type_hints(command, include_extras=True)
    shown: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in inspect.signature(command).parameters.values():
        taken, types = [parameter], hints
        group: Any = hints[parameter.name]
        if is_dataclass(group):
            groups[parameter.name], types = group, get_type_hints(group, include_extras=True)
            taken = list(inspect.signature(groups[parameter.name]).parameters.values())
        shown += [
            each.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=types[each.name])
            for each in taken
        ]

    def call(**given: Any) -> None:  # noqa: ANN401 - Typer's own
        for name, group in groups.items():
            of_group = inspect.signature(group).parameters
            given[name] = group(**{each: given.pop(each) for each in of_group})
        command(**given)

    if not groups:
        return command
    call.__name__, call.__doc__ = command.__name__, command.__doc__
    call.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    return call


def _games_named(incomplete: str) -> list[str]:
    """The ids that a shell offers for a beginning; paths are completed by the shell."""
    from feltworks.rules.catalogue import listings

    known = [game.id for game in (*listings(), *listings(examples=True))]
    return [id for id in known if id.startswith(incomplete)]


GameName = Annotated[
    str,
    argument("GAME", "The id of a game, or the path of a rules file.", autocompletion=_games_named),
]
Settings = Annotated[
    list[str] | None,
    option("--set OPTION=VALUE", "Choose the value of a house option; may be given several times."),
]
AsJson = Annotated[bool, option("--json", "Print JSON instead of tables.")]
BOOKS_HELP = (
    "The house's books: a file, or the URL of a PostgreSQL database. By default those that the "
    "variable FELTWORKS_BOOKS names; where it is not set, a file in your data folder."
)
Indifferent = Annotated[
    list[str] | None,
    option(
        "--indifferent DECISION=CHOICE",
        "What is chosen where choices are worth the same: bet (most money out), fold (least), or "
        "the id of a choice. By default what the document's table for these options does, "
        "otherwise bet.",
    ),
]
Decks = Annotated[int | None, option("--decks N", "Blackjack: analyse a shoe of N decks.")]
Gone = Annotated[
    str, option("--gone CARDS", "Cards known to be gone from the deck or the shoe: 'Kd 7s'.")
]


class CommandError(FeltworksError):
    """A value, a combination of options or a file that a command cannot use."""


def named(by: str | None) -> str:
    """The name of the person who acts at the terminal."""
    try:
        name = (getpass.getuser() if by is None else by).strip()
    except (ImportError, KeyError, OSError):
        name = ""
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise CommandError("say who you are by a name of at most 40 printable characters")
    return name


def day_made(given: date | None) -> date:
    """The date of a paper: the given one, or today's in UTC."""
    return given or datetime.now(UTC).date()


def check_seed(seed: int) -> None:
    """Refuses a seed that the random streams do not take."""
    if not 0 <= seed < 2**64:
        raise CommandError(f"--seed {seed}: it must be 0 to {2**64 - 1}")


def read_game(
    game: str, settings: Iterable[str] | None, decks: int | None = None, gone: str = ""
) -> Loaded:
    """A game with the options that `--set` chose, the decks of `--decks`, and without the cards of
    `--gone`."""
    from feltworks.cards import CardError, parse_cards
    from feltworks.rules.loader import read

    loaded = read(game, _pairs("--set", "OPTION=VALUE", settings))
    if decks is not None:
        from feltworks.odds.blackjack.fromrules import dealt_from

        loaded = dealt_from(loaded, decks)
    try:
        return loaded.without(parse_cards(gone))
    except CardError as error:
        raise CommandError(f"--gone {gone!r}: {error}") from None


def tie_rules(given: Iterable[str] | None) -> dict[str, str]:
    """The preferred choice at each decision with equal choices, as given by `--indifferent`."""
    return _pairs("--indifferent", "DECISION=CHOICE", given)


def _pairs(option: str, form: str, given: Iterable[str] | None) -> dict[str, str]:
    """The two sides of the equals sign in each value of an option."""
    pairs: dict[str, str] = {}
    names: set[str] = set()  # hyphens and underscores spell the same name
    for text in given or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise CommandError(f"{option} {text!r} cannot be read: write {option} {form}")
        if name.replace("-", "_") in names:
            what = form.partition("=")[0].lower()
            raise CommandError(f"{option} gives {name!r} twice: give each {what} once")
        names.add(name.replace("-", "_"))
        pairs[name] = value
    return pairs


def dollars_in_cents(text: str) -> int | None:
    """The cents in an amount as people write it, 5 or 2.50 or $5; None if it is no amount."""
    from feltworks.rules.amounts import Money

    try:
        return Money.parse(f"${text.removeprefix('$')}").cents
    except ValueError:
        return None


def options_not_default(loaded: Loaded) -> list[tuple[str, str]]:
    """The options that differ from the rules file's defaults, with their values, and those for
    which the file says a value of its own."""
    from feltworks.rules.schema.options import AS_IN_FILE

    known = loaded.rules.options
    return [
        (id, value)
        for id, value in loaded.chosen.items()
        if id in known and (value != known[id].default or value == AS_IN_FILE)
    ]
