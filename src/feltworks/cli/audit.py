"""`feltworks audit`: the whole house checked, and the first broken record named."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from feltworks.cli.house import Books, open_house
from feltworks.cli.options import AsJson, SettingError
from feltworks.cli.progress import status_line
from feltworks.cli.terminal import console, print_json

app = typer.Typer(add_completion=False)
MOST_SHOWN = 20


@app.command()
def audit(
    books: Books = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out playing every round again.")
    ] = False,
    seal: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER:HASH", help="A seal noted earlier: the chain must still hold it."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the whole house: chain, indexes, ledger, jackpots, papers, every round.

    Exits with 1 when something is broken, and names the first broken record.
    """
    noted = read_seal(seal)
    with open_house(books) as house, status_line("auditing") as progress:
        report = house.audit(replay=not quick, seal=noted, progress=progress)
    if as_json:
        print_json(report.as_json())
    else:
        played = f", {report.replayed} of them played again" if report.replayed else ""
        console().print(f"{report.records} records, {report.rounds} rounds{played}")
        for violation in report.violations[:MOST_SHOWN]:
            console().print(str(violation), soft_wrap=True)
        if len(report.violations) > MOST_SHOWN:
            console().print(f"and {len(report.violations) - MOST_SHOWN} more")
        first = report.first
        if first is None:
            console().print("the books are in order", style="bold")
        else:
            where = f"record {first.record}" if first.record else "no single record"
            console().print(f"the first broken record: {where}", style="bold")
        console().print(f"seal {report.head.number}:{report.head.hash}", soft_wrap=True)
    if not report.in_order:
        raise typer.Exit(1)


def read_seal(text: str | None) -> tuple[int, str] | None:
    """A seal as it is written, NUMBER:HASH."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text.strip())
    if found is None:
        raise SettingError(f"{text!r} is no seal: write NUMBER:HASH, as an audit prints it")
    return int(found[1]), found[2]
