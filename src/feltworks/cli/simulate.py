"""`feltworks simulate`: a game dealt many times over, on this machine or a cluster."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.dealing import DealtWhere, SettlingPoints, SimulationFiles, watching
from feltworks.cli.interrupt import interruptible
from feltworks.cli.options import (
    AsJson,
    CommandError,
    GameName,
    Settings,
    check_seed,
    option,
    read_game,
)
from feltworks.cli.progress import counting
from feltworks.cli.simulatesheet import print_simulation
from feltworks.cli.terminal import print_json
from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules
    from feltworks.simulate.mechanisms import ReadyGame, SimulationSettings
    from feltworks.simulate.tally import Tally

app = typer.Typer()
ROUNDS_A_DAY = 2_000

Rounds = Annotated[str, option("--rounds N", "How many rounds: 1000000 or 1e9.")]
Seed = Annotated[int, option("--seed N", "The same seed deals the same rounds.")]
Seats = Annotated[int | None, option("--seats N", "How many seats play.")]
Strategy = Annotated[
    str | None,
    option(
        "--strategy NAME|FILE",
        "optimal, simple, basic (blackjack), or a .csv file as strategy --export writes it.",
    ),
]
Side = Annotated[
    list[str] | None,
    option("--side WAGER", "Also play this side wager; may be given several times."),
]
SeatBets = Annotated[
    list[str] | None,
    option(
        "--wagers SEAT:BETS",
        "What a seat bets, in dollars: 2:ante=25,pairs=5; may be given several times.",
    ),
]
Spread = Annotated[
    str | None,
    option(
        "--spread COUNT:BET ...",
        "From a shoe: the units that seat 1 bets from each true count on: '1:1 2:2 4:8'.",
    ),
]
CountBy = Annotated[
    str | None,
    option(
        "--count NAME|TAGS", "With --spread: hi-lo, or what each rank adds: '23456=+1 TJQKA=-1'."
    ),
]
Penetration = Annotated[
    str | None,
    option(
        "--penetration PERCENT",
        "From several packs: how much of a shoe is dealt before it is shuffled: 75%.",
    ),
]
Jackpots = Annotated[
    bool, option("--jackpots", "Also follow the jackpots that side wagers play for.")
]
Day = Annotated[int | None, option("--day N", "With --jackpots: rounds between two counts (2000).")]
Threads = Annotated[
    int | None, option("--threads N", "Threads of this process; by default one for each core.")
]
CheckpointFile = Annotated[
    Path | None, option("--checkpoint FILE", "Keep the run's progress in this file.")
]
Resume = Annotated[bool, option("--resume", "Go on where the --checkpoint file ends.")]

RoundsTo = Annotated[
    Path | None, option("--rounds-to FILE", "Also write every round to a .parquet file.")
]
Chart = Annotated[
    Path | None, option("--chart FILE", "Draw how the mean settled: .svg, .png or .html file.")
]
Cluster = Annotated[
    str | None, option("--cluster ADDRESS", "A running Dask scheduler: tcp://host:8786.")
]
Workers = Annotated[int | None, option("--workers N", "Start a Dask cluster of N processes here.")]
TlsCa = Annotated[
    Path | None, option("--tls-ca FILE", "The cluster's certificate authority, a PEM file.")
]
TlsCert = Annotated[Path | None, option("--tls-cert FILE", "Our certificate, a PEM file.")]
TlsKey = Annotated[Path | None, option("--tls-key FILE", "The key of our certificate, a PEM file.")]


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
    check_seed(seed)
    number = rounds_of(rounds)
    place = DealtWhere(threads, cluster, workers, (tls_ca, tls_cert, tls_key))
    place.check()
    files = SimulationFiles(checkpoint, resume, rounds_to, chart)
    files.check(number)
    from feltworks.simulate.counters import counter_plan, read_penetration
    from feltworks.simulate.mechanisms import SimulationSettings
    from feltworks.simulate.seatwagers import read_wagers

    loaded = read_game(game, settings)
    asked = SimulationSettings(
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
    settling = SettlingPoints(ready)
    tally = _dealt(ready, place, files, (seed, number), about, settling)
    about |= {"options": dict(loaded.chosen), "rounds": tally.rounds}
    sheet = {"label": "sampled", **about, **ready.report(tally)}
    if as_json:
        print_json(sheet)
    else:
        print_simulation(loaded.rules.game.name, sheet)
    _save(loaded.rules, asked, settling, files, (seed, number))


def _rounds_a_day(day: int | None, *, jackpots: bool) -> int | None:
    """How many rounds there are between counts; None if no jackpot runs."""
    if not jackpots:
        if day is not None:
            raise CommandError("--day goes with --jackpots: simulate GAME --side WAGER --jackpots")
        return None
    return ROUNDS_A_DAY if day is None else day


def _made_ready(
    loaded: Loaded, asked: SimulationSettings, files: SimulationFiles
) -> tuple[str, ReadyGame]:
    """The strategy that is played, and the game prepared for it."""
    with counting() as progress:
        from feltworks.simulate.mechanisms import MECHANISMS, make_ready

        mechanism = loaded.rules.game.mechanism
        chosen = asked.strategy or MECHANISMS[mechanism].strategy
        ready = make_ready(loaded, asked, progress)
        if files.rounds_to is not None and not hasattr(ready, "write_rounds"):
            if asked.rounds_a_day is not None:
                raise CommandError(
                    f"--rounds-to {files.rounds_to}: not with --jackpots, which deals by the day; "
                    "the same seed without it deals the same rounds"
                )
            raise CommandError(
                f"--rounds-to {files.rounds_to}: rounds of {mechanism} are not written to a file "
                "yet"
            )
    return chosen, ready


def _dealt(
    ready: ReadyGame,
    place: DealtWhere,
    files: SimulationFiles,
    run_of: tuple[int, int],
    about: dict[str, Any],
    settling: SettlingPoints,
) -> Tally:
    """Deal everything."""
    from feltworks.simulate.running import Checkpoint, run

    seed, rounds = run_of
    checkpoint = Checkpoint(files.checkpoint, about) if files.checkpoint else None
    units = ready.units(rounds)
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
    return tally


def _save(
    rules: Rules,
    asked: SimulationSettings,
    settling: SettlingPoints,
    files: SimulationFiles,
    run_of: tuple[int, int],
) -> None:
    """Write the files that were requested; the figures are printed first, because a disk may be
    full and the dealing took long."""
    trouble, ready, (seed, rounds) = [], settling.ready, run_of
    if files.chart is not None:
        from feltworks.simulate.charts import save_settling

        try:
            unit = "dollar" if asked.wagers else rules.unit
            save_settling(files.chart, rules.game.name, settling.points, unit)
        except FeltworksError as error:
            trouble.append(f"--chart {error}")
    if files.rounds_to is not None:
        try:
            ready.write_rounds(files.rounds_to, ready.job(seed), rounds)  # type: ignore[attr-defined]
        except FeltworksError as error:
            trouble.append(str(error))
    if trouble:
        raise CommandError(f"{'; '.join(trouble)} (the figures are whole)")


def _tell_how_long(ready: ReadyGame, rounds: int) -> None:
    """Say how long it will take before rounds that are played one at a time."""
    if not hasattr(ready, "seconds_a_round"):
        return
    from feltworks.odds.estimate import LONG_SECONDS, duration_text

    seconds = rounds * ready.seconds_a_round()
    if seconds > LONG_SECONDS:
        print(
            f"{rounds:,} rounds, each played by itself, take about {duration_text(seconds)} "
            "on one core; --workers N deals on N of them",
            file=sys.stderr,
        )


def _is_short(text: str) -> bool:
    """Whether a number has few enough digits and a small enough exponent to be computed at once."""
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
        raise CommandError(f"--rounds {text!r} is not a number of rounds: write 1000000 or 1e9")
    return int(count)
