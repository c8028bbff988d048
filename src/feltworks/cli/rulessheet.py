"""The rules of a game printed for a person: the same sections as on pages and in papers, the
house's options, and the readings of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cli.terminal import Lines, bold, dim, new_table
from feltworks.rules import prose
from feltworks.rules.guide import RulesSection, guide, players_words, sources
from feltworks.rules.readings import edge_words, known_edge, readings_of

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded

READING = "A reading: a house that takes bets names it to deal by it."


def rules_lines(loaded: Loaded) -> Lines:
    """Everything a person needs to play, deal or judge the game."""
    game = loaded.rules.game
    deck = game.deck if isinstance(game.deck, str) else "a deck of its own"
    yield from (bold(game.name), game.title)
    yield dim(f"{game.id}: {game.mechanism} game, {deck}, {players_words(loaded.rules)}")
    if game.source:
        yield dim(f"Source: {game.source}")
    yield ""
    for section in guide(loaded.rules):
        yield from _section(section)
    yield from option_lines(loaded)
    if found := readings_of(loaded):
        rows = [(each.option, each.value, each.says, each.why) for each in found]
        title = "Readings: the document does not say"
        yield new_table(title, "option", "is", "means", "why", rows=rows)
        yield f"With them: {edge_words(known_edge(loaded))}."


def _section(section: RulesSection) -> Lines:
    yield bold(section.title)
    yield from section.paragraphs
    if section.steps:
        rows = [
            (step.name, *map("\n".join, (step.cards, step.choices, step.notes)))
            for step in section.steps
        ]
        yield new_table(None, "stage", "cards", "the player decides", "remarks", rows=rows)
    for table in section.tables:
        if table.caption:
            yield bold(table.caption)
        yield new_table(None, *table.columns, rows=table.rows)
        yield from map(dim, table.notes)
    yield ""


def option_lines(loaded: Loaded) -> Lines:
    """The house's options, with what is chosen."""
    rows = [
        (
            id_,
            loaded.chosen[id_],
            "\n".join(prose.option_words(option)),
            "\n".join([option.says, *sources(option), *([READING] if option.reading else [])]),
        )
        for id_, option in loaded.rules.options.items()
    ]
    columns = ("option", "is", "values", "what it decides")
    yield new_table("House options", *columns, rows=rows) if rows else "No house options."
