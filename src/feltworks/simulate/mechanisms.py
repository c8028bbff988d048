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
    """What a simulation is asked to play."""

    strategy: str | None = None
    seats: int | None = None
    """How many play; one against the house, six among players, unless it is said."""
    sides: tuple[str, ...] = ()


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

    `strategy` is the one that is played unless another is named.
    """

    ready: Callable[[Loaded, Asked, Progress], Ready] | None = None
    strategy: str = ""


def _table(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    from feltworks.simulate.tablegames import prepare_table

    return prepare_table(
        loaded.rules,
        strategy=asked.strategy or "optimal",
        seats=1 if asked.seats is None else asked.seats,
        sides=asked.sides,
        progress=progress,
    )


def _blackjack(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    from feltworks.simulate.blackjackgames import prepare_blackjack

    return prepare_blackjack(
        loaded.rules,
        strategy=asked.strategy or "basic",
        seats=1 if asked.seats is None else asked.seats,
        sides=asked.sides,
    )


def _ring(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    from feltworks.simulate.ringgames import prepare_ring

    return prepare_ring(
        loaded,
        strategy=asked.strategy or "bots",
        seats=6 if asked.seats is None else asked.seats,
        sides=asked.sides,
    )


MECHANISMS: Mapping[str, SimulateMechanism] = {
    "table": SimulateMechanism(ready=_table, strategy="optimal"),
    "blackjack": SimulateMechanism(ready=_blackjack, strategy="basic"),
    "ring": SimulateMechanism(ready=_ring, strategy="bots"),
}


def make_ready(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    """A game of whatever mechanism, ready to be dealt."""
    from feltworks.simulate.errors import SimulationError

    mechanism = loaded.rules.game.mechanism
    ready = MECHANISMS[mechanism].ready
    if ready is None:
        raise SimulationError(f"{loaded.rules.game.id}: games of {mechanism} are not simulated")
    return ready(loaded, asked, progress)
