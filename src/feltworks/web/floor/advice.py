"""What the coach tells at a table: advice to whoever decides, and a review after the round."""

from __future__ import annotations

import logging

from feltworks.errors import FeltworksError
from feltworks.round import Bet
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.liveround import Decision, LiveRound
from feltworks.web.floor.state import Over, Playing
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol.replies import AdviceReply, CostlyChoice, ReviewReply

log = logging.getLogger("feltworks.web")
NO_ADVICE = "The coach cannot weigh this decision."


def advise(at: LiveTable) -> None:
    """Advice to whoever is to decide and has asked for it; the table does not wait for it."""
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
        text = NO_ADVICE
        if isinstance(error, FeltworksError):
            text = str(error).splitlines()[0]
        else:
            log.exception("table %s: the coach could not weigh a decision", at.state.name)
        connection.tell(AdviceReply(seat=seat, turn=turn, state="unavailable", text=text))
        return
    due.live.weighed[turn] = weighing
    if at.state.waits_for(due):
        connection.tell(weighing.reply(seat, turn))


def review(at: LiveTable, over: Over) -> None:
    """Each coached player gets his own mistakes; between players nobody knows the best choice."""
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
    """The decisions of those seats that were worth less than another."""
    found = []
    for turn, stage, move in live.decided:
        weighing = live.weighed.get(turn)
        if move.seat not in seats or weighing is None or not weighing.choices:
            continue
        best, most = weighing.choices[0]
        value = weighing.worth(move)
        if value is None or value >= most:
            continue
        cost = most - value
        found.append(
            CostlyChoice(
                seat=move.seat,
                stage=stage,
                turn=turn,
                chose=move.choice,
                best=best.choice,
                cost=float(cost),
                cost_cents=round(cost * _unit_cents(live, move.seat)),
            )
        )
    return found


def _unit_cents(live: LiveRound, seat: int) -> int:
    """What the seat has on the wager that worth is told in."""
    unit = live.round.rules.unit
    bets = (
        move.cents
        for move in live.round.moves
        if isinstance(move, Bet) and (move.seat, move.wager) == (seat, unit)
    )
    return next(bets, 0)
