"""The picture of a table as one client may see it: built from that viewer's own log.

Three things could give a hand away, so they are told to its player alone: the cards, the choices
that are open, and what happens by default when time is up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.web.floor.defaults import default_legal
from feltworks.web.floor.offered import bets, choices
from feltworks.web.protocol.told import (
    ClockNow,
    FeltNow,
    FreeSeat,
    Revealed,
    RoundNow,
    TableNow,
    TakenSeat,
    TurnNow,
    You,
)

if TYPE_CHECKING:
    from feltworks.web.floor.game import Game
    from feltworks.web.floor.lines import Line
    from feltworks.web.floor.runner import TableRunner

DEAL, TAKE_BACK = "Deal", "Take back what cannot be dealt to"
EMPTY = FeltNow(stage=None, cards=[], spots=[], pot_cents=0, burnt=0, arranged=None, settlement=[])


class Picture:
    """A table at one moment: what all see alike is drawn once, the rest for each client."""

    def __init__(self, runner: TableRunner, seq: int) -> None:
        self.runner = runner
        self.seq = seq
        self._seats = _seats(runner)
        self._jackpots = runner.backroom.meters.of(runner.sheet.jackpots.values())
        self._left = runner.seconds_left()
        self._turn = _turn(runner.game)

    def seen_on(self, line: Line) -> TableNow:
        """The table as the client on that line may see it; notes how much of the log it has."""
        runner, game, guest = self.runner, self.runner.game, line.guest
        felt, events = EMPTY, []
        if game is None:
            line.epoch, line.events = -1, 0
        else:
            eyes, dealers = game.eyes(guest), game.round.log
            felt = eyes.look(dealers)
            known = line.events if line.epoch == game.epoch else 0
            line.epoch, line.events = game.epoch, len(dealers)
            events = [game.event(n, eyes.log[n], dealers[n]) for n in range(known, len(dealers))]
        mine = runner.chairs.of(guest)
        return TableNow(
            type="table",
            seq=self.seq,
            phase=runner.phase,
            you=_you(runner, guest, mine),
            round=None if game is None else _round(game, felt),
            seats=[_own(seat) if seat["seat"] in mine else seat for seat in self._seats],
            cards=felt["cards"],
            spots=felt["spots"],
            pot_cents=felt["pot_cents"],
            burnt=felt["burnt"],
            arranged=felt["arranged"],
            settlement=felt["settlement"],
            turn=self._turn_of(guest),
            clock=self._clock(guest),
            choices=choices(runner, guest, felt["stage"]),
            bets=bets(runner, mine),
            events=events,
            jackpots=self._jackpots,
            ledger=list(runner.ledger.get(guest or "", ())),
            notice=runner.notice,
        )

    def _turn_of(self, guest: str | None) -> TurnNow:
        game, seat = self.runner.game, self._turn["seat"]
        if game is None or seat is None or guest is None or game.players.get(seat) != guest:
            return self._turn
        yours = self._turn.copy()
        yours["yours"] = True
        return yours

    def _clock(self, guest: str | None) -> ClockNow | None:
        runner, game, default = self.runner, self.runner.game, None
        if self._left is None:
            return None
        if game is not None and game.decides is not None and guest is not None:
            if game.players.get(game.decides) == guest:
                default = default_legal(game.round).name
        elif game is not None and runner.phase == "betting":
            default = TAKE_BACK if _does_not_fit(runner, game, guest) else DEAL
        left = round(self._left, 2)
        return ClockNow(left_seconds=left, of_seconds=runner.clock_seconds, default=default)


def _you(runner: TableRunner, guest: str | None, mine: list[int]) -> You | None:
    if guest is None:
        return None
    return You(name=guest, stack_cents=runner.stack(guest), seats=mine)


def _round(game: Game, felt: FeltNow) -> RoundNow:
    reveal = game.reveal
    deck = None if reveal is None else " ".join(str(card) for card in reveal.order)
    return RoundNow(
        number=game.number,
        commitment=game.terms.commitment or "",
        revealed=None if reveal is None or deck is None else Revealed(salt=reveal.salt, deck=deck),
        outcome=game.outcome,
        stage=felt["stage"],
        posted=dict(game.terms.jackpots),
    )


def _own(seat: TakenSeat | FreeSeat) -> TakenSeat | FreeSeat:
    """A seat as whoever sits there is told of it."""
    if seat["player"] is None:
        return seat
    own = seat.copy()
    own["you"] = True
    return own


def _seats(runner: TableRunner) -> list[TakenSeat | FreeSeat]:
    """All seats, none of them said to be the viewer's."""
    game, chairs = runner.game, runner.chairs
    present, folded, button = runner.present, runner.folded, runner.button
    playing = None if game is None or game.outcome else game.round
    told: list[TakenSeat | FreeSeat] = []
    for seat in range(1, chairs.count + 1):
        chair = chairs.taken.get(seat)
        if chair is None:
            told.append(FreeSeat(seat=seat, player=None))
            continue
        before = chairs.chips_before(seat, playing)
        in_round = game is not None and game.players.get(seat) == chair.player
        told.append(
            TakenSeat(
                seat=seat,
                player=chair.player,
                bot=chair.bot,
                you=False,
                connected=chair.bot or chair.player in present,
                stack_cents=runner.stack(chair.player) if before is None else before,
                in_round=in_round,
                folded=seat in folded,
                away=chair.away,
                leaving=chair.leaving,
                leaves_later=chair.leaves_later,
                ready=chair.ready,
                button=seat == button,
                net_cents=_net(game, seat) if in_round else None,
            )
        )
    return told


def _net(game: Game | None, seat: int) -> int | None:
    return game.net_cents.get(seat) if game is not None and game.outcome else None


def _turn(game: Game | None) -> TurnNow:
    """Whose turn it is, not said to be the viewer's."""
    if game is None:
        return TurnNow(waits_for="nothing", seat=None, turn=0, yours=False)
    turn = game.round.turn
    return TurnNow(waits_for=turn.waits_for, seat=turn.seat, turn=game.turn, yours=False)


def _does_not_fit(runner: TableRunner, game: Game, guest: str | None) -> bool:
    """Whether something of the guest's goes back when the betting closes as it stands."""
    if guest is None or runner.chairs.between_players:
        return False
    seats = [seat for seat in runner.chairs.of(guest) if game.bets_of([seat])]
    return any(game.misfit([seat]) is not None for seat in seats)
