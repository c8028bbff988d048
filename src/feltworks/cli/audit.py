"""`feltworks audit`: checks the whole house and names the first broken record."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.housecall import Books, HouseCall
from feltworks.cli.options import AsJson, CommandError, Commands, option
from feltworks.cli.progress import status_line
from feltworks.cli.terminal import Lines, bold, count_text
from feltworks.errors import system_errors_as
from feltworks.wholefiles import SHARED, check_folder, write_whole

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.audit.auditing import HeldAgainst, Report
    from feltworks.house.seals import BooksCheckpoint, Seal

app = Commands()
MOST_SHOWN = 20
SealsPlace = Annotated[
    str | None,
    option(
        "--seals PLACE",
        "Hold the books against the seals of a file, a folder or a web address; - reads "
        "them from a pipe. By default those that lie beside the books.",
    ),
]
NoteFile = Annotated[
    Path | None,
    option(
        "--note FILE", "Go on where the audit that wrote this file ended; written again at the end."
    ),
]
ArchivePlaces = Annotated[
    list[Path] | None,
    option(
        "--archives PLACE",
        "A file or folder of archives: their rounds are played again; may be repeated.",
    ),
]


@app.command()
def audit(
    books: Books = None,
    quick: Annotated[bool, option("--quick", "Leave out playing every round again.")] = False,
    seal: Annotated[
        str | None,
        option("--seal NUMBER:HASH", "A hash noted earlier: the chain must still hold it."),
    ] = None,
    seals: SealsPlace = None,
    key: Annotated[
        list[str] | None, option("--key KEY", "A key that seals may be signed by; may be repeated.")
    ] = None,
    since_seal: Annotated[
        bool, option("--since-seal", "Take the records up to the newest seal as they are.")
    ] = False,
    note: NoteFile = None,
    archives: ArchivePlaces = None,
    processes: Annotated[
        int,
        option(
            "--processes",
            "How many processes replay rounds; by default one for each core.",
            min=1,
            max=64,
        ),
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Check the whole house: chain, indexes, ledger, jackpots, papers, seals, every round.

    Exits with 1 when something is broken, and names the first broken record.
    """
    if note is not None:
        check_folder(note, CommandError)
    noted = read_seal(seal)
    keys = [_key(text) for text in key or ()]
    call = HouseCall(books, as_json)
    with call.house() as house, status_line("auditing") as progress:
        against = _against(house, seals, keys, since_seal=since_seal, note=note)
        report = house.audit(
            replay=not quick,
            seal=noted,
            against=against,
            processes=processes,
            archives=archives or (),
            progress=progress,
        )
    call.tell(report.as_json(), *_report_lines(report, against))
    if not report.in_order:
        raise typer.Exit(1)
    if note is not None:
        _write_note(note, report.checkpoint)


def _against(
    house: House, place: str | None, keys: list[str], *, since_seal: bool, note: Path | None
) -> HeldAgainst:
    from feltworks.house.audit.auditing import HeldAgainst
    from feltworks.house.sealing import seals_folder
    from feltworks.house.seals import read_place

    if since_seal and note is not None:
        raise CommandError("an audit goes on from a seal or from a note, not from both")
    seals: list[Seal] | None = None
    folder = seals_folder(house.database)
    if place is not None:
        seals = read_place(place)
        if not seals:
            raise CommandError(f"there is no seal at {place}")
    elif folder.is_dir():
        seals = read_place(str(folder))
    if since_seal and not seals:
        raise CommandError("there are no seals to go on from: name their place with --seals")
    since = None if note is None or not note.exists() else _read_note(note)
    return HeldAgainst(seals, keys, since, since_seal)


def _report_lines(report: Report, against: HeldAgainst) -> Lines:
    played = f", {report.replayed} of them played again" if report.replayed else ""
    yield f"{count_text(report.records, 'record')}, {count_text(report.rounds, 'round')}{played}"
    if report.since:
        yield f"records 1 to {report.since} are taken as they were sealed or noted"
    elif against.since is not None or against.since_seal:
        yield "every record was looked at, from the first one on"
    if report.archived:
        rounds, checked = count_text(report.archived, "round"), report.checked_in_archives
        left = max(0, report.archived - checked)
        yield (
            f"{rounds} archived: {checked} played again from the archives that were given, "
            f"{left} not checked{'; --archives names their place' if left else ''}"
        )
    yield from map(str, report.repairs)
    yield from map(str, report.violations[:MOST_SHOWN])
    if len(report.violations) > MOST_SHOWN:
        yield f"and {len(report.violations) - MOST_SHOWN} more"
    if report.seals is None:
        yield "there are no seals: records cut off the end would not be missed"
    else:
        keys = sorted({seal.key for seal in against.seals or ()})
        signed = f", signed by {', '.join(keys)}" if keys else ""
        yield f"{count_text(report.seals, 'seal')}{signed}"
        if report.uncovered:
            yield f"no seal covers the last {count_text(report.uncovered, 'record')}"
        else:
            yield "the seals cover every record"
    if (first := report.first) is None:
        yield bold("the books are in order")
    else:
        where = f"record {first.record}" if first.record else "no single record"
        yield bold(f"the first broken record: {where}")
    yield f"seal {report.head.seal}"


def read_seal(text: str | None) -> tuple[int, str] | None:
    """A record's number and hash, as an audit prints them."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text.strip())
    if found is None:
        raise CommandError(f"{text!r} is no seal: write NUMBER:HASH, as an audit prints it")
    return int(found[1]), found[2]


def _key(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise CommandError(f"{text!r} is no key: it is the 64 hexadecimal digits that seals name")
    return text


# --- notes -------------------------------------------------------------------------------------


def _read_note(path: Path) -> BooksCheckpoint:
    from feltworks.house.seals import read_checkpoint

    with system_errors_as(CommandError, f"the note at {path} cannot be read"):
        return read_checkpoint(path.read_text("utf-8", "replace")[:1000])


def _write_note(path: Path, checkpoint: BooksCheckpoint) -> None:
    with system_errors_as(CommandError, f"the note at {path} cannot be written"):
        write_whole(path, f"{checkpoint}\n", SHARED)
