"""What many commands ask for in the same words: a game, option values, JSON, an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from feltworks.errors import FeltworksError

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The id of a game, or the path of a rules file.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Choose the value of a house option; may be given several times.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]

LEAVE = ("q", "quit", "exit")


class LeaveError(Exception):
    """The person at the terminal is done."""


LEAVING = (LeaveError, EOFError, KeyboardInterrupt)
"""The ways to leave: saying so, the end of input, Ctrl-C."""


def ask(question: str) -> str:
    """The person's answer; every way to leave is an exception."""
    answer = input(f"{question} ").strip()
    if answer.lower() in LEAVE:
        raise LeaveError
    return answer


class SettingError(FeltworksError):
    """A `--set` that is not of the form OPTION=VALUE, or an option set twice."""


def chosen_options(settings: Iterable[str] | None) -> dict[str, str]:
    """The option values in a list of `OPTION=VALUE`."""
    chosen: dict[str, str] = {}
    named: set[str] = set()  # hyphens and underscores spell the same option
    for setting in settings or ():
        option, equals, value = (part.strip() for part in setting.partition("="))
        if not (option and equals and value):
            raise SettingError(f"--set {setting!r} cannot be read: write --set OPTION=VALUE")
        if option.replace("-", "_") in named:
            raise SettingError(f"--set gives {option!r} twice: give each option once")
        named.add(option.replace("-", "_"))
        chosen[option] = value
    return chosen
