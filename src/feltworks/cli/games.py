"""`feltworks games`, and the menu of games that `feltworks` without a command opens.

On a terminal the menu leads into each game; elsewhere its first page is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

from rich.text import Text

from feltworks.cli.commands import COMMANDS, calls_for
from feltworks.cli.options import AsJson, Commands, option
from feltworks.cli.terminal import LEAVING, Lines, ask, attributes, console, new_table, say, tell
from feltworks.errors import FeltworksError
from feltworks.rules.catalogue import Listing, listings

app = Commands()


@app.command()
def games(
    examples: Annotated[
        bool, option("--examples", "The example games instead: files to start from.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """The games there are and what each can do."""
    found = listings(examples=examples)
    takes = {game.id: [each.word for each in COMMANDS if each.takes(game)] for game in found}
    rows = [(game.name, game.id, game.title, ", ".join(takes[game.id])) for game in found]
    about = ("id", "name", "title", "mechanism", "deck", "wagers", "options")
    tell(
        [
            {**attributes(game, *about), "commands": [f"feltworks {c}" for c in calls_for(game)]}
            for game in found
        ],
        new_table(None, "game", "id", "in one sentence", "what it can do", rows=rows),
        as_json=as_json,
    )


def welcome() -> None:
    """Greet, list the games, and on a terminal ask what to look at."""
    _greet()
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            _pick_games()
        except LEAVING:
            console().print("\nGood luck. Chips here are worth nothing anyway.")
    else:
        console().print("Try: feltworks rules show GAME, feltworks hand GAME CARDS...")
        console().print("All commands: feltworks --help")


def _greet() -> None:
    console().print(Text("Feltworks", style="bold"))
    console().print("Casino card games, each from one rules file: read, checked, dealt, counted.")
    console().print("Play money only.\n")
    rows = [
        (str(number), game.name, game.title, "\n".join(calls_for(game)))
        for number, game in enumerate(listings(), start=1)
    ]
    console().print(new_table(None, "", "game", "in one sentence", "what it can do", rows=rows))


def _pick_games() -> None:
    games = listings()
    while True:
        answer = ask(f"A game by number (1-{len(games)}), or q to leave:")
        by_id = {game.id: game for game in games}
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(games):
            _show_game(games[int(answer) - 1])
        elif answer in by_id:
            _show_game(by_id[answer])
        else:
            console().print(f"There is no game {answer!r}; the games are 1 to {len(games)}.")


def _show_game(game: Listing) -> None:
    """One game: its rules, a hand of it, its options, until the person goes back."""
    actions: dict[str, Callable[[Listing], Lines]] = {"r": _rules, "h": _hand, "o": _options}
    console().print(Text(f"\n{game.name}", style="bold"))
    for command in COMMANDS:
        if command.takes(game):
            console().print(f"  feltworks {command.call(game.id)}: {command.does}")
    while True:
        answer = ask("r rules, h name a hand, o options, b back, q leave:").lower()
        if answer in ("b", "back"):
            _greet()
            return
        action = actions.get(answer[:1])
        if action is None:
            console().print("One of r, h, o, b and q.")
            continue
        try:
            say(*action(game), wrap=True)
        except FeltworksError as error:
            console().print(str(error))


def _rules(game: Listing) -> Lines:
    from feltworks.cli.rulessheet import rules_lines
    from feltworks.rules.loader import read

    return rules_lines(read(game.id))


def _hand(game: Listing) -> Lines:
    from feltworks.cli.hand import hand_lines
    from feltworks.rules.loader import load

    return hand_lines(load(game.id), ask("The cards, such as As Kd 10c:"))


def _options(game: Listing) -> Lines:
    from feltworks.cli.rulessheet import option_lines
    from feltworks.rules.loader import read

    return option_lines(read(game.id))
