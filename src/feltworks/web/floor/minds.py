"""Bots: they see what their seat may see, decide on a thread, and pay from their own account."""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Protocol

from feltworks.errors import FeltworksError
from feltworks.round import Decide, player
from feltworks.round.views import view
from feltworks.web.floor.defaults import default_legal, folding

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.players.ring import RingPlayer
    from feltworks.round import Round

STEADY = "steady"


class Mind(Protocol):
    """Whoever decides for a bot's seat."""

    temper: str

    def decide(self, round: Round, seat: int) -> Decide: ...


class RingMind:
    """One of the ring's opponents."""

    def __init__(self, temper: str, bot: RingPlayer) -> None:
        self.temper = temper
        self._bot = bot

    def decide(self, round: Round, seat: int) -> Decide:
        return self._bot.decide(view(round, player(seat)))


class SteadyMind:
    """At a house-banked table: the best move if the odds are at hand, else it stays in cheaply."""

    temper = STEADY

    def __init__(self, best: Callable[[Round, int], Decide | None]) -> None:
        self._best = best

    def decide(self, round: Round, seat: int) -> Decide:
        try:
            known = self._best(round, seat)
        except FeltworksError:
            known = None
        return known or self._plainly(round)

    def _plainly(self, round: Round) -> Decide:
        folds = folding(round.rules)
        moves = [each.move for each in round.legal_moves() if isinstance(each.move, Decide)]
        staying = [move for move in moves if move.choice not in folds]
        default = default_legal(round).move
        assert isinstance(default, Decide)
        if default.choice not in folds or not staying:
            return default
        return min(staying, key=lambda move: move.cents or 0)


def ring_mind(sheet: Sheet, temper: str) -> Mind:
    """A mind for a game between players; a `BotError` names the tempers there are."""
    from feltworks.players.ring import bot

    return RingMind(temper, bot(temper, sheet.rules, seed=randbits(32)))
