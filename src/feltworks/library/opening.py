"""How a round at a program's table is opened: what every seat puts out before the first card."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Protocol, cast

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.ring import RingRound, Seating
from feltworks.round import Bet, Move, NoMoreBets, Round
from feltworks.round.contract import with_required_bets
from feltworks.rules.amounts import Money

Amount = str | int | Decimal | Fraction
"""Dollars: a number of them, or written as in a rules file ("$2.50")."""
Bets = Mapping[str, Amount]
RING_STACK_CENTS = 1_000_00


class TableOpening(Protocol):
    """Keeps what a table needs from round to round to open the next one."""

    seats: tuple[int, ...]

    def moves(self, round: Round, bets: Mapping[int, Bets]) -> list[Move]:
        """The moves that open a round; the last one closes the betting."""

    def after(self, round: Round) -> None:
        """A round is over."""


def cents_of(amount: Amount) -> int:
    """The amount in cents; raises a `FeltworksError` if it is none."""
    try:
        if isinstance(amount, str):
            return Money.parse(amount if amount.startswith("$") else f"${amount}").cents
        cents = Fraction(amount) * 100
    except (ValueError, TypeError, OverflowError):
        raise FeltworksError(f'{amount!r} is no amount: write 5 or "$2.50"') from None
    if cents.denominator != 1 or cents < 0:
        raise FeltworksError(f"{amount} dollars are no whole number of cents from 0 up")
    return int(cents)


class HouseOpening:
    """Against the house: the given wagers, and the least on every required one."""

    def __init__(self, first: Round, seats: tuple[int, ...]) -> None:
        self.seats = seats
        house_seats = first.rules.table.seats
        if len(seats) > house_seats:
            raise FeltworksError(f"{first.rules.game.id} has {house_seats} seats, not {len(seats)}")

    def moves(self, round: Round, bets: Mapping[int, Bets]) -> list[Move]:
        before = len(round.moves)
        for seat in self.seats:
            for wager, amount in _wanted(round, bets.get(seat, {})).items():
                round = round.play(Bet(seat, wager, cents_of(amount)))
            round = with_required_bets(round, seat)
        return [*round.moves[before:], NoMoreBets()]

    def after(self, round: Round) -> None:
        pass


def _wanted(round: Round, bets: Bets) -> Bets:
    """The given wagers, in the order of the rules file."""
    wagers = round.rules.wagers
    for wager in bets:
        if wager not in wagers:
            raise FeltworksError(
                f"{round.rules.game.id} has no wager {wager!r}{did_you_mean(wager, wagers)}: "
                f"its wagers are {', '.join(wagers)}"
            )
    return {wager: bets[wager] for wager in wagers if wager in bets}


class RingOpening:
    """Between players: everybody starts with the same chips, and the button goes round.

    A seat whose chips are gone buys in for as much again.
    """

    def __init__(self, first: Round, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.seating = Seating(cast("RingRound", first).plan)
        for seat in seats:
            self.seating = self.seating.join(seat, RING_STACK_CENTS)

    def moves(self, round: Round, bets: Mapping[int, Bets]) -> list[Move]:
        for seat, chair in self.seating.players.items():
            if not chair.stack_cents:
                self.seating = self.seating.add_chips(seat, RING_STACK_CENTS)
        moves, self.seating = self.seating.next_game()
        beside = [
            Bet(seat, wager, cents_of(amount))
            for seat, wagers in bets.items()
            for wager, amount in _wanted(round, wagers).items()
        ]
        return [*moves, *beside, NoMoreBets()]

    def after(self, round: Round) -> None:
        self.seating = self.seating.after(cast("RingRound", round))
