"""Taking seats and giving them up: people at one table of the house, and bots beside them.

A player in a round keeps his seat until it is over; to sit at another table he leaves this one.
"""

from __future__ import annotations

import asyncio

from feltworks.round import NotAllowed
from feltworks.web.floor.state import Act, Betting, TableClosed
from feltworks.web.floor.table import LiveTable
from feltworks.web.seating.bots import Bot
from feltworks.web.seating.chairs import TakenChair


async def sit(at: LiveTable, guest: str, seat: int, cents: int | None) -> Act:
    """The guest takes a seat, with this many chips if seats have chips of their own."""
    state = at.state
    if isinstance(state.phase, TableClosed):
        raise NotAllowed("closed", "The house has closed this table.")
    await at.look_up([guest])
    stack = state.stacks.get(guest, 0)
    if stack <= 0:
        raise NotAllowed("no-chips", "Your stack is empty: get chips first.")
    _leave_other_table(at, guest)
    try:
        state.chairs.sit(TakenChair(seat, guest), cents, stack)
    except NotAllowed:
        _forget_seat(at, guest)
        raise
    state.notice = None
    return Act.SEATS_CHANGED


def _leave_other_table(at: LiveTable, guest: str) -> None:
    """Makes the guest leave his other table, if he is free to go."""
    other = at.services.seated_at.get(guest)
    if other is not None and other is not at:
        if other.state.is_busy(guest):
            text = f"You are in a round at table {other.state.name}: finish it first."
            raise NotAllowed("seated-elsewhere", text)
        for seat in other.state.chairs.of(guest):
            free(other, seat)
        other.soon(Act.SEATS_CHANGED)
    at.services.seated_at[guest] = at


def _forget_seat(at: LiveTable, player: str) -> bool:
    """Whether the player has no seat here any more; then he may sit anywhere."""
    if at.state.chairs.of(player):
        return False
    if at.services.seated_at.get(player) is at:
        del at.services.seated_at[player]
    return True


async def add_bot(at: LiveTable, guest: str, seat: int | None, temper: str | None) -> Act:
    """A seated guest adds a bot."""
    state, chairs = at.state, at.state.chairs
    if not chairs.of(guest):
        raise NotAllowed("not-seated", "Whoever sits at the table may ask for bots.")
    tempers = state.description.tempers
    if not tempers:
        raise NotAllowed("no-bots", "There are no bots in this house.")
    bots = sum(chair.bot is not None for chair in chairs.taken.values())
    temper = temper or tempers[bots % len(tempers)]
    if temper not in tempers:
        raise NotAllowed("no-such-bot", f"There are {', '.join(tempers)}.")
    seat = seat or chairs.free_seat()
    if seat is None:
        raise NotAllowed("table-full", "Every seat is taken.")
    name = f"bot {temper} {seat} ({state.name})"
    cents = await fund_bot(at, name)
    bot = await make_bot(at, temper)
    chairs.sit(TakenChair(seat, name, bot), chairs.buy_in_cents, cents)
    await at.look_up([name])
    return Act.SEATS_CHANGED


async def make_bot(at: LiveTable, temper: str) -> Bot:
    """A bot for the game of the table."""
    sheet, best = at.state.sheet, at.services.coach.best_if_prepared
    loop = asyncio.get_running_loop()
    make = at.state.mechanism.bot
    return await loop.run_in_executor(at.services.bot_threads, make, sheet, temper, best)


async def fund_bot(at: LiveTable, name: str) -> int:
    """Gives a bot the usual chips of its table; returns how much that is."""
    usual = at.state.chairs.buy_in_cents or at.services.settings.buy_in.usual_cents
    await at.cashier.fill_up(name, usual)
    return usual


def remove_bot(at: LiveTable, guest: str, seat: int) -> Act:
    """A seated guest sends a bot away."""
    if not at.state.chairs.of(guest):
        raise NotAllowed("not-seated", "Whoever sits at the table may send bots away.")
    chair = at.state.chairs.taken.get(seat)
    if chair is None or chair.bot is None:
        raise NotAllowed("no-bot", f"No bot sits at seat {seat}.")
    stand(at, seat)
    return Act.SEATS_CHANGED


def stand(at: LiveTable, seat: int) -> None:
    """Gives up the seat: at once, or after the round its player is in."""
    state = at.state
    if state.is_in_round(seat):
        state.chairs.taken[seat].leaving = True
        return
    if isinstance(state.phase, Betting) and state.phase.live.wagers.of([seat]):
        state.phase.live.without([seat])
    free(at, seat)


def leave_later(at: LiveTable, seat: int, *, later: bool) -> None:
    """Gives up the seat when the round is over; at once if its player is not in one."""
    state = at.state
    has_bets = isinstance(state.phase, Betting) and bool(state.phase.live.wagers.of([seat]))
    if later and not has_bets and not state.is_in_round(seat):
        stand(at, seat)
    else:
        state.chairs.taken[seat].leaves_later = later


def stand_up(at: LiveTable, guest: str) -> Act:
    """The guest gives up all his seats."""
    for seat in at.state.chairs.of(guest):
        stand(at, seat)
    return Act.SEATS_CHANGED


def free(at: LiveTable, seat: int) -> None:
    """Empties the chair; bots leave when no person is left."""
    chairs, chair = at.state.chairs, at.state.chairs.taken[seat]
    chairs.remove(seat)
    if _forget_seat(at, chair.player):
        at.state.ledger.pop(chair.player, None)
    if chair.bot is None and not chairs.people:
        for bot in list(chairs.taken):
            stand(at, bot)
