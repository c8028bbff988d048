"""What a client may request of a table: each request is answered by the function that does it.

A forbidden request raises `NotAllowed`.
"""

from __future__ import annotations

from feltworks.cards import CardError, parse_cards
from feltworks.round import Bet, Decide, NotAllowed, Tip
from feltworks.web.floor.advice import call_coach, tell_session
from feltworks.web.floor.betting import put_out, say_ready
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.dealing import decide
from feltworks.web.floor.seats import add_bot, leave_later, remove_bot, sit, stand
from feltworks.web.floor.seeds import keep_hash, open_seed
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.table import LiveTable
from feltworks.web.protocol import requests as ask
from feltworks.web.protocol.replies import PongReply

NOT_YOURS = "not-your-seat", "That is not your seat."


async def answer(at: LiveTable, connection: Connection, request: ask.AnyRequest) -> Act | None:
    """Does what was requested; returns the act that follows."""
    match request:
        case ask.PingRequest():
            connection.tell(PongReply(ref=request.ref))
        case ask.ResyncRequest():
            connection.epoch = -1
            at.show(connection)
        case _ if connection.guest is None:
            text = "You are watching: sit down with a name and chips first."
            raise NotAllowed("no-session", text)
        case ask.CoachRequest():
            connection.coached = request.on
            if request.on:
                call_coach(at)
        case ask.SessionRequest():
            tell_session(at, connection)
        case _:
            return await _play(at, connection.guest, request)
    return None


async def _play(at: LiveTable, guest: str, request: ask.AnyRequest) -> Act | None:
    match request:
        case ask.SitRequest(seat=seat, cents=cents):
            return await sit(at, guest, seat, cents)
        case ask.AddBotRequest(seat=place, temper=temper):
            return await add_bot(at, guest, place, temper)
        case ask.RemoveBotRequest(seat=seat):
            return remove_bot(at, guest, seat)
        case ask.DecideRequest():
            return await _decide(at, guest, request)
        case ask.ReadyRequest():
            return say_ready(at, guest)
        case ask.ClockRequest(on=on):
            for seat in at.state.chairs.of(guest):
                at.state.chairs.taken[seat].clocked = on
            at.run_clock()
            at.broadcast()
            return None
        case ask.OwnSeatRequest():
            return await _at_own_seat(at, guest, request)
        case _:
            raise NotAllowed("no-such-message", "That cannot be asked here.")


async def _at_own_seat(at: LiveTable, guest: str, request: ask.OwnSeatRequest) -> Act | None:
    state, seat = at.state, request.seat
    chair = state.chairs.taken.get(seat)
    if chair is None or chair.player != guest:
        raise NotAllowed(*NOT_YOURS)
    match request:
        case ask.BetRequest(wager=wager, cents=cents):
            put_out(at, guest, (Bet if request.type == "bet" else Tip)(seat, wager, cents))
            return None
        case ask.SeedHashRequest(hash=hash):
            keep_hash(state, seat, hash)
            return None
        case ask.OpenSeedRequest(seed=seed):
            return open_seed(state, seat, seed)
        case ask.StandRequest():
            stand(at, seat)
        case ask.LeaveLaterRequest(later=later):
            leave_later(at, seat, later=later)
        case ask.AwayRequest(away=away):
            state.chairs.set_away(seat, away=away)
        case ask.PostBlindsRequest(now=now):
            state.chairs.post_blinds(seat, now=now)
        case ask.AddChipsRequest(cents=cents):
            if isinstance(state.phase, Playing):
                raise NotAllowed("in-a-round", "Chips are added between games.")
            await at.look_up([guest])
            state.chairs.add_chips(seat, cents, state.stacks.get(guest, 0))
    return Act.SEATS_CHANGED


async def _decide(at: LiveTable, guest: str, request: ask.DecideRequest) -> Act:
    live = at.state.live
    if live is None or live.players.get(request.seat) != guest:
        raise NotAllowed(*NOT_YOURS)
    if request.turn is not None and request.turn != live.turn:
        raise NotAllowed("stale", "That decision has been made already.")
    try:
        cards = parse_cards(" ".join(request.cards))
    except CardError as error:
        raise NotAllowed("no-card", str(error)) from None
    return await decide(at, Decide(request.seat, request.choice, request.cents, cards))
