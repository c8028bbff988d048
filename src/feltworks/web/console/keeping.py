"""Safekeeping at the console: backups, the archive of old rounds, and deleting guests' names.

Files lie in a folder beside the books, from where the operator copies them to another machine; a
backup can be downloaded as well. Books are restored at the terminal, while no server runs on them.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from feltworks.house import House
from feltworks.house.archive import ENDING, archive
from feltworks.house.backup import back_up
from feltworks.house.people import forget, people
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayKeep, MayLook, MayRead, note
from feltworks.web.dependencies import JsonRequest, TheFloor, TheHouse
from feltworks.web.protocol.copying import Copied
from feltworks.web.protocol.sentences import sentence
from feltworks.web.sessions import private_file

router = APIRouter(prefix="/api/console", tags=["console"])


class KeptFileReply(BaseModel):
    """A backup or an archive."""

    name: str
    bytes: int


class KeptFilesReply(BaseModel):
    """What lies in the folder, the latest first."""

    folder: str
    backups: list[KeptFileReply]
    archives: list[KeptFileReply]


class BackupRequest(JsonRequest):
    """How many backups are kept; older ones are removed. Without a number all are kept."""

    keep: int | None = Field(None, ge=1, le=10_000)


class ArchiveRequest(JsonRequest):
    """Rounds that ended before this day are archived."""

    before: date


class GuestListed(Copied):
    """A guest; the books know him by `player`."""

    player: str
    name: str | None
    seen: str = Field(description="The day on which he was last here.")


@router.get("/backups", responses=NOT_ADMITTED)
def kept_files(house: TheHouse, member: MayRead) -> KeptFilesReply:
    """Backups and archives that lie beside the books."""
    return _kept(house)


@router.post("/backups", status_code=201, responses=REFUSED)
def take_backup(house: TheHouse, operator: MayKeep, wanted: BackupRequest) -> KeptFilesReply:
    """Copies the books as they are now, into the folder beside them."""
    folder = _folder(house)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = back_up(house.database, folder, keep=wanted.keep)
    except OSError as error:
        raise HTTPException(409, sentence(str(error))) from None
    facts = {"file": taken.file.name, "records": taken.head.number}
    house.write(lambda batch: note(batch, operator, "backup taken at the console", facts))
    return _kept(house)


@router.get("/backups/{id}", responses=REFUSED, response_class=FileResponse)
def download(house: TheHouse, member: MayLook, id: str) -> FileResponse:
    """A backup by its name, to be kept on another machine or audited there.

    It holds every card of games between players, so it needs the right to look at cards.
    """
    if id not in {each.name for each in _kept(house).backups}:
        raise HTTPException(404, "There is no such backup.")
    house.write(lambda batch: note(batch, member, "backup downloaded", {"file": id}))
    return FileResponse(_folder(house) / id, filename=id)


@router.post("/archives", status_code=201, responses=REFUSED)
def archive_rounds(house: TheHouse, operator: MayKeep, wanted: ArchiveRequest) -> KeptFilesReply:
    """Moves the transcripts, decks and moves of old rounds from the books into a file."""
    archive(house.writer, _folder(house), wanted.before, staff=operator.name)
    return _kept(house)


@router.get("/guests", responses=NOT_ADMITTED)
def guests(
    house: TheHouse, member: MayRead, name: Annotated[str, Query(max_length=60)] = ""
) -> list[GuestListed]:
    """Guests by a part of their name, the most recent visitors first."""
    found = house.read(lambda reader: people(reader, name))
    return [GuestListed.of(each) for each in found]


@router.post("/guests/{player}/forget", status_code=204, responses=REFUSED)
def forget_guest(house: TheHouse, floor: TheFloor, operator: MayKeep, player: str) -> None:
    """Deletes a guest's name from the books; his chips and rounds stay."""
    house.write(lambda batch: forget(batch, player, staff=operator.name))
    floor.services.names.pop(player, None)


def _folder(house: House) -> Path:
    return private_file(house, ".backups")


def _kept(house: House) -> KeptFilesReply:
    folder = _folder(house)
    files = sorted(folder.iterdir(), reverse=True) if folder.is_dir() else []
    listed = [KeptFileReply(name=each.name, bytes=each.stat().st_size) for each in files]
    return KeptFilesReply(
        folder=str(folder),
        backups=[each for each in listed if each.name.endswith(".db")],
        archives=[each for each in listed if each.name.endswith(ENDING)],
    )
