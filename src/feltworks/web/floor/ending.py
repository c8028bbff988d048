"""The end of a round: one entry in the books, with the deck revealed; what was played stands."""

from __future__ import annotations

import logging
from contextlib import suppress
from copy import copy

from feltworks.errors import FeltworksError
from feltworks.house.errors import HouseError
from feltworks.pit import DealerError, TableDeck
from feltworks.round import Round
from feltworks.web.floor.advice import review
from feltworks.web.floor.cashier import FinishedRound
from feltworks.web.floor.seats import free
from feltworks.web.floor.state import Act, Betting, Over, Owed, Playing, TableState, Waiting
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import ruling_words, sentence

SECONDS_UNTIL_AGAIN, LONGEST_UNTIL_AGAIN = 5.0, 60.0
MOST_DOUBLINGS = 10
NOT_BOOKED = "The round is over and not booked yet: it is kept, and the house has been told."
WENT_WRONG = (
    "Something went wrong at the table, and the house has been told. Nothing is lost: what was "
    "played stands, and the table goes on by itself in a moment."
)
log = logging.getLogger("feltworks.web")


async def settle(at: LiveTable) -> None:
    """Books the round in one entry; the deck is shown, and the next one is committed to.

    What was played stands: booking is tried until it succeeds, and only then is the result shown,
    with the amounts that were booked.
    """
    state, phase = at.state, at.state.phase
    if not isinstance(phase, Playing) or phase.live.finished is None:
        return
    live, number = phase.live, phase.number
    finished, following = live.to_book = _to_book(state, phase, phase.live.finished)
    players, jackpots = live.players.values(), state.sheet.jackpots.values()
    try:
        settled, stacks, meters = await at.booked(
            at.cashier.settle, finished, players=players, jackpots=jackpots
        )
    except HouseError as error:
        await _not_booked(at, phase, error)
        return
    # Whatever fails before the phase changes is done again with the same answer of the books.
    state.stacks.update(stacks)
    state.chairs.after(settled.net)
    state.deck = following
    live.booked(settled.round)
    is_void = settled.outcome == "voided"
    shown = finished.reveal if finished.spent is None else finished.spent.reveal()
    over = Over(live, number, "voided" if is_void else "settled", settled.net, shown)
    state.phase = over
    state.notice = ruling_words(live.round) if is_void else None
    state.remember(live, settled.net)
    for seat, player in live.players.items():
        state.enter(player, number, settled.net.get(seat, 0))
    at.services.meters.show(meters)
    _show_result(at, over)


def _to_book(state: TableState, phase: Playing, round: Round) -> tuple[FinishedRound, TableDeck]:
    """What the books are told of a round that is over, and the table's deck after it.

    It is the same however often they are told: another deck each time would be a second promise.
    """
    known = phase.live.to_book
    if known is not None and known[0].round is round:
        return known
    following = copy(state.deck)
    reveal, spent = following.shown_with_round(), following.after(round)
    promised = following.promise()
    return FinishedRound(phase.number, state.name, round, reveal, spent, promised), following


async def _not_booked(at: LiveTable, phase: Playing, error: HouseError) -> None:
    """The house refuses to book a round: a supervisor has voided it, or must look at it."""
    state = at.state
    if await was_voided(at, phase):
        return
    log.error("table %s: round %s is not booked: %s", state.name, phase.number, error)
    state.notice = NOT_BOOKED
    state.start_clock(SECONDS_UNTIL_AGAIN, Act.SETTLE)
    at.broadcast()


async def was_voided(at: LiveTable, phase: Playing) -> bool:
    """Whether somebody else, perhaps a supervisor, voided the round; then the table goes on."""
    why = await at.booked(at.cashier.why_void, phase.number)
    if why is None:
        return False
    players = phase.live.players.values()
    at.state.stacks.update(await at.booked(at.cashier.stacks, players))
    _show_void(at, phase, why)
    return True


