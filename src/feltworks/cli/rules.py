"""`feltworks rules`: show a game's rules, check a file, print the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from feltworks.cli import options
from feltworks.cli.options import argument, option
from feltworks.cli.terminal import bold, console, new_table, print_json, say, tell
from feltworks.rules.mistakes import RulesError

app = options.Commands("Show, check and describe rules files.")


@app.command()
def show(
    game: options.GameName, settings: options.Settings = None, as_json: options.AsJson = False
) -> None:
    """The rules of a game for a person: wagers, stages, options, pay tables."""
    loaded = options.read_game(game, settings)
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
        from feltworks.cli.rulessheet import rules_lines

        say(*rules_lines(loaded), wrap=True)


@app.command()
def check(
    file: Annotated[str, argument("FILE", "The rules file to check.")],
    as_json: options.AsJson = False,
) -> None:
    """Check a rules file: every mistake, what looks like one, whether it can be dealt and counted;
    or whether it equals an approved one."""
    from feltworks.odds.analyse import refusal
    from feltworks.pit import why_not_dealt
    from feltworks.rules.approved import verdict_on
    from feltworks.rules.checks.warned import RulesWarning, warnings_about
    from feltworks.rules.loader import check_file

    try:
        checked = check_file(file)
    except RulesError as error:
        if as_json:
            mistakes = [mistake.as_json() for mistake in error.mistakes]
            print_json({"file": file, "status": "mistaken", "mistakes": mistakes})
        raise
    verdict = verdict_on(checked)
    # What an approved document says is intended.
    found = [] if verdict.status == "approved" else warnings_about(checked.rules)
    found += [RulesWarning("published", note) for note in checked.notes_on_figures]
    undealt, refused = why_not_dealt(checked), refusal(checked.rules)
    if as_json:
        print_json(
            {
                "file": file,
                "mistakes": [],
                **verdict.as_json(),
                "warnings": [warning.as_json() for warning in found],
                "cannot_be_dealt": None if undealt is None else str(undealt),
                "odds_refuse": None if refused is None else str(refused),
            }
        )
        return
    say(f"{file}: no mistakes", f"sha256 {verdict.sha256}", bold(verdict.sentence))
    if verdict.differences:
        rows = [(key, approved, here) for key, (approved, here) in verdict.differences.items()]
        say(new_table(None, "key", "approved", "this file", rows=rows))
    for warning in found:
        say(f"warning: {warning.key}: {warning.says}", style="yellow")
    if undealt is not None and str(undealt) == str(refused):
        say(f"It can neither be dealt nor counted: {undealt}", style="yellow")
        return
    if undealt is not None:
        say(f"It cannot be dealt: {undealt}", style="yellow")
    if refused is not None:
        dealt = "It can be dealt, but " if undealt is None else ""
        say(f"{dealt}`feltworks odds` refuses it: {refused}", style="yellow")


@app.command()
def export(game: options.GameName) -> None:
    """Print the file of a game as it is, to start from: rules export GAME > mine.toml."""
    from feltworks.rules.catalogue import locate
    from feltworks.rules.reading import read_bytes

    path = locate(game)
    try:
        print(read_bytes(path).decode("utf-8-sig"), end="")
    except UnicodeDecodeError:
        raise options.CommandError(f"{path}: the file is no UTF-8 text") from None


@app.command()
def new(
    file: Annotated[
        Path | None, argument("[FILE]", "The file to write; by default it is named after the game.")
    ] = None,
) -> None:
    """Write a rules file from the answers to a few questions."""
    from feltworks.cli.newrules import check_new, write_new

    check_new(file)
    path = write_new(file)
    if path is None:
        console().print("\nNothing was written.")
        return
    say(f"{path} is written. Try:")
    for word in ("rules check", "odds", "play"):
        say(f"  feltworks {word} {path}")


@app.command()
def schema(
    as_json: Annotated[
        bool, option("--json", "Changes nothing: the schema is always JSON.")
    ] = False,
) -> None:
    """The JSON Schema of a rules file."""
    from feltworks.rules.jsonschema import json_schema

    print_json(json_schema())


@app.command()
def clauses(
    game: Annotated[str, argument("GAME", "The id of a shipped game.")],
    only: Annotated[
        str | None,
        option("--state STATE", "List only clauses in this state: holds, open or not-applicable."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """The game's documents clause by clause: where each lives, its test, its state."""
    from feltworks.rules.clauses import STATES, clauses_of, counted

    if only is not None and only not in STATES:
        raise options.CommandError(f"--state {only!r} is none of {', '.join(STATES)}")
    every = clauses_of(game)
    found = [clause for clause in every if only in (None, clause.state)]
    tables: dict[str, list[tuple[str, ...]]] = {}
    for clause in found:
        state = clause.state + (f": {clause.note}" if clause.note else "")
        test = (clause.test or "").rpartition("::")[2]
        row = (clause.id, clause.says, clause.where, test, state)
        tables.setdefault(f"{clause.document}: {clause.section}", []).append(row)
    columns = ("clause", "says", "lives in", "shown by", "state")
    tell(
        {"game": game, "clauses": [clause.as_json() for clause in found]},
        *(new_table(title, *columns, rows=rows) for title, rows in tables.items()),
        f"{len(every)} clauses: {counted(every)}",
        as_json=as_json,
    )
