"""Whoever decides without a person: bots, and what happens to a seat whose time is up.

When time is up the same happens in every game, and it is stated beforehand: the first choice that
costs nothing and keeps the hand; where there is none, the fold; where there is none either,
whatever costs least. Which choices give a hand up is in the rules file, or told by the mechanism
where they are its own.
"""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Protocol

from feltworks.errors import FeltworksError
from feltworks.round import Decide, player
from feltworks.round.moves import UNTUCKED
from feltworks.round.views import view

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.players.ring import RingPlayer
    from feltworks.round import Legal, Round
    from feltworks.rules.schema import Rules

    Best = Callable[[Sheet, Round, int], Decide | None]
    """The best move of the seat to decide, where the odds are known already."""

STEADY = "steady"


class Bot(Protocol):
    """Decides for a seat by what that seat may see; asked on a thread."""

    def decide(self, round: Round, seat: int) -> Decide: ...


def default_legal(round: Round, folds: Collection[str] = ()) -> Legal:
    """The move made for the seat to decide when its time is up; `folds` are the mechanism's."""
    legal = [each for each in round.legal_moves() if isinstance(each.move, Decide)]
    giving_up = _giving_up(round.rules, folds)
    free = [each for each in legal if each.amounts is None and _choice(each) not in giving_up]
    folded = [each for each in legal if _choice(each) in giving_up]
    return (free or folded or sorted(legal, key=_least))[0]


def _giving_up(rules: Rules, folds: Collection[str]) -> set[str]:
    """The choices that give a hand up."""
    named = {c.id for stage in rules.stages for c in stage.decide if c.folds} | set(folds)
    return named | {f"{id}{UNTUCKED}" for id in named}


def _choice(legal: Legal) -> str:
    assert isinstance(legal.move, Decide)
    return legal.move.choice


def _least(legal: Legal) -> int:
    return 0 if legal.amounts is None else legal.amounts.least_cents


class SteadyBot:
    """Against the house: the best move if the odds are known, else it stays in cheaply."""

    def __init__(self, sheet: Sheet, best: Best) -> None:
        self._sheet = sheet
        self._best = best

    def decide(self, round: Round, seat: int) -> Decide:
        try:
            known = self._best(self._sheet, round, seat)
        except FeltworksError:
            known = None
        return known or _cheaply(round)


def _cheaply(round: Round) -> Decide:
    folds = _giving_up(round.rules, ())
    moves = [each.move for each in round.legal_moves() if isinstance(each.move, Decide)]
    staying = [move for move in moves if move.choice not in folds]
    default = default_legal(round).move
    assert isinstance(default, Decide)
    if default.choice not in folds or not staying:
        return default
    return min(staying, key=lambda move: move.cents or 0)


class RingBot:
    """Against other players: one of the ring's opponents."""

    def __init__(self, opponent: RingPlayer) -> None:
        self._opponent = opponent

    def decide(self, round: Round, seat: int) -> Decide:
        return self._opponent.decide(view(round, player(seat)))


def steady_tempers() -> tuple[str, ...]:
    return (STEADY,)


def steady_bot(sheet: Sheet, temper: str, best: Best) -> Bot:
    """A bot for a house-banked table; there is one temper."""
    return SteadyBot(sheet, best)


def ring_tempers() -> tuple[str, ...]:
    from feltworks.players.ring.bots import TEMPERS

    return tuple(TEMPERS)


def ring_bot(sheet: Sheet, temper: str, best: Best) -> Bot:
    """A bot for a game between players; a `BotError` names the tempers there are."""
    from feltworks.players.ring import bot

    return RingBot(bot(temper, sheet.rules, seed=randbits(32)))
