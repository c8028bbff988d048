"""The rules of a game printed for a person: the same sections as on pages and in papers, the
house's options, and the readings of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from feltworks.cli.terminal import console, new_table
from feltworks.rules import prose
from feltworks.rules.guide import RulesSection, guide, players_words, sources

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

READING = "A reading: a house that takes bets names it to deal by it."


def print_rules(loaded: Loaded) -> None:
    """Prints everything a person needs to play, deal or judge the game."""
    console().print(_heading(loaded.rules))
    for section in guide(loaded.rules):
        console().print(Group(*_section(section)))
    console().print(options_table(loaded))
    for renderable in _readings(loaded):
        console().print(renderable)


def _heading(rules: Rules) -> RenderableType:
    game = rules.game
    deck = game.deck if isinstance(game.deck, str) else "a deck of its own"
    about = f"{game.id}: {game.mechanism} game, {deck}, {players_words(rules)}"
    source = [f"Source: {game.source}"] if game.source else []
    dim = [Text(line, style="dim") for line in (about, *source, "")]
    return Group(Text(game.name, style="bold"), Text(game.title), *dim)


def _section(section: RulesSection) -> Iterator[RenderableType]:
    yield Text(section.title, style="bold")
    yield from map(Text, section.paragraphs)
    if section.steps:
        rows = [
            (step.name, *map("\n".join, (step.cards, step.choices, step.notes)))
            for step in section.steps
        ]
        yield new_table(None, "stage", "cards", "the player decides", "remarks", rows=rows)
    for table in section.tables:
        if table.caption:
            yield Text(table.caption, style="bold")
        yield new_table(None, *table.columns, rows=table.rows)
        yield from (Text(note, style="dim") for note in table.notes)
    yield Text("")


def options_table(loaded: Loaded) -> RenderableType:
    table = new_table("House options", "option", "is", "values", "what it decides")
    for id_, option in loaded.rules.options.items():
        table.add_row(
            id_,
            loaded.chosen[id_],
            "\n".join(prose.option_words(option)),
            "\n".join([option.says, *sources(option), *([READING] if option.reading else [])]),
        )
    return table if loaded.rules.options else Text("No house options.")


def _readings(loaded: Loaded) -> Iterator[RenderableType]:
    """The readings with these options, and the resulting edge."""
    from feltworks.rules.readings import edge_words, known_edge, readings_of

    found = readings_of(loaded)
    if not found:
        return
    rows = [(each.option, each.value, each.says, each.why) for each in found]
    title = "Readings: the document does not say"
    table = new_table(title, "option", "is", "means", "why", rows=rows)
    yield Group(table, Text(f"With them: {edge_words(known_edge(loaded))}."))
