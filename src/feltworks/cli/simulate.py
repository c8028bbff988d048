"""`feltworks simulate`: a game dealt many times over, on this machine or a cluster."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli import options
from feltworks.cli.dealing import SettlingPoints, SimulationRun, watching
from feltworks.cli.interrupt import interruptible
from feltworks.cli.options import CommandError, option
from feltworks.cli.progress import counting
from feltworks.cli.simulatesheet import simulation_lines
from feltworks.cli.terminal import tell
from feltworks.errors import FeltworksError
from feltworks.odds.ties import tie_rule_line

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules
    from feltworks.simulate.mechanisms import ReadyGame, SimulationSettings
    from feltworks.simulate.tally import Tally

app = options.Commands()
ROUNDS_A_DAY = 2_000


@dataclass(frozen=True)
class WhatIsDealt:
    """The options that say what is dealt, and how it is played."""

    rounds: Annotated[str, option("--rounds N", "How many rounds: 1000000 or 1e9.")] = "1e6"
    seed: Annotated[int, option("--seed N", "The same seed deals the same rounds.")] = 1
    seats: Annotated[int | None, option("--seats N", "How many seats play.")] = None
    strategy: Annotated[
        str | None,
        option(
            "--strategy NAME|FILE",
            "optimal, simple, basic (blackjack), or a .csv file as strategy --export writes it.",
        ),
    ] = None
    sides: Annotated[
        list[str] | None,
        option("--side WAGER", "Also play this side wager; may be given several times."),
    ] = None
    wagers: Annotated[
        list[str] | None,
        option(
            "--wagers SEAT:BETS",
            "What a seat bets, in dollars: 2:ante=25,pairs=5; may be given several times.",
        ),
    ] = None
    spread: Annotated[
        str | None,
        option(
            "--spread COUNT:BET ...",
            "From a shoe: the units that seat 1 bets from each true count on: '1:1 2:2 4:8'.",
        ),
    ] = None
    count: Annotated[
        str | None,
        option(
            "--count NAME|TAGS",
            "With --spread: hi-lo, or what each rank adds: '23456=+1 TJQKA=-1'.",
        ),
    ] = None
    penetration: Annotated[
        str | None,
        option(
            "--penetration PERCENT",
            "From several packs: how much of a shoe is dealt before it is shuffled: 75%.",
        ),
    ] = None
    jackpots: Annotated[
        bool, option("--jackpots", "Also follow the jackpots that side wagers play for.")
    ] = False
    day: Annotated[
        int | None, option("--day N", "With --jackpots: rounds between two counts (2000).")
    ] = None

    def settings(self) -> SimulationSettings:
        from feltworks.simulate.counters import counter_plan, read_penetration
        from feltworks.simulate.mechanisms import SimulationSettings
        from feltworks.simulate.seatwagers import read_wagers

        if self.day is not None and not self.jackpots:
            raise CommandError("--day goes with --jackpots: simulate GAME --side WAGER --jackpots")
        day = ROUNDS_A_DAY if self.day is None else self.day
        return SimulationSettings(
            strategy=self.strategy,
            seats=self.seats,
            sides=tuple(self.sides or ()),
            rounds_a_day=day if self.jackpots else None,
            wagers=read_wagers(self.wagers) if self.wagers else None,
            counter=counter_plan(self.spread, self.count),
            penetration=read_penetration(self.penetration),
        )


@app.command()
def simulate(
    game: options.GameName,
    dealt: WhatIsDealt,
    *,
    settings: options.Settings = None,
    how: SimulationRun,
    as_json: options.AsJson = False,
) -> None:
    """Deal a game many times over: what comes out is sampled, with its standard error."""
    options.check_seed(dealt.seed)
    rounds = rounds_of(dealt.rounds)
    how.check(rounds)
    loaded = options.read_game(game, settings)
    asked = dealt.settings()
    chosen, ready = _made_ready(loaded, asked, how)
    about = {"game": loaded.rules.game.id, "strategy": chosen, "seed": dealt.seed}
    settling = SettlingPoints(ready)
    tally = _dealt(ready, how, (dealt.seed, rounds), about, settling)
    from feltworks.simulate.mechanisms import sampled_figures

    about |= {"options": dict(loaded.chosen), "rounds": tally.rounds}
    sheet = {"label": "sampled", **about, **sampled_figures(ready, tally)}
    ties = tie_rule_line(loaded.rules) if chosen == "optimal" else ()
    tell(sheet, *simulation_lines(loaded.rules, sheet), *ties, as_json=as_json)
    _save(loaded.rules, asked, settling, how, (dealt.seed, rounds))


def _made_ready(
    loaded: Loaded, asked: SimulationSettings, how: SimulationRun
) -> tuple[str, ReadyGame]:
    """The strategy that is played, and the game prepared for it."""
    with counting() as progress:
        from feltworks.simulate.mechanisms import MECHANISMS, make_ready

        mechanism = loaded.rules.game.mechanism
        chosen = asked.strategy or MECHANISMS[mechanism].strategy
        ready = make_ready(loaded, asked, progress)
        if how.rounds_to is not None and not hasattr(ready, "write_rounds"):
            if asked.rounds_a_day is not None:
                raise CommandError(
                    f"--rounds-to {how.rounds_to}: not with --jackpots, which deals by the day; "
                    "the same seed without it deals the same rounds"
                )
            raise CommandError(
                f"--rounds-to {how.rounds_to}: rounds of {mechanism} are not written to a file yet"
            )
    return chosen, ready


def _dealt(
    ready: ReadyGame,
    how: SimulationRun,
    run_of: tuple[int, int],
    about: dict[str, Any],
    settling: SettlingPoints,
) -> Tally:
    """Deal everything."""
    from feltworks.simulate.running import Checkpoint, run

    seed, rounds = run_of
    checkpoint = Checkpoint(how.checkpoint, about) if how.checkpoint else None
    units = ready.units(rounds)
    _tell_how_long(ready, rounds)
    with interruptible(), how.pool() as pool, watching(ready, units) as watch:
        tally = run(
            ready.job(seed),
            units,
            pool,
            checkpoint=checkpoint,
            resume=how.resume,
            watch=settling.beside(watch),
        )
    if checkpoint is not None and checkpoint.trouble:
        print(f"{checkpoint.trouble} (the figures are whole)", file=sys.stderr)
    return tally


def _save(
    rules: Rules,
    asked: SimulationSettings,
    settling: SettlingPoints,
    how: SimulationRun,
    run_of: tuple[int, int],
) -> None:
    """Write the files that were requested; the figures are printed first, because a disk may be
    full and the dealing took long."""
    trouble, ready, (seed, rounds) = [], settling.ready, run_of
    if how.chart is not None:
        from feltworks.simulate.charts import save_settling

        try:
            unit = "dollar" if asked.wagers else rules.unit
            save_settling(how.chart, rules.game.name, settling.points, unit)
        except FeltworksError as error:
            trouble.append(f"--chart {error}")
    if how.rounds_to is not None:
        try:
            ready.write_rounds(how.rounds_to, ready.job(seed), rounds)  # type: ignore[attr-defined]
        except FeltworksError as error:
            trouble.append(str(error))
    if trouble:
        raise CommandError(f"{'; '.join(trouble)} (the figures are whole)")


def _tell_how_long(ready: ReadyGame, rounds: int) -> None:
    """Say how long it will take before rounds that are played one at a time."""
    from feltworks.odds.estimate import LONG_SECONDS, duration_text
    from feltworks.simulate.tally import LoadedGame

    if not isinstance(ready, LoadedGame):
        return
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
    try:
        count = Fraction(text.replace(",", "")) if _is_short(text) else Fraction(0)
    except (ValueError, ZeroDivisionError):
        count = Fraction(0)
    if count.denominator != 1 or not 1 <= count <= 2**62:
        raise CommandError(f"--rounds {text!r} is not a number of rounds: write 1000000 or 1e9")
    return int(count)
