"""Making seals: when, signed by which key, and where they are delivered.

A house whose file has a section `[seals]` seals its books when it opens for a day, when it closes,
when a process releases them, and after every thousand records. Seals are kept in a folder of their
own, in order, and are delivered to every place that the operator chose; what a place did not accept
is delivered again with the next. Play never waits for a place: a thread does the work.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shlex
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError, system_reason
from feltworks.house.audit.checkpoints import checkpoint
from feltworks.house.audit.repairs import Repairs
from feltworks.house.books import Database, Writer
from feltworks.house.books.clock import TIME_FORM
from feltworks.house.cardroom.housefile import parse_house
from feltworks.house.errors import HouseError
from feltworks.house.seals import WAIT_SECONDS, Seal, SealError, read_place, read_seals, signed
from feltworks.wholefiles import user_data, write_new, write_whole

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

COMMAND = "command:"
DELIVERED = "delivered.json"
log = logging.getLogger("feltworks.house")


def seals_folder(database: Database) -> Path:
    """Where the seals of some books are kept in order, with the key that signs them."""
    if database.is_sqlite:
        return database.file.with_name(f"{database.file.name}.seals")
    # Two servers may have databases of one name.
    where = f"{database.url.host}:{database.url.port}/{database.url.database}"
    named = hashlib.sha256(f"{where} {database.url.query.get('host')}".encode()).hexdigest()[:8]
    return user_data() / f"{database.url.database}-{named}.seals"


class SealLog:
    """The seals of a house in order, one file each; several processes may add to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> list[Seal]:
        """Every seal that is kept here."""
        return read_place(str(self.folder)) if self.folder.is_dir() else []

    def last(self) -> Seal | None:
        names = [path.name for path in self.folder.iterdir()] if self.folder.exists() else []
        serials = [int(found[1]) for name in names if (found := _NAME.fullmatch(name))]
        return self.read(max(serials)) if serials else None

    def read(self, serial: int) -> Seal:
        path = self._path(serial)
        try:
            (seal,) = read_seals(path.read_text("utf-8"), str(path))
        except (OSError, ValueError) as error:
            raise SealError(f"the seal at {path} cannot be read: {error}") from None
        return seal

    def add(self, seal: Seal) -> bool:
        """Keeps a seal; False if another process has made one with that serial meanwhile."""
        return write_new(self._path(seal.serial), seal.text, 0o644)

    def key(self) -> Ed25519PrivateKey:
        """The key that signs, made on first use; only its owner can read it."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import (
            Encoding,
            NoEncryption,
            PrivateFormat,
            load_pem_private_key,
        )

        path = self.folder / "seal.key"
        if not path.exists():
            made = Ed25519PrivateKey.generate()
            pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            write_new(path, pem.decode())
        try:
            key = load_pem_private_key(path.read_bytes(), None)
        except (OSError, ValueError, TypeError) as error:
            raise SealError(f"the key at {path} cannot be used: {error}") from None
        if not isinstance(key, Ed25519PrivateKey):
            raise SealError(f"the key at {path} is no Ed25519 key")
        return key

    def delivered(self) -> dict[str, int]:
        """By place: the serial of the last seal that it accepted."""
        try:
            found: dict[str, int] = json.loads((self.folder / DELIVERED).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found

    def note_delivered(self, delivered: dict[str, int]) -> None:
        # A place missing from this file gets nothing again, so a half-written file would be a loss.
        write_whole(self.folder / DELIVERED, json.dumps(delivered, indent=1), 0o644)

    def _path(self, serial: int) -> Path:
        return self.folder / seal_name(serial)


_NAME = re.compile(r"seal-(\d+)\.txt")


def seal_name(serial: int) -> str:
    return f"seal-{serial:08}.txt"


class Sealer:
    """Seals the books of a house and delivers the seals to the places that its operator chose."""

    def __init__(
        self,
        database: Database,
        house: str,
        places: Sequence[str],
        *,
        every: int = 1000,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.log = SealLog(seals_folder(database))
        self.places = tuple(places)
        self._database, self._house, self._every, self._clock = database, house, every, clock
        self._lock = threading.Lock()
        self._due = threading.Event()
        self._sealed: int | None = None
        self._refused: dict[str, int] = {}
        """By place, the newest seal that was to be brought when it took none."""
        self._thread: threading.Thread | None = None

    def seal(self, *, again: bool = True) -> tuple[Seal, list[str]]:
        """Seals the books as they stand and delivers the seal to its places.

        Books that were sealed at their last record are not sealed again. The returned texts say
        which places did not accept it; with `again` those that did not accept this very seal are
        tried.
        """
        with self._lock:
            try:
                seal = self._made()
                self._sealed = seal.record
                return seal, self._deliver(seal, again=again)
            except OSError as error:
                raise SealError(f"the books cannot be sealed: {error}") from None

    def _made(self) -> Seal:
        key = self.log.key()
        while True:
            before = self.log.last()
            with self._database.reading() as reader:
                at = checkpoint(reader)
                repairs = Repairs(reader)
            if before is not None and before.checkpoint == at:
                return before
            now = self._clock().astimezone(UTC).strftime(TIME_FORM)
            # As in the books, the time stands still until a clock that was set back catches up.
            if before is not None and not repairs.time_may_fall(before, at.number):
                now = max(now, before.at)
            seal = signed(key, self._house, now, at, before)
            if self.log.add(seal):
                return seal

    def _deliver(self, seal: Seal, *, again: bool) -> list[str]:
        delivered, faults = self.log.delivered(), []
        for place in self.places:
            if not again and self._refused.get(place) == seal.serial:
                continue
            try:
                # A new place gets the seals from now on.
                for serial in range(delivered.get(place, seal.serial - 1) + 1, seal.serial + 1):
                    bring(seal if serial == seal.serial else self.log.read(serial), place)
                    delivered[place] = serial
            except (OSError, ValueError, SealError, subprocess.SubprocessError) as error:
                faults.append(f"{place} did not take seal {serial}: {_reason(error)}")
                self._refused[place] = seal.serial
        if delivered != self.log.delivered():
            self.log.note_delivered(delivered)
        return faults

    # --- after every thousand records -------------------------------------------------------

    def committed(self, number: int) -> None:
        """Receives the number of the last record after every commit; never waits."""
        if self._sealed is None:
            self._sealed = number - number % self._every
        if number - self._sealed >= self._every:
            self._due.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            self.seal_quietly()

    def seal_quietly(self) -> None:
        """Seals when nobody waits for the answer; failures are logged."""
        try:
            _, faults = self.seal(again=False)
        except Exception as error:
            faults = [str(error)]
        for fault in faults:
            log.warning("seals: %s", fault)


class HouseSeals:
    """When a house seals its books, according to its file, which is in the books."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._sealer: Sealer | None = None
        self._written = False
        writer.committed = self._committed

    def sealer(self, also: Sequence[str] = ()) -> Sealer:
        """Seals to the places of the house file, and to others."""
        database = self._writer.database
        with database.reading() as reader:
            state = reader.state("house")
            text = None if state is None else reader.paper(state["file"])
        if state is None or text is None:
            raise HouseError("the house has not opened yet: there is nothing to seal")
        seals = parse_house(text, "the filed house file").seals
        places, clock = [*seals.to, *also], self._writer.clock
        return Sealer(database, state["name"], places, every=seals.every, clock=clock)

    def opened(self) -> None:
        """The house has opened for a day: its file may name other places than before."""
        self._sealer = None
        self.seal_quietly()

    def left(self) -> None:
        """This process releases the books."""
        if self._written:
            self.seal_quietly()

    def seal_quietly(self) -> None:
        """Seals if the house file names a place for seals; failures are logged."""
        if self._sealer is None:
            try:
                self._sealer = self.sealer()
            except FeltworksError:
                return  # This version may not accept a file that an earlier one has filed.
        if self._sealer.places:
            self._sealer.seal_quietly()

    def _committed(self, number: int) -> None:
        self._written = True
        if self._sealer is not None and self._sealer.places:
            self._sealer.committed(number)


