"""The croupier: takes a round to its end from a deck in order and somebody who decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from feltworks.errors import FeltworksError
from feltworks.round.moves import Deal
from feltworks.round.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltworks.cards import Card
    from feltworks.round.contract import Round
    from feltworks.round.moves import Decide, Move

R = TypeVar("R", bound="Round")


class CroupierError(FeltworksError):
    """A round that cannot go on: the deck is used up, or a decision is against the rules."""


def play_out(round: R, cards: Sequence[Card], decide: Callable[[R, int], Decide]) -> R:
    """The finished round; `cards` are those still in the deck, the next one first."""
    at = 0
    while True:
        turn = round.turn
        if turn.waits_for == "card":
            due = round.cards_due
            if at + due > len(cards):
                raise CroupierError(f"the deck ends after {len(cards)} cards and more are due")
            round = made(round.play_all([Deal(card) for card in cards[at : at + due]]))
            at += due
        elif turn.waits_for == "decision":
            assert turn.seat is not None
            round = made(round.play(decide(round, turn.seat)))
        elif turn.waits_for == "bets":
            raise CroupierError("the betting must be closed before the cards are dealt")
        else:
            return round


def place(round: R, moves: Sequence[Move]) -> R:
    """The round after moves that must be lawful; a `CroupierError` tells why one is not."""
    return made(round.play_all(moves))


def made(after: R | Reason) -> R:
    """The round, unless the move was refused."""
    if isinstance(after, Reason):
        raise CroupierError(after.text)
    return after
