"""A supervisor's acts at a table: stop play, declare what happened, release the table.

While play is stopped nobody decides, no clock runs out against a player, and a round whose last
decision is made is not settled yet: what is found at the showdown can still be declared.
"""

from __future__ import annotations

from feltworks.round import NotAllowed, Operation
from feltworks.round.declaring import Declaration, after_declaration, foreseen
from feltworks.round.moves import awaits_card_check
from feltworks.round.operations import Ruled
from feltworks.web.floor.dealing import HELD_SECONDS
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.sentences import HELD, ruling_words


async def hold(at: LiveTable, by: str, *, at_showdown: bool = False) -> None:
    """Stops play in the present round, now or after its last decision."""
    state = at.state
    _in_play(at)
    if state.held_by not in (None, by):
        raise NotAllowed("held", f"This table was stopped already, by {state.held_by}.")
    if at_showdown:
        state.stops_for = by
        return
    state.held_by, state.notice = by, HELD
    state.start_clock(HELD_SECONDS, Act.RELEASE)
    at.broadcast()


async def release(at: LiveTable) -> Act | None:
    """Lets play go on."""
    state = at.state
    state.stops_for = None
    if state.held_by is None:
        return None
    state.held_by, state.notice = None, None
    return Act.DEAL


def what_follows(at: LiveTable, declared: Declaration, number: int) -> tuple[Operation, ...]:
    """The log entries that a declaration would make, without the cards that were named."""
    round = _looked_at(at, number).live.at_its_end
    return foreseen(round, declared).log[len(round.log) :]


async def declare(
    at: LiveTable, declared: Declaration, number: int, by: str
) -> tuple[Operation, ...]:
    """Declares it: first in the books by name, then at the table. Returns the new log entries."""
    phase, state = _looked_at(at, number), at.state
    before = phase.live.at_its_end
    after = after_declaration(before, declared)
    if awaits_card_check(after.log) and Ruled("void", "rules") in after.log:
        raise NotAllowed("cards-unchecked", "Say what the check of the cards has found.")
    await at.booked(at.cashier.declare, number, after, by)
    phase.live.finished = None
    phase.live.goes_on(after)
    # The seat is asked again: an answer on its way may belong to the old question.
    phase.live.turn += 1
    state.held_by = state.stops_for = None
    state.notice = ruling_words(after)
    return after.log[len(before.log) :]


def _looked_at(at: LiveTable, number: int) -> Playing:
    """Checks that this is the round the supervisor has looked at."""
    phase = _in_play(at)
    if phase.number != number:
        raise NotAllowed("stale", f"Round {number} is over: it was booked.")
    return phase


def _in_play(at: LiveTable) -> Playing:
    if not isinstance(at.state.phase, Playing):
        raise NotAllowed("no-round", "No round is in play at this table.")
    return at.state.phase
