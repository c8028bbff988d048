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
from feltworks.cli.terminal import console, new_table, print_json
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
    if as_json:
        _print_json(_kernels(), _counts())
    else:
        _print(_kernels(), _counts())


@app.command()
def clear(
    what: Annotated[
        str | None, argument("[kernels|counts]", "Only this kind; both by default.")
    ] = None,
) -> None:
    """Remove what is kept; it is made again when it is needed."""
    if what not in (None, *KINDS):
        raise CommandError(f"there is no cache of {what!r}: there are {' and '.join(KINDS)}")
    removed = []
    if what != "counts":
        removed.append(_remove("kernels", _kernels()))
    if what != "kernels":
        removed.append(_remove("counts", _counts()))
    for line in removed:
        console().print(line)


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


def _print_json(kernels: list[Kernels], counts: list[KeptCount]) -> None:
    data: dict[str, list[dict[str, Any]]] = {
        "kernels": [
            {
                "path": str(each.path),
                "current": each.is_current,
                "bytes": each.bytes,
                "last_changed": _moment(each.last_changed).isoformat(),
            }
            for each in kernels
        ],
        "counts": [
            {
                "path": str(each.path),
                "game": each.game,
                "wager": each.wager,
                "options": dict(each.options),
                "count_seconds": each.count_seconds,
                "bytes": each.bytes,
                "last_used": _moment(each.last_used).isoformat(),
            }
            for each in counts
        ],
    }
    print_json(data)


def _print(kernels: list[Kernels], counts: list[KeptCount]) -> None:
    out = console()
    table = new_table("Compiled kernels", "folder", "size", "last changed", "")
    for each in kernels:
        mark = "in use" if each.is_current else "of other sources"
        table.add_row(str(each.path), _size(each.bytes), _day(each.last_changed), mark)
    out.print(table if kernels else "No compiled kernels are kept.")
    table = new_table("Counts", "game", "wager", "options", "took", "size", "last used")
    for entry in counts:
        options = ", ".join(f"{option}={value}" for option, value in entry.options.items())
        took, size = f"{entry.count_seconds:.1f} s", _size(entry.bytes)
        table.add_row(entry.game, entry.wager, options, took, size, _day(entry.last_used))
    out.print(table if counts else "No counts are kept.")
    if kernels or counts:
        out.print("feltworks cache clear removes them; they are made again when needed.")


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=0)


def _day(seconds: float) -> str:
    return f"{_moment(seconds).astimezone():%Y-%m-%d %H:%M}"


def _size(count: int) -> str:
    """Bytes in a unit that people read."""
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.1f} kB"
