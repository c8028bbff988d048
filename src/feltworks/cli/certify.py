"""`feltworks certify`: a game's exact odds in a file that anybody can check by computing them
again."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from feltworks.cli import options
from feltworks.cli.options import CommandError, argument, option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import bold, say, tell, unbroken
from feltworks.errors import system_errors_as
from feltworks.wholefiles import SHARED, check_folder, write_whole

app = options.Commands()


@app.command()
def certify(
    game: Annotated[
        str | None, argument("[GAME]", "The id of a game, or the path of a rules file.")
    ] = None,
    settings: options.Settings = None,
    out: Annotated[Path | None, option("--out FILE", "Write the certificate to this file.")] = None,
    key: Annotated[Path | None, option("--key FILE", "Sign with this key.")] = None,
    new_key: Annotated[
        Path | None,
        option("--new-key FILE", "Write a new key to sign with to this file, and do nothing else."),
    ] = None,
    check: Annotated[
        Path | None,
        option("--check FILE", "Work out the figures of a certificate again and compare them."),
    ] = None,
    made: Annotated[
        date | None,
        options.day_option("--date DATE", "The certificate's date; today by default."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Write down a game's exact odds with the rules they follow from, or check such a paper.

    A check exits with 1 where something differs.
    """
    if new_key is not None:
        from feltworks.reports.certificate import new_key as make

        say(f"{new_key} signs as {make(new_key)}")
    elif check is not None:
        if game is not None or out is not None or key is not None:
            raise CommandError("--check takes a certificate alone: no game, --out or --key")
        _check(check, as_json=as_json)
    elif game is None:
        raise CommandError("name a game, or a certificate with --check FILE")
    else:
        from feltworks.reports.certificate import certify as make_certificate

        if out is not None:
            check_folder(out, CommandError)
        loaded = options.read_game(game, settings)
        with counting() as progress:
            found = make_certificate(loaded, options.day_made(made), key, progress)
        _write(out, json.dumps(found, indent=1, sort_keys=True) + "\n", as_signed="key" in found)


def _write(out: Path | None, text: str, *, as_signed: bool) -> None:
    if out is None:
        print(text, end="")
        return
    with system_errors_as(CommandError, f"--out {out}"):
        write_whole(out, text, SHARED)
    how = "signed" if as_signed else "with a digest, not signed"
    say(f"certificate written to {out}, {how}")


def _check(path: Path, *, as_json: bool) -> None:
    from feltworks.odds.kept import code_hash
    from feltworks.reports.certificate import check

    try:
        with system_errors_as(CommandError, f"--check {path}"):
            text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"--check {path}: it is no text") from None
    with counting() as progress:
        found, differences = check(text, str(path), progress)
    signed = f"signed by {found['key']}" if "signature" in found else "not signed"
    lines = [f"{found['game']}, made {found['made']} by {found['program']}, {signed}"]
    if found.get("counted_by") != code_hash():
        lines.append("  it was counted by another version of the program's code than this one")
    tell(
        {"game": found["game"], "holds": not differences, "differences": differences},
        *lines,
        *(unbroken(f"  {each}") for each in differences),
        bold("it differs" if differences else "every figure is the same here"),
        as_json=as_json,
    )
    if differences:
        raise typer.Exit(1)
