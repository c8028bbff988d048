"""Which way a table game is dealt: by a program, from packs, or through its engine.

A game with decisions is dealt by kernels if its decisions can be listed or weighed during the deal,
otherwise through its engine: under the best play, or by a file. Settings that no way of dealing
supports are refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.kept import KeptCounts
from feltworks.odds.laidout import is_laid_out
from feltworks.odds.suitgame import is_by_suits
from feltworks.odds.undecided import is_undecided
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.decidedrounds import DecidedRounds
from feltworks.simulate.enginegames import EngineGame, prepare_engine_game
from feltworks.simulate.errors import NotDealtAtOnce, SimulationError
from feltworks.simulate.exchangerounds import DealerRounds, PayTableRounds, is_drawn_from_packs
from feltworks.simulate.mechanisms import GameToDeal, ReadyGame
from feltworks.simulate.packgames import PackGame, prepare_packs
from feltworks.simulate.packrounds import PackRounds, SuitRounds
from feltworks.simulate.seatwagers import placed_wagers
from feltworks.simulate.tablegames import prepare_table
from feltworks.simulate.undecidedrounds import DrawnRounds, UndecidedRounds

BEST = "optimal"


def table_game(game: GameToDeal) -> ReadyGame:
    """A table game, ready to be dealt."""
    if is_undecided(game.rules, Handbook(game.rules)):
        return _undecided(game)
    try:
        return _by_kernels(game)
    except NotDealtAtOnce:
        return _by_engine(game)
    except OddsRefused as refused:
        by_file = bool(Path(game.strategy).suffix)
        if by_file or exchange_stages(game.rules):
            # Single positions may be weighed even where the count of all deals is refused.
            if not by_file:
                game.progress(f"{refused}; each round is weighed by itself", 0, 0)
            return _by_engine(game)
        raise SimulationError(
            f"{refused}; a .csv file of your own can decide: --strategy FILE"
        ) from None


def _by_kernels(game: GameToDeal) -> ReadyGame:
    """Rounds that are dealt in bulk, under the best play or by a file of all positions."""
    rules, book = game.rules, Handbook(game.rules)
    by_file = bool(Path(game.strategy).suffix)
    if is_laid_out(rules, book) or is_by_suits(rules, book):
        if by_file:
            raise NotDealtAtOnce
        return _decided(game)
    game.refuse_shoe()
    if exchange_stages(rules):
        if by_file or not is_drawn_from_packs(rules):
            raise NotDealtAtOnce
        return _exchanged(game)
    return prepare_table(
        rules,
        strategy=game.strategy,
        seats=game.seats,
        sides=game.settings.sides,
        wagers=placed_wagers(game),
        kept=KeptCounts.of_user(game.loaded.chosen),
        progress=game.progress,
    )


def _by_engine(game: GameToDeal) -> EngineGame:
    """Rounds played one at a time, required wagers only."""
    asked: dict[str, object] = {
        "--side": game.settings.sides,
        "--wagers": game.settings.wagers,
        "--spread": game.settings.counter,
        "--penetration": game.settings.penetration,
    }
    for option, given in asked.items():
        if given:
            raise SimulationError(
                f"{option}: where rounds are played one at a time through the engine the required "
                "wagers alone are simulated, one unit each, from packs shuffled for every round"
            )
    return prepare_engine_game(game.loaded, strategy=game.strategy, seats=game.seats)


def _from_packs(
    game: GameToDeal, make: Callable[[Rules, int, Sequence[str]], PackRounds]
) -> PackGame:
    """Rounds that are dealt from packs; `make` gives the game's own `packrounds.PackRounds`."""
    return prepare_packs(
        game.rules,
        make,
        seats=game.seats,
        sides=game.settings.sides,
        wagers=placed_wagers(game),
        counter=game.settings.counter,
        penetration=_dealt_part(game),
    )


def _undecided(game: GameToDeal) -> PackGame:
    if game.strategy != BEST:
        raise SimulationError(
            f"--strategy {game.strategy}: nobody decides in {game.rules.game.name}"
        )
    by_rule = any(stage.draws_if or stage.ends_if for stage in game.rules.stages)
    return _from_packs(game, DrawnRounds if by_rule else UndecidedRounds)


def _decided(game: GameToDeal) -> PackGame:
    """Rounds in which every choice is looked up by the cards seen."""
    rules = game.rules
    if game.strategy != BEST:
        raise SimulationError(
            f"--strategy {game.strategy}: {rules.game.name} is dealt with the best play, or by a "
            ".csv file"
        )
    if game.settings.counter is not None:
        raise SimulationError(
            f"--spread: the best play of {rules.game.name} follows no count, and none is kept"
        )
    return _from_packs(game, SuitRounds if is_by_suits(rules, Handbook(rules)) else DecidedRounds)


def _exchanged(game: GameToDeal) -> PackGame:
    """Rounds in which the best cards are kept and others drawn."""
    if game.strategy != BEST:
        raise SimulationError(
            f"--strategy {game.strategy!r}: where cards are given up for others there is "
            "optimal, or a .csv file"
        )
    if not game.rules.contests:
        return _from_packs(game, partial(PayTableRounds, progress=game.progress))
    kept = KeptCounts.of_user(game.loaded.chosen)
    return _from_packs(game, partial(DealerRounds, kept=kept, progress=game.progress))


def _dealt_part(game: GameToDeal) -> Fraction | None:
    """The part of a shoe that is dealt; None if every round has packs of its own."""
    rules, part = game.rules, game.settings.penetration
    if part is not None and Handbook(rules).deck.packs == 1 and rules.table.dealt_from != "shoe":
        game.refuse_shoe()
    if part is None and game.settings.counter is not None:
        raise SimulationError(
            "--spread: the packs are shuffled for every round unless --penetration says how much "
            "of a shoe is dealt, so no count carries over: --penetration 75%"
        )
    return part
