"""Two commits measured in turns: processor time, peak memory, and the first answer ever.

    python -m bench gate --base HEAD~3 mini-tex red-dog

Each measurement is `feltworks odds GAME --json` in a process of its own, with no stored counts. The
sources of the base come from Git into a temporary folder; this version is the tree as it stands.
The versions take turns, and the least of five measurements counts (of two, if one takes more than
ten seconds). Before the clock starts each version answers once, so that its modules and kernels are
compiled; the first answer is measured in an empty folder for kernels instead.

Time is that of the processor, in all threads, because other programs cannot make it longer. A ratio
is marked if it is above 1.1 by more than the measurements of one version differ among themselves.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

ROOT = Path(__file__).parents[1]
MEASUREMENTS = 5
LONG_SECONDS = 10.0
"""What takes longer is measured only `LONG_MEASUREMENTS` times."""
LONG_MEASUREMENTS = 2
WORSE = 1.1

GAMES = (
    "mini-tex",
    "pick-2-poker",
    "spanish-poker",
    "texas-21",
    "mini-tex-ring",
    "ultimate-texas-holdem",
    "let-it-ride",
    "criss-cross-poker",
    "high-card-flush",
    "three-card-poker",
    "jacks-or-better",
    "oasis-poker",
    "baccarat",
    "red-dog",
    "free-bet",
    "spanish-21",
)
"""Every way of counting, in the games that take longest with it."""
FIRST_ANSWERS = ("mini-tex", "high-card-flush", "jacks-or-better", "texas-21")
"""The games whose kernels are compiled from nothing, if no game is named."""


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Version:
    """A version by its name in the table, and the folder of its sources."""

    name: str
    sources: Path

    def ask(self, game: str, **environment: str) -> Cost:
        """Ask for the odds of a game in a new process."""
        return self._run("-m", "feltworks", "odds", game, "--json", **environment)

    def check(self) -> None:
        """Make sure that these sources are the ones that are run."""
        where = f"import feltworks; assert {str(self.sources)!r} in feltworks.__file__"
        self._run("-c", where)

    def _run(self, *words: str, **environment: str) -> Cost:
        with tempfile.TemporaryFile() as said:
            started = subprocess.Popen(
                [sys.executable, *words],
                stdout=subprocess.DEVNULL,
                stderr=said,
                cwd=self.sources,
                env={
                    **os.environ,
                    "PYTHONPATH": str(self.sources),
                    "FELTWORKS_COUNTS": "",
                    **environment,
                },
            )
            try:
                _, status, used = os.wait4(started.pid, 0)
            except BaseException:
                started.kill()
                started.wait()
                raise
            started.returncode = os.waitstatus_to_exitcode(status)
            if started.returncode:
                said.seek(0)
                message = said.read().decode(errors="replace")[-2000:]
                raise SystemExit(f"{self.name}: {' '.join(words)} failed: {message}")
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def bench(words: Sequence[str] = ()) -> Table:
    parser = argparse.ArgumentParser(prog="python -m bench gate")
    parser.add_argument("games", nargs="*", help="games or rules files; many if none is named")
    parser.add_argument("--base", default="HEAD~1", help="the commit to compare with")
    asked = parser.parse_args(words)
    # A section of the answer book, GAME/QUESTION, names its game.
    games = list(dict.fromkeys(_game(name) for name in asked.games)) or list(GAMES)
    firsts = [game for game in games if asked.games or game in FIRST_ANSWERS]
    title = f"this tree against {asked.base}: {_describe(asked.base)}"
    table = Table(title=title, caption="least of 5 measurements; over 10 s of 2; processor time")
    for column in ("game", "what", "base", "this", "ratio", ""):
        table.add_column(column, justify="left" if column in ("game", "what") else "right")
    with sources_of(asked.base) as base:
        versions = (Version("base", base), Version("this", ROOT / "src"))
        for version in versions:
            version.check()
        for game in games:
            _progress(f"{game}, with kernels compiled before")
            for version in versions:
                version.ask(game)
            costs = in_turns(versions, game)
            _add(table, game, "seconds", *([each.seconds for each in of] for of in costs))
            _add(table, game, "peak MB", *([each.megabytes for each in of] for of in costs))
            if game in firsts:
                _progress(f"{game}, the first answer ever")
                costs = in_turns(versions, game, is_first=True)
                _add(table, game, "first answer", *([each.seconds for each in of] for of in costs))
    return table


def in_turns(
    versions: Sequence[Version], game: str, *, is_first: bool = False
) -> tuple[list[Cost], ...]:
    """Measure each version in turn, until there are enough measurements."""
    costs: tuple[list[Cost], ...] = tuple([] for _ in versions)
    wanted = MEASUREMENTS
    while len(costs[-1]) < wanted:
        for version, known in zip(versions, costs, strict=True):
            if is_first:
                with tempfile.TemporaryDirectory(prefix="feltworks-gate-") as empty:
                    known.append(version.ask(game, FELTWORKS_CACHE=empty))
            else:
                known.append(version.ask(game))
            if known[-1].seconds > LONG_SECONDS:
                wanted = LONG_MEASUREMENTS
    return costs


def is_worse(base: Sequence[float], this: Sequence[float]) -> bool:
    """Whether the least of this version is too much above that of the base."""
    noise = max(sorted(each)[1] - min(each) for each in (base, this))
    return min(this) > WORSE * min(base) + noise


def _add(table: Table, game: str, what: str, base: Sequence[float], this: Sequence[float]) -> None:
    before, now = min(base), min(this)
    digits = 0 if what == "peak MB" else 2
    mark = "worse" if is_worse(base, this) else "better" if is_worse(this, base) else ""
    cells = (f"{before:.{digits}f}", f"{now:.{digits}f}", f"{now / before:.2f}", mark)
    table.add_row(Path(game).stem, what, *cells)


def _game(name: str) -> str:
    """The id of a game or the path of its file, from a name in the answer book or a path."""
    path = Path(name)
    if path.suffix == ".toml":
        return str(path.resolve())
    game = name.partition("/")[0]
    toys = sorted((ROOT / "tests").rglob(f"*/games/**/{game}.toml"))
    return str(toys[0]) if toys else game


def _progress(doing: str) -> None:
    print(f"measuring {doing} ...", file=sys.stderr, flush=True)


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {' '.join(words)}: {done.stderr.decode().strip()}")
    return done.stdout


def _describe(commit: str) -> str:
    return _git("log", "-1", "--format=%h %s", commit).decode().strip()


@contextmanager
def sources_of(commit: str) -> Iterator[Path]:
    """The sources of a commit in a temporary folder, which is all that this leaves to remove."""
    with tempfile.TemporaryDirectory(prefix="feltworks-gate-") as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, "src"))) as packed:
            packed.extractall(folder, filter="data")
        yield Path(folder).resolve() / "src"
