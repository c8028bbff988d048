"""Wagers before the deal: people put them out, bots follow, and the betting closes.

Where wagers open the round the clock runs from the first of them on. Where seats are dealt in with
chips of their own, there is a betting phase only if the game has wagers beside the pot.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from feltworks.house import HouseError
from feltworks.money import dollars_text
from feltworks.round import Bet, NotAllowed, Tip
from feltworks.web.floor.game import spot_of
from feltworks.web.floor.state import Act, Betting, Playing, Waiting, sentence

if TYPE_CHECKING:
    from collections.abc import Collection

    from feltworks.web.floor.game import Game
    from feltworks.web.floor.state import TableState
    from feltworks.web.floor.table import Table


def put_out(at: Table, guest: str, move: Bet | Tip) -> None:
    """A guest puts a wager out, changes it or takes it back."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Betting):
        raise NotAllowed("betting-closed", "Wagers are placed before the deal.")
    game = phase.game
    if not game.dealt_in:
        out = [bet.cents for bet in game.wagers.out if spot_of(bet) == spot_of(move)]
        room = state.stack(guest) + sum(out)
        if move.cents > room:
            raise NotAllowed("no-chips", f"You have {dollars_text(room)} for this wager.")
    game.put_out(move)
    for seat in state.chairs.of(guest):
        state.chairs.taken[seat].ready = False
    state.notice = None
    _bots_bet(state, game)
    if not game.is_wanted:
        state.stop_clock()
    elif state.due is None:
        state.start_clock(at.services.settings.pace.betting_seconds, Act.CLOSE_BETTING)
    at.broadcast()


def _bots_bet(state: TableState, game: Game) -> None:
    """Bots follow people: the least on every wager that opens a hand."""
    if game.dealt_in:
        return
    required = set(game.round.rules.wagers_of("required"))
    for seat, chair in state.chairs.taken.items():
        if chair.bot is None:
            continue
        chair.ready = True
        for legal in game.round.legal_moves():
            move = legal.move
            if not isinstance(move, Bet) or move.seat != seat or move.wager not in required:
                continue
            if move.cents <= state.stack(chair.player):
                with suppress(NotAllowed):
                    game.put_out(move)


def say_ready(at: Table, guest: str) -> Act | None:
    """The guest has bet what he wanted to."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Betting):
        raise NotAllowed("betting-closed", "The betting is not open.")
    seats = state.chairs.of(guest)
    if not seats:
        raise NotAllowed("not-seated", "You do not sit at this table.")
    wagers = phase.game.wagers
    if wagers.of(seats) and (reason := wagers.misfit(seats)):
        raise NotAllowed(reason.rule, reason.text)
    for seat in seats:
        state.chairs.taken[seat].ready = True
    at.broadcast()
    return close_if_all_ready(state)


def close_if_all_ready(state: TableState) -> Act | None:
    """The betting closes when everybody who is there has said so."""
    if not isinstance(state.phase, Betting) or not state.phase.game.is_wanted:
        return None
    here = [chair for chair in state.chairs.people if chair.player in state.present]
    done = bool(here) and all(chair.ready or chair.away for chair in here)
    return Act.CLOSE_BETTING if done else None


async def close_betting(at: Table) -> Act | None:
    """No more bets: what does not fit goes back, stakes go into escrow, cards come."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Betting):
        return None
    game = phase.game
    state.stop_clock()
    _take_back_misfits(state, game)
    try:
        closed = game.closed()
    except NotAllowed as refused:
        _bet_again(at, game, refused.reason.text)
        return None
    players = {
        seat: chair.player
        for seat, chair in state.chairs.taken.items()
        if seat in game.dealt_in or game.wagers.of([seat])
    }
    state.phase = Betting(game, closing=True)
    try:
        opened, stacks = await at.services.cashier.begin(state.name, closed, players)
    except HouseError as error:
        return _refused_by_the_house(at, game, players, str(error))
    state.purses.update(stacks)
    game.round, game.players = closed, players
    state.phase, state.notice = Playing(game, opened.number), None
    return Act.DEAL


def _take_back_misfits(state: TableState, game: Game) -> None:
    for seat in state.chairs.taken:
        if game.wagers.of([seat]) and (reason := game.wagers.misfit([seat])):
            game.without([seat])
            state.notice = f"Taken back: {reason.text}"


def _bet_again(at: Table, game: Game, why: str) -> None:
    """Nobody was dealt to: wagers may still be put out, but seats that were dealt in are not."""
    for chair in at.state.chairs.taken.values():
        chair.ready = False
    if game.dealt_in:
        at.state.phase, at.state.notice = Waiting(), why
    at.broadcast()


def _refused_by_the_house(at: Table, game: Game, players: Collection[int], why: str) -> Act | None:
    """The house takes no stakes on what it had posted: wagers go back, and a round is opened anew.

    A round that opens of itself waits a while, or it would be refused again and again.
    """
    state = at.state
    game.without(players)
    state.phase, state.notice = Betting(game), sentence(why)
    if game.dealt_in:
        state.start_clock(at.services.settings.pace.result_seconds, Act.OPEN)
    _bet_again(at, game, state.notice)
    return None if game.dealt_in else Act.OPEN
