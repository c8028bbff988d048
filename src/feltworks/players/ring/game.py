"""A game between players dealt to its end: a seating, a deck in order, and whoever decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.pit import play_out
from feltworks.ring import RingRound
from feltworks.round.moves import NoMoreBets
from feltworks.round.viewers import player
from feltworks.round.views import view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltworks.cards import Card
    from feltworks.players.ring.bots import RingPlayer
    from feltworks.ring import Seating
    from feltworks.round.moves import Decide
    from feltworks.round.terms import Terms


def open_game(seating: Seating, terms: Terms) -> tuple[RingRound, Seating]:
    """The next game with its blinds out, and the seating while it is played."""
    moves, during = seating.next_game()
    return RingRound.open(seating.plan, terms).play_all([*moves, NoMoreBets()]), during


def play_game(
    seating: Seating, terms: Terms, order: Sequence[Card], players: Mapping[int, RingPlayer]
) -> tuple[RingRound, Seating]:
    """A whole game in which each seat is decided for by its player, from its own view alone."""
    start, during = open_game(seating, terms)

    def decide(now: RingRound, seat: int) -> Decide:
        return players[seat].decide(view(now, player(seat)))

    done = play_out(start, order, decide)
    return done, during.after(done)
