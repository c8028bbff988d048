"""Cards and decisions: the deck gives what is due, a seat decides, and so on to the end.

What a decision stakes is in escrow before anything follows from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.house import HouseError
from feltworks.pit import dealt
from feltworks.round import Decide, NotAllowed
from feltworks.web.floor.coaching import advise
from feltworks.web.floor.ending import break_off
from feltworks.web.floor.liveround import stakes_more
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.thinking import think
from feltworks.web.seating.bots import default_legal

if TYPE_CHECKING:
    from feltworks.web.floor.table import LiveTable


async def deal(at: LiveTable) -> Act | None:
    """Cards until somebody must decide, or the round is over."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Playing):
        return None
    game = phase.game
    state.stop_clock()
    game.round = dealt(game.round, state.deck.order)
    due = game.decision
    if due is None:
        return Act.SETTLE
    chair = state.chairs.taken.get(due.seat)
    if chair is None or chair.player != game.players[due.seat] or chair.leaving:
        return Act.DECIDE_BY_DEFAULT
    if chair.bot is not None:
        think(at, due, chair.bot)
    else:
        state.start_clock(at.services.settings.pace.decision_seconds, Act.TIME_IS_UP)
    at.broadcast()
    advise(at)
    return None


async def decide(at: LiveTable, move: Decide) -> Act:
    """A decision; what it stakes is in escrow before anything follows from it."""
    if not isinstance(at.state.phase, Playing):
        raise NotAllowed("no-decision", "Nobody has a decision to make now.")
    game, number = at.state.phase.game, at.state.phase.number
    after = game.round.play(move)
    if stakes_more(game.round, after):
        try:
            stacks = await at.services.cashier.hold(number, after, game.players[move.seat])
        except HouseError:
            raise NotAllowed("no-chips", "Your stack is too small for that.") from None
        at.state.purses.update(stacks)
    game.made(move, after)
    return Act.DEAL


async def time_is_up(at: LiveTable) -> Act | None:
    """Whoever has not decided in time is decided for, and sits out where one can."""
    seat = None if at.state.game is None else at.state.game.decides
    if seat is None:
        return None
    if seat in at.state.chairs.taken:
        at.state.chairs.sit_out(seat)
    return Act.DECIDE_BY_DEFAULT


async def decide_by_default(at: LiveTable) -> Act | None:
    """What was stated for a seat that does not decide."""
    state = at.state
    if not isinstance(state.phase, Playing):
        return None
    move = default_legal(state.phase.game.round, state.mechanism.folds).move
    assert isinstance(move, Decide)
    try:
        return await decide(at, move)
    except NotAllowed as refused:
        await break_off(at, refused.reason.text)
        return None
