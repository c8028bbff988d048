"""The key that signs cookies: made once, kept beside the books, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.house.books.database import default_url

if TYPE_CHECKING:
    from feltworks.house import House

KEY_BYTES = 32


def private_file(house: House, ending: str) -> Path:
    """A file beside the books of a SQLite house; a server's database keeps none of ours."""
    if house.database.is_sqlite:
        return house.database.file.with_suffix(ending)
    folder = Path(default_url()).parent if "://" not in default_url() else Path.cwd()
    return folder / f"{house.database.url.database or 'house'}{ending}"


def signing_key(path: Path) -> bytes:
    """The key in that file; a fresh one where there is none yet."""
    try:
        found = bytes.fromhex(path.read_text(encoding="ascii").strip())
        if len(found) >= KEY_BYTES:
            return found
    except (OSError, ValueError):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex())
    return key
