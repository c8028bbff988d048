"""`feltworks games`: the games on the shelf."""

from __future__ import annotations

import typer

from feltworks.cli.asking import AsJson

app = typer.Typer(add_completion=False)


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games there are and what each can do."""
    from feltworks.cli.commands import ways_in, words_for
    from feltworks.cli.showing import console, new_table, print_json
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
                    "commands": [f"feltworks {call}" for call in ways_in(game.mechanism, game.id)],
                }
                for game in listings()
            ]
        )
        return
    table = new_table(None, "game", "id", "in one sentence", "what it can do")
    for game in listings():
        table.add_row(game.name, game.id, game.title, ", ".join(words_for(game.mechanism)))
    console().print(table)
