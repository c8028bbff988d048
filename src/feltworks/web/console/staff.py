"""The house's staff: who may use the console, in what role, with which password.

Operators act, auditors look. Passwords are kept as argon2 hashes in a file that only its owner can
read, beside the books. While there is nobody on the staff, a token that was printed where the
server was started lets the first operator in; after that it is worth nothing.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from feltworks.errors import FeltworksError

Role = Literal["operator", "auditor"]
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class StaffError(FeltworksError):
    """A name or a password that will not do."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who may use the console."""

    name: str
    role: Role


class Staff:
    """The staff as the file has it; any number of threads may ask."""

    def __init__(self, path: Path, *, hasher: PasswordHasher | None = None) -> None:
        self._path = path
        self._hasher = hasher or PasswordHasher()
        self._lock = threading.RLock()
        self._token = secrets.token_urlsafe(24)
        # Somebody unknown takes as long to be turned away as somebody with a wrong password.
        self._nobody = self._hasher.hash(secrets.token_urlsafe(24))

    # --- the first operator -----------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether nobody has been put on the staff yet."""
        return not self._read()

    def setup_token(self) -> str:
        """What the first operator proves with that he can see the server's terminal."""
        return self._token

    def set_up(self, token: str, name: str, password: str) -> Member:
        """Makes the first operator; once."""
        with self._lock:
            if not self.is_empty or not hmac.compare_digest(token.encode(), self._token.encode()):
                raise StaffError("that token opens nothing: the server prints one at its start")
            return self.add(name, "operator", password)

    # --- the others -------------------------------------------------------------------------

    def members(self) -> list[Member]:
        return [Member(name, each["role"]) for name, each in sorted(self._read().items())]

    def member(self, name: str) -> Member | None:
        found = self._read().get(name)
        return None if found is None else Member(name, found["role"])

    def admit(self, name: str, password: str) -> Member | None:
        """The member with that name and password, or None."""
        found = self._read().get(name)
        kept = self._nobody if found is None else found["password"]
        try:
            self._hasher.verify(kept, password[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            return None
        return None if found is None else Member(name, found["role"])

    def add(self, name: str, role: Role, password: str) -> Member:
        with self._lock:
            everyone = self._read()
            if not _NAME.fullmatch(name):
                raise StaffError("a name has letters, digits, dots and hyphens, at most 40 of them")
            if name in everyone:
                raise StaffError(f"{name} is on the staff already")
            everyone[name] = {"role": role, "password": self._hasher.hash(_checked(password))}
            self._write(everyone)
            return Member(name, role)

    def change_password(self, name: str, password: str) -> None:
        with self._lock:
            everyone = self._with(name)
            everyone[name]["password"] = self._hasher.hash(_checked(password))
            self._write(everyone)

    def remove(self, name: str) -> None:
        """Takes somebody off the staff; the last operator stays."""
        with self._lock:
            everyone = self._with(name)
            operators = [each for each in everyone if everyone[each]["role"] == "operator"]
            if operators == [name]:
                raise StaffError(f"{name} is the last operator and stays on the staff")
            del everyone[name]
            self._write(everyone)

    def _with(self, name: str) -> dict[str, dict[str, Any]]:
        """Everybody, somebody with that name among them."""
        everyone = self._read()
        if name not in everyone:
            raise StaffError(f"there is no {name} on the staff")
        return everyone

    # --- the file ---------------------------------------------------------------------------

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            found: dict[str, dict[str, Any]] = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            raise StaffError(f"the staff's file {self._path} cannot be read") from None
        return found

    def _write(self, everyone: dict[str, dict[str, Any]]) -> None:
        """Whole or not at all: a new file takes the place of the old one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(everyone, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)


def _checked(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise StaffError(
            f"a password has from {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        )
    return password
