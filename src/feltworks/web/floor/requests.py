"""What a client may ask of a table: each message is answered by the act that does it.

What may not be done raises `NotAllowed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import CardError, parse_cards
from feltworks.round import Bet, Decide, NotAllowed, Tip
from feltworks.web.floor.betting import put_out, say_ready
from feltworks.web.floor.coaching import advise
from feltworks.web.floor.dealing import decide
from feltworks.web.floor.seats import add_bot, leave_later, remove_bot, sit, stand
from feltworks.web.floor.state import Act, Playing
from feltworks.web.protocol import requests
from feltworks.web.protocol.replies import PongReply

if TYPE_CHECKING:
    from feltworks.web.floor.connections import Connection
    from feltworks.web.floor.table import LiveTable

    AtOwnSeat = (
        requests.StandRequest
        | requests.LeaveLaterRequest
        | requests.AwayRequest
        | requests.AddChipsRequest
        | requests.BetRequest
    )

NOT_YOURS = "not-your-seat", "That is not your seat."


async def answer(at: LiveTable, connection: Connection, message: requests.AnyRequest) -> Act | None:
    """Does what was asked; gives the act that follows."""
    match message:
        case requests.PingRequest():
            connection.tell(PongReply(ref=message.ref))
        case requests.ResyncRequest():
            connection.epoch = -1
            at.show(connection)
        case _ if connection.guest is None:
            text = "You are watching: sit down with a name and chips first."
            raise NotAllowed("no-session", text)
        case requests.CoachRequest():
            connection.coached = message.on
            if message.on:
                advise(at)
        case _:
            return await _play(at, connection.guest, message)
    return None


async def _play(at: LiveTable, guest: str, message: requests.AnyRequest) -> Act | None:
    match message:
        case requests.SitRequest():
            return await sit(at, guest, message.seat, message.cents)
        case requests.AddBotRequest():
            return await add_bot(at, guest, message.seat, message.temper)
        case requests.RemoveBotRequest():
            return remove_bot(at, guest, message.seat)
        case requests.DecideRequest():
            return await _choose(at, guest, message)
        case requests.ReadyRequest():
            return say_ready(at, guest)
        case (
            requests.StandRequest()
            | requests.LeaveLaterRequest()
            | requests.AwayRequest()
            | requests.AddChipsRequest()
            | requests.BetRequest()
        ):
            chair = at.state.chairs.taken.get(message.seat)
            if chair is None or chair.player != guest:
                raise NotAllowed(*NOT_YOURS)
            return await _at_own_seat(at, guest, message)
        case _:
            raise NotAllowed("no-such-message", "That cannot be asked here.")


async def _at_own_seat(at: LiveTable, guest: str, message: AtOwnSeat) -> Act | None:
    state, seat = at.state, message.seat
    match message:
        case requests.BetRequest(wager=wager, cents=cents):
            move = (Bet if message.type == "bet" else Tip)(seat, wager, cents)
            put_out(at, guest, move)
            return None
        case requests.StandRequest():
            stand(at, seat)
        case requests.LeaveLaterRequest(later=later):
            leave_later(at, seat, later=later)
        case requests.AwayRequest(away=away):
            state.chairs.set_away(seat, away=away)
        case requests.AddChipsRequest(cents=cents):
            if isinstance(state.phase, Playing):
                raise NotAllowed("in-a-round", "Chips are added between games.")
            await at.look_up([guest])
            state.chairs.add_chips(seat, cents, state.purses.get(guest, 0))
    return Act.SEATS_CHANGED


async def _choose(at: LiveTable, guest: str, message: requests.DecideRequest) -> Act:
    game = at.state.game
    if game is None or game.players.get(message.seat) != guest:
        raise NotAllowed(*NOT_YOURS)
    if message.turn is not None and message.turn != game.turn:
        raise NotAllowed("stale", "That decision has been made already.")
    try:
        cards = parse_cards(" ".join(message.cards))
    except CardError as error:
        raise NotAllowed("no-card", str(error)) from None
    return await decide(at, Decide(message.seat, message.choice, message.cents, cards))
