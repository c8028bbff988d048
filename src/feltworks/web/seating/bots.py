"""Decisions without a person: bots, and the default for a seat whose time is up.

The default is the same in every game, and is shown beforehand: the first choice that costs nothing
and keeps the hand; if there is none, the fold; if there is none either, the choice that costs
least. Which choices give a hand up is in the rules file, or in the mechanism for its own choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from secrets import randbits

from feltworks.errors import FeltworksError
from feltworks.house.rounds.sheet import Sheet
from feltworks.round import Decide, Legal, Round, player
from feltworks.round.moves import UNTUCKED
from feltworks.round.views import view
from feltworks.rules.schema import Rules

BOT_NAME = re.compile(r"bot (?P<temper>\S+) (?P<seat>\d+) \(.+\)")
"""The names that bots have in the books."""

Bot = Callable[[Round, int], Decide]
"""Decides for a seat by what that seat may see; called on a thread."""
Best = Callable[[Sheet, Round, int], Decide | None]
"""The best move of the seat to decide, if the odds are known already."""


def called(player: str) -> str:
    """The name of a player at the table: a bot's is its temper and its seat."""
    bot = BOT_NAME.fullmatch(player)
    return player if bot is None else f"{bot['temper'].capitalize()} {bot['seat']}"


def default_legal(round: Round, folds: Collection[str] = ()) -> Legal:
    """The move made for the seat to decide when its time is up; `folds` are the mechanism's."""
    legal = [each for each in round.legal_moves() if isinstance(each.move, Decide)]
    giving_up = _giving_up(round.rules, folds)
    free = [each for each in legal if each.amounts is None and each.choice not in giving_up]
    folded = [each for each in legal if each.choice in giving_up]
    return (free or folded or sorted(legal, key=_least))[0]


def _giving_up(rules: Rules, folds: Collection[str]) -> set[str]:
    """The choices that give a hand up."""
    named = {c.id for stage in rules.stages for c in stage.decide if c.folds} | set(folds)
    return named | {f"{id}{UNTUCKED}" for id in named}


def _least(legal: Legal) -> int:
    return 0 if legal.amounts is None else legal.amounts.least_cents


def steady_tempers() -> tuple[str, ...]:
    return ("steady",)


def steady_bot(sheet: Sheet, temper: str, best: Best) -> Bot:
    """Against the house: plays the best move if the odds are known, otherwise stays in cheaply."""

    def decide(round: Round, seat: int) -> Decide:
        known = None
        with suppress(FeltworksError):
            known = best(sheet, round, seat)
        return known or stay_cheaply(round)

    return decide


def stay_cheaply(round: Round) -> Decide:
    """The cheapest move that keeps the hand; the default if there is none."""
    folds = _giving_up(round.rules, ())
    moves = [each.move for each in round.legal_moves() if isinstance(each.move, Decide)]
    staying = [move for move in moves if move.choice not in folds]
    default = default_legal(round).move
    assert isinstance(default, Decide)
    if default.choice not in folds or not staying:
        return default
    return min(staying, key=lambda move: move.cents or 0)


def ring_tempers() -> tuple[str, ...]:
    from feltworks.players.ring.bots import TEMPERS

    return tuple(TEMPERS)


def ring_bot(sheet: Sheet, temper: str, best: Best) -> Bot:
    """Against other players: one of the ring's opponents, which sees what its seat may see."""
    from feltworks.players.ring.bots import bot

    opponent = bot(temper, sheet.rules, seed=randbits(32))
    return lambda round, seat: opponent.decide(view(round, player(seat)))
