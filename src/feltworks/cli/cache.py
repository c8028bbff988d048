"""`feltworks cache`: lists and removes what is kept between runs (compiled kernels and long
counts), and compiles kernels beforehand.

Everything is made again when it is needed. Files in the same folder that are not Feltworks' own are
neither listed nor removed.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.options import AsJson, CommandError, Commands, argument
from feltworks.cli.terminal import Lines, attributes, console, new_table, tell
from feltworks.errors import system_errors_as

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.odds.kept import KeptCount

app = Commands()
KINDS = ("kernels", "counts")


@dataclass(frozen=True)
class Kernels:
    """The compiled kernels of one version of their sources."""

    path: Path
    is_current: bool
    bytes: int
    last_changed: float


@app.callback(invoke_without_command=True)
def cache(context: typer.Context, as_json: AsJson = False) -> None:
    """List what is kept between runs: compiled kernels, and counts that took long."""
    if context.invoked_subcommand is not None:
        return
    kernels, counts = _kernels(), _counts()
    tell(_as_json(kernels, counts), *_lines(kernels, counts), as_json=as_json)


@app.command()
def clear(
    what: Annotated[
        str | None, argument("[kernels|counts]", "Only this kind; both by default.")
    ] = None,
) -> None:
    """Remove what is kept; it is made again when it is needed."""
    if what not in (None, *KINDS):
        raise CommandError(f"there is no cache of {what!r}: there are {' and '.join(KINDS)}")
    if what != "counts":
        console().print(_remove("kernels", _kernels()))
    if what != "kernels":
        console().print(_remove("counts", _counts()))


@app.command(name="compile")
def compile_() -> None:
    """Compile every kernel now, so that no later command has to wait for one."""
    from feltworks.cli.progress import counting
    from feltworks.rules.catalogue import listings

    with counting() as progress:
        from feltworks.cli.mechanisms import MECHANISMS

        games = listings()
        for number, game in enumerate(games):
            progress(f"compiling the kernels for {game.name}", number, len(games))
            _compile_for(game.id, deals="simulate" in MECHANISMS[game.mechanism].words)
    size = sum(each.bytes for each in _kernels() if each.is_current)
    console().print(f"every kernel is compiled, {_size(size)} are kept")


def _compile_for(game: str, *, deals: bool) -> None:
    """Count a game once and deal a round of it, which reaches every kernel that it needs."""
    from feltworks.odds.analyse import analyse
    from feltworks.odds.progress import silent
    from feltworks.rules.loader import read
    from feltworks.simulate.mechanisms import SimulationSettings, make_ready

    loaded = read(game)
    analyse(loaded.rules)
    if deals:
        make_ready(loaded, SimulationSettings(), silent).job(0).deal(0, 1)


def _kernels() -> list[Kernels]:
    from feltworks import kernels
    from feltworks.wholefiles import user_cache

    folder, current = user_cache() / "kernels", kernels.source_hash()
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and re.fullmatch(r"[0-9a-f]{16}", path.name):
            states = [each.stat() for each in path.rglob("*") if each.is_file()]
            changed = max((state.st_mtime for state in states), default=path.stat().st_mtime)
            size = sum(state.st_size for state in states)
            found.append(Kernels(path, path.name == current, size, changed))
    return sorted(found, key=lambda each: -each.last_changed)


def _counts() -> list[KeptCount]:
    from feltworks.odds.kept import KeptCounts

    kept = KeptCounts.of_user()
    return [] if kept is None else kept.entries()


def _remove(what: str, found: Sequence[Kernels | KeptCount]) -> str:
    for each in found:
        with system_errors_as(CommandError, f"{each.path} cannot be removed"):
            if each.path.is_dir():
                shutil.rmtree(each.path)
            else:
                each.path.unlink(missing_ok=True)
    return f"{what}: {len(found)} removed, {_size(sum(each.bytes for each in found))}"


def _as_json(kernels: list[Kernels], counts: list[KeptCount]) -> dict[str, Any]:
    about = ("path", "game", "wager", "options", "count_seconds", "bytes")
    return {
        "kernels": [
            {
                "path": each.path,
                "current": each.is_current,
                "bytes": each.bytes,
                "last_changed": _moment(each.last_changed).isoformat(),
            }
            for each in kernels
        ],
        "counts": [
            {**attributes(each, *about), "last_used": _moment(each.last_used).isoformat()}
            for each in counts
        ],
    }


def _lines(kernels: list[Kernels], counts: list[KeptCount]) -> Lines:
    folders = [
        (
            str(each.path),
            _size(each.bytes),
            _day(each.last_changed),
            "in use" if each.is_current else "of other sources",
        )
        for each in kernels
    ]
    table = new_table("Compiled kernels", "folder", "size", "last changed", "", rows=folders)
    yield table if kernels else "No compiled kernels are kept."
    rows = [
        (
            each.game,
            each.wager,
            ", ".join(f"{option}={value}" for option, value in each.options.items()),
            f"{each.count_seconds:.1f} s",
            _size(each.bytes),
            _day(each.last_used),
        )
        for each in counts
    ]
    columns = ("game", "wager", "options", "took", "size", "last used")
    yield new_table("Counts", *columns, rows=rows) if counts else "No counts are kept."
    if kernels or counts:
        yield "feltworks cache clear removes them; they are made again when needed."


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=0)


def _day(seconds: float) -> str:
    return f"{_moment(seconds).astimezone():%Y-%m-%d %H:%M}"


def _size(count: int) -> str:
    """Bytes in a unit that people read."""
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.1f} kB"
