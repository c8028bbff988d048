"""What each mechanism means to players, under its name: who advises at such a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltworks.players.advice import DecisionAdvisor
from feltworks.players.blackjack import OptimalBlackjack
from feltworks.players.optimal import Optimal
from feltworks.players.ring import PotAdvisor
from feltworks.rules.schema import Rules


@dataclass(frozen=True, kw_only=True)
class PlayersMechanism:
    """`advisor` makes one for a game's rules, which takes long where the game is solved first."""

    advisor: Callable[[Rules], DecisionAdvisor]


MECHANISMS: Mapping[str, PlayersMechanism] = {
    "table": PlayersMechanism(advisor=Optimal),
    "blackjack": PlayersMechanism(advisor=OptimalBlackjack),
    "ring": PlayersMechanism(advisor=PotAdvisor),
}
