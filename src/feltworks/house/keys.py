"""Keys that seal decks, so that somebody who reads the books during a round sees no card.

A deck is in the books before its digest is shown, sealed by authenticated encryption and bound to
its table, number and digest, so that a sealed text copied to another place does not open. The keys
lie outside the books and their backups, in a file that only its owner can read: beside the books of
SQLite, in the user's data folder for a database server, or where FELTWORKS_KEYS says. There may be
several; the newest seals, and the older ones stay so that decks sealed with them can be opened.

If the file cannot be read, or is gone after decks were sealed, the books count as unavailable and
play waits. Processes that change the file take turns, by a lock beside it.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.errors import system_reason
from feltworks.house.errors import BooksAway, BooksError, HouseError
from feltworks.wholefiles import user_data, write_whole

try:
    import fcntl
except ImportError:  # Windows: only threads of one process take turns.
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    from feltworks.house.books import Database

KEY_BYTES, NONCE_BYTES = 32, 12
WHERE = "FELTWORKS_KEYS"
KEY_MADE = "deck key made"
ENDING = ".deck-keys"


class KeyLost(BooksError):
    """A deck cannot be opened: its key is missing, or the sealed text was changed."""


@dataclass(frozen=True, slots=True)
class DeckKey:
    """A key by its `id`, with the time it was made."""

    id: str
    made: str
    key: bytes


class DeckKeys:
    """The keys of one file; any number of threads may use them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._keys: list[DeckKey] = []
        self._had_keys = False

    @classmethod
    def of(cls, database: Database) -> DeckKeys:
        """The keys that belong to some books."""
        if chosen := os.environ.get(WHERE):
            return cls(Path(chosen).expanduser())
        if database.is_sqlite:
            return cls(database.file.with_name(f"{database.file.name}{ENDING}"))
        return cls(user_data() / f"{database.url.database or 'house'}{ENDING}")

    def all(self) -> list[DeckKey]:
        """Every key, the newest last."""
        with self._lock:
            return list(self._read())

    def change(self) -> DeckKey:
        """Adds a key, which seals from now on."""
        with self._lock, self._locked_file():
            fresh = _made()
            self._write([*self._read(), fresh])
            return fresh

    def add(self, file: Path) -> list[DeckKey]:
        """Adds the keys of a file that was found again; the newest key continues to seal."""
        if not file.is_file():
            raise HouseError(f"there is no file of deck keys at {file}")
        with self._lock, self._locked_file():
            known = self._read()
            ids = {key.id for key in known}
            new = [key for key in _keys_in(file) if key.id not in ids]
            if new:
                self._write([*new, *known])
            return new

    def seal(
        self,
        secret: str,
        *,
        table: str,
        number: int,
        digest: str,
        is_first: Callable[[], bool] = lambda: True,
    ) -> str:
        """The secret as a text that only the key opens, and only for this deck.

        If there is no key, one is made, provided that this `is_first` of all decks ever sealed.
        """
        with self._lock:
            key = (self._known() or self._first(is_first))[-1]
        return f"1 {key.id} {encrypted(secret, key.key, _bound(table, number, digest))}"

    def open(self, sealed: str, *, table: str, number: int, digest: str) -> str:
        """The secret; a `KeyLost` says why it cannot be opened."""
        deck = f"deck {number} of table {table}"
        try:
            version, id, text = sealed.split(" ")
            base64.b64decode(text, validate=True)
        except ValueError:
            raise KeyLost(f"{deck}: this is no sealed deck") from None
        with self._lock:
            key = next((key for key in self._known() if key.id == id), None)
        if version != "1" or key is None:
            raise KeyLost(f"{deck} was sealed with the key {id}, which is not in {self.path}")
        try:
            return decrypted(text, key.key, _bound(table, number, digest))
        except ValueError:
            raise KeyLost(f"{deck}: what is kept is not what was sealed") from None

    # --- the file -------------------------------------------------------------------------------

    def _read(self) -> list[DeckKey]:
        """The keys in the file; read again when somebody has changed it."""
        try:
            status = os.stat(self.path)  # noqa: PTH116 - asked at every deck, and twice as fast
        except FileNotFoundError:
            self._seen, self._keys = None, []
            return self._keys
        except OSError as error:
            raise _unusable(self.path, error) from None
        if self._seen != (status.st_mtime_ns, status.st_ino):
            self._keys = _keys_in(self.path)
            self._seen = (status.st_mtime_ns, status.st_ino)
            self._had_keys = self._had_keys or bool(self._keys)
        return self._keys

    def _known(self) -> list[DeckKey]:
        """The keys; if a file that this process has used is gone, play waits for it."""
        keys = self._read()
        if not keys and self._had_keys:
            # A new file would leave every deck in play without its key.
            raise BooksAway(f"the deck keys at {self.path} are gone: put the file back")
        return keys

    def _first(self, is_first: Callable[[], bool]) -> list[DeckKey]:
        """The very first key; if two processes make it at once, one is kept."""
        with self._locked_file():
            if not self._read():
                if not is_first():
                    raise BooksAway(
                        f"these books have sealed decks and there are no deck keys at {self.path}: "
                        "put the file back, take in its keys with `feltworks house key --add "
                        "FILE`, or begin anew with `feltworks house key --new`"
                    )
                self._write([_made()])
            return self._read()

    @contextmanager
    def _locked_file(self) -> Iterator[None]:
        """Makes other processes wait until the keys that were read here are written."""
        beside = self.path.with_name(f"{self.path.name}.lock")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _unusable(self.path, error) from None
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX)
            self._seen = None
            yield
        finally:
            os.close(handle)

    def _write(self, keys: list[DeckKey]) -> None:
        rows = [{"id": key.id, "made": key.made, "key": key.key.hex()} for key in keys]
        try:
            write_whole(self.path, json.dumps({"keys": rows}, indent=1))
        except OSError as error:
            raise _unusable(self.path, error) from None
        self._seen = None


