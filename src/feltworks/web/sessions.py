"""Who a browser speaks for: a player in a signed cookie, and nothing else in it.

The cookie proves who sat down, by his pseudonym; his name and his stack are in the house's books.
It is never sent along from another site, and no script can read it. The key that signs it is made
once and kept beside the books, readable only by its owner.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.responses import Response

from feltworks.house import House
from feltworks.house.books.database import default_url
from feltworks.wholefiles import write_whole

COOKIE = "feltworks_guest"
GOOD_FOR_SECONDS = 30 * 24 * 3600
KEY_BYTES = 32


class Sessions:
    """Signs and reads the guests' cookies; a guest is his name in the books, a pseudonym."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="feltworks guest")

    def guest(self, cookies: Mapping[str, str]) -> str | None:
        """The guest of a cookie; None without a cookie, or with one that we did not sign."""
        value = cookies.get(COOKIE)
        if not value or len(value) > 1_000:
            return None
        try:
            name, signed = self._signer.loads(value, return_timestamp=True)
        except BadSignature:
            return None
        # A signature from the future was made by a clock that was ahead, and is still good.
        if datetime.now(UTC) - signed > timedelta(seconds=GOOD_FOR_SECONDS):
            return None
        return name if isinstance(name, str) and name else None

    def set_cookie(self, response: Response, guest: str, *, secure: bool) -> None:
        response.set_cookie(
            COOKIE,
            str(self._signer.dumps(guest)),
            max_age=GOOD_FOR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )

    def forget(self, response: Response) -> None:
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


def private_file(house: House, ending: str) -> Path:
    """A file beside the books of an SQLite house; with a database server there is no such place."""
    if house.database.is_sqlite:
        return house.database.file.with_suffix(ending)
    folder = Path(default_url()).parent if "://" not in default_url() else Path.cwd()
    return folder / f"{house.database.url.database or 'house'}{ending}"


def signing_key(path: Path) -> bytes:
    """The key in that file; a new one is made if there is none."""
    try:
        found = bytes.fromhex(path.read_text(encoding="ascii").strip())
        if len(found) >= KEY_BYTES:
            return found
    except (OSError, ValueError):
        pass
    key = secrets.token_bytes(KEY_BYTES)
    write_whole(path, key.hex())
    return key
