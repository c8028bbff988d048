"""Guests: they make lawful bets and decisions at random, through the contract of a round.

Nothing here knows a game. The round says what may be bet or decided, so any game can be played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from feltworks.round import Amounts, Legal, NotAllowed, Round
from feltworks.round.moves import Bet, Button, Decide, Move, NoMoreBets, SitIn, Tip

MOST_WAGERS = 8
PLAYS_BESIDE = 0.6
FOLDS = 0.2


class Guests:
    """Guests at some seats of a table, who bet and decide at random."""

    def __init__(self, seats: Sequence[int], rng: random.Random) -> None:
        self.seats = tuple(seats)
        self._rng = rng

    def bets(self, round: Round) -> list[Move]:
        """The guests' bets, followed by the close of betting; empty if nobody may bet."""
        moves: list[Move] = []
        for seat in self.seats:
            wanted = self._wagers(round, moves, seat)
            # A game between players cannot be dealt to one seat, so a seat is not tested alone.
            alone = [] if any(isinstance(move, SitIn) for move in wanted) else [NoMoreBets()]
            if wanted and _is_allowed(round, [*moves, *wanted, *alone]):
                moves += wanted
        if seats := [move.seat for move in moves if isinstance(move, SitIn)]:
            moves.append(Button(self._rng.choice(seats)))
        moves.append(NoMoreBets())
        return moves if _is_allowed(round, moves) else []

    def _wagers(self, round: Round, before: Sequence[Move], seat: int) -> list[Move]:
        wanted: list[Move] = []
        passed: set[str] = set()
        for _ in range(MOST_WAGERS):
            legal = self._next_wager(round.play_all([*before, *wanted]), seat, passed)
            if legal is None:
                break
            wanted.append(self._sized(legal))
        return wanted

    def _next_wager(self, round: Round, seat: int, passed: set[str]) -> Legal | None:
        """The next wager of the seat: first the required ones, then what it likes."""
        required = set(round.rules.opening_wagers)
        for legal in round.legal_moves():
            move = legal.move
            if isinstance(move, SitIn) and move.seat == seat:
                return legal
            if not isinstance(move, Bet) or move.seat != seat or move.wager in passed:
                continue
            passed.add(move.wager)
            if move.wager in required or self._rng.random() < PLAYS_BESIDE:
                return legal
        return None

    def decide(self, round: Round) -> Move:
        """A decision of the seat whose turn it is."""
        legal = round.legal_moves()
        kept = [each for each in legal if each.choice != "fold"]
        pool = kept if kept and self._rng.random() >= FOLDS else legal
        return self._sized(self._rng.choice(pool))

    def _sized(self, legal: Legal) -> Move:
        """The move with an allowed amount, small ones more often than large ones."""
        move, amounts = legal.move, legal.amounts
        if amounts is None or not isinstance(move, Bet | Tip | Decide):
            return move
        return replace(move, cents=self._amount(amounts))

    def _amount(self, amounts: Amounts) -> int:
        if amounts.only:
            return self._rng.choice(amounts.only)
        step = amounts.step_cents
        first = -(-amounts.least_cents // step)
        steps = amounts.most_cents // step - first
        return (first + int(steps * self._rng.random() ** 4)) * step


def _is_allowed(round: Round, moves: Sequence[Move]) -> bool:
    try:
        round.play_all(moves)
    except NotAllowed:
        return False
    return True
