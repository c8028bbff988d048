"""What the coach says at a table: advice at a decision, and a review after the round."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial

from feltworks.errors import FeltworksError
from feltworks.players.review import SessionReview, judged, session_review
from feltworks.web.floor.coach import Weighing
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.liveround import Decision, LiveRound, PastDecision
from feltworks.web.floor.state import GuestSession, Over, Playing
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.replies import (
    AdviceReply,
    CostlyChoice,
    ReviewReply,
    SessionReviewReply,
    WorthPractising,
)

log = logging.getLogger("feltworks.web")
NO_ADVICE = "The coach cannot weigh this decision."
NOBODY_KNOWS = "Between players nobody knows the best choice: there is no accuracy to tell."


def call_coach(at: LiveTable) -> None:
    """Somebody wants advice from now on: a game takes a moment to be weighed, so that begins."""

    async def prepare() -> None:
        # Whatever hinders it is told to whoever asks at a decision.
        with suppress(Exception):
            await at.services.coach.prepare(at.state.sheet)

    at.services.start(prepare())
    advise(at)


def advise(at: LiveTable) -> None:
    """Sends advice to a player who must decide and wants it; the table does not wait for it."""
    if not isinstance(at.state.phase, Playing):
        return
    due = at.state.phase.live.decision
    if due is None:
        return
    guest = due.live.players.get(due.seat)
    for connection in at.connections:
        if connection.coached and connection.guest == guest:
            at.services.start(_advise(at, due, connection))


async def _advise(at: LiveTable, due: Decision, connection: Connection) -> None:
    seat, turn, coach, sheet = due.seat, due.turn, at.services.coach, at.state.sheet
    if not coach.is_prepared(sheet):
        connection.tell(AdviceReply(seat=seat, turn=turn, state="preparing"))
    try:
        weighing = await coach.weigh(sheet, due.round, seat)
    except Exception as error:
        text = _why_not(at, error)
        connection.tell(AdviceReply(seat=seat, turn=turn, state="unavailable", text=text))
        return
    due.live.weighed[turn] = weighing
    if at.state.waits_for(due):
        connection.tell(weighing.reply(seat, turn))


def _why_not(at: LiveTable, error: Exception) -> str:
    """Why the coach could not weigh a decision, in one line; a fault is logged."""
    if isinstance(error, FeltworksError):
        return str(error).splitlines()[0]
    log.error("table %s: the coach could not weigh a decision", at.state.name, exc_info=error)
    return NO_ADVICE


def review(at: LiveTable, over: Over) -> None:
    """Sends each coached player his mistakes; between players no best choice is known."""
    live = over.live
    if at.state.mechanism.between_players:
        return
    for connection in at.connections:
        seats = live.seats_of(connection.guest)
        if connection.coached and seats:
            unit = live.round.rules.unit
            found = _mistakes(live, seats)
            connection.tell(ReviewReply(round=over.number, unit=unit, mistakes=found))


def _mistakes(live: LiveRound, seats: list[int]) -> list[CostlyChoice]:
    """The decisions of those seats that were worth less than another choice."""
    found = []
    for made in live.decided:
        weighing = live.weighed.get(made.turn)
        if made.move.seat not in seats or weighing is None or not weighing.choices:
            continue
        verdict = judged(made.before, made.move, weighing.choices)
        if verdict is None or verdict.is_best:
            continue
        told = {"seat": made.move.seat, "stage": made.stage, "turn": made.turn}
        found.append(CostlyChoice.of(verdict, **told))
    return found


def tell_session(at: LiveTable, connection: Connection) -> None:
    """Sends a guest the review of his session; decisions not weighed yet are weighed now.

    Only one review is made at a time: requests made meanwhile get the same one.
    """
    session = at.state.sessions.get(connection.guest or "", GuestSession())
    is_under_way = bool(session.listeners)
    session.listeners.add(connection)
    if not is_under_way:
        at.services.start(_tell_session(at, session))


async def _tell_session(at: LiveTable, session: GuestSession) -> None:
    try:
        async for reply in _session_replies(at, session):
            for connection in session.listeners:
                connection.tell(reply)
    finally:
        session.listeners.clear()


async def _session_replies(
    at: LiveTable, session: GuestSession
) -> AsyncIterator[SessionReviewReply]:
    """Yields that the review is being prepared, if that takes long, and then the review."""
    coach, sheet = at.services.coach, at.state.sheet
    reply = partial(SessionReviewReply, rounds=session.rounds, net_cents=session.net_cents)
    if at.state.mechanism.between_players:
        yield reply(state="unavailable", text=NOBODY_KNOWS)
        return
    if session.decisions and not coach.is_prepared(sheet):
        yield reply(state="preparing")
    judgements = []
    try:
        for at_place, (made, known) in enumerate(list(session.decisions)):
            seat = made.move.seat
            weighing = known or await coach.weigh(sheet, made.before, seat, why=False)
            if at_place < len(session.decisions) and session.decisions[at_place][0] is made:
                session.decisions[at_place] = (made, weighing)
            judgements.append((made, weighing))
        review = await asyncio.to_thread(_reviewed, judgements)
    except Exception as error:
        yield reply(state="unavailable", text=_why_not(at, error))
        return
    yield reply(
        state="ready",
        decisions=review.decisions,
        right=review.right,
        cost_cents=review.cost_cents,
        practise=[
            WorthPractising.of(point.example, times=point.times, cost_cents=point.cost_cents)
            for point in review.practise
        ],
    )


def _reviewed(made: list[tuple[PastDecision, Weighing]]) -> SessionReview:
    verdicts = (judged(each.before, each.move, weighing.choices) for each, weighing in made)
    return session_review(verdict for verdict in verdicts if verdict is not None)
