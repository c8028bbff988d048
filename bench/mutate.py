"""Rules files with mistakes of every kind: nothing may end in a traceback.

`python -m bench mutate --seed N` makes 2,000 files (`--files N` for another number) from the
shipped games and the examples and puts each through `rules check`, `odds`, `strategy`, `simulate`,
`report` and a played round, all in this process. Each command must end with an answer or with one
of the product's own errors; anything else is printed with the seed, the number and the file.
`--only NUMBER` runs one file again.

A file whose odds would take long by the product's own estimate is only checked.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

from rich.table import Table

from bench._mutants import Mutant, mutant

FILES = 2_000
MOST_SECONDS = 0.5
"""An estimate above this is long."""
PAPERS = ("mathematics", "rules", "dealer", "floor", "rack", "strategy", "felt")
"""The first of them counts how seats depend on each other, too long for a whole deck."""
ANSWERS = ("", "", "", "1", "2", "b", "c", "f", "p", "d", "r", "s", "h", "?", "5", "b 10", "d 2c")
"""What a person types at the table, most of it lawful somewhere."""


@dataclass(frozen=True)
class Finding:
    """A command that ended in a traceback."""

    file: Mutant
    command: str
    path: Path
    error: BaseException

    @property
    def cause(self) -> str:
        """The error and where it was raised, the same for all files that fail alike."""
        frames = traceback.extract_tb(self.error.__traceback__)
        own = [frame for frame in frames if "feltworks" in frame.filename] or frames
        last = own[-1]
        at = f"{Path(last.filename).name}:{last.lineno} {last.name}" if own else "nowhere"
        return f"{type(self.error).__name__} in {at}"

    def __str__(self) -> str:
        lines = traceback.format_exception(self.error)
        again = f"python -m bench mutate --seed {self.file.seed} --only {self.file.number}"
        return (
            f"feltworks {self.command}\n{''.join(lines)}{again}\n"
            f"{self.path}: {self.file.game}, {'; '.join(self.file.changes)}\n"
        )


@dataclass
class Tally:
    """How the commands ended, and what took longest."""

    files: int = 0
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    longest: dict[str, tuple[float, int]] = field(default_factory=dict)
    seconds: Counter[str] = field(default_factory=Counter)


def run(
    numbers: Sequence[int],
    seed: int,
    folder: Path,
    *,
    until: float = float("inf"),
    tell: Callable[[Finding], object] = lambda finding: None,
) -> Tally:
    """Put these files through every command; begin none after `until` of `time.monotonic`."""
    tally = Tally()
    for number in numbers:
        if time.monotonic() > until:
            break
        made = mutant(seed, number)
        path = folder / f"{seed}-{number}.toml"
        path.write_text(made.text, "utf-8")
        found = len(tally.findings)
        for name, words, answers in _commands(made, path):
            started = time.monotonic()
            code, error = _end(words, answers)
            seconds = time.monotonic() - started
            tally.seconds[name] += seconds
            tally.longest[name] = max(tally.longest.get(name, (0.0, 0)), (seconds, number))
            tally.ends[name, "traceback" if error else "refused" if code else "answered"] += 1
            if error is not None:
                tally.findings.append(Finding(made, " ".join(words), path, error))
                tell(tally.findings[-1])
            elif code and name == "check":
                break
        tally.files += 1
        if len(tally.findings) == found:
            path.unlink()
    return tally


def _commands(made: Mutant, path: Path) -> Iterator[tuple[str, list[str], str]]:
    """The commands for a file: a name, the words, and what the person answers."""
    rng, file = random.Random(f"{made.seed}/{made.number}/play"), str(path)
    yield "check", ["rules", "check", file], ""
    if _is_long(file, whole_deck=not made.is_small):
        return
    yield "odds", ["odds", file], ""
    yield "strategy", ["strategy", file], ""
    yield "simulate", ["simulate", file, "--rounds", "200", "--seed", str(made.seed)], ""
    kind = rng.choice(PAPERS if made.is_small else PAPERS[1:])
    out = path.with_suffix(".svg" if kind == "felt" else ".md")
    paper = ["--kind", kind, "--out", str(out), "--rounds", "1000", "--date", "2026-11-01"]
    yield "report", ["report", file, *paper], ""
    out.unlink(missing_ok=True)
    play = ["play", file, "--rounds", "2", "--seed", str(made.number)]
    yield "play", play, "\n".join(rng.choice(ANSWERS) for _ in range(60)) + "\n"


def _is_long(file: str, *, whole_deck: bool) -> bool:
    """Whether the product itself says that the odds take long; an exchange it does not estimate."""
    from feltworks.errors import FeltworksError
    from feltworks.odds.dealadvice import seconds_to_advise
    from feltworks.odds.exchange.game import exchange_stages
    from feltworks.odds.mechanisms import is_solved
    from feltworks.rules.loader import load

    try:
        rules = load(file)
        if not is_solved(rules):
            return False
        exchanges = bool(exchange_stages(rules))
        return (whole_deck and exchanges) or seconds_to_advise(rules) > MOST_SECONDS
    except FeltworksError:
        return False


def _end(words: Sequence[str], answers: str) -> tuple[int, BaseException | None]:
    """How a command ends: its exit code, and the error if it is not one of the product's own."""
    from feltworks.cli import main

    old, sys.argv = (sys.argv, sys.stdin), ["feltworks", *words]
    sys.stdin = io.StringIO(answers)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            main()
        return 0, None
    except SystemExit as end:
        return (end.code if isinstance(end.code, int) else 1), None
    except Exception as error:
        return 1, error
    finally:
        sys.argv, sys.stdin = old


@contextmanager
def nothing_stored() -> Iterator[None]:
    """No count of an earlier run is taken, and none is kept."""
    before = os.environ.get("FELTWORKS_COUNTS")
    os.environ["FELTWORKS_COUNTS"] = ""
    try:
        yield
    finally:
        if before is None:
            del os.environ["FELTWORKS_COUNTS"]
        else:
            os.environ["FELTWORKS_COUNTS"] = before


def bench(words: Sequence[str] = ()) -> Table:
    parser = argparse.ArgumentParser(prog="python -m bench mutate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--only", type=int, help="the number of one file")
    asked = parser.parse_args(words)
    numbers = range(asked.files) if asked.only is None else [asked.only]
    folder = Path(tempfile.mkdtemp(prefix="feltworks-mutate-"))
    with nothing_stored():
        tally = run(
            numbers,
            asked.seed,
            folder,
            tell=lambda finding: print(finding, file=sys.stderr, flush=True),
        )
    causes = Counter(finding.cause for finding in tally.findings)
    for cause, count in causes.most_common():
        print(f"{count} x {cause}", file=sys.stderr)
    return _table(tally, asked.seed)


def _table(tally: Tally, seed: int) -> Table:
    table = Table(title=f"{tally.files:,} changed rules files, seed {seed}")
    for column in ("command", "answered", "refused", "traceback", "seconds", "longest", "file"):
        table.add_column(column, justify="left" if column == "command" else "right")
    for name, (longest, number) in tally.longest.items():
        counts = [f"{tally.ends[name, end]:,}" for end in ("answered", "refused", "traceback")]
        table.add_row(name, *counts, f"{tally.seconds[name]:.0f}", f"{longest:.1f}", str(number))
    return table
