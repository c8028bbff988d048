"""`feltworks simulate`: a game dealt many times over, on this machine or a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.interrupt import interruptible
from feltworks.cli.options import AsJson, GameName, SettingError, Settings, chosen_options

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.mechanisms import Asked, Ready
    from feltworks.simulate.running import Pool, Watch
    from feltworks.simulate.tally import Tally

app = typer.Typer()
ROUNDS_A_DAY = 2_000

Rounds = Annotated[
    str, typer.Option("--rounds", metavar="N", help="How many rounds: 1000000 or 1e9.")
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The same seed deals the same rounds.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats play.")]
Strategy = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME|FILE",
        help="optimal, simple, basic (blackjack), or a .csv file as strategy --export writes it.",
    ),
]
Side = Annotated[
    list[str] | None,
    typer.Option("--side", metavar="WAGER", help="Also play this side wager; several times."),
]
SeatBets = Annotated[
    list[str] | None,
    typer.Option(
        "--wagers",
        metavar="SEAT:BETS",
        help="What a seat bets, in dollars: 2:ante=25,pairs=5; several times.",
    ),
]
Spread = Annotated[
    str | None,
    typer.Option(
        "--spread",
        metavar="COUNT:BET ...",
        help="From a shoe: seat 1 bets so many units from each true count on: '1:1 2:2 4:8'.",
    ),
]
CountBy = Annotated[
    str | None,
    typer.Option(
        "--count",
        metavar="NAME|TAGS",
        help="With --spread: hi-lo, or what each rank adds: '23456=+1 TJQKA=-1'.",
    ),
]
Penetration = Annotated[
    str | None,
    typer.Option(
        "--penetration",
        metavar="PERCENT",
        help="From several packs: so much of a shoe is dealt before it is shuffled: 75%.",
    ),
]
Jackpots = Annotated[
    bool, typer.Option("--jackpots", help="Let the jackpots run that side wagers play for.")
]
Day = Annotated[
    int | None,
    typer.Option("--day", metavar="N", help="With --jackpots: rounds between two counts (2000)."),
]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="Threads here; all cores unless said.")
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="FILE", help="Keep how far the run is in this file."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the --checkpoint file ends.")]

RoundsTo = Annotated[
    Path | None,
    typer.Option("--rounds-to", metavar="FILE", help="Also write every round to a .parquet file."),
]
Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart", metavar="FILE", help="Draw how the mean settled: .svg, .png or .html file."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A running Dask scheduler: tcp://host:8786."),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Start a Dask cluster of N processes here."),
]
TlsCa = Annotated[
    Path | None, typer.Option("--tls-ca", metavar="FILE", help="The cluster's authority, PEM.")
]
TlsCert = Annotated[
    Path | None, typer.Option("--tls-cert", metavar="FILE", help="Our certificate, PEM.")
]
TlsKey = Annotated[
    Path | None, typer.Option("--tls-key", metavar="FILE", help="The key of our certificate, PEM.")
]


@app.command()
def simulate(
    game: GameName,
    rounds: Rounds = "1e6",
    seed: Seed = 1,
    seats: Seats = None,
    strategy: Strategy = None,
    side: Side = None,
    wagers: SeatBets = None,
    spread: Spread = None,
    count: CountBy = None,
    penetration: Penetration = None,
    jackpots: Jackpots = False,
    day: Day = None,
    settings: Settings = None,
    threads: Threads = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
    rounds_to: RoundsTo = None,
    chart: Chart = None,
    cluster: Cluster = None,
    workers: Workers = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    as_json: AsJson = False,
) -> None:
    """Deal a game many times over: what comes out is sampled, with its standard error."""
    if not 0 <= seed < 2**64:
        raise SettingError(f"--seed {seed}: it must be 0 to {2**64 - 1}")
    if resume and checkpoint is None:
        raise SettingError("--resume: say which run with --checkpoint FILE")
    number, options = rounds_of(rounds), chosen_options(settings)
    place = DealtWhere(threads, cluster, workers, (tls_ca, tls_cert, tls_key))
    place.check()
    files = Files(checkpoint, resume, rounds_to, chart)
    files.check(number)
    from feltworks.rules.loader import read
    from feltworks.simulate.counters import counter_plan, read_penetration
    from feltworks.simulate.mechanisms import Asked
    from feltworks.simulate.seatwagers import read_wagers

    loaded = read(game, options)
    asked = Asked(
        strategy=strategy,
        seats=seats,
        sides=tuple(side or ()),
        rounds_a_day=_rounds_a_day(day, jackpots=jackpots),
        wagers=read_wagers(wagers) if wagers else None,
        counter=counter_plan(spread, count),
        penetration=read_penetration(penetration),
    )
    chosen, ready = _made_ready(loaded, asked, files)
    about = {"game": loaded.rules.game.id, "strategy": chosen, "seed": seed}
    drawn = (loaded.rules.game.name, "dollar" if wagers else loaded.rules.unit)
    tally = _dealt(drawn, ready, place, files, (seed, number), about)
    about |= {"options": dict(loaded.chosen), "rounds": tally.rounds}
    sheet = {"label": "sampled", **about, **ready.sheet(tally)}
    _print(loaded.rules.game.name, sheet, as_json=as_json)


def _print(name: str, sheet: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        from feltworks.cli.terminal import print_json

        print_json(sheet)
    else:
        from feltworks.cli.simulatesheet import print_simulation

        print_simulation(name, sheet)


def _rounds_a_day(day: int | None, *, jackpots: bool) -> int | None:
    """How many rounds there are between counts; None where no jackpot runs."""
    if not jackpots:
        if day is not None:
            raise SettingError("--day goes with --jackpots: simulate GAME --side WAGER --jackpots")
        return None
    return ROUNDS_A_DAY if day is None else day


def _made_ready(loaded: Loaded, asked: Asked, files: Files) -> tuple[str, Ready]:
    """The strategy that is played, and the game made ready for it."""
    from feltworks.cli.progress import counting

    with counting() as progress:
        from feltworks.simulate.mechanisms import MECHANISMS, make_ready

        mechanism = loaded.rules.game.mechanism
        chosen = asked.strategy or MECHANISMS[mechanism].strategy
        ready = make_ready(loaded, asked, progress)
        if files.rounds_to is not None and not hasattr(ready, "write_rounds"):
            if asked.rounds_a_day is not None:
                raise SettingError(
                    f"--rounds-to {files.rounds_to}: not with --jackpots, which deals by the day; "
                    "the same seed without it deals the same rounds"
                )
            raise SettingError(
                f"--rounds-to {files.rounds_to}: rounds of {mechanism} are not written to a file "
                "yet"
            )
    return chosen, ready


def _dealt(
    drawn: tuple[str, str],
    ready: Ready,
    place: DealtWhere,
    files: Files,
    run_of: tuple[int, int],
    about: dict[str, Any],
) -> Tally:
    """Deal everything, and write what was asked for beside the figures; `drawn` are the name and
    the unit that a chart tells."""
    from feltworks.simulate.running import Checkpoint, run

    (name, unit), (seed, rounds) = drawn, run_of
    checkpoint = Checkpoint(files.checkpoint, about) if files.checkpoint else None
    units, settling = ready.units(rounds), Settling(ready)
    _tell_how_long(ready, rounds)
    with interruptible(), place.pool() as pool, watching(ready, units) as watch:
        tally = run(
            ready.job(seed),
            units,
            pool,
            checkpoint=checkpoint,
            resume=files.resume,
            watch=settling.beside(watch),
        )
    if checkpoint is not None and checkpoint.trouble:
        print(f"{checkpoint.trouble} (the figures are whole)", file=sys.stderr)
    if files.chart is not None:
        from feltworks.simulate.charts import save_settling

        save_settling(files.chart, name, settling.points, unit)
    if files.rounds_to is not None:
        ready.write_rounds(files.rounds_to, ready.job(seed), rounds)  # type: ignore[attr-defined]
    return tally


def _tell_how_long(ready: Ready, rounds: int) -> None:
    """Before rounds begin that are played one at a time: how long they take."""
    if not hasattr(ready, "seconds_a_round"):
        return
    from feltworks.odds.estimate import LONG_SECONDS, duration_text

    seconds = rounds * ready.seconds_a_round()
    if seconds > LONG_SECONDS:
        print(
            f"{rounds:,} rounds, one at a time through the engine, take about "
            f"{duration_text(seconds)} in one process; --workers N deals in N of them",
            file=sys.stderr,
        )


@dataclass(frozen=True)
class Files:
    """What a run reads and writes."""

    checkpoint: Path | None
    resume: bool
    rounds_to: Path | None
    chart: Path | None

    def check(self, rounds: int) -> None:
        """Refuse a file that cannot be written before anything is solved or dealt."""
        if self.checkpoint is not None:
            folder = self.checkpoint.parent
            if not folder.is_dir():
                raise SettingError(f"--checkpoint {self.checkpoint}: there is no folder {folder}")
            if self.resume and not self.checkpoint.is_file():
                raise SettingError(f"--resume {self.checkpoint}: there is no such file")
            if not self.resume and self.checkpoint.exists():
                raise SettingError(
                    f"--checkpoint {self.checkpoint}: it exists; --resume goes on from it, and "
                    "another name begins anew"
                )
        if self.chart is not None:
            from feltworks.odds.chart import check_target as check_chart

            check_chart(self.chart)
        if self.rounds_to is not None:
            from feltworks.simulate.roundfiles import check_target

            check_target(self.rounds_to, rounds)


@dataclass(frozen=True)
class DealtWhere:
    """Where rounds are dealt: threads of this process, processes here, or a cluster."""

    threads: int | None
    cluster: str | None
    workers: int | None
    tls: tuple[Path | None, Path | None, Path | None]

    def check(self) -> None:
        given = [self.threads is not None, self.cluster is not None, self.workers is not None]
        if sum(given) > 1:
            raise SettingError("--threads, --workers and --cluster: give one of them")
        for name, count in (("threads", self.threads), ("workers", self.workers)):
            if count is not None and not 1 <= count <= 1024:
                raise SettingError(f"--{name} {count}: 1 to 1024")
        if any(self.tls) and self.cluster is None:
            raise SettingError("--tls-ca, --tls-cert, --tls-key: they are for --cluster tls://...")

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        if self.cluster is not None or self.workers is not None:
            from feltworks.simulate.cluster import Tls, cluster_pool

            tls = Tls(*self.tls)
            with cluster_pool(address=self.cluster, workers=self.workers, tls=tls) as pool:
                yield pool
            return
        from feltworks.odds.passes import cores
        from feltworks.simulate.running import ThreadPool

        threads = ThreadPool(self.threads or cores())
        try:
            yield threads
        finally:
            threads.close()


class Settling:
    """How the mean settled: points that are a twentieth more rounds apart."""

    def __init__(self, ready: Ready) -> None:
        self.ready = ready
        self.points: list[tuple[int, Estimate]] = []

    def beside(self, watch: Watch | None) -> Watch:
        """Something that keeps points and tells another watch as well."""

        def both(tally: Tally) -> None:
            if not self.points or tally.rounds >= 1.05 * self.points[-1][0]:
                self.points.append((tally.rounds, self.ready.shown(tally)))
            if watch is not None:
                watch(tally)

        return both


def _is_short(text: str) -> bool:
    """Whether a number has few enough digits and exponents to be worked out at once."""
    power = text.lower().partition("e")[2].lstrip("+-")
    return len(text) <= 40 and len(power) <= 3


def rounds_of(text: str) -> int:
    """A whole number of rounds as people write it: 1000000, 1_000_000, 1e9, 2.5e6."""
    from fractions import Fraction

    try:
        count = Fraction(text.replace(",", "")) if _is_short(text) else Fraction(0)
    except (ValueError, ZeroDivisionError):
        count = Fraction(0)
    if count.denominator != 1 or not 1 <= count <= 2**62:
        raise SettingError(f"--rounds {text!r} is not a number of rounds: write 1000000 or 1e9")
    return int(count)


@contextmanager
def watching(ready: Ready, units: int) -> Iterator[Watch | None]:
    """A bar with the error shrinking, while stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("to go:"),
        TimeRemainingColumn(),
    )
    screen = Console(stderr=True, highlight=False, markup=False)
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("dealing", total=units)

        def watch(tally: Tally) -> None:
            now = ready.shown(tally)
            told = f"{tally.rounds:,} rounds, {now.mean:+.6f} ± {now.standard_error:.6f} (sampled)"
            bar.update(task, completed=tally.units, description=told)

        yield watch
