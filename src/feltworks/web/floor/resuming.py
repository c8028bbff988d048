"""A round that was left open, put back on its table: its seats, its deck and where it stood.

Players find their seats and cards when they come back. For those who do not, the default choice is
made when their time is up, as at any table; the clock starts when dealing goes on.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from feltworks.errors import FeltworksError
from feltworks.house.rounds.resume import OpenRound
from feltworks.round import Deal, Decide, Round
from feltworks.web.floor.ending import SECONDS_UNTIL_AGAIN, WENT_WRONG
from feltworks.web.floor.liveround import LiveRound
from feltworks.web.floor.seats import make_bot
from feltworks.web.floor.state import Act, Playing, TableClosed
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import HELD, ruling_words
from feltworks.web.seating.bots import BOT_NAME, Bot
from feltworks.web.seating.chairs import TakenChair

CANNOT_GO_ON = "A round at this table cannot go on yet. It is kept, and the house has been told."
log = logging.getLogger("feltworks.web")


async def take_up(at: LiveTable) -> Act | None:
    """Continues the round that is open at the table, or waits until it can go on or is voided."""
    state, cashier = at.state, at.cashier
    found = await at.booked(cashier.left_open, state.name)
    if not isinstance(found, OpenRound):
        if state.notice != CANNOT_GO_ON:
            log.error("table %s waits, its round cannot go on: %s", state.name, found)
        state.phase, state.notice = TableClosed(), CANNOT_GO_ON
        state.deck.put_away()
        state.start_clock(SECONDS_UNTIL_AGAIN, Act.OPEN)
        at.broadcast()
        return None
    if found.sheet.hash != state.sheet.hash:
        at.post(found.sheet)
    kept = await at.booked(cashier.deck, state.name)
    kept.restore(state.deck)
    state.notice = None
    await put_back(at, found)
    return Act.DEAL


async def catch_up(at: LiveTable) -> Act | None:
    """After a fault: what is journaled stands, even if the table did not hear of it."""
    state, phase, cashier = at.state, at.state.phase, at.cashier
    if not isinstance(phase, Playing):
        return None
    found = await at.booked(cashier.left_open, state.name)
    if state.held_by is not None:
        state.notice = HELD
    elif state.notice == WENT_WRONG:
        state.notice = None
    if isinstance(found, OpenRound) and found.number == phase.number:
        await _hear(at, phase.live, found.round)
    return Act.DEAL


async def _hear(at: LiveTable, live: LiveRound, journaled: Round) -> None:
    """Takes over moves that the table has not heard of: a decision, or a declaration."""
    state, heard = at.state, live.at_its_end
    if _moves(journaled) <= _moves(heard):
        return
    live.finished = None
    live.goes_on(journaled)
    live.turn = max(live.turn + 1, _decisions(journaled))
    if _decisions(journaled) == _decisions(heard):
        state.held_by = state.stops_for = None
        state.notice = ruling_words(journaled)
    await at.look_up(live.players.values())


def _moves(round: Round) -> int:
    """How many moves a journal has of a round: all but the cards."""
    return sum(not isinstance(move, Deal) for move in round.moves)


def _decisions(round: Round) -> int:
    return sum(isinstance(move, Decide) for move in round.moves)


async def look_for_closing(at: LiveTable) -> None:
    """Notes if the house closes the table after this round: then clocks run for everybody."""
    state, cashier = at.state, at.cashier
    state.closes = await at.booked(cashier.closes, state.name)


async def put_back(at: LiveTable, found: OpenRound) -> None:
    """Restores the table to its state after the last answered move."""
    state, round = at.state, found.round
    players = dict(found.record.players)
    live = LiveRound(found.sheet.dealt.open_round, round.terms, _shown(found), players)
    live.goes_on(round)
    live.turn = _decisions(round)
    found.restore(state.deck)
    chairs = [TakenChair(seat, player, await _bot(at, player)) for seat, player in players.items()]
    state.chairs.put_back(chairs, round)
    for chair in state.chairs.people:
        at.services.seated_at[chair.player] = at
        if chair.player not in state.present:
            at.expect(chair.player)
    state.begin_play(live, found.number)
    await look_for_closing(at)
    await at.look_up(players.values())


def _shown(found: OpenRound) -> Round:
    """The round as it may be shown: if it is over and not booked, before its last move."""
    round = found.round
    if round.turn.waits_for != "nothing":
        return round
    return found.sheet.dealt.open_round(round.terms).play_all(round.moves[:-1])


async def _bot(at: LiveTable, player: str) -> Bot | None:
    """The bot of that name; for a bot that cannot be made the default choice is made."""
    named = BOT_NAME.fullmatch(player)
    if named is None:
        return None
    with suppress(FeltworksError, LookupError):
        return await make_bot(at, named["temper"])
    return None
