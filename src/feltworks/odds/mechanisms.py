"""What each mechanism means to the odds, under its name.

No other module of this package looks at a mechanism. Side wagers that cards alone decide are
counted for every game; a mechanism says how the required wagers and everything that depends on
decisions are weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.odds.errors import OddsRefused

if TYPE_CHECKING:
    from feltworks.odds.result import WeighedMain
    from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class OddsMechanism:
    """How the main game is weighed; with neither field set, the house plays none and it has no
    odds.

    `is_solved` says that the decisions are in the stages, where the solver finds the best of them.
    `weigh` weighs the required wager under the strategy of that name, by default its best.
    """

    is_solved: bool = False
    weigh: Callable[[Rules, str | None], WeighedMain] | None = None


def _weigh_blackjack(rules: Rules, strategy: str | None) -> WeighedMain:
    from feltworks.odds.blackjack.fromrules import blackjack_odds

    return blackjack_odds(rules, strategy=strategy or "composition")


MECHANISMS: Mapping[str, OddsMechanism] = {
    "table": OddsMechanism(is_solved=True),
    "blackjack": OddsMechanism(weigh=_weigh_blackjack),
    "ring": OddsMechanism(),
}


def is_solved(rules: Rules) -> bool:
    """Whether the solver weighs the decisions of these rules."""
    return MECHANISMS[rules.game.mechanism].is_solved


def weighed_main(rules: Rules, strategy: str | None = None) -> WeighedMain | None:
    """The required wager if it is weighed in float64, not counted; nothing is computed yet.

    Refuses an unknown strategy.
    """
    weigh = MECHANISMS[rules.game.mechanism].weigh
    if weigh is not None:
        return weigh(rules, strategy)
    if strategy is not None:
        weighed = " and ".join(name for name, each in MECHANISMS.items() if each.weigh)
        raise OddsRefused(
            f"strategy {strategy}", f"only {weighed} is weighed by several strategies"
        )
    return None
