"""What each mechanism means to the house, under its name.

No other module of this package looks at a mechanism: rounds are booked by the contract that every
engine keeps, and what a house file may post for a table follows from these entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class HouseMechanism:
    """What the house needs to know about a mechanism: `pot` if players play for a common pot.

    Then a posted bet is subject to the state's limits for such games, which the engine checks, and
    not to the largest wager against the house; and the pot counts as one of the games that may be
    played on a hand. `one_bet` says that every bet is the minimum, so that no other can be posted.
    """

    pot: bool = False
    one_bet: Callable[[Rules], bool] = lambda rules: False


MECHANISMS: Mapping[str, HouseMechanism] = {
    "table": HouseMechanism(),
    "blackjack": HouseMechanism(),
    "ring": HouseMechanism(
        pot=True,
        one_bet=lambda rules: rules.ring is not None and rules.ring.structure == "fixed-limit",
    ),
}


def mechanism_of(rules: Rules) -> HouseMechanism:
    """The entry of the mechanism that these rules are dealt by."""
    return MECHANISMS[rules.game.mechanism]
