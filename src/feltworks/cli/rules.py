"""`feltworks rules`: show a game's rules, check a file, print the schema."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from feltworks.cli.options import AsJson, GameName, SettingError, Settings, read_game
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.rules import prose
from feltworks.rules.checks.mechanisms import own_sections, players_of
from feltworks.rules.handbook import Handbook
from feltworks.rules.mistakes import RulesError
from feltworks.rules.schema.part import PROSE, Part, parts_of

if TYPE_CHECKING:
    from feltworks.rules.approved import Verdict
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules

READING = "A reading: a house that takes bets names it to deal by it."

app = typer.Typer(add_completion=False, help="Show, check and describe rules files.")


@app.command()
def show(game: GameName, settings: Settings = None, as_json: AsJson = False) -> None:
    """The rules of a game for a person: wagers, stages, options, pay tables."""
    loaded = read_game(game, settings)
    if as_json:
        from feltworks.rules.readings import known_edge, readings_of

        edge = known_edge(loaded)
        print_json(
            {
                "game": loaded.rules.game.id,
                "options": dict(loaded.chosen),
                "rules_sha256": loaded.sha256,
                "readings": [reading.as_json() for reading in readings_of(loaded)],
                "house_edge": None if edge is None else str(edge),
                "rules": loaded.rules.model_dump(mode="json", by_alias=True, exclude_none=True),
            }
        )
    else:
        print_rules(loaded)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The rules file to check.")],
    as_json: AsJson = False,
) -> None:
    """Check a rules file: every mistake, what looks like one, what the odds refuse; or whether it
    equals an approved one."""
    from feltworks.odds.analyse import refusal
    from feltworks.rules.approved import verdict_on
    from feltworks.rules.checks.warned import warnings_about
    from feltworks.rules.loader import check_file

    try:
        checked = check_file(file)
    except RulesError as error:
        if as_json:
            mistakes = [mistake.as_json() for mistake in error.mistakes]
            print_json({"file": file, "status": "mistaken", "mistakes": mistakes})
        raise
    verdict = verdict_on(checked)
    # What an approved document says is said on purpose.
    found = [] if verdict.status == "approved" else warnings_about(checked.rules)
    refused = refusal(checked.rules)
    if as_json:
        print_json(
            {
                "file": file,
                "mistakes": [],
                **verdict.as_json(),
                "warnings": [warning.as_json() for warning in found],
                "odds_refuse": None if refused is None else str(refused),
            }
        )
        return
    _print_verdict(file, verdict)
    for warning in found:
        console().print(f"warning: {warning.key}: {warning.says}", style="yellow", soft_wrap=True)
    if refused is not None:
        text = f"It can be dealt, but `feltworks odds` refuses it: {refused}"
        console().print(text, style="yellow", soft_wrap=True, markup=False)


@app.command()
def export(game: GameName) -> None:
    """Print the file of a game as it is, to start from: rules export GAME > mine.toml."""
    from feltworks.rules.catalogue import locate
    from feltworks.rules.reading import read_bytes

    path = locate(game)
    try:
        print(read_bytes(path).decode("utf-8-sig"), end="")
    except UnicodeDecodeError:
        raise SettingError(f"{path}: the file is no UTF-8 text") from None


@app.command()
def new(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The file to write; by default after the name."),
    ] = None,
) -> None:
    """Write a rules file from the answers to a few questions."""
    from feltworks.cli.newrules import check_new, write_new

    check_new(file)
    path = write_new(file)
    if path is None:
        console().print("\nNothing was written.")
        return
    console().print(f"{path} is written. Try:", soft_wrap=True)
    for word in ("rules check", "odds", "play"):
        console().print(f"  feltworks {word} {path}", soft_wrap=True)


@app.command()
def schema(
    as_json: Annotated[
        bool, typer.Option("--json", help="Changes nothing: the schema is always JSON.")
    ] = False,
) -> None:
    """The JSON Schema of a rules file."""
    from feltworks.rules.jsonschema import json_schema

    print_json(json_schema())


@app.command()
def clauses(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a shipped game.")],
    only: Annotated[
        str | None,
        typer.Option("--state", metavar="STATE", help="holds, open or not-applicable alone."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The game's documents clause by clause: where each lives, its test, its state."""
    from feltworks.rules.clauses import STATES, clauses_of, counted

    if only is not None and only not in STATES:
        raise SettingError(f"--state {only!r} is none of {', '.join(STATES)}")
    every = clauses_of(game)
    found = [clause for clause in every if only in (None, clause.state)]
    if as_json:
        print_json({"game": game, "clauses": [clause.as_json() for clause in found]})
        return
    for section in dict.fromkeys((clause.document, clause.section) for clause in found):
        table = new_table(": ".join(section), "clause", "says", "lives in", "shown by", "state")
        for clause in found:
            if (clause.document, clause.section) == section:
                state = clause.state + (f": {clause.note}" if clause.note else "")
                test = (clause.test or "").rpartition("::")[2]
                table.add_row(clause.id, clause.says, clause.where, test, state)
        console().print(table)
    console().print(f"{len(every)} clauses: {counted(every)}")


