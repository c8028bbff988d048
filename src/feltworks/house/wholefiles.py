"""Files beside the books that are there whole or not at all, even after a crash: keys, passwords,
seals. A file is written under another name and on disk before it gets its own."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

PRIVATE = 0o600
"""Its owner alone can read it."""


def write_whole(path: Path, text: str, mode: int = PRIVATE) -> None:
    """Writes a file, which takes the place of one of that name."""
    _written_beside(path, text, mode).replace(path)


def write_new(path: Path, text: str, mode: int = PRIVATE) -> bool:
    """Writes a new file; False where there is one of that name already."""
    beside = _written_beside(path, text, mode)
    try:
        os.link(beside, path)
    except FileExistsError:
        return False
    finally:
        beside.unlink()
    return True


def _written_beside(path: Path, text: str, mode: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{secrets.token_hex(8)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        beside.unlink()
        raise
    return beside
