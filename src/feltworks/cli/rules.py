"""`feltworks rules`: show a game's rules, check a file, print the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.asking import AsJson, GameName, Settings, chosen_options

if TYPE_CHECKING:
    from feltworks.rules.approved import Verdict

app = typer.Typer(add_completion=False, help="Show, check and describe rules files.")


@app.command()
def show(game: GameName, settings: Settings = None, as_json: AsJson = False) -> None:
    """The rules of a game for a person: wagers, stages, options, pay tables."""
    from feltworks.cli.showing import print_json
    from feltworks.rules.loader import read

    loaded = read(game, chosen_options(settings))
    if as_json:
        print_json(
            {
                "game": loaded.rules.game.id,
                "options": dict(loaded.chosen),
                "rules_sha256": loaded.sha256,
                "rules": loaded.rules.model_dump(mode="json", by_alias=True, exclude_none=True),
            }
        )
        return
    from feltworks.cli.rulesheet import print_rules

    print_rules(loaded)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The rules file to check.")],
    as_json: AsJson = False,
) -> None:
    """Check a rules file: every mistake in it, or whether it equals an approved one."""
    from feltworks.cli.showing import print_json
    from feltworks.rules.approved import verdict_on
    from feltworks.rules.loader import check_file
    from feltworks.rules.mistakes import RulesError

    try:
        verdict = verdict_on(check_file(file))
    except RulesError as error:
        if as_json:
            mistakes = [mistake.as_json() for mistake in error.mistakes]
            print_json({"file": file, "status": "mistaken", "mistakes": mistakes})
        raise
    if as_json:
        print_json({"file": file, "mistakes": [], **verdict.as_json()})
    else:
        _print_verdict(file, verdict)


@app.command()
def schema(
    as_json: Annotated[bool, typer.Option("--json", help="It is JSON in any case.")] = False,
) -> None:
    """The JSON Schema of a rules file."""
    from feltworks.cli.showing import print_json
    from feltworks.rules.jsonschema import json_schema

    print_json(json_schema())


def _print_verdict(file: str, verdict: Verdict) -> None:
    from feltworks.cli.showing import console, new_table

    console().print(f"{file}: no mistakes", soft_wrap=True)
    console().print(f"sha256 {verdict.sha256}", soft_wrap=True)
    console().print(verdict.sentence, style="bold", soft_wrap=True)
    if verdict.differences:
        table = new_table(None, "key", "approved", "this file")
        for key, (approved, found) in verdict.differences.items():
            table.add_row(key, approved, found)
        console().print(table)
