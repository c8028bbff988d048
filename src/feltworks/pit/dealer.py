"""The dealer: gives the cards that are due until somebody must decide.

A round knows how many cards are out of its deck, so a dealer needs only the deck's order, from the
first card on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from feltworks.cards import Card
from feltworks.errors import FeltworksError
from feltworks.round.contract import Round
from feltworks.round.moves import Deal, Move

R = TypeVar("R", bound=Round)


class DealerError(FeltworksError):
    """A round that cannot go on: the deck is used up, or the betting is still open."""


def deal(round: R, order: Sequence[Card]) -> Iterator[R]:
    """Yields the round after each batch of cards, until a decision is due or it is over.

    Yields nothing if no card is due; the last round is the one to go on with.
    """
    while round.turn.waits_for == "card":
        out, due = round.cards_out, round.cards_due
        if out + due > len(order):
            raise DealerError(f"the deck ends after {len(order)} cards and more are due")
        round = round.play_all([Deal(card) for card in order[out : out + due]])
        yield round


def dealt(round: R, order: Sequence[Card]) -> R:
    """The round when a decision is due or it is over."""
    for after in deal(round, order):
        round = after
    return round


def play_out(round: R, order: Sequence[Card], decide: Callable[[R, int], Move]) -> R:
    """The finished round; `decide` makes every decision, given the round and the seat."""
    while True:
        round = dealt(round, order)
        turn = round.turn
        if turn.waits_for == "nothing":
            return round
        if turn.seat is None:
            raise DealerError("the betting must be closed before the cards are dealt")
        round = round.play(decide(round, turn.seat))
