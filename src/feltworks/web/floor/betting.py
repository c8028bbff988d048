"""Wagers before the deal: people put them out, bots follow, and the betting closes.

If wagers open the round, the clock runs from the first one. If seats are dealt in with chips of
their own, there is a betting phase only if the game has wagers beside the pot.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from feltworks.house import HouseError
from feltworks.money import dollars_text
from feltworks.round import Bet, NotAllowed, Tip
from feltworks.web.floor.liveround import LiveRound, spot_of
from feltworks.web.floor.seeds import await_seeds
from feltworks.web.floor.state import Act, Betting, Over, TableState, Waiting
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import error_text, sentence


def put_out(at: LiveTable, guest: str, move: Bet | Tip) -> None:
    """A guest places, changes or takes back a wager."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Betting) or phase.closing:
        raise NotAllowed("betting-closed", "Wagers are placed before the deal.")
    live = phase.live
    if not live.dealt_in:
        out = [bet.cents for bet in live.wagers.out if spot_of(bet) == spot_of(move)]
        room = state.stack(guest) + sum(out)
        if move.cents > room:
            raise NotAllowed("no-chips", f"You have {dollars_text(room)} for this wager.")
    live.put_out(move)
    for seat in state.chairs.of(guest):
        chair = state.chairs.taken[seat]
        chair.ready = False
        if not live.dealt_in:
            chair.away = False
    state.notice = None
    _bots_bet(state, live)
    if not live.is_wanted:
        state.stop_clock()
    at.run_clock()
    at.broadcast()


def _bots_bet(state: TableState, live: LiveRound) -> None:
    """Bots bet after people: the least on every wager that opens a hand."""
    if live.dealt_in:
        return
    required = set(live.round.rules.opening_wagers)
    for seat, chair in state.chairs.taken.items():
        if chair.bot is None:
            continue
        chair.ready = True
        for legal in live.round.legal_moves():
            move = legal.move
            if not isinstance(move, Bet) or move.seat != seat or move.wager not in required:
                continue
            if move.cents <= state.stack(chair.player):
                with suppress(NotAllowed):
                    live.put_out(move)


def say_ready(at: LiveTable, guest: str) -> Act | None:
    """The guest has finished betting, or looking at the result."""
    state, phase = at.state, at.state.phase
    if isinstance(phase, Over):
        for seat in state.chairs.of(guest):
            state.chairs.taken[seat].ready = True
        at.broadcast()
        return Act.OPEN if _all_here_ready(state) else None
    if not isinstance(phase, Betting) or phase.closing:
        raise NotAllowed("betting-closed", "The betting is not open.")
    seats = state.chairs.of(guest)
    if not seats:
        raise NotAllowed("not-seated", "You do not sit at this table.")
    wagers = phase.live.wagers
    if wagers.of(seats) and (reason := wagers.misfit(seats)):
        raise NotAllowed(reason.rule, reason.text)
    for seat in seats:
        state.chairs.taken[seat].ready = True
    at.broadcast()
    return close_if_all_ready(state)


def close_if_all_ready(state: TableState) -> Act | None:
    """Closes the betting when everybody present has finished."""
    phase = state.phase
    if not isinstance(phase, Betting) or phase.closing or not phase.live.is_wanted:
        return None
    return Act.CLOSE_BETTING if _all_here_ready(state) else None


def _all_here_ready(state: TableState) -> bool:
    here = [chair for chair in state.chairs.people if chair.player in state.present]
    return bool(here) and all(chair.ready or chair.away for chair in here)


def _sit_out_idle(state: TableState, live: LiveRound) -> None:
    """The next round does not wait for a player who did nothing in this one."""
    for chair in state.chairs.people:
        if not chair.ready and not live.wagers.of([chair.seat]):
            chair.away = True


async def close_betting(at: LiveTable) -> Act | None:
    """Closes the betting: what does not fit goes back, stakes go into escrow, cards come."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Betting):
        return None
    live = phase.live
    state.stop_clock()
    _take_back_misfits(state, live)
    if await await_seeds(at, live):
        return None
    try:
        closed = live.closed()
    except NotAllowed as refused:
        _bet_again(at, live, refused.reason.text)
        return None
    players = {
        seat: chair.player
        for seat, chair in state.chairs.taken.items()
        if seat in live.dealt_in or live.wagers.of([seat])
    }
    if not live.dealt_in:
        _sit_out_idle(state, live)
    state.phase = Betting(live, closing=True)
    try:
        number, stacks = await at.booked(at.cashier.begin, state.name, closed, players)
    except HouseError as error:
        return _refused_by_the_house(at, live, players, error_text(error))
    state.stacks.update(stacks)
    live.round, live.players = closed, players
    state.begin_play(live, number)
    state.notice = None
    return Act.DEAL


def _take_back_misfits(state: TableState, live: LiveRound) -> None:
    for seat in state.chairs.taken:
        if live.wagers.of([seat]) and (reason := live.wagers.misfit([seat])):
            live.without([seat])
            state.notice = f"Taken back: {reason.text}"


def _bet_again(at: LiveTable, live: LiveRound, why: str) -> None:
    """Nobody could be dealt to: wagering goes on, unless seats were dealt in."""
    for chair in at.state.chairs.taken.values():
        chair.ready = False
    if live.dealt_in:
        at.state.phase, at.state.notice = Waiting(), why
    at.broadcast()


def _refused_by_the_house(
    at: LiveTable, live: LiveRound, players: Collection[int], why: str
) -> Act | None:
    """The house refuses the stakes: wagers go back, and a new round is opened.

    If rounds open without wagers, the next one waits a while, or it would be refused at once.
    """
    state = at.state
    live.without(players)
    state.phase, state.notice = Betting(live), sentence(why)
    if live.dealt_in:
        state.start_clock(at.pace.result_seconds, Act.OPEN)
    _bet_again(at, live, state.notice)
    return None if live.dealt_in else Act.OPEN