def _print_verdict(file: str, verdict: Verdict) -> None:
    console().print(f"{file}: no mistakes", soft_wrap=True)
    console().print(f"sha256 {verdict.sha256}", soft_wrap=True)
    console().print(verdict.sentence, style="bold", soft_wrap=True)
    if verdict.differences:
        table = new_table(None, "key", "approved", "this file")
        for key, (approved, found) in verdict.differences.items():
            table.add_row(key, approved, found)
        console().print(table)


def print_rules(loaded: Loaded) -> None:
    """Everything a person has to know to play, deal or judge the game."""
    rules = loaded.rules
    for section in (_heading, _wagers, _hands, _stages, _settlement, _pay_tables, _jackpots):
        for renderable in section(rules):
            console().print(renderable)
    console().print(options_table(loaded))
    for renderable in _readings(loaded):
        console().print(renderable)
    for section in (_procedure, _ours, _published):
        for renderable in section(rules):
            console().print(renderable)


def _notes(part: Part) -> list[str]:
    """What is printed under a table: its source, and our reason where the document is silent."""
    lines = [f"Source: {part.source}"] if part.source else []
    return lines + ([f"Ours: {part.ours}"] if part.ours else [])


def _dim_notes(part: Part) -> list[Text]:
    return [Text(note, style="dim") for note in _notes(part)]


def _heading(rules: Rules) -> Iterator[RenderableType]:
    game = rules.game
    deck = game.deck if isinstance(game.deck, str) else "a deck of its own"
    room = f"1 to {rules.table.seats} seats"
    if players := players_of(rules):
        room = f"{players[0]} to {players[1]} players"
    about = f"{game.id}: {game.mechanism} game, {deck}, {room}"
    yield Group(Text(game.name, style="bold"), Text(game.title), Text(about, style="dim"))
    if game.source:
        yield Text(f"Source: {game.source}", style="dim")


def _wagers(rules: Rules) -> Iterator[RenderableType]:
    table = new_table("Wagers", "wager", "kind", "size", "about")
    for id_, wager in rules.wagers.items():
        offered = wager.kind != "side" or id_ in rules.offer.side_wagers
        kind = wager.kind if offered else f"{wager.kind}, not offered"
        table.add_row(wager.name, kind, prose.wager_words(rules, wager), wager.says or "")
    yield table


def _hands(rules: Rules) -> Iterator[RenderableType]:
    book = Handbook(rules)
    table = new_table("Hands", "hand", "made of", "ranking, high to low")
    for id_, hand in rules.hands.items():
        ranking = book.ranking(id_)
        order = ", ".join(ranking.label(category) for category in ranking.categories)
        table.add_row(id_, prose.hand_words(hand, hand.use or ranking.cards), order)
    if rules.hands:
        yield table
    if rules.totals:
        counted = new_table("Totals", "hand", "made of", "points")
        for id_, total in rules.totals.items():
            counted.add_row(id_, prose.total_words(total), prose.points_words(rules, total))
        yield counted
    for id_, contest in rules.contests.items():
        if contest.by == "position":
            yield Text(f"Contest {id_}: does {contest.player} fall between {contest.dealer}?")
            continue
        needs = f"; the dealer qualifies with {contest.qualifies}" if contest.qualifies else ""
        yield Text(f"Contest {id_}: {contest.player} against {contest.dealer}{needs}.")


