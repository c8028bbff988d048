"""A simulation as a value: what was sampled, with its errors, as plain data and as frames."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, Literal

from feltworks.errors import FeltworksError
from feltworks.library.html import table_html
from feltworks.library.odds import as_frame

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded
    from feltworks.simulate.mechanisms import SimulationSettings


class Simulation:
    """Rounds that were dealt; every figure is sampled."""

    def __init__(self, game: str, sheet: Mapping[str, Any]) -> None:
        self._game = game
        self._sheet = dict(sheet)

    @property
    def rounds(self) -> int:
        return int(self._sheet["rounds"])

    @property
    def mean(self) -> float:
        """What the house won in a round, in units."""
        return float(self._sheet["house"]["mean"])

    @property
    def standard_error(self) -> float:
        return float(self._sheet["house"]["standard_error"])

    def to_dict(self) -> dict[str, Any]:
        """What `feltworks simulate --json` prints of the figures, as plain data."""
        return dict(self._sheet)

    def to_frame(
        self,
        what: Literal["outcomes", "seats"] = "outcomes",
        library: Literal["polars", "pandas"] | None = None,
    ) -> Any:  # noqa: ANN401 - a frame of whichever library
        """How rounds ended beside the exact chances, or every seat with its mean and error."""
        rows = self._sheet.get(what)
        if not rows:
            raise FeltworksError(
                f"there are no {what} in this simulation; outcomes (one seat) and seats are kept"
            )
        return as_frame(rows, library)

    def __repr__(self) -> str:
        told = f"{self.mean:+.6f} ± {self.standard_error:.6f}"
        return f"<Simulation of {self._game}: {self.rounds:,} rounds, the house {told} a round>"

    def _repr_html_(self) -> str:
        seats = [
            (f"seat {seat['seat']}", f"{seat['mean']:+.6f}", f"{seat['standard_error']:.6f}")
            for seat in self._sheet["seats"]
        ]
        heading = f"{self._game}: sampled, {self.rounds:,} rounds"
        return table_html(heading, ("who", "mean", "standard error"), seats)


def check_whole_numbers(**numbers: object) -> None:
    """Refuses what is not a whole number from 1 up; a seed may be 0."""
    for name, number in numbers.items():
        least = 0 if name == "seed" else 1
        if type(number) is not int or not least <= number < 2**64:
            raise FeltworksError(f"{name} is {number!r}: it must be a whole number from {least} up")


def seat_cents(wagers: object) -> dict[int, dict[str, int]]:
    """What seats bet, in cents by seat and wager; refused if it is not given by seat and wager."""
    from feltworks.simulate.seatwagers import cents_of

    by_seat = {} if wagers is None else wagers
    if not isinstance(by_seat, Mapping) or not all(
        isinstance(bets, Mapping) and all(isinstance(wager, str) for wager in bets)
        for bets in by_seat.values()
    ):
        raise FeltworksError(
            f'wagers are given by seat and wager: {{1: {{"ante": 25}}}}, not {wagers!r}'
        )
    return {
        seat: {wager: cents_of(wager, dollars) for wager, dollars in bets.items()}
        for seat, bets in by_seat.items()
    }


def simulated(
    loaded: Loaded, settings: SimulationSettings, rounds: int, *, seed: int, threads: int | None
) -> Simulation:
    """Deal a game on threads of this process."""
    from feltworks.odds.passes import cores
    from feltworks.odds.progress import silent
    from feltworks.simulate.mechanisms import make_ready, sampled_figures
    from feltworks.simulate.running import ThreadPool, run

    ready = make_ready(loaded, settings, silent)
    with closing(ThreadPool(threads or cores())) as pool:
        tally = run(ready.job(seed), ready.units(rounds), pool)
    figures = {"label": "sampled", "rounds": tally.rounds, "seed": seed}
    return Simulation(loaded.rules.game.id, figures | sampled_figures(ready, tally))
