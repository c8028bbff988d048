"""The picture of a table as one client may see it: built from that viewer's own log.

Three things could give a hand away, so only its player gets them: the cards, the open choices, and
the default when time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from feltworks.cards import Reveal, join_cards
from feltworks.pit.holding import held_name
from feltworks.round import Amounts, Bet, Decide, Legal, Operation, Tip
from feltworks.round.contract import OVER
from feltworks.round.operations import Folded
from feltworks.round.viewers import player
from feltworks.round.views import view
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.liveround import LiveRound
from feltworks.web.floor.state import Betting, Over, Playing, TableState
from feltworks.web.protocol import picture as shown
from feltworks.web.protocol.copying import part
from feltworks.web.protocol.sentences import BOOKS_AWAY
from feltworks.web.seating.bots import default_legal

DEAL, TAKE_BACK = "Deal", "Take back what cannot be dealt to"
EMPTY = shown.FeltNow(
    stage=None, cards=[], spots=[], pot_cents=0, burnt=0, arranged=None, settlement=[]
)


class Picture:
    """A table at one moment: what is the same for all is made once, the rest for each client."""

    def __init__(
        self, state: TableState, jackpots: list[shown.MeterNow], name_of: Callable[[str], str]
    ) -> None:
        self.state = state
        self._jackpots = jackpots
        self._name_of = name_of
        self._log: tuple[Operation, ...] = () if state.live is None else state.live.round.log
        self._seats = _seats(state, self._log, name_of)
        self._turn = _turn(state.live)
        self._seconds_left = None if state.due is None else state.due.seconds_left()

    def seen_on(self, connection: Connection) -> shown.TableReply:
        """The table as the client may see it; notes how much of the log it has been sent."""
        state, live, guest = self.state, self.state.live, connection.guest
        felt, events = EMPTY, []
        if live is None:
            connection.epoch, connection.events = -1, 0
        else:
            seen, dealers = live.seen(guest), self._log
            felt = seen.look(dealers)
            known = connection.events if connection.epoch == live.epoch else 0
            connection.epoch, connection.events = live.epoch, len(dealers)
            events = [live.event(n, seen.log[n], dealers[n]) for n in range(known, len(dealers))]
        mine, turn, you = state.chairs.of(guest), self._turn_of(guest), None
        if guest is not None:
            called = self._name_of(guest)
            you = shown.You(name=called, stack_cents=state.stack(guest), seats=mine)
        return shown.TableReply(
            type="table",
            seq=state.seq,
            phase=state.phase.name,
            you=you,
            round=_round(state, guest, felt),
            seeds=_seeds(state, mine),
            seats=[_own(seat) if seat["seat"] in mine else seat for seat in self._seats],
            cards=felt["cards"],
            spots=felt["spots"],
            pot_cents=felt["pot_cents"],
            burnt=felt["burnt"],
            arranged=felt["arranged"],
            settlement=felt["settlement"],
            made=self._made(guest),
            turn=turn,
            clock=self._clock(guest, turn["default"]),
            choices=_choices(state, guest, felt["stage"]),
            bets=_bets(state, mine),
            events=events,
            jackpots=self._jackpots,
            ledger=list(state.ledger.get(guest or "", ())),
            notice=BOOKS_AWAY if state.books_away else state.notice,
        )

    def _made(self, guest: str | None) -> list[shown.MadeNow]:
        phase = self.state.phase
        if not isinstance(phase, Over):
            return []
        return [
            part(shown.MadeNow, made)
            for made in phase.live.hands_made(self.state.sheet.dealt.handbook, guest)
        ]

    def _turn_of(self, guest: str | None) -> shown.TurnNow:
        live, seat = self.state.live, self._turn["seat"]
        if live is None or seat is None or not live.asks(guest):
            return self._turn
        yours = self._turn.copy()
        yours["yours"] = True
        felt, book = view(live.round, player(seat)).felt, self.state.sheet.dealt.handbook
        yours["holds"] = live.round.total or held_name(book, felt, seat)
        yours["default"] = default_legal(live.round, self.state.mechanism.folds).name
        return yours

    def _clock(self, guest: str | None, default: str | None) -> shown.ClockNow | None:
        """The clock; `default` is what is chosen for the viewer when his time is up."""
        state = self.state
        if state.due is None or self._seconds_left is None or state.held_by is not None:
            return None
        if isinstance(state.phase, Betting):
            default = TAKE_BACK if _does_not_fit(state, state.phase.live, guest) else DEAL
        elif not isinstance(state.phase, Playing):
            default = None  # A void round still stands at its last decision.
        left = round(self._seconds_left, 2)
        return shown.ClockNow(left_seconds=left, of_seconds=state.due.seconds, default=default)


def _round(state: TableState, guest: str | None, felt: shown.FeltNow) -> shown.RoundNow | None:
    phase = state.phase
    if phase.live is None:
        return None
    terms, revealed, opened = phase.live.terms, None, []
    if isinstance(phase, Over) and phase.reveal is not None:
        if state.sheet.dealt.between_players:
            cards = phase.live.openings(phase.reveal, guest)
            opened = [part(shown.OpenedCard, each) for each in cards]
        else:
            revealed = revealed_deck(phase.reveal)
    return shown.RoundNow(
        number=None if isinstance(phase, Betting) else phase.number,
        commitment=terms.commitment or "",
        slots=state.sheet.dealt.deck.size,
        revealed=revealed,
        opened=opened,
        outcome=phase.outcome if isinstance(phase, Over) else None,
        stage=felt["stage"],
        posted=dict(terms.jackpots),
    )


def revealed_deck(deck: Reveal) -> shown.Revealed:
    """A whole deck in the form that clients get."""
    return shown.Revealed(salt=deck.salt, deck=join_cards(deck.order), scheme=deck.scheme)


def _seeds(state: TableState, mine: list[int]) -> shown.SeedsNow:
    exchange, live = state.seeds, state.live
    return shown.SeedsNow(
        waiting={seat: exchange.hashes[seat][1] for seat in mine if seat in exchange.hashes},
        opening={seat: each.hash for seat, each in exchange.opening.items()},
        given=[part(shown.GivenSeed, each) for each in (live.terms.seeds if live else ())],
    )


def _own(seat: shown.TakenSeat | shown.FreeSeat) -> shown.TakenSeat | shown.FreeSeat:
    """A seat in the form that its own player gets."""
    if seat["player"] is None:
        return seat
    own = seat.copy()
    own["you"] = True
    return own


def _seats(
    state: TableState, log: Sequence[Operation], name_of: Callable[[str], str]
) -> list[shown.TakenSeat | shown.FreeSeat]:
    """All seats, without saying which are the viewer's."""
    phase, live, chairs = state.phase, state.live, state.chairs
    folded, button = {entry.seat for entry in log if isinstance(entry, Folded)}, chairs.button
    playing = None if live is None or isinstance(phase, Over) else live.round
    net_cents = phase.net_cents if isinstance(phase, Over) else {}
    told: list[shown.TakenSeat | shown.FreeSeat] = []
    for seat in range(1, chairs.count + 1):
        chair = chairs.taken.get(seat)
        if chair is None:
            told.append(shown.FreeSeat(seat=seat, player=None))
            continue
        before = chairs.chips_before(seat, playing)
        in_round = live is not None and live.players.get(seat) == chair.player
        told.append(
            part(
                shown.TakenSeat,
                chair,
                player=name_of(chair.player),
                bot=chair.bot is not None,
                you=False,
                connected=chair.bot is not None or chair.player in state.present,
                stack_cents=state.stack(chair.player) if before is None else before,
                in_round=in_round,
                folded=seat in folded,
                waits_for_blind=chairs.waits_for_blind(seat),
                owes_cents=chairs.owes_cents(seat),
                button=seat == button,
                net_cents=net_cents.get(seat) if in_round else None,
            )
        )
    return told


