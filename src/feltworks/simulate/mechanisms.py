"""What each mechanism means to a simulation, under its name: how its games are prepared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from feltworks.simulate.errors import SimulationError

if TYPE_CHECKING:
    from feltworks.odds.progress import Progress
    from feltworks.rules.loader import Loaded
    from feltworks.rules.schema import Rules
    from feltworks.simulate.counters import CounterPlan
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.seatwagers import GivenWagers
    from feltworks.simulate.tally import DealingJob, Tally


@dataclass(frozen=True, kw_only=True)
class SimulationSettings:
    """The settings of a simulation; None means the mechanism's default."""

    strategy: str | None = None
    seats: int | None = None
    sides: tuple[str, ...] = ()
    rounds_a_day: int | None = None
    """How many rounds there are between two counts of a running jackpot."""
    wagers: GivenWagers | None = None
    """What seats bet, in cents; None if every seat plays one unit."""
    counter: CounterPlan | None = None
    """How the first seat bets by its count, in games from a shoe."""
    penetration: Fraction | None = None
    """The part of a shoe that is dealt before it is shuffled; None for what the rules say."""


@dataclass(frozen=True)
class GameToDeal:
    """A game and the settings of its simulation, with the mechanism's defaults filled in."""

    loaded: Loaded
    settings: SimulationSettings
    strategy: str
    seats: int
    progress: Progress

    @property
    def rules(self) -> Rules:
        return self.loaded.rules

    def refuse_shoe(self) -> None:
        """Refuse settings of a shoe if the game has none."""
        if self.settings.counter is not None or self.settings.penetration is not None:
            option = "--spread" if self.settings.counter is not None else "--penetration"
            raise SimulationError(
                f"{option}: {self.rules.game.name} is dealt from a deck shuffled for every round, "
                "so no count carries over"
            )


class ReadyGame(Protocol):
    """A game ready to be dealt: it has a job, and says what the job's tally means."""

    def job(self, seed: int) -> DealingJob: ...

    def units(self, rounds: int) -> int:
        """How many units of the job deal about this many rounds."""

    def won_together(self, tally: Tally) -> Estimate:
        """What all seats together win in a round, in units."""

    def report(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, as plain data."""


@dataclass(frozen=True, kw_only=True)
class SimulateMechanism:
    """`ready` prepares a game, which may take long because the game is solved then; None if such
    games cannot be dealt. `strategy` and `seats` are the defaults."""

    ready: Callable[[GameToDeal], ReadyGame] | None = None
    strategy: str = ""
    seats: int = 1


# Solvers and kernels are imported with the first game that is made ready.


def _table(game: GameToDeal) -> ReadyGame:
    from feltworks.simulate.tableready import table_game

    return table_game(game)


def _blackjack(game: GameToDeal) -> ReadyGame:
    from feltworks.simulate.blackjackgames import blackjack_game

    return blackjack_game(game)


def _ring(game: GameToDeal) -> ReadyGame:
    from feltworks.simulate.ringgames import ring_game

    return ring_game(game)


MECHANISMS: Mapping[str, SimulateMechanism] = {
    "table": SimulateMechanism(ready=_table, strategy="optimal"),
    "blackjack": SimulateMechanism(ready=_blackjack, strategy="basic"),
    "ring": SimulateMechanism(ready=_ring, strategy="bots"),
}


def make_ready(loaded: Loaded, settings: SimulationSettings, progress: Progress) -> ReadyGame:
    """Prepare a game of any mechanism for dealing."""
    mechanism, game = MECHANISMS[loaded.rules.game.mechanism], loaded.rules.game
    if mechanism.ready is None:
        raise SimulationError(f"{game.id}: games of {game.mechanism} are not simulated")
    seats = mechanism.seats if settings.seats is None else settings.seats
    strategy = settings.strategy or mechanism.strategy
    ready = mechanism.ready(GameToDeal(loaded, settings, strategy, seats, progress))
    if settings.rounds_a_day is None:
        return ready
    from feltworks.simulate.jackpotruns import with_jackpots

    return with_jackpots(ready, loaded.rules, settings.rounds_a_day)


def sampled_figures(ready: ReadyGame, tally: Tally) -> dict[str, Any]:
    """Everything that was sampled, as plain data, with its difference from what is known exactly.

    `difference` is sampled less exact, and `standard_errors_off` the same in standard errors.
    """
    sheet = ready.report(tally)
    for seat in sheet["seats"]:
        _compare(seat, seat.get("exact_mean", sheet.get("exact_mean")))
    for side in sheet.get("side_wagers", ()):
        _compare(side, side["exact_mean_without_jackpot"])
    return sheet


def _compare(sampled: dict[str, Any], exact: float | None) -> None:
    """Add to a sampled mean how far it lies from the exact one, if that is known."""
    if exact is not None:
        difference, error = sampled["mean"] - exact, sampled["standard_error"]
        sampled["difference"] = difference
        sampled["standard_errors_off"] = difference / error if error else None
