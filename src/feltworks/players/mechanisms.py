"""What each mechanism means to players, under its name: who can advise at such a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltworks.players.blackjack import BestHand
from feltworks.players.optimal import Optimal
from feltworks.players.ring import PotAdviser
from feltworks.players.weighed import Adviser
from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class Mechanism:
    """`adviser` may take long to be made: that is when a game is solved."""

    adviser: Callable[[Rules], Adviser]


MECHANISMS: dict[str, Mechanism] = {
    "table": Mechanism(adviser=Optimal),
    "blackjack": Mechanism(adviser=BestHand),
    "ring": Mechanism(adviser=PotAdviser),
}
