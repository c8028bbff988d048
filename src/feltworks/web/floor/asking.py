"""What a client may ask of a table, one function for each message; a reason when it may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import CardError, parse_cards
from feltworks.round import Bet, Decide, Reason, Tip
from feltworks.rules.written import dollars_text
from feltworks.web.floor.chairs import Chair
from feltworks.web.protocol import asked
from feltworks.web.protocol.told import Pong

if TYPE_CHECKING:
    from feltworks.web.floor.lines import Line
    from feltworks.web.floor.runner import TableRunner

WATCHING = Reason("no-session", "You are watching: sit down with a name and chips first.")
NOT_YOURS = Reason("not-your-seat", "That is not your seat.")


async def answer(at: TableRunner, line: Line, message: asked.Message) -> Reason | None:
    """Does what was asked, or says why not."""
    match message:
        case asked.Ping():
            line.tell(Pong(ref=message.ref))
            return None
        case asked.Resync():
            at.resync(line)
            return None
    guest = line.guest
    if guest is None:
        return WATCHING
    match message:
        case asked.Coach():
            line.coached = message.on
            if message.on:
                at.backroom.advise(at)
            return None
        case asked.Sit():
            return await _sit(at, guest, message)
        case asked.AddBot():
            return await _add_bot(at, guest, message)
        case asked.RemoveBot():
            return await _remove_bot(at, guest, message.seat)
        case asked.Choose():
            return await _choose(at, guest, message)
        case asked.Ready():
            return await _ready(at, guest)
        case asked.Stand() | asked.LeaveLater() | asked.Away() | asked.AddChips() | asked.PutOut():
            chair = at.chairs.taken.get(message.seat)
            if chair is None or chair.player != guest:
                return NOT_YOURS
            return await _at_own_seat(at, guest, message)
        case _:
            return Reason("no-such-message", "That cannot be asked here.")


async def _at_own_seat(
    at: TableRunner,
    guest: str,
    message: asked.Stand | asked.LeaveLater | asked.Away | asked.AddChips | asked.PutOut,
) -> Reason | None:
    match message:
        case asked.Stand(seat=seat):
            at.play.stand(seat)
        case asked.LeaveLater(seat=seat, later=later):
            at.play.leave_later(seat, later=later)
        case asked.Away(seat=seat, away=away):
            if reason := at.chairs.set_away(seat, away=away):
                return reason
        case asked.AddChips(seat=seat, cents=cents):
            if at.phase == "playing":
                return Reason("in-a-round", "Chips are added between games.")
            await at.look_up([guest])
            if reason := at.chairs.add_chips(seat, cents, at.purses.get(guest, 0)):
                return reason
        case asked.PutOut():
            return await _put_out(at, guest, message)
    at.broadcast()
    await at.play.seats_changed()
    return None


async def _sit(at: TableRunner, guest: str, message: asked.Sit) -> Reason | None:
    if reason := at.why_closed():
        return reason
    await at.look_up([guest])
    stack = at.purses.get(guest, 0)
    if stack <= 0:
        return Reason("no-chips", "Your stack is empty: get chips first.")
    if reason := at.backroom.claim(guest, at):
        return reason
    reason = at.chairs.sit(Chair(message.seat, guest), message.cents, stack)
    if reason is not None:
        if not at.chairs.of(guest):
            at.backroom.left(guest, at)
        return reason
    at.notice = None
    at.broadcast()
    await at.play.seats_changed()
    return None


async def _add_bot(at: TableRunner, guest: str, message: asked.AddBot) -> Reason | None:
    if not at.chairs.of(guest):
        return Reason("not-seated", "Whoever sits at the table may ask for bots.")
    tempers = at.description.tempers
    if not tempers:
        return Reason("no-bots", "There are no bots in this house.")
    bots = sum(chair.bot for chair in at.chairs.taken.values())
    temper = message.temper or tempers[bots % len(tempers)]
    if temper not in tempers:
        return Reason("no-such-bot", f"There are {', '.join(tempers)}.")
    seat = message.seat or at.chairs.free_seat()
    if seat is None:
        return Reason("table-full", "Every seat is taken.")
    name = f"bot {temper} {seat} ({at.table})"
    cents = await at.backroom.fund_bot(name, at.description)
    chair = Chair(seat, name, await at.backroom.mind(at.sheet, temper))
    brings = cents if at.chairs.between_players else None
    if reason := at.chairs.sit(chair, brings, cents):
        return reason
    await at.look_up([name])
    at.broadcast()
    await at.play.seats_changed()
    return None


async def _remove_bot(at: TableRunner, guest: str, seat: int) -> Reason | None:
    if not at.chairs.of(guest):
        return Reason("not-seated", "Whoever sits at the table may send bots away.")
    chair = at.chairs.taken.get(seat)
    if chair is None or not chair.bot:
        return Reason("no-bot", f"No bot sits at seat {seat}.")
    at.play.stand(seat)
    at.broadcast()
    await at.play.seats_changed()
    return None


async def _put_out(at: TableRunner, guest: str, message: asked.PutOut) -> Reason | None:
    game = at.game
    if game is None or at.phase != "betting":
        return Reason("betting-closed", "Wagers are placed before the deal.")
    kind = Bet if message.type == "bet" else Tip
    move = kind(message.seat, message.wager, message.cents)
    out = [
        bet.cents
        for bet in game.bets_of([message.seat])
        if type(bet) is kind and bet.wager == message.wager
    ]
    room = at.stack(guest) + sum(out)
    if message.cents > room and not at.chairs.between_players:
        return Reason("no-chips", f"You have {dollars_text(room)} for this wager.")
    if reason := game.put_out(move):
        return reason
    for chair in at.chairs.people:
        if chair.player == guest:
            chair.ready = False
    at.notice = None
    await at.play.bet_placed()
    return None


async def _ready(at: TableRunner, guest: str) -> Reason | None:
    game = at.game
    if game is None or at.phase != "betting":
        return Reason("betting-closed", "The betting is not open.")
    seats = at.chairs.of(guest)
    if not seats:
        return Reason("not-seated", "You do not sit at this table.")
    if not at.chairs.between_players and game.bets_of(seats) and (reason := game.misfit(seats)):
        return reason
    for seat in seats:
        at.chairs.taken[seat].ready = True
    at.broadcast()
    await at.play.check_ready()
    return None


async def _choose(at: TableRunner, guest: str, message: asked.Choose) -> Reason | None:
    game = at.game
    if game is None or game.players.get(message.seat) != guest:
        return NOT_YOURS
    if message.turn is not None and message.turn != game.turn:
        return Reason("stale", "That decision has been made already.")
    try:
        cards = parse_cards(" ".join(message.cards))
    except CardError as error:
        return Reason("no-card", str(error))
    return await at.play.decide(Decide(message.seat, message.choice, message.cents, cards))
