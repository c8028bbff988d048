"""What each mechanism means to a simulation, under its name: how its games are prepared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
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
class AskedGame:
    """The settings of a simulation with the mechanism's defaults filled in."""

    asked: Asked
    strategy: str
    seats: int

    @property
    def sides(self) -> tuple[str, ...]:
        return self.asked.sides


class Ready(Protocol):
    """A game ready to be dealt: it has a job, and says what the job's tally means."""

    def job(self, seed: int) -> DealingJob: ...

    def units(self, rounds: int) -> int:
        """How many units of the job deal about this many rounds."""

    def shown(self, tally: Tally) -> Estimate:
        """What all seats together win in a round, in units."""

    def sheet(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, as plain data."""


@dataclass(frozen=True, kw_only=True)
class SimulateMechanism:
    """`ready` prepares a game, which may take long because the game is solved then; None if such
    games cannot be dealt. `strategy` and `seats` are the defaults."""

    ready: Callable[[Loaded, AskedGame, Progress], Ready] | None = None
    strategy: str = ""
    seats: int = 1


def _table(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    """Kernels deal a game with decisions if these can be listed or weighed during the deal;
    otherwise the engine does, under the best play or by a file."""
    from pathlib import Path

    from feltworks.odds.errors import OddsRefused
    from feltworks.odds.exchange.game import exchange_stages
    from feltworks.odds.undecided import is_undecided
    from feltworks.rules.handbook import Handbook
    from feltworks.simulate.errors import NotDealtAtOnce, SimulationError

    if is_undecided(loaded.rules, Handbook(loaded.rules)):
        return _undecided(loaded, played)
    by_file = bool(Path(played.strategy).suffix)
    try:
        return _weighed(loaded, played, progress)
    except NotDealtAtOnce:
        return _through_engine(loaded, played)
    except OddsRefused as refused:
        if by_file or exchange_stages(loaded.rules):
            # Single positions may be weighed even where the count of all deals is refused.
            if not by_file:
                progress(f"{refused}; each round is weighed by itself", 0, 0)
            return _through_engine(loaded, played)
        raise SimulationError(
            f"{refused}; a .csv file of your own can decide: --strategy FILE"
        ) from None


def _weighed(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    """Rounds that kernels deal in bulk, under the best play or by a file of all positions."""
    from pathlib import Path

    from feltworks.odds.decided import is_laid_out
    from feltworks.odds.exchange.game import exchange_stages
    from feltworks.odds.kept import KeptCounts
    from feltworks.odds.suitgame import is_by_suits
    from feltworks.rules.handbook import Handbook
    from feltworks.simulate.dealerrounds import has_best_tables
    from feltworks.simulate.errors import NotDealtAtOnce
    from feltworks.simulate.exchangerounds import is_drawn_from_packs
    from feltworks.simulate.tablegames import prepare_table

    rules, book = loaded.rules, Handbook(loaded.rules)
    by_file = bool(Path(played.strategy).suffix)
    if is_laid_out(rules, book) or is_by_suits(rules, book):
        if by_file:
            raise NotDealtAtOnce
        return _decided(loaded, played)
    _refuse_shoe(loaded, played)
    if exchange_stages(rules):
        tabled = is_drawn_from_packs(rules) and (not rules.contests or has_best_tables(rules))
        if by_file or not tabled:
            raise NotDealtAtOnce
        return _drawn(loaded, played, progress)
    return prepare_table(
        rules,
        strategy=played.strategy,
        seats=played.seats,
        sides=played.sides,
        wagers=_placed(loaded, played),
        kept=KeptCounts.of_user(loaded.chosen),
        progress=progress,
    )


def _through_engine(loaded: Loaded, played: AskedGame) -> Ready:
    """Rounds played one at a time, required wagers only."""
    from feltworks.simulate.enginegames import prepare_engine_game
    from feltworks.simulate.errors import SimulationError

    asked: dict[str, object] = {
        "--side": played.sides,
        "--wagers": played.asked.wagers,
        "--spread": played.asked.counter,
        "--penetration": played.asked.penetration,
    }
    for option, given in asked.items():
        if given:
            raise SimulationError(
                f"{option}: where rounds are played one at a time through the engine the required "
                "wagers alone are simulated, one unit each, from packs shuffled for every round"
            )
    return prepare_engine_game(loaded, strategy=played.strategy, seats=played.seats)


def _undecided(loaded: Loaded, played: AskedGame) -> Ready:
    """Rounds that are dealt from packs; any other `packrounds.PackRounds` is prepared like this."""
    from feltworks.simulate.drawnrounds import DrawnRounds
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.packgames import prepare_packs
    from feltworks.simulate.undecidedrounds import UndecidedRounds

    if played.asked.strategy not in (None, MECHANISMS["table"].strategy):
        raise SimulationError(
            f"--strategy {played.strategy}: nobody decides in {loaded.rules.game.name}"
        )
    by_rule = any(stage.draws_if or stage.ends_if for stage in loaded.rules.stages)
    return prepare_packs(
        loaded.rules,
        DrawnRounds if by_rule else UndecidedRounds,
        seats=played.seats,
        sides=played.sides,
        wagers=_placed(loaded, played, is_bet_by_count=True),
        counter=played.asked.counter,
        penetration=_dealt_part(loaded, played),
    )


def _decided(loaded: Loaded, played: AskedGame) -> Ready:
    """Rounds in which every choice is looked up by the cards seen."""
    from feltworks.odds.suitgame import is_by_suits
    from feltworks.rules.handbook import Handbook
    from feltworks.simulate.decidedrounds import DecidedRounds
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.packgames import prepare_packs
    from feltworks.simulate.suitrounds import SuitRounds

    if played.asked.strategy not in (None, MECHANISMS["table"].strategy):
        raise SimulationError(
            f"--strategy {played.strategy}: {loaded.rules.game.name} is dealt with the best play, "
            "or by a .csv file"
        )
    if played.asked.counter is not None:
        raise SimulationError(
            f"--spread: the best play of {loaded.rules.game.name} follows no count, and none "
            "is kept"
        )
    return prepare_packs(
        loaded.rules,
        SuitRounds if is_by_suits(loaded.rules, Handbook(loaded.rules)) else DecidedRounds,
        seats=played.seats,
        sides=played.sides,
        wagers=_placed(loaded, played),
        penetration=_dealt_part(loaded, played),
    )


def _drawn(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    """Rounds in which the best cards are kept and others drawn."""
    from functools import partial

    from feltworks.odds.kept import KeptCounts
    from feltworks.simulate.dealerrounds import DealerRounds
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.exchangerounds import PayTableRounds
    from feltworks.simulate.packgames import prepare_packs

    if played.strategy != "optimal":
        raise SimulationError(
            f"--strategy {played.strategy!r}: where cards are given up for others there is "
            "optimal, or a .csv file"
        )
    kept = KeptCounts.of_user(loaded.chosen)
    return prepare_packs(
        loaded.rules,
        partial(DealerRounds, kept=kept, progress=progress)
        if loaded.rules.contests
        else partial(PayTableRounds, progress=progress),
        seats=played.seats,
        sides=played.sides,
        wagers=_placed(loaded, played),
    )


def _dealt_part(loaded: Loaded, played: AskedGame) -> Fraction | None:
    """The part of a shoe that is dealt; None where every round has packs of its own."""
    from feltworks.rules.handbook import Handbook
    from feltworks.simulate.errors import SimulationError

    rules, part = loaded.rules, played.asked.penetration
    if part is not None and Handbook(rules).deck.packs == 1 and rules.table.dealt_from != "shoe":
        _refuse_shoe(loaded, played)
    if part is None and played.asked.counter is not None:
        raise SimulationError(
            "--spread: the packs are shuffled for every round unless --penetration says how much "
            "of a shoe is dealt, so no count carries over: --penetration 75%"
        )
    return part


def _blackjack(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    from feltworks.rules.amounts import Percent
    from feltworks.simulate.blackjackgames import prepare_blackjack

    rules, part = loaded.rules, played.asked.penetration
    if part is not None:
        assert rules.blackjack is not None
        dealt = rules.blackjack.model_copy(update={"penetration": Percent(part)})
        rules = rules.model_copy(update={"blackjack": dealt})
    wagers = _placed(loaded, played, is_bet_by_count=True)
    return prepare_blackjack(
        rules,
        strategy=played.strategy,
        seats=played.seats,
        sides=played.sides,
        wagers=wagers,
        counter=played.asked.counter,
    )


def _ring(loaded: Loaded, played: AskedGame, progress: Progress) -> Ready:
    from feltworks.simulate.errors import SimulationError
    from feltworks.simulate.ringgames import prepare_ring

    _refuse_shoe(loaded, played)
    if played.asked.wagers:
        raise SimulationError("--wagers: among players the bots bet as they see fit")
    # The rules set the number of seats if none is given.
    seats = played.asked.seats
    return prepare_ring(loaded, strategy=played.strategy, seats=seats, sides=played.sides)


def _placed(
    loaded: Loaded, played: AskedGame, *, is_bet_by_count: bool = False
) -> SeatWagers | None:
    """The wagers of all seats, checked against the layout; None if no amounts are given."""
    from feltworks.simulate.seatwagers import check_counter_bets, seat_wagers
    from feltworks.simulate.tablegames import check_seats, check_sides

    check_seats(loaded.rules, played.seats)
    check_sides(loaded.rules, played.sides)
    placed = seat_wagers(loaded, played.seats, played.sides, played.asked.wagers or {})
    if not played.asked.wagers:
        return None
    if is_bet_by_count and played.asked.counter is not None:
        bets = [bet for _, bet in played.asked.counter.steps]
        check_counter_bets(loaded, placed.seats[0], bets)
    return placed


def _refuse_shoe(loaded: Loaded, played: AskedGame) -> None:
    from feltworks.simulate.errors import SimulationError

    asked = "--spread" if played.asked.counter is not None else "--penetration"
    if played.asked.counter is not None or played.asked.penetration is not None:
        raise SimulationError(
            f"{asked}: {loaded.rules.game.name} is dealt from a deck shuffled for every round, so "
            "no count carries over"
        )


MECHANISMS: Mapping[str, SimulateMechanism] = {
    "table": SimulateMechanism(ready=_table, strategy="optimal"),
    "blackjack": SimulateMechanism(ready=_blackjack, strategy="basic"),
    "ring": SimulateMechanism(ready=_ring, strategy="bots"),
}


def make_ready(loaded: Loaded, asked: Asked, progress: Progress) -> Ready:
    """Prepare a game of any mechanism for dealing."""
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