async def recover(at: LiveTable, error: Exception) -> None:
    """A step has failed: what was bet and played stands, and the table goes on after a while.

    What fails again and again is tried less and less often. Only if the deck has no card left that
    is due is the round void.
    """
    state = at.state
    if isinstance(error, DealerError):
        await break_off(at, str(error))
        return
    if isinstance(error, FeltworksError):
        state.notice = sentence(error)
    else:
        _log_fault(state, error)
        state.notice = WENT_WRONG
    longer = 2 ** min(state.faults, MOST_DOUBLINGS)
    state.faults, state.last_fault = state.faults + 1, repr(error)
    pause = min(SECONDS_UNTIL_AGAIN * longer, LONGEST_UNTIL_AGAIN)
    match state.phase:
        case Playing():
            state.start_clock(pause, Act.CATCH_UP)
        case Betting(live, True) if state.due is None and not live.dealt_in:
            # The books may have the stakes already: closed once more, it is the same round.
            state.phase = Betting(live)
            state.start_clock(pause, Act.CLOSE_BETTING)
        case Betting(live) if not live.dealt_in or state.due is not None:
            at.run_clock()
        case _:
            state.phase = Waiting()
            seconds = at.pace.result_seconds
            state.start_clock(min(seconds * longer, LONGEST_UNTIL_AGAIN), Act.RESUME)
    at.broadcast()


def _log_fault(state: TableState, error: Exception) -> None:
    """The first time with its traceback; the same fault in a row is one line each time."""
    if repr(error) == state.last_fault:
        log.error("table %s: a step failed again: %r", state.name, error)
    else:
        log.error("table %s: a step failed", state.name, exc_info=error)


def _show_result(at: LiveTable, over: Over) -> None:
    """Players who wanted to leave leave, and the others look at the result for a while."""
    state, chairs = at.state, at.state.chairs
    state.phase = over
    state.clear_faults()
    state.held_by = state.stops_for = None
    for seat, chair in list(chairs.taken.items()):
        if chairs.taken.get(seat) is not chair:
            continue
        if chair.leaving or chair.leaves_later:
            free(at, seat)
        elif chair.bot is None and chair.player not in state.present:
            chairs.sit_out(seat)
        else:
            chair.ready = False
    state.start_clock(at.pace.result_seconds, Act.OPEN)
    at.run_clock()
    at.broadcast()
    review(at, over)


async def break_off(at: LiveTable, why: str) -> None:
    """Voids a round that cannot go on by the rules; every stake goes back."""
    state, phase = at.state, at.state.phase
    state.stop_clock()
    if not isinstance(phase, Playing):
        state.phase, state.notice = Waiting(), _void_notice(why)
        state.start_clock(at.pace.result_seconds, Act.RESUME)
        at.broadcast()
        return
    state.owed[phase.number] = Owed(why[:200], frozenset(phase.live.players.values()))
    await void_what_is_owed(at)
    _show_void(at, phase, why)


def _show_void(at: LiveTable, phase: Playing, why: str) -> None:
    at.state.notice = _void_notice(why)
    at.state.deck.after(phase.live.at_its_end)
    _show_result(at, Over(phase.live, phase.number, "voided"))


def _void_notice(why: str) -> str:
    return f"The round is void: {why}"[:300]


async def void_what_is_owed(at: LiveTable) -> None:
    """Voids the rounds that were broken off, whose stakes are still in escrow."""
    state = at.state
    for number, owed in list(state.owed.items()):
        # If the house refuses, the round was settled after all, and nothing is owed.
        with suppress(HouseError):
            void = at.booked(at.cashier.void, number, owed.why, owed.players)
            state.stacks.update(await void)
        del state.owed[number]


async def put_deck_away(at: LiveTable, why: str) -> None:
    """Puts the deck away; it is shown, with the reason if no round was dealt from it."""
    deck = at.state.deck
    at.state.seeds.forget()
    because = None if deck.discarded else why
    spent = deck.put_away()
    if spent is not None:
        # A deck that was never announced is not in the books.
        with suppress(HouseError):
            await at.booked(at.cashier.reveal, spent, because)
