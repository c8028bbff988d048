"""What each mechanism means to a simulation, under its name: how its games are made ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from feltworks.odds.walk import Progress
    from feltworks.rules.loader import Loaded
    from feltworks.simulate.figures import Estimate
    from feltworks.simulate.tally import DealingJob, Tally


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a simulation is asked to play; None is the mechanism's own default."""

    strategy: str | None = None
    seats: int | None = None
    sides: tuple[str, ...] = ()
    rounds_a_day: int | None = None
    """Where jackpots run: how many rounds there are between counts."""


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

    `strategy` and `seats` are the defaults. `ready` is called with the rules, the strategy, the
    seats and the side wagers.
    """

    ready: Callable[[Loaded, str, int, tuple[str, ...], Progress], Ready] | None = None
    strategy: str = ""
    seats: int = 1


def _table(
    loaded: Loaded, strategy: str, seats: int, sides: tuple[str, ...], progress: Progress
) -> Ready:
    from feltworks.simulate.tablegames import prepare_table

    return prepare_table(
        loaded.rules, strategy=strategy, seats=seats, sides=sides, progress=progress
    )


def _blackjack(
    loaded: Loaded, strategy: str, seats: int, sides: tuple[str, ...], progress: Progress
) -> Ready:
    from feltworks.simulate.blackjackgames import prepare_blackjack

    return prepare_blackjack(loaded.rules, strategy=strategy, seats=seats, sides=sides)


def _ring(
    loaded: Loaded, strategy: str, seats: int, sides: tuple[str, ...], progress: Progress
) -> Ready:
    from feltworks.simulate.ringgames import prepare_ring

    return prepare_ring(loaded, strategy=strategy, seats=seats, sides=sides)


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
    strategy = asked.strategy or mechanism.strategy
    ready = mechanism.ready(loaded, strategy, seats, asked.sides, progress)
    if asked.rounds_a_day is None:
        return ready
    from feltworks.simulate.jackpotruns import with_jackpots

    return with_jackpots(ready, loaded.rules, asked.rounds_a_day)
