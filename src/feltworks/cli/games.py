"""`feltworks games`: the games that come with Feltworks."""

from __future__ import annotations

import typer

from feltworks.cli.commands import COMMANDS, calls_for
from feltworks.cli.options import AsJson
from feltworks.cli.terminal import console, new_table, print_json

app = typer.Typer(add_completion=False)


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games there are and what each can do."""
    from feltworks.rules.catalogue import listings

    if as_json:
        print_json(
            [
                {
                    "id": game.id,
                    "name": game.name,
                    "title": game.title,
                    "mechanism": game.mechanism,
                    "deck": game.deck,
                    "wagers": list(game.wagers),
                    "options": game.options,
                    "commands": [
                        f"feltworks {call}" for call in calls_for(game.mechanism, game.id)
                    ],
                }
                for game in listings()
            ]
        )
        return
    table = new_table(None, "game", "id", "in one sentence", "what it can do")
    for game in listings():
        words = [command.word for command in COMMANDS if command.takes(game.mechanism)]
        table.add_row(game.name, game.id, game.title, ", ".join(words))
    console().print(table)
