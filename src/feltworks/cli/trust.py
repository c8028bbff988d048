"""`feltworks house seal` and `feltworks house clock`: what others rely on when they read the books.

These are words of `feltworks house`.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from feltworks.cli.house import Books, app, open_house
from feltworks.cli.options import AsJson, By, SettingError
from feltworks.cli.signing import signed
from feltworks.cli.terminal import console, print_json


@app.command()
def seal(
    to: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE",
            help="Where it goes beside the places of the house file: a file, a folder, a web "
            "address, or 'command: ...'; may be repeated.",
        ),
    ] = None,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Seal the books as they stand: a signed text to print, mail or put where nobody changes it.

    Exits with 1 when a place did not take it.
    """
    from dataclasses import asdict

    with open_house(books) as house:
        sealer = house.seals.sealer(to or ())
        made, faults = sealer.seal()
        folder = sealer.log.folder
    if as_json:
        print_json({**asdict(made), "kept_in": str(folder), "not_taken": faults})
    else:
        console().print(made.text, soft_wrap=True, end="")
        for fault in faults:
            print(fault, file=sys.stderr)
    if faults:
        raise typer.Exit(1)


@app.command()
def clock(
    accept: Annotated[
        bool, typer.Option("--accept", help="Record that this machine's clock is right.")
    ] = False,
    by: By = None,
    because: Annotated[
        str | None, typer.Option(metavar="REASON", help="Why the clock is right.")
    ] = None,
    books: Books = None,
    as_json: AsJson = False,
) -> None:
    """Hold this machine's clock against the books; accept it where the books are wrong.

    Exits with 1 when the clock cannot be believed and was not accepted.
    """
    from feltworks.house.books.clock import clock_fault, last_time, told

    if accept and because is None:
        raise SettingError("say why the clock is right: --because REASON")
    with open_house(books, update=accept) as house:
        now = house.writer.clock()
        with house.database.reading() as reader:
            last, day = last_time(reader), reader.head().day
        fault = clock_fault(last, now)
        record = None
        if accept:
            record = house.accept_clock(by=signed(house, "keep", by), because=because or "")
    if as_json:
        times = {"books": last and last.isoformat(), "day": day, "clock": now.isoformat()}
        accepted = None if record is None else record.number
        print_json({**times, "fault": fault, "accepted_by_record": accepted})
    else:
        console().print(f"the books' last record: {'none' if last is None else told(last)}")
        console().print(f"this machine's clock: {told(now)}")
        if record is not None:
            said = f"accepted by record {record.number}; the books now stand at {record.day}"
            console().print(said, style="bold")
        else:
            text = "the clock goes on where the books ended" if fault is None else fault
            console().print(text, style="bold", soft_wrap=True)
    if fault is not None and record is None:
        raise typer.Exit(1)
