"""Cards and decisions: the deck gives the cards that are due, a seat decides, until the round ends.

A decision is on disk, with its stake in escrow, before anything follows from it. Bots decide on
threads of their own.
"""

from __future__ import annotations

import asyncio
import logging
from random import uniform

from feltworks.errors import FeltworksError
from feltworks.house import HouseError, LedgerError
from feltworks.pit import dealt
from feltworks.round import Decide, NotAllowed
from feltworks.web.floor.advice import advise
from feltworks.web.floor.ending import break_off, was_voided
from feltworks.web.floor.liveround import Decision
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import HELD
from feltworks.web.seating.bots import Bot, default_legal

HELD_SECONDS = 300.0
"""After this time a stopped table plays on."""
log = logging.getLogger("feltworks.web")


async def deal(at: LiveTable) -> Act | None:
    """Deals cards until somebody must decide, or the round is over."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Playing):
        return None
    live = phase.live
    state.stop_clock()
    live.goes_on(dealt(live.at_its_end, state.deck.order))
    due = live.decision
    if due is None and state.stops_for is not None:
        state.held_by, state.stops_for, state.notice = state.stops_for, None, HELD
    if state.held_by is not None:
        state.start_clock(HELD_SECONDS, Act.RELEASE)
        at.broadcast()
        return None
    if due is None:
        return Act.SETTLE
    chair = state.chairs.taken.get(due.seat)
    if chair is None or chair.player != live.players[due.seat] or chair.leaving:
        return Act.DECIDE_BY_DEFAULT
    if chair.bot is not None:
        think(at, due, chair.bot)
    else:
        at.run_clock()
    at.broadcast()
    advise(at)
    return None


def think(at: LiveTable, due: Decision, bot: Bot) -> None:
    """The bot decides; its move waits in the queue like everybody's."""
    at.services.start(_think(at, due, bot))


async def _think(at: LiveTable, due: Decision, bot: Bot) -> None:
    services = at.services
    await asyncio.sleep(at.pace.bot_seconds * uniform(0.6, 1.4))
    move: Decide | None = None
    try:
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(services.bot_threads, bot, due.round, due.seat)
    except FeltworksError:
        pass
    except Exception:
        # A table must not wait for ever for a failed bot.
        log.exception("table %s: a bot could not decide", at.state.name)
    at.decided(due, move)


async def decide(at: LiveTable, move: Decide) -> Act:
    """Makes a decision; it is journaled with its stake before anything follows from it."""
    phase = at.state.phase
    if not isinstance(phase, Playing):
        raise NotAllowed("no-decision", "Nobody has a decision to make now.")
    if at.state.held_by is not None:
        raise NotAllowed("held", HELD)
    live, number = phase.live, phase.number
    after = live.round.play(move)
    player = live.players[move.seat]
    try:
        stacks = await at.booked(at.cashier.move, number, after, player)
    except LedgerError:
        raise NotAllowed("no-chips", "Your stack is too small for that.") from None
    except HouseError:
        if not await was_voided(at, phase):
            raise
        raise NotAllowed("round-void", at.state.notice or "") from None
    at.state.stacks.update(stacks)
    live.made(move, after)
    at.state.clear_faults()
    return Act.DEAL


async def time_is_up(at: LiveTable) -> Act | None:
    """Decides for a player whose time is up; he sits out if the game allows it."""
    seat = None if at.state.live is None else at.state.live.decides
    if seat is None or at.state.held_by is not None:
        return None
    if seat in at.state.chairs.taken:
        at.state.chairs.sit_out(seat)
    return Act.DECIDE_BY_DEFAULT


async def decide_by_default(at: LiveTable) -> Act | None:
    """Makes the announced default choice for a seat that does not decide."""
    state = at.state
    if not isinstance(state.phase, Playing) or state.held_by is not None:
        return None
    move = default_legal(state.phase.live.round, state.mechanism.folds).move
    assert isinstance(move, Decide)
    try:
        return await decide(at, move)
    except NotAllowed as refused:
        if isinstance(state.phase, Playing):
            await break_off(at, refused.reason.text)
        return None
