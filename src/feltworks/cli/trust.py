"""`feltworks house seal`, `clock` and `key`: what others rely on when they read the books."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from feltworks.cli.housecall import HouseCall, StaffCall, app
from feltworks.cli.options import CommandError, named, option
from feltworks.cli.terminal import bold, count_text


@app.command()
def seal(
    call: HouseCall,
    to: Annotated[
        list[str] | None,
        option(
            "--to PLACE",
            "Another place for the seal, besides those of the house file: a file, a folder, a "
            "web address, or 'command: ...'; may be given several times.",
        ),
    ] = None,
) -> None:
    """Seal the books now: a signed text to print, mail or put where nobody can change it.

    Exits with 1 if a place did not accept it.
    """
    from dataclasses import asdict

    with call.house() as house:
        sealer = house.seals.sealer(to or ())
        made, faults = sealer.seal()
        folder = sealer.log.folder
    told = {**asdict(made), "kept_in": str(folder), "not_taken": faults}
    call.tell(told, made.text.removesuffix("\n"))
    if faults and not call.as_json:
        print(*faults, sep="\n", file=sys.stderr)
    if faults:
        raise typer.Exit(1)


@app.command()
def clock(
    call: StaffCall,
    accept: Annotated[
        bool, option("--accept", "Record that this machine's clock is right.")
    ] = False,
    because: Annotated[str | None, option("--because REASON", "Why the clock is right.")] = None,
) -> None:
    """Hold this machine's clock against the books; accept it where the books are wrong.

    Exits with 1 when the clock cannot be believed and was not accepted.
    """
    from feltworks.house.books.clock import clock_fault, last_time, time_text

    if accept and because is None:
        raise CommandError("say why the clock is right: --because REASON")
    with call.house(update=accept) as house:
        now = house.writer.clock()
        with house.database.reading() as reader:
            last, day = last_time(reader), reader.head().day
        fault = clock_fault(last, now)
        record = None
        if accept:
            record = house.accept_clock(by=call.signed(house, "keep"), because=because or "")
    if record is not None:
        verdict = f"accepted by record {record.number}; the books now stand at {record.day}"
    else:
        verdict = "the clock goes on where the books ended" if fault is None else fault
    call.tell(
        {
            "books": last and last.isoformat(),
            "day": day,
            "clock": now.isoformat(),
            "fault": fault,
            "accepted_by_record": None if record is None else record.number,
        },
        f"the books' last record: {'none' if last is None else time_text(last)}",
        f"this machine's clock: {time_text(now)}",
        bold(verdict),
    )
    if fault is not None and record is None:
        raise typer.Exit(1)


@app.command()
def key(
    call: StaffCall,
    new: Annotated[bool, option("--new", "Make a new key, which seals decks from now on.")] = False,
    add: Annotated[
        Path | None,
        option("--add FILE", "Add the keys of this file, such as a copy that was found again."),
    ] = None,
    lost: Annotated[bool, option("--lost", "Void the rounds whose deck no key opens.")] = False,
) -> None:
    """List the keys that seal decks in the books, make or add one, or give up lost ones.

    Keys lie outside the books: keep a copy of their file elsewhere, and not with copies of the
    books. Older keys stay, so that decks sealed with them can still be opened.
    """
    with call.house() as house:
        added = [] if add is None else house.keys.add(add)
        if new:
            house.change_key(by=named(call.by))
        voided = house.void_lost_rounds() if lost else []
        keys, file, waiting = house.keys.all(), str(house.keys.path), house.lost_rounds()
    told: dict[str, Any] = {
        "file": file,
        "keys": [{"id": each.id, "made": each.made} for each in keys],
        "voided": voided,
    }
    if add is not None:
        told["added"] = [each.id for each in added]
    told["lost_rounds"] = {str(number): str(why) for number, why in waiting.items()}
    call.tell(
        told,
        *([] if add is None else [f"{count_text(len(added), 'key')} added from {add}"]),
        f"{count_text(len(keys), 'key')} in {file}; the last one seals",
        *(f"  {each.id}  made {each.made}" for each in keys),
        *(f"round {number} is void: its deck cannot be opened any more" for number in voided),
        *(f"round {number} cannot go on: {why}" for number, why in waiting.items()),
    )
