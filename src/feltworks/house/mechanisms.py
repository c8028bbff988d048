"""What each mechanism means to the house, under its name.

Nowhere else in this package is a mechanism asked for: rounds are booked by the contract that every
engine keeps, and what a house file may post for a table follows from the answers here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class HouseMechanism:
    """`most_players` is how many places the rules have, `least_players` what a round needs.

    `pot` tells that players play each other for one. A posted bet is then held to the state's
    limits of such games, which the engine asks for, and not to the largest wager against the
    house; and the pot counts as one of the games that may be played on a hand.
    """

    most_players: Callable[[Rules], int]
    least_players: Callable[[Rules], int]
    pot: bool = False


def _layout_seats(rules: Rules) -> int:
    return rules.table.seats


def _one(rules: Rules) -> int:
    return 1


def _ring_most(rules: Rules) -> int:
    assert rules.ring is not None
    return rules.ring.players_at_most


def _ring_least(rules: Rules) -> int:
    assert rules.ring is not None
    return rules.ring.players_at_least


MECHANISMS: Mapping[str, HouseMechanism] = {
    "table": HouseMechanism(most_players=_layout_seats, least_players=_one),
    "blackjack": HouseMechanism(most_players=_layout_seats, least_players=_one),
    "ring": HouseMechanism(most_players=_ring_most, least_players=_ring_least, pot=True),
}


def mechanism_of(rules: Rules) -> HouseMechanism:
    """The entry of the mechanism that these rules are dealt by."""
    return MECHANISMS[rules.game.mechanism]
