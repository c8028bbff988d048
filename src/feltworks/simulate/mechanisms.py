"""What each mechanism means to a simulation, under its name: how its games are made ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from feltworks.odds.walk import Progress
    from feltworks.rules.loader import Loaded
    from feltworks.simulate.counters import CounterPlan
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.seatwagers import GivenWagers, SeatWagers
    from feltworks.simulate.tally import DealingJob, Tally


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a simulation is asked to play; None is the mechanism's own default."""

    strategy: str | None = None
    seats: int | None = None
    sides: tuple[str, ...] = ()
    rounds_a_day: int | None = None
    """Where jackpots run: how many rounds there are between counts."""
    wagers: GivenWagers | None = None
    """What seats bet, in cents; None where every seat plays one unit."""
    counter: CounterPlan | None = None
    """How the first seat bets by what it has counted, in games from a shoe."""


@dataclass(frozen=True)
class AskedGame:
    """What was asked for, with the mechanism's defaults where nothing was."""

    asked: Asked
    strategy: str
    seats: int

    @property
    def sides(self) -> tuple[str, ...]:
        return self.asked.sides


class Ready(Protocol):
    """A game made ready: it has a job, and tells what the job's tally means."""

    def job(self, seed: int) -> DealingJob: ...

    def units(self, rounds: int) -> int:
        """How many numbers deal about so many rounds."""

    def shown(self, tally: Tally) -> Estimate:
        """What all seats win in a round, in units."""

    def sheet(self, tally: Tally) -> dict[str, Any]:
        """All that was sampled, as plain data."""


@dataclass(frozen=True, kw_only=True)
class SimulateMechanism:
    """`ready` may take long: that is when a game is solved; None where nothing can be dealt.

    `strategy` and `seats` are the defaults.
    """

    ready: Callable[[Loaded, AskedGame, Progress], Ready] | None = None
    strategy: str = ""
    seats: int = 1


def _table(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    from feltworks.odds.exchange.game import exchange_stages
    from feltworks.odds.undecided import is_undecided
    from feltworks.rules.handbook import Handbook
    from feltworks.simulate.enginegames import prepare_engine_game
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.tablegames import prepare_table

    _refuse_counter(loaded, played)
    rules = loaded.rules
    if is_undecided(rules, Handbook(rules)):
        raise SimulationError(
            f"{rules.game.id}: nobody decides in {rules.game.name}, and no simulation deals it; "
            f"its exact odds are told by `feltworks odds {rules.game.id}`, many rounds by "
            f"`feltworks session {rules.game.id}`"
        )
    if exchange_stages(rules):
        if played.sides or played.asked.wagers:
            option = "--side" if played.sides else "--wagers"
            raise SimulationError(
                f"{option}: where cards are given up for others the required wagers alone are "
                "simulated, one unit each"
            )
        return prepare_engine_game(loaded, strategy=played.strategy, seats=played.seats)
    return prepare_table(
        rules,
        strategy=played.strategy,
        seats=played.seats,
        sides=played.sides,
        wagers=_placed(loaded, played),
        progress=progress,
    )


def _blackjack(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    from feltworks.simulate.blackjackgames import prepare_blackjack
    from feltworks.simulate.seatwagers import check_counter_bets

    wagers = _placed(loaded, played)
    if played.asked.counter is not None and wagers is not None:
        bets = [bet for _, bet in played.asked.counter.steps]
        check_counter_bets(loaded, wagers.seats[0], bets)
    return prepare_blackjack(
        loaded.rules,
        strategy=played.strategy,
        seats=played.seats,
        sides=played.sides,
        wagers=wagers,
        counter=played.asked.counter,
    )


def _ring(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.ringgames import prepare_ring

    _refuse_counter(loaded, played)
    if played.asked.wagers:
        raise SimulationError("--wagers: among players the bots bet as they see fit")
    return prepare_ring(loaded, strategy=played.strategy, seats=played.seats, sides=played.sides)


def _placed(loaded: Loaded, played: AskedGame) -> SeatWagers | None:
    """The wagers of all seats, held against the layout; None where no amounts are given."""
    from feltworks.simulate.seatwagers import seat_wagers
    from feltworks.simulate.tablegames import check_seats, check_sides

    check_seats(loaded.rules, played.seats)
    check_sides(loaded.rules, played.sides)
    placed = seat_wagers(loaded, played.seats, played.sides, played.asked.wagers or {})
    return placed if played.asked.wagers else None


def _refuse_counter(loaded: Loaded, played: AskedGame) -> None:
    from feltworks.simulate.errors import SimulationError

    if played.asked.counter is not None:
        raise SimulationError(
            f"--spread: {loaded.rules.game.name} is dealt from a deck shuffled for every round, so "
            "no count carries over"
        )


MECHANISMS: Mapping[str, SimulateMechanism] = {
    "table": SimulateMechanism(ready=_table, strategy="optimal"),
    "blackjack": SimulateMechanism(ready=_blackjack, strategy="basic"),
    "ring": SimulateMechanism(ready=_ring, strategy="bots", seats=6),
}


def make_ready(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    """A game of whatever mechanism, ready to be dealt."""
    from feltworks.simulate.errors import SimulationError

    mechanism = MECHANISMS[loaded.rules.game.mechanism]
    if mechanism.ready is None:
        game = loaded.rules.game
        raise SimulationError(f"{game.id}: games of {game.mechanism} are not simulated")
    seats = mechanism.seats if asked.seats is None else asked.seats
    played = AskedGame(asked, asked.strategy or mechanism.strategy, seats)
    ready = mechanism.ready(loaded, played, progress)
    if asked.rounds_a_day is None:
        return ready
    from feltworks.simulate.jackpotruns import with_jackpots

    return with_jackpots(ready, loaded.rules, asked.rounds_a_day)
