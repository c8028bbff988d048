"""The end of a round: one entry in the books with the deck revealed, or every stake back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from feltworks.errors import FeltworksError
from feltworks.house.errors import BooksError, HouseError
from feltworks.web.floor.advice import review
from feltworks.web.floor.seats import free
from feltworks.web.floor.state import Act, Over, Owed, Playing, Waiting
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.replies import sentence


async def settle(at: LiveTable) -> None:
    """One entry in the books; the deck is shown."""
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Playing):
        return
    live, number, reveal = phase.live, phase.number, state.deck.shown_with_round()
    try:
        settled, stacks, meters = await at.services.cashier.settle(
            number,
            live.round,
            reveal,
            players=live.players.values(),
            jackpots=state.sheet.jackpots.values(),
        )
    except FeltworksError as error:
        await break_off(at, str(error))
        return
    if settled.round is not None:
        live.round = settled.round
    is_void = settled.outcome == "voided"
    over = Over(live, number, "voided" if is_void else "settled", settled.net, reveal)
    state.phase = over
    state.stacks.update(stacks)
    state.chairs.after(settled.net)
    for seat, player in live.players.items():
        state.enter(player, number, settled.net.get(seat, 0))
    at.services.meters.show(meters)
    _show_result(at, await _with_spent_shoe(at, over))


async def _with_spent_shoe(at: LiveTable, over: Over) -> Over:
    """The round has taken its cards; a shoe that is done with it is shown."""
    spent = at.state.deck.after(over.live.round)
    if spent is None:
        return over
    await at.services.cashier.reveal(spent)
    return replace(over, reveal=spent.reveal())


def _show_result(at: LiveTable, over: Over) -> None:
    """Whoever wanted to go goes, and the others look at the result for a while."""
    state, chairs = at.state, at.state.chairs
    state.phase = over
    for seat, chair in list(chairs.taken.items()):
        if chairs.taken.get(seat) is not chair:
            continue
        if chair.leaving or chair.leaves_later:
            free(at, seat)
        elif chair.bot is None and chair.player not in state.present:
            chairs.sit_out(seat)
    state.start_clock(at.services.settings.pace.result_seconds, Act.OPEN)
    at.broadcast()
    review(at, over)


async def break_off(at: LiveTable, why: str) -> None:
    """A round that cannot go on is void; every stake goes back."""
    state, phase = at.state, at.state.phase
    state.notice = f"The round is void: {why}"[:300]
    state.stop_clock()
    if not isinstance(phase, Playing):
        state.phase = Waiting()
        state.start_clock(at.services.settings.pace.result_seconds, Act.RESUME)
        at.broadcast()
        return
    await _give_back_stakes(at, phase, why)
    over = Over(phase.live, phase.number, "voided")
    state.phase = over
    with suppress(FeltworksError):
        over = await _with_spent_shoe(at, over)
    _show_result(at, over)


async def _give_back_stakes(at: LiveTable, phase: Playing, why: str) -> None:
    players = frozenset(phase.live.players.values())
    at.state.owed[phase.number] = Owed(why[:200], players)
    await void_what_is_owed(at)


async def void_what_is_owed(at: LiveTable) -> bool:
    """Voids the rounds that were broken off; whether all their stakes are given back."""
    state = at.state
    for number, owed in list(state.owed.items()):
        try:
            stacks = await at.services.cashier.void(number, owed.why, owed.players)
            state.stacks.update(stacks)
        except BooksError as error:
            state.notice = sentence(error)
            return False
        except HouseError:
            # It had been settled after all: nothing is owed.
            pass
        del state.owed[number]
    return True


async def put_shoe_away(at: LiveTable) -> None:
    """The deck is not dealt from any more; cards of a shoe that are out are proven."""
    spent = at.state.deck.put_away()
    if spent is not None:
        await at.services.cashier.reveal(spent)


async def put_away(at: LiveTable) -> None:
    """The server closes: an open round is voided."""
    if isinstance(at.state.phase, Playing):
        await _give_back_stakes(at, at.state.phase, "the server closed")
    else:
        await void_what_is_owed(at)
    with suppress(FeltworksError):
        await put_shoe_away(at)