def _reason(error: Exception) -> str:
    """Why a place did not accept a seal, in words for an operator."""
    if isinstance(error, urllib.error.HTTPError):
        return f"it answered {error.code} {error.reason}"
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError | subprocess.TimeoutExpired):
        return f"it did not answer within {WAIT_SECONDS} seconds"
    if isinstance(cause, subprocess.CalledProcessError):
        said = cause.stderr.decode("utf-8", "replace").strip().splitlines()
        return f"the command ended with {cause.returncode}" + (f": {said[-1]}" if said else "")
    return system_reason(cause) if isinstance(cause, OSError) else str(cause)


def bring(seal: Seal, place: str) -> None:
    """Delivers a seal to a place: a command's input, a web address, a folder or a file.

    A file gets one seal after the other; a folder gets a file for each.
    """
    if place.startswith(COMMAND):
        words = shlex.split(place.removeprefix(COMMAND))
        subprocess.run(
            words, input=seal.text.encode(), check=True, timeout=WAIT_SECONDS, capture_output=True
        )
        return
    if re.match("https?://", place):
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        request = urllib.request.Request(place, seal.text.encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=WAIT_SECONDS):
            return
    path = Path(place).expanduser()
    if place.endswith(("/", "\\")) or path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        (path / seal_name(seal.serial)).write_text(seal.text, "utf-8")
        return
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{seal.text}\n")
        file.flush()
        os.fsync(file.fileno())
