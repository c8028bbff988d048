"""The whole analysis of a game: all required wagers together, then every side wager.

The whole file is read before any long work begins: what cannot be weighed is refused at once, not
after a minute of counting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from feltworks import kernels
from feltworks.errors import FeltworksError
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.keptplay import play_data
from feltworks.odds.keys import KeysUsed
from feltworks.odds.laidout import LaidOutGame, is_laid_out
from feltworks.odds.mechanisms import is_solved, weighed_main
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import Analysis, WagerOdds
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.odds.solver import Solved, solver_of
from feltworks.odds.suitgame import SuitGame, is_by_suits
from feltworks.odds.undecided import UndecidedGame, is_undecided
from feltworks.odds.walk import SolvedPlay
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class Prepared:
    """A game that was read completely, with no choice weighed yet."""

    wagers: Mapping[str, SolvedPlay | SuitGame | WagerOdds]
    """Wagers that depend on play are still to be solved; wagers of cards alone are counted."""
    tie_rules: Mapping[str, str]


def prepare(rules: Rules, indifferent: Mapping[str, str] | None = None) -> Prepared:
    """Prepare every wager, or refuse what cannot be weighed."""
    keys, book, asked = KeysUsed(rules), Handbook(rules), dict(indifferent or {})
    wagers: dict[str, SolvedPlay | SuitGame | WagerOdds] = {}
    tie_rules: Mapping[str, str] = {}
    with_side: Callable[[str], SolvedPlay | WagerOdds] = _refuse_side
    if is_undecided(rules, book):
        undecided = UndecidedGame(book, keys)
        with_side = undecided.side
        if rules.wagers_of("required"):
            wagers["main"] = undecided.main()
    elif is_laid_out(rules, book):
        laid_out = LaidOutGame(book, keys, asked)
        wagers["main"], with_side = laid_out.main(), laid_out.with_side
        tie_rules = laid_out.tree.tie_rules
    elif is_by_suits(rules, book):
        by_suits = SuitGame(book, keys, asked)
        by_suits.refuse_unlike_suits()
        wagers["main"], with_side = by_suits, by_suits.refuse_side
        tie_rules = by_suits.tree.tie_rules
    elif is_solved(rules):
        solver = solver_of(rules, keys)
        wagers["main"] = play = solver.walk(asked)
        with_side, tie_rules = partial(solver.walk, asked), play.tree.tie_rules
    else:
        keys.leave_to_the_mechanism(rules)
    if asked and not tie_rules:
        raise OddsRefused(
            f"indifferent {next(iter(asked))}", "this game has no decisions that are solved"
        )
    for side in rules.wagers_of("side"):
        is_free = is_decided_by_cards(rules, side)
        wagers[side] = side_wager(rules, book, side, keys) if is_free else with_side(side)
    keys.refuse_unused()
    return Prepared(wagers, tie_rules)


def _refuse_side(side: str) -> NoReturn:
    raise OddsRefused(f"settle.{side}", "it depends on play that is not solved here")


def refusal(rules: Rules) -> FeltworksError | None:
    """Why these rules have no odds, found without weighing a choice; None if they have."""
    try:
        if (weighed := weighed_main(rules)) is not None:
            weighed.refuse_unweighed()
        prepare(rules)
    except FeltworksError as refused:
        return refused
    return None


def analyse(
    rules: Rules,
    *,
    indifferent: Mapping[str, str] | None = None,
    strategy: str | None = None,
    known: Mapping[str, WagerOdds] | None = None,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> Analysis:
    """The exact odds of every wager of a rules file; blackjack's are weighed under `strategy`.

    Wagers in `known` are not counted again, nor is anything in `kept`.
    """
    weighed = weighed_main(rules, strategy)
    asked = dict(indifferent or {})
    ready = prepare(rules, asked)
    wagers: dict[str, WagerOdds] = {}
    for wager, found in ready.wagers.items():
        odds = found if isinstance(found, WagerOdds) else None
        if known is not None and wager in known:
            odds = known[wager]
        elif odds is None and kept is not None:
            odds = kept.find(rules, wager, asked)
        if odds is None:
            assert not isinstance(found, WagerOdds)
            with kernels.timed_without_compiling() as seconds:
                if isinstance(found, SuitGame):
                    odds = found.main(progress)
                else:
                    solved = Solved(rules.unit, found, found.solve(progress))
                    odds = solved.main() if wager == "main" else solved.joint(wager, wagers["main"])
            if kept is not None:
                play = None if isinstance(found, SuitGame) else play_data(solved)
                kept.add(rules, wager, asked, odds, seconds(), play)
        wagers[wager] = odds
    return Analysis(wagers, ready.tie_rules, weighed)