def _stages(rules: Rules) -> Iterator[RenderableType]:
    table = new_table("The round", "stage", "cards", "the player decides", "remarks")
    for stage in rules.stages:
        table.add_row(
            stage.name or stage.id,
            "\n".join(prose.deal_words(deal) for deal in stage.deal),
            "\n".join(prose.choice_words(rules, choice) for choice in stage.decide),
            "\n".join(prose.stage_notes(rules, stage)),
        )
    yield table


def _settlement(rules: Rules) -> Iterator[RenderableType]:
    cases, rows = prose.settling_rows(rules)
    if not cases:
        return
    table = new_table("Settling", "wager", *cases)
    for row in rows:
        table.add_row(*row)
    yield table


def _pay_tables(rules: Rules) -> Iterator[RenderableType]:
    for id_, pays in rules.pays.items():
        stake = ""
        if any(row.pays.kind in ("dollars", "share") for row in pays.rows):
            stake = f"; the stake is {pays.stake}"
        table = new_table(None, "hand", "pays")
        for row in pays.rows:
            table.add_row(row.hand, prose.row_words(row))
        title = Text(f"Pay table {id_}, on the hand {pays.hand}{stake}", style="bold")
        yield Group(title, table, *_dim_notes(pays))


def _jackpots(rules: Rules) -> Iterator[RenderableType]:
    for jackpot in rules.jackpots.values():
        lines = (Text(line) for line in prose.jackpot_words(jackpot))
        yield Group(*lines, *_dim_notes(jackpot), Text(""))


def _procedure(rules: Rules) -> Iterator[RenderableType]:
    """The sections that are plain lists of keys: the mechanism's, the table's, irregularities."""
    yield Group(
        Text("At the table", style="bold"),
        *(Text(f"- {line}") for line in prose.procedure_words(rules)),
    )
    happens = {kind.replace("-", "_") for kind in rules.irregularity_kinds}
    for section in (*own_sections(), "table", "irregularities"):
        part: Part | None = getattr(rules, section)
        if part is None:
            continue
        table = new_table(f"[{section}]", "key", "is", "meaning")
        for key, field in type(part).model_fields.items():
            value = getattr(part, key)
            if section == "irregularities" and key not in happens:
                continue
            if key not in PROSE and value is not None:
                table.add_row(key, prose.key_words(value), field.description or "")
        yield Group(table, *_dim_notes(part))


def options_table(loaded: Loaded) -> RenderableType:
    table = new_table("House options", "option", "is", "values", "what it decides")
    for id_, option in loaded.rules.options.items():
        table.add_row(
            id_,
            loaded.chosen[id_],
            "\n".join(prose.option_words(option)),
            "\n".join([option.says, *_notes(option), *([READING] if option.reading else [])]),
        )
    return table if loaded.rules.options else Text("No house options.")


def _readings(loaded: Loaded) -> Iterator[RenderableType]:
    """What is read into the document with these options, and the edge that comes of it."""
    from feltworks.rules.readings import edge_words, known_edge, readings_of

    found = readings_of(loaded)
    if not found:
        return
    table = new_table("Readings: the document does not say", "option", "is", "means", "why")
    for reading in found:
        table.add_row(reading.option, reading.value, reading.says, reading.why)
    yield Group(table, Text(f"With them: {edge_words(known_edge(loaded))}."))


def _published(rules: Rules) -> Iterator[RenderableType]:
    if not rules.published:
        return
    table = new_table("What the document prints", "wager", "with", "figures", "source")
    for claim in rules.published:
        table.add_row(
            claim.wager,
            ", ".join(f"{option} = {value}" for option, value in claim.options.items()),
            "\n".join(f"{figure} {printed}" for figure, printed in claim.figures.items()),
            claim.source or "",
        )
    yield table


def _ours(rules: Rules) -> Iterator[RenderableType]:
    found = [(key, part.ours) for key, part in parts_of(rules) if part.ours]
    if found:
        table = new_table("Where the document is silent and the choice is ours", "key", "why")
        for key, why in found:
            table.add_row(key, why)
        yield table
