"""The passwords of the house's staff, and whom a name and a password belong to.

Who has an account in which role is in the books: see `house.staff`. Passwords are not: they are
kept as argon2 hashes in a file that only its owner can read, beside the books. While nobody is on
the staff, a token printed at the server's start admits the first operator, once.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import threading
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from feltworks.errors import FeltworksError
from feltworks.house import House
from feltworks.house.errors import HouseError
from feltworks.house.staff import (
    NotPermitted,
    Role,
    change_role,
    put_on_staff,
    staff_roles,
    take_off_staff,
)
from feltworks.web.sessions import private_file
from feltworks.wholefiles import write_whole

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class StaffError(FeltworksError):
    """A name or a password that is not acceptable."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who may use the console."""

    name: str
    role: Role


def _no_password(hasher: PasswordHasher) -> str:
    """A hash that is no password's, so that refusing an unknown name takes as long as refusing a
    wrong password. Drawn at random, as hashing one would hold up the server's start."""
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${costs}${salt}${digest}"


class Staff:
    """The staff with their passwords; any number of threads may use it.

    If the books never had an account, those of version 0.1 in the file are recorded on first use.
    From then on only the books say who is who, and a name in the file gives nobody a right.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._path = private_file(house, ".staff.json")
        self._hasher = PasswordHasher()
        self._lock = threading.RLock()
        self._token = secrets.token_urlsafe(24)
        self._nobody = _no_password(self._hasher)
        self._record_old_accounts()

    def _record_old_accounts(self) -> None:
        if self._house.read(lambda reader: reader.states("account")):
            return
        with suppress(StaffError):
            for name, each in sorted(self._read().items()):
                self._record(put_on_staff, name, each.get("role", "operator"), by=None)

    def _roles(self) -> dict[str, Role]:
        return self._house.read(staff_roles)

    def _record(self, act: Callable[..., object], *args: str, by: str | None) -> None:
        """Records a change of an account in the books; their refusal becomes a `StaffError`."""
        try:
            self._house.write(lambda batch: act(batch, *args, by=by))
        except NotPermitted:
            raise
        except HouseError as error:
            raise StaffError(str(error)) from None

    # --- the first operator -----------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether nobody is on the staff yet."""
        return not self._read()

    def setup_token(self) -> str:
        """The token with which the first operator proves that he can see the server's terminal."""
        return self._token

    def set_up(self, token: str, name: str, password: str) -> Member:
        """Makes the first operator; once."""
        with self._lock:
            if not self.is_empty or not hmac.compare_digest(token.encode(), self._token.encode()):
                raise StaffError("that token opens nothing: the server prints one at its start")
            return self.add(name, "operator", password, by=None)

    # --- the others -------------------------------------------------------------------------

    def members(self) -> list[Member]:
        roles = self._roles()
        return [Member(name, roles[name]) for name in sorted(self._read()) if name in roles]

    def member(self, name: str) -> Member | None:
        role = self._roles().get(name)
        return None if role is None or name not in self._read() else Member(name, role)

    def admit(self, name: str, password: str) -> Member | None:
        """The member with that name and password, or None."""
        found = self._read().get(name)
        kept = self._nobody if found is None else found["password"]
        try:
            self._hasher.verify(kept, password[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            return None
        return None if found is None else self.member(name)

    def add(self, name: str, role: Role, password: str, *, by: str | None) -> Member:
        """Adds somebody to the staff; a member who only lost his password keeps his role."""
        with self._lock:
            everyone = self._read()
            if not _NAME.fullmatch(name):
                raise StaffError("a name has letters, digits, dots and hyphens, at most 40 of them")
            kept = self._hasher.hash(_checked(password))
            if name in everyone or self._roles().get(name) != role or by is not None:
                self._record(put_on_staff, name, role, by=by)
            everyone[name] = {"role": role, "password": kept}
            self._write(everyone)
            return Member(name, role)

    def change_role(self, name: str, role: Role, *, by: str) -> Member:
        with self._lock:
            everyone = self._entries_with(name)
            self._record(change_role, name, role, by=by)
            everyone[name]["role"] = role
            self._write(everyone)
            return Member(name, role)

    def change_password(self, name: str, password: str) -> None:
        with self._lock:
            everyone = self._entries_with(name)
            everyone[name]["password"] = self._hasher.hash(_checked(password))
            self._write(everyone)

    def remove(self, name: str, *, by: str) -> None:
        """Takes somebody off the staff; the last operator stays."""
        with self._lock:
            everyone = self._entries_with(name)
            self._record(take_off_staff, name, by=by)
            del everyone[name]
            self._write(everyone)

    def _entries_with(self, name: str) -> dict[str, dict[str, Any]]:
        """All entries of the file; refuses if that name is not among them."""
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
        if not isinstance(found, dict):
            raise StaffError(f"the staff's file {self._path} is no object of names")
        for name, each in found.items():
            if not isinstance(each, dict) or not isinstance(each.get("password"), str):
                raise StaffError(
                    f"the staff's file {self._path} has no password for {name}: an entry is an "
                    "object with role and password"
                )
        return found

    def _write(self, everyone: dict[str, dict[str, Any]]) -> None:
        write_whole(self._path, json.dumps(everyone, indent=2))


def _checked(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise StaffError(
            f"a password has from {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        )
    return password
