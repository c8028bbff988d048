"""What each mechanism means to players, under its name: who can advise at such a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltworks.players.blackjack import BestHand
from feltworks.players.optimal import Optimal
from feltworks.players.ring import PotAdviser
from feltworks.players.weighed import Adviser
from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class PlayersMechanism:
    """`adviser` may take long to be made: that is when a game is solved."""

    adviser: Callable[[Rules], Adviser]


MECHANISMS: Mapping[str, PlayersMechanism] = {
    "table": PlayersMechanism(adviser=Optimal),
    "blackjack": PlayersMechanism(adviser=BestHand),
    "ring": PlayersMechanism(adviser=PotAdviser),
}