def _made() -> DeckKey:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return DeckKey(secrets.token_hex(4), now, secrets.token_bytes(KEY_BYTES))


def _keys_in(path: Path) -> list[DeckKey]:
    try:
        rows = json.loads(path.read_text(encoding="ascii"))["keys"]
        keys = [DeckKey(row["id"], row["made"], bytes.fromhex(row["key"])) for row in rows]
    except OSError as error:
        raise _unusable(path, error) from None
    except (ValueError, LookupError, TypeError):
        raise BooksAway(f"{path} is no file of deck keys") from None
    if any(len(key.key) != KEY_BYTES for key in keys):
        raise BooksAway(f"{path} has a deck key that is not {KEY_BYTES} bytes long")
    return keys


def _unusable(path: Path, error: OSError) -> BooksAway:
    """The error for a file that cannot be used now; as with books that are away, play waits."""
    return BooksAway(f"the deck keys at {path} cannot be used: {system_reason(error)}")


def _bound(table: str, number: int, digest: str) -> str:
    """What a sealed deck is bound to."""
    return f"{table}\n{number}\n{digest}"


# --- authenticated encryption, for decks and for moves ------------------------------------------


def encrypted(text: str, key: bytes, bound: str) -> str:
    """The text in base64, to be opened only with the key and with what it is bound to."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    hidden = _cipher(key).encrypt(nonce, text.encode("utf-8"), bound.encode())
    return base64.b64encode(nonce + hidden).decode("ascii")


def decrypted(text: str, key: bytes, bound: str) -> str:
    """The text as it was; a `ValueError` if it was changed or belongs elsewhere."""
    from cryptography.exceptions import InvalidTag

    data = base64.b64decode(text, validate=True)
    try:
        opened = _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], bound.encode())
    except InvalidTag:
        raise ValueError("it is not what was encrypted") from None
    return opened.decode("utf-8")


@lru_cache(maxsize=64)
def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)
