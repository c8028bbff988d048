"""The whole analysis of a game: all required wagers together, then every side wager."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import Analysis, WagerOdds
from feltworks.odds.side import is_free_side, side_wager
from feltworks.odds.solver import Solver
from feltworks.odds.walk import Progress, silent
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

if TYPE_CHECKING:
    from feltworks.odds.blackjack.analysis import BlackjackOdds


def analyse(
    rules: Rules,
    *,
    indifferent: Mapping[str, str] | None = None,
    jackpot_cents: int | None = None,
    strategy: str | None = None,
    progress: Progress = silent,
) -> Analysis:
    """The exact odds of every wager of a rules file; blackjack is weighed by a strategy."""
    keys = KeysUsed(rules)
    asked = dict(indifferent or {})
    wagers: dict[str, WagerOdds] = {}
    tie_rules: dict[str, str] = {}
    solver: Solver | None = None
    blackjack: BlackjackOdds | None = None
    if rules.game.mechanism == "blackjack":
        from feltworks.odds.blackjack.fromrules import blackjack_odds

        blackjack = blackjack_odds(rules, strategy=strategy or "composition")
    elif strategy is not None:
        raise OddsRefused(f"strategy {strategy}", "only blackjack is weighed by several strategies")
    if rules.game.mechanism == "table":
        solver = Solver(rules, keys)
        tie_rules = solver.indifferent(asked)
        wagers["main"] = solver.main(asked, progress)
    else:
        keys.leave_to_the_mechanism(rules)
        if asked:
            raise OddsRefused(
                f"indifferent {next(iter(asked))}", "this game has no decisions that are solved"
            )
    for side in rules.wagers_of("side"):
        if is_free_side(rules, side):
            wagers[side] = side_wager(rules, Handbook(rules), side, keys)
        elif solver is None:
            raise OddsRefused(f"settle.{side}", "it depends on play that is not solved here")
        else:
            wagers[side] = solver.joint(side, wagers["main"], asked, progress)
    keys.refuse_unused()
    return Analysis(wagers, tie_rules, blackjack)
