"""Random lawful play: any seats, any wagers, any choices, any cards, sometimes a supervisor."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

from tests.ask.rounds import (
    Amounts,
    Bet,
    Button,
    Deal,
    Dealt,
    Decide,
    Irregularity,
    Legal,
    Limits,
    Move,
    NoMoreBets,
    NotAllowed,
    OpenTable,
    Round,
    SitIn,
    Terms,
    Tip,
    picture,
)

from feltworks.cards import Commitment, commit

POLICIES = ("void", "void-seat", "play-on")


@dataclass
class Played:
    """A finished round with every round on the way to it, and the deck it was dealt from."""

    table: OpenTable
    history: list[Round]
    commitment: Commitment

    @property
    def round(self) -> Round:
        return self.history[-1]

    @property
    def transcript(self) -> str:
        return self.table.transcript(self.round, self.commitment.reveal())


def play_at_random(table: OpenTable, seed: int, *, irregular: float = 0.0) -> Played:
    """A round in which every choice is made by the seed."""
    rng = random.Random(seed)
    order = list(table.deck.cards)
    rng.shuffle(order)
    commitment = commit(order, f"{seed % 16**64:064x}")
    terms = Terms(
        # Half the minimum bet must come out in chips where there are blinds.
        Limits(1000, 4000) if table.rules.ring is not None else Limits(),
        under=rng.choice([None, date(2008, 9, 1), date(2024, 1, 1)]),
        jackpots={id: rng.randrange(50_000, 2_000_000) for id in table.rules.jackpots},
        policy={
            kind: rng.choice(POLICIES)
            for kind in table.rules.irregularity_kinds
            if rng.random() < 0.7
        },
        commitment=commitment.digest,
    )
    history: list[Round] = [table.open_round(terms)]
    for move in _bets(history[0], rng):
        _step(history, move)
    deck = iter(order)
    while history[-1].turn.waits_for != "nothing":
        round = history[-1]
        if rng.random() < irregular:
            _step(history, _irregularity(round, rng), may_refuse=True)
        elif round.turn.waits_for == "card":
            _step(history, Deal(next(deck)))
        elif round.turn.waits_for == "bets":
            # A supervisor sent the last player away before the deal.
            for move in _bets(round, rng):
                _step(history, move)
        else:
            legal = rng.choice(round.legal_moves())
            _step(history, _set_cards(round, legal, any_size(legal, rng), rng))
    return Played(table, history, commitment)


def any_size(legal: Legal, rng: random.Random) -> Move:
    """The move with an amount drawn from those it may have."""
    amounts, move = legal.amounts, legal.move
    if amounts is None:
        return move
    return replace(move, cents=an_amount(amounts, rng))


def _set_cards(round: Round, legal: Legal, move: Move, rng: random.Random) -> Move:
    """Where the player may lay or give up cards of his own choice, sometimes any of his cards."""
    if legal.discards is not None and isinstance(move, Decide):
        own = [lying.card for lying in picture(round.log).cards[move.seat, "cards"]]
        given_up = rng.sample(own, rng.choice(legal.discards))
        return Decide(move.seat, move.choice, move.cents, tuple(given_up))
    if not legal.sets or not isinstance(move, Decide) or rng.random() < 0.4:
        return move
    own = [e.card for e in round.log if isinstance(e, Dealt) and e.seat == move.seat]
    return Decide(move.seat, move.choice, move.cents, tuple(rng.sample(own, legal.sets)))


def an_amount(amounts: Amounts, rng: random.Random) -> int:
    if amounts.only:
        return rng.choice(amounts.only)
    first = -(-amounts.least_cents // amounts.step_cents) * amounts.step_cents
    return rng.randrange(first, amounts.most_cents + 1, amounts.step_cents)


def _bets(round: Round, rng: random.Random) -> list[Move]:
    """Lawful wagers of a random set of seats, with the betting closed behind them."""
    if round.rules.ring is not None:
        return _players(round, rng)
    places = round.rules.table.seats
    seats = sorted(rng.sample(range(1, places + 1), rng.randint(1, places)))
    moves: list[Move] = []
    for seat in seats:
        wanted = _wagers(round, seat, rng)
        with suppress(NotAllowed):
            round.play_all([*moves, *wanted, NoMoreBets()])
            moves += wanted
    if not moves:
        return _bets(round, rng)
    return [*moves, NoMoreBets()]


def _players(round: Round, rng: random.Random) -> list[Move]:
    """Players against each other: some sit in, with little or much, and bet beside the pot."""
    assert round.rules.ring is not None
    most = min(round.rules.table.seats, round.rules.ring.players_at_most)
    seats = rng.sample(range(1, round.rules.table.seats + 1), rng.randint(2, most))
    moves: list[Move] = [SitIn(seat, rng.randint(1, 30_000)) for seat in seats]
    moves.append(Button(rng.choice(seats)))
    for seat in seats:
        after = round.play_all(moves)
        moves += [
            any_size(each, rng)
            for each in after.legal_moves()
            if isinstance(each.move, Bet) and each.move.seat == seat and rng.random() < 0.5
        ]
    return [*moves, NoMoreBets()]


def _wagers(round: Round, seat: int, rng: random.Random) -> list[Move]:
    """Some of what the seat may bet, each in its turn."""
    main = rng.random() < 0.85
    required = set(round.rules.wagers_of("required"))
    wanted: list[Move] = []
    for _ in range(12):
        after = round.play_all(wanted)
        legal = [
            each
            for each in after.legal_moves()
            if isinstance(each.move, Bet | Tip) and each.move.seat == seat
        ]
        first = [each for each in legal if main and _wager(each) in required]
        more = [each for each in legal if _wager(each) not in required and rng.random() < 0.4]
        if not first and not more:
            break
        wanted.append(any_size((first or more)[0], rng))
    return wanted


def _wager(legal: Legal) -> str | None:
    return legal.move.wager if isinstance(legal.move, Bet) else None


def _irregularity(round: Round, rng: random.Random) -> Irregularity:
    seats = sorted({entry.seat for entry in round.log if isinstance(entry, Bet | SitIn)})
    seat = rng.choice(seats) if seats and rng.random() < 0.8 else None
    hidden = [e.card for e in round.log if isinstance(e, Dealt) and e.face != "up" and e.card]
    exposed = tuple(rng.sample(hidden, 1)) if hidden and rng.random() < 0.5 else ()
    return Irregularity(
        rng.choice(round.rules.irregularity_kinds), "the floor was called", seat, exposed
    )


def _step(history: list[Round], move: Move, *, may_refuse: bool = False) -> None:
    if not may_refuse or history[-1].why_not(move) is None:
        history.append(history[-1].play(move))
