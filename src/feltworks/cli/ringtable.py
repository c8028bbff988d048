"""A ring table at the terminal: who sits there, the deck of the next game, and the score.

The person has seat 1, bots have the seats on his left. A bot that has lost its stack buys in again,
the person does not.
"""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING

from feltworks.cli.playbook import BookError, keep_transcript
from feltworks.pit import Sitting
from feltworks.players.ring import TEMPERS, Bot, seat_bots
from feltworks.ring import RingRound, Seating
from feltworks.ring.scorebook import Scorebook
from feltworks.round import Bet, Limits, NoMoreBets, Reason, Terms
from feltworks.round.croupier import made

if TYPE_CHECKING:
    from feltworks.cards import Commitment
    from feltworks.cli.play import Asked
    from feltworks.pit import OpenTable

PERSON = 1
USUAL_BET_CENTS = 1000
USUAL_OPPONENTS = 5
SPREAD = 4
"""The maximum bet of a terminal table, in minimum bets."""


class RingTable:
    """One sitting of a person, or of a bot in his place, among bots."""

    def __init__(self, table: OpenTable, asked: Asked) -> None:
        self.asked = asked
        bet = asked.bet_cents or USUAL_BET_CENTS
        terms = Terms(Limits(bet, SPREAD * bet))
        self.sitting = Sitting(table, terms, asked.seed)
        opened = table.open_round(terms)
        assert isinstance(opened, RingRound)
        self.plan = opened.plan
        self.names = _names(self.plan.ring.players_at_most, asked)
        self.bots = self._seat_bots()
        self.book = Scorebook()
        self.seating = Seating(self.plan)
        for seat in self.names:
            self._accept(self.seating.join(seat, asked.bankroll_cents))
        self._check_sides()

    @property
    def stack_cents(self) -> int:
        """What the person has before him."""
        return self.seating.chairs[PERSON].stack_cents

    def next_game(self) -> tuple[RingRound, Commitment]:
        """The next game with its blinds out, and the promise of its deck."""
        for seat, chair in self.seating.chairs.items():
            if not chair.stack_cents and seat != PERSON:
                self._accept(self.seating.add_chips(seat, self.asked.bankroll_cents))
        opened = self.seating.next_game()
        if isinstance(opened, Reason):
            raise BookError(opened.text)
        moves, self.seating = opened
        round, commitment = self.sitting.next_round()
        assert isinstance(round, RingRound)
        round = made(round.play_all(moves))
        for wager in self.asked.sides:
            round = self._with_side(round, wager)
        return made(round.play(NoMoreBets())), commitment

    def close(self, done: RingRound, commitment: Commitment) -> None:
        """The game is over: stacks, score and transcript."""
        self.seating = self.seating.after(done)
        self.book.enter(done, self.names)
        keep_transcript(self.sitting, self.asked.save, done, commitment)

    def _with_side(self, round: RingRound, wager: str) -> RingRound:
        """The person's side wager at its least, while his stack allows it."""
        for legal in round.legal_moves():
            move = legal.move
            if isinstance(move, Bet) and (move.seat, move.wager) == (PERSON, wager):
                return made(round.play(move))
        return round

    def _check_sides(self) -> None:
        for wager in self.asked.sides:
            if wager not in self.plan.side_wagers:
                offered = ", ".join(self.plan.side_wagers) or "none"
                raise BookError(f"--side {wager!r} is not offered beside the pot: {offered} is")

    def _seat_bots(self) -> dict[int, Bot]:
        seated = {
            seat: name.partition(" ")[0]
            for seat, name in self.names.items()
            if seat != PERSON or self.asked.auto
        }
        # Nobody is to know beforehand when a bot will bluff, unless practice asks for it.
        seed = randbits(32) if self.asked.seed is None else self.asked.seed
        return seat_bots(seated, self.plan.rules, seed=seed)

    def _accept(self, seating: Seating | Reason) -> None:
        if isinstance(seating, Reason):
            raise BookError(seating.text)
        self.seating = seating


def _names(most: int, asked: Asked) -> dict[int, str]:
    """Who sits where; bots of one kind are told apart by their seats."""
    if asked.hands != 1:
        raise BookError("--seats: between players a person has one hand")
    if asked.opponents is None and len(asked.against) > 1:
        opponents = len(asked.against)
    else:
        opponents = asked.opponents or min(USUAL_OPPONENTS, most - 1)
    if opponents + 1 > most:
        raise BookError(f"--opponents {opponents}: the game is for {most} players at most")
    kinds = asked.against or tuple(TEMPERS)
    names = {PERSON: f"{asked.auto} 1" if asked.auto else "you"}
    for seat in range(2, opponents + 2):
        names[seat] = f"{kinds[(seat - 2) % len(kinds)]} {seat}"
    return names
