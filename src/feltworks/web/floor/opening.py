"""Opening rounds: a deck is committed to, the house gives the terms, and the seats come in.

The order of steps with the house is always the same. The deck is committed to, wagers are placed,
stakes go into escrow, cards are dealt, more stakes go into escrow before play goes on, and one
entry settles the round, with its deck revealed.
"""

from __future__ import annotations

from feltworks.house import HouseError
from feltworks.house.errors import TableHeld
from feltworks.round import NotAllowed
from feltworks.web.floor.betting import close_if_all_ready
from feltworks.web.floor.ending import put_deck_away, void_what_is_owed
from feltworks.web.floor.liveround import LiveRound
from feltworks.web.floor.resuming import look_for_closing, take_up
from feltworks.web.floor.seats import fund_bot
from feltworks.web.floor.seeds import mix
from feltworks.web.floor.state import Act, Betting, Over, Playing, TableClosed, Waiting
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import error_text, sentence


async def seats_changed(at: LiveTable) -> Act | None:
    """Somebody sat down or left."""
    at.run_clock()
    at.broadcast()
    return await resume(at)


async def resume(at: LiveTable) -> Act | None:
    """Opens, deals or plays on: whatever the table was waiting to do."""
    state, chairs = at.state, at.state.chairs
    match state.phase:
        case Playing(live):
            chair = chairs.taken.get(live.decides or 0)
            return Act.DECIDE_BY_DEFAULT if chair is not None and chair.leaving else None
        case Waiting() | Betting() if not chairs.people:
            _open_no_round(at)
        case Betting():
            return close_if_all_ready(state)
        case Waiting() if not chairs.pause_seconds:
            return Act.OPEN
        case Waiting() if chairs.can_open and state.due is None:
            pause = min(chairs.pause_seconds, at.pace.result_seconds)
            state.start_clock(pause, Act.OPEN)
            at.broadcast()
    return None


def _open_no_round(at: LiveTable) -> None:
    """Opens no round now: nobody is there to deal to, or stakes are still owed."""
    state = at.state
    state.stop_clock()
    state.phase = Waiting()
    if state.owed:
        state.start_clock(at.pace.result_seconds, Act.OPEN)
    at.broadcast()


async def look_again(at: LiveTable) -> Act | None:
    """Takes over what the house has changed at the table; a round in play goes on.

    So does a round that seats are dealt into: opening it again would move the button once more.
    Whether the table is still open on these terms is checked when its betting closes.
    """
    state = at.state
    match state.phase:
        case Playing() | Over():
            await look_for_closing(at)
            at.run_clock()
            at.broadcast()
            return None
        case Betting(live, closing) if closing or live.wagers.out or live.dealt_in:
            return None
    state.notice = None
    state.phase = Waiting()
    return Act.OPEN


async def open_round(at: LiveTable) -> Act | None:
    """Opens a round to bet on, from a deck that is committed to now."""
    state, services = at.state, at.services
    state.stop_clock()
    await void_what_is_owed(at)
    if state.seeds.opening:
        # Seeds for a deck are asked for only once: those that came in count.
        await mix(at)
    deck = state.deck.promise()
    players = [chair.player for chair in state.chairs.taken.values()]
    try:
        sheet, terms, stacks = await at.booked(at.cashier.opened, state.sheet, deck, players)
    except TableHeld:
        return await take_up(at)
    except HouseError as error:
        await _shut(at, error_text(error))
        return None
    state.stacks.update(stacks)
    state.chairs.hold_to(stacks)
    if sheet.hash != state.sheet.hash:
        # New terms hold from the next round on.
        await put_deck_away(at, "the table deals on other terms")
        at.post(sheet)
        return Act.OPEN
    await _top_up_bots(at)
    try:
        moves = state.chairs.opening()
    except NotAllowed:
        _open_no_round(at)
        return None
    terms, opened = state.deck.terms(terms), sheet.dealt.open_round
    live = LiveRound(opened, terms, opened(terms).play_all(moves))
    services.meters.show({name: terms.jackpots[id] for id, name in sheet.jackpots.items()})
    state.phase = Betting(live)
    for chair in state.chairs.taken.values():
        chair.ready = False
    if live.dealt_in and not sheet.rules.offer.side_wagers:
        return Act.CLOSE_BETTING
    if live.dealt_in:
        state.start_clock(at.pace.betting_seconds / 2, Act.CLOSE_BETTING)
    at.broadcast()
    return None


async def _shut(at: LiveTable, why: str) -> None:
    """Closes the table, because the house has closed it."""
    state = at.state
    state.stop_clock()
    state.phase, state.notice = TableClosed(), sentence(why)
    await put_deck_away(at, "the table was closed")
    at.broadcast()


async def _top_up_bots(at: LiveTable) -> None:
    """Sells chips to bots without any; people have to buy them themselves."""
    chairs = at.state.chairs
    for seat, chair in list(chairs.taken.items()):
        if chair.bot is not None and chairs.chips_before(seat, None) == 0:
            cents = await fund_bot(at, chair.player)
            await at.look_up([chair.player])
            if chairs.taken.get(seat) is chair:
                chairs.add_chips(seat, cents, cents)
