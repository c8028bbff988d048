"""`feltworks house backup`, `restore`, `archive`, `forget` and `guests`: the books kept safe.

Every change of the books is recorded with a name.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from feltworks.cli.housecall import HouseCall, StaffCall, app
from feltworks.cli.options import CommandError, argument, day_option, named, option
from feltworks.cli.progress import status_line
from feltworks.cli.terminal import Lines, bold, count_text, new_table

if TYPE_CHECKING:
    from feltworks.house.backup import Backup
    from feltworks.house.restoring import Restored


@app.command()
def backup(
    to: Annotated[Path, argument("FILE|FOLDER", "A new file, or a folder.")],
    call: StaffCall,
    keep: Annotated[
        int | None,
        option("--keep N", "In a folder: keep N backups of these books and remove older ones."),
    ] = None,
) -> None:
    """Copy the books as they are at this moment; the house may be serving.

    Deck keys and the staff's passwords are not in it. In a house with accounts `--by` names an
    operator.
    """
    from feltworks.house.backup import back_up
    from feltworks.house.books import Database
    from feltworks.house.books.database import REVISION
    from feltworks.house.staff import permitted, staff_roles

    database = Database(call.books_url)
    try:
        # Books of an older version have no accounts, and are copied before the upgrade.
        if database.revision() == REVISION:
            with database.reading() as reader:
                if staff_roles(reader):
                    permitted(reader, "keep", named(call.by))
        taken = back_up(database, to, keep=keep)
    finally:
        database.close()
    call.tell(taken.as_json(), *_backup_lines(taken))


def _backup_lines(taken: Backup) -> Lines:
    yield f"backup {taken.file}"
    flying = count_text(taken.open_rounds, "round")
    yield f"{taken.head.number} records up to {taken.at}, {flying} in flight"
    if taken.foreign:
        left_out = ", ".join(taken.foreign)
        yield Text(f"not of the books, and left out when they are restored: {left_out}", "yellow")
    for old in taken.removed:
        yield f"removed {old}"
    yield f"seal {taken.head.seal}"


@app.command()
def restore(
    file: Annotated[Path, argument("FILE", "A backup.")],
    call: StaffCall,
    seal: Annotated[
        str | None,
        option(
            "--seal NUMBER:HASH",
            "The newest seal you know: it shows what the backup lacks. The backup's own last "
            "record is your word that nothing came after it.",
        ),
    ] = None,
    seals: Annotated[
        str | None, option("--seals PLACE", "Where the house's seals are: file, folder, address.")
    ] = None,
    replace: Annotated[
        bool, option("--replace", "Put books that are there already aside.")
    ] = False,
    because: Annotated[
        str | None,
        option(
            "--because REASON",
            "Why it is restored although records after the backup are or may be lost.",
        ),
    ] = None,
) -> None:
    """Make books from a backup, in either database, after checking it link by link."""
    from feltworks.cli.audit import read_seal
    from feltworks.house.restoring import restore as make
    from feltworks.house.seals import read_place

    noted, signed = read_seal(seal), () if seals is None else read_place(seals)
    with status_line("checking") as progress:
        made = make(
            file,
            call.books_url,
            by=named(call.by),
            because=because,
            seal=noted,
            seals=signed,
            replace=replace,
            progress=progress,
        )
    call.tell(made.as_json(), *_restored_lines(made))


def _restored_lines(made: Restored) -> Lines:
    yield f"books {made.books}"
    if made.kept is not None:
        how = "" if made.damage is None else f", damaged as they are ({made.damage})"
        yield f"the old books are kept in {made.kept}{how}"
    if made.left_out:
        yield f"left out, not of the books: {', '.join(made.left_out)}"
    flying = count_text(made.open_rounds, "round")
    yield f"{made.head.number - 1} records up to {made.at}, {flying} in flight"
    if made.lost_moves:
        yield f"no record is lost, but {count_text(made.lost_moves, 'move')} of rounds in flight"
    elif made.missing is None:
        yield "no seal is newer: what was written after the backup is not known"
    elif made.missing:
        yield f"{count_text(made.missing, 'record')} behind: they were written after the backup"
    elif made.whole:
        yield "the old books ended with the backup: no record is lost"
    else:
        yield "the backup ends with the seal that was noted, which does not tell what came after it"
    if made.open_rounds and not made.whole:
        yield (
            "decks from before may be known by now: a round in flight waits until somebody voids "
            "it with `feltworks house void`"
        )
    yield bold("the chain is in order")


@app.command()
def archive(
    folder: Annotated[
        Path, argument("FOLDER|FILE", "The folder to write to; with --check, the archive.")
    ],
    call: StaffCall,
    before: Annotated[
        date | None,
        day_option("--before DATE", "Archive rounds that ended before this day."),
    ] = None,
    older_than: Annotated[
        int | None,
        option(
            "--older-than DAYS", "Archive rounds that ended more than this many days ago.", min=1
        ),
    ] = None,
    check: Annotated[
        bool, option("--check", "Compare an archive with the books instead of making one.")
    ] = False,
) -> None:
    """Take transcripts, moves and decks of old rounds out of the books, into a file.

    With --check the rounds of an archive are played again; exits with 1 when one is not as booked.
    """
    from feltworks.house.archive import archive as make

    if check:
        _check_archive(call, folder)
        return
    if (before is None) == (older_than is None):
        raise CommandError("give one of --before and --older-than")
    with call.house() as house:
        who = call.signed(house, "keep")
        today = date.fromisoformat(house.read(lambda reader: reader.head().day))
        day = before or today - timedelta(days=older_than or 0)
        made = make(house.writer, folder, day, staff=who)
    papers, moves = count_text(made.papers, "paper"), count_text(made.moves, "move")
    call.tell(
        made.as_json(),
        f"archive {made.file}",
        f"{papers} and {moves} of rounds that ended before {made.before}",
        f"the books take {made.books_bytes_after:,} bytes, before {made.books_bytes_before:,}",
        f"sha256 {made.sha256}",
    )


def _check_archive(call: StaffCall, file: Path) -> None:
    from feltworks.house.audit.archives import check_archive

    with (
        call.house() as house,
        house.database.reading() as reader,
        status_line("checking") as progress,
    ):
        found = check_archive(reader, file, progress)
    rounds = count_text(found.rounds, "round")
    in_order = f"{rounds} as booked; the archive is that of record {found.record}"
    call.tell(
        {
            "in_order": not found.violations,
            "record": found.record or None,
            "rounds": found.rounds,
            "violations": [violation.as_json() for violation in found.violations],
        },
        *(map(str, found.violations) if found.violations else [in_order]),
    )
    if found.violations:
        raise typer.Exit(1)


@app.command()
def forget(
    guest: Annotated[str, typer.Argument(help="The guest, by name or pseudonym.")],
    call: StaffCall,
) -> None:
    """Forget a guest by name; his chips and rounds stay in the books, under a pseudonym."""
    from feltworks.house.people import forget as take_out

    with call.house() as house:
        who = call.signed(house, "keep")
        record = house.write(lambda batch: take_out(batch, guest, staff=who))
    player = record.subject.removeprefix("player ")
    call.tell(
        {"player": player, "record": record.number},
        f"forgotten: the books know only {player}; backups may still have the name",
    )


@app.command()
def guests(
    call: HouseCall, name: Annotated[str, typer.Argument(help="A part of the name.")] = ""
) -> None:
    """Guests who have a name, what the books call them, and when they were last here."""
    from feltworks.house.people import people

    with call.house() as house:
        found = house.read(lambda reader: people(reader, name))
    rows = [(each.name or "-", each.player, each.seen) for each in found]
    call.tell(
        [{"name": each.name, "player": each.player, "seen": each.seen} for each in found],
        new_table(None, "name", "in the books", "last here", rows=rows),
    )
