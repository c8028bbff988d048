"""Seals: signed checkpoints of the books, kept where the owner of the books cannot change them.

A seal names a record by its number and hash, with a digest of all balances and states at that
record, the time, the house and the seal before it, and is signed (Ed25519). Somebody who rewrites
the books can recompute every hash in them, and even sign new seals with a stolen key; but he cannot
take back the seals that lie elsewhere. A seal is plain text, to be printed, mailed or published.
"""

from __future__ import annotations

import hashlib
import re
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from feltworks.errors import short_repr, system_errors_as
from feltworks.house.books.chain import GENESIS
from feltworks.house.errors import HouseError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FIRST_LINE = "feltworks seal 1"
FIELDS = ("house", "serial", "record", "hash", "state", "at", "previous", "key", "signature")
LARGEST_BYTES = 100_000_000
WAIT_SECONDS = 5
"""How long to wait for a place."""
_HEX = {"hash": 64, "state": 64, "previous": 64, "key": 64, "signature": 128}


class SealError(HouseError):
    """A seal that cannot be read, or a place of seals that cannot be reached."""


class BooksCheckpoint(NamedTuple):
    """A record by its number and hash, and a digest of all balances and states at that record."""

    number: int
    hash: str
    state: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}:{self.state}"


def read_checkpoint(text: str) -> BooksCheckpoint:
    """The checkpoint in a text; raises a `SealError` if it is none."""
    found = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64}):([0-9a-f]{64})", text.strip())
    if found is None:
        raise SealError(f"{short_repr(text)} is no checkpoint: it is NUMBER:HASH:STATE")
    return BooksCheckpoint(int(found[1]), found[2], found[3])


@dataclass(frozen=True, slots=True)
class Seal:
    """A checkpoint that a house has signed; `previous` is the digest of the seal before it."""

    house: str
    serial: int
    record: int
    hash: str
    state: str
    at: str
    previous: str
    key: str
    signature: str = ""

    @property
    def checkpoint(self) -> BooksCheckpoint:
        return BooksCheckpoint(self.record, self.hash, self.state)

    @property
    def text(self) -> str:
        """The seal as text."""
        return f"{self.signed_text}signature: {self.signature}\n"

    @property
    def signed_text(self) -> str:
        lines = [f"{name}: {getattr(self, name)}" for name in FIELDS[:-1]]
        return "\n".join((FIRST_LINE, *lines)) + "\n"

    @property
    def digest(self) -> str:
        """The hash by which the next seal names this one."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def is_genuine(self) -> bool:
        """Whether the signature was made with the key that the seal names."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
        try:
            key.verify(bytes.fromhex(self.signature), self.signed_text.encode())
        except InvalidSignature:
            return False
        return True


def signed(
    key: Ed25519PrivateKey, house: str, at: str, checkpoint: BooksCheckpoint, before: Seal | None
) -> Seal:
    """The seal of a checkpoint, which names the seal before it."""
    unsigned = Seal(
        house,
        1 if before is None else before.serial + 1,
        checkpoint.number,
        checkpoint.hash,
        checkpoint.state,
        at,
        GENESIS if before is None else before.digest,
        key.public_key().public_bytes_raw().hex(),
    )
    return replace(unsigned, signature=key.sign(unsigned.signed_text.encode()).hex())


# --- reading -----------------------------------------------------------------------------------


def read_seals(text: str, name: str = "seals") -> list[Seal]:
    """Every seal in a text, in order of their serials; anything between them is ignored.

    A text that was mailed may have quotation marks before its lines.
    """
    lines = [line.lstrip("> \t").rstrip() for line in text.splitlines()]
    found: dict[int, Seal] = {}
    for at, line in enumerate(lines):
        if line != FIRST_LINE:
            continue
        seal = _read(lines[at + 1 : at + 1 + len(FIELDS)], f"{name}, line {at + 1}")
        if found.setdefault(seal.serial, seal) != seal:
            raise SealError(f"{name}, line {at + 1}: there is another seal {seal.serial} before it")
    return [found[serial] for serial in sorted(found)]


def _read(lines: Sequence[str], where: str) -> Seal:
    values: dict[str, str] = {}
    for name, line in zip(FIELDS, [*lines, *[""] * len(FIELDS)], strict=False):
        key, _, value = line.partition(": ")
        if key != name:
            raise SealError(f"{where}: a seal has a line {name!r} and here is {short_repr(line)}")
        digits = _HEX.get(name)
        if digits and not re.fullmatch(f"[0-9a-f]{{{digits}}}", value):
            raise SealError(f"{where}: {name} is {digits} hexadecimal digits")
        if name in ("serial", "record") and not re.fullmatch(r"\d{1,18}", value):
            raise SealError(f"{where}: {name} is a whole number")
        values[name] = value
    serial, record = int(values.pop("serial")), int(values.pop("record"))
    return Seal(serial=serial, record=record, **values)


def read_place(place: str) -> list[Seal]:
    """The seals of a file, a folder, a web address, or `-` for standard input."""
    if place == "-":
        return read_seals(sys.stdin.read(LARGEST_BYTES), "stdin")
    if re.match("https?://", place):
        try:
            with urllib.request.urlopen(place, timeout=WAIT_SECONDS) as answer:
                return read_seals(answer.read(LARGEST_BYTES).decode("utf-8", "replace"), place)
        except (OSError, ValueError) as error:
            raise SealError(f"no seals can be read at {place}: {error}") from None
    path = Path(place).expanduser()
    with system_errors_as(SealError, f"no seals can be read at {place}"):
        files = sorted(filter(_may_be_seal, path.iterdir())) if path.is_dir() else [path]
        text = "\n".join(file.read_text("utf-8", "replace") for file in files)
    return read_seals(text, place)


def _may_be_seal(path: Path) -> bool:
    """Whether the file may be a seal; other files in a house's own folder are ignored."""
    return path.is_file() and path.suffix not in (".key", ".json") and path.name[0] != "."