def _turn(live: LiveRound | None) -> shown.TurnNow:
    """Whose turn it is, without saying whether it is the viewer's."""
    turn, number = (OVER, 0) if live is None else (live.waits, live.turn)
    return part(shown.TurnNow, turn, turn=number, yours=False, holds=None, default=None)


def _does_not_fit(state: TableState, live: LiveRound, guest: str | None) -> bool:
    """Whether a wager of the guest would go back if the betting closed now."""
    seats = {bet.seat for bet in live.wagers.of(state.chairs.of(guest))}
    return any(live.wagers.misfit([seat]) is not None for seat in seats)


def _choices(state: TableState, guest: str | None, stage: str | None) -> list[shown.ChoiceNow]:
    """The choices that the guest has."""
    if not isinstance(state.phase, Playing) or state.held_by is not None:
        return []
    live = state.phase.live
    if guest is None or not live.asks(guest):
        return []
    wagers = {}
    if stage is not None:
        wagers = {choice.id: choice.bet for choice in live.round.rules.stage(stage).decide}
    # The round has already counted chips brought to the table.
    stack_cents = None if live.dealt_in else state.stack(guest)
    return [_choice(legal, wagers, stack_cents) for legal in live.round.legal_moves()]


def _choice(
    legal: Legal, wagers: dict[str, str | None], stack_cents: int | None
) -> shown.ChoiceNow:
    move = legal.move
    assert isinstance(move, Decide)
    cost = 0 if legal.amounts is None else legal.amounts.least_cents
    counts = legal.discards
    return part(
        shown.ChoiceNow,
        move,
        name=legal.name,
        amounts=_sizes(legal.amounts),
        sets=legal.sets,
        discards=None if counts is None else shown.Discards(least=counts[0], most=counts[-1]),
        wager=wagers.get(move.choice),
        affordable=stack_cents is None or cost <= stack_cents,
    )


def _sizes(amounts: Amounts | None) -> shown.Sizes | None:
    return None if amounts is None else part(shown.Sizes, amounts)


def _bets(state: TableState, seats: list[int]) -> list[shown.BetNow]:
    """What those seats have bet, and what they may bet, while the betting is open."""
    if not seats or not isinstance(state.phase, Betting):
        return []
    live = state.phase.live
    wagers = live.round.rules.wagers
    told = [
        _bet(out, wagers[out.wager].name, out.cents, live.sizes_of(out))
        for out in live.wagers.of(seats)
    ]
    for legal in live.wagers.offers:
        move = legal.move
        if isinstance(move, Bet | Tip) and move.seat in seats:
            told.append(_bet(move, legal.name, 0, legal.amounts))
    return told


def _bet(move: Bet | Tip, name: str, out_cents: int, amounts: Amounts | None) -> shown.BetNow:
    is_tip, sizes = isinstance(move, Tip), _sizes(amounts)
    return part(shown.BetNow, move, name=name, tip=is_tip, out_cents=out_cents, amounts=sizes)
