"""Files that appear only when they are complete, even after a crash or on a full disk: keys,
passwords, seals, exported strategies, charts. A file is written under another name and flushed to
disk before it gets its own. Also the folders where a user's files are kept."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE

PRIVATE = 0o600
"""Only its owner can read it."""
SHARED = 0o666
"""Everybody whom the user's umask allows can read and write it."""


def user_cache() -> Path:
    """The folder of everything that is kept between runs and can be made again."""
    if chosen := os.environ.get("FELTWORKS_CACHE"):
        return Path(chosen)
    return _of_user("Caches", "XDG_CACHE_HOME", ".cache")


def user_data() -> Path:
    """The folder of everything of this user that cannot be made again: books, keys, seals."""
    return _of_user("Application Support", "XDG_DATA_HOME", ".local/share")


def _of_user(in_library: str, variable: str, in_home: str) -> Path:
    """The program's folder, where each system has such folders of a user."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() fails where there is none
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / in_library
    else:
        base = Path(os.environ.get(variable) or home / in_home)
    return base / "feltworks"


def check_folder(path: Path, refuse: type[Exception]) -> None:
    """Refuses a file whose folder does not exist, before the work for it begins."""
    if not path.parent.is_dir():
        raise refuse(f"{path}: there is no folder {path.parent}")


@contextmanager
def whole_file(path: Path, mode: int = SHARED) -> Iterator[Path]:
    """An empty file to write to, which replaces `path` if the block ends without an error.

    A link stays a link, and the file it leads to is written; a device or a pipe is written to
    directly. A shared file keeps the rights of the one it replaces.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    target = path.resolve() if path.is_file() or path.is_symlink() else path
    with _beside(target, mode) as beside:
        if mode == SHARED and target.is_file():
            beside.chmod(S_IMODE(target.stat().st_mode))
        yield beside
        _on_disk(beside)
        beside.replace(target)


def write_whole(path: Path, text: str, mode: int = PRIVATE) -> None:
    """Writes a file, replacing one of that name."""
    with whole_file(path, mode) as beside:
        beside.write_text(text, encoding="utf-8")


def write_new(path: Path, text: str, mode: int = PRIVATE) -> bool:
    """Writes a new file; False if there is one of that name already."""
    with _beside(path, mode) as beside:
        beside.write_text(text, encoding="utf-8")
        _on_disk(beside)
        try:
            os.link(beside, path)
        except FileExistsError:
            return False
        except OSError:
            # Without hard links the name is reserved first, then given to the file.
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            except FileExistsError:
                return False
            beside.replace(path)
    return True


@contextmanager
def _beside(path: Path, mode: int) -> Iterator[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{secrets.token_hex(8)}")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _on_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
