"""A dealer for one table: shuffles, deals, and tells the house at every step what it must know.

This is the order in which any table works with the house: terms, bets, stakes into escrow, cards,
more stakes as they are put out, settlement with the deck revealed. A shoe runs on until its cut
card and is revealed when it is done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltworks.cards import Commitment, SeededRandomness, Shuffle, commit
from feltworks.round import Deal
from feltworks.round.operations import Burnt, Dealt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltworks.cards import Card, Reveal
    from feltworks.house.demo.guests import Guests
    from feltworks.house.house import House
    from feltworks.house.rounds.settling import Settlement
    from feltworks.round import Operation, Round


class Dealer:
    """Deals at one table, by shuffles from a seed: for show and for tests, not for play."""

    def __init__(self, house: House, table: str, seed: int) -> None:
        self.house = house
        self.table = table
        self.sheet = house.sheet(table)
        self._stream = SeededRandomness(seed)
        self._shuffles = 0
        self._shoe: Commitment | None = None
        self._discarded: tuple[Card, ...] = ()

    def deal_round(self, guests: Guests, players: Mapping[int, str]) -> Settlement | None:
        """One round from the bets to its settlement; None where nobody can bet."""
        commitment = self._deck()
        round = self._opened(commitment)
        bets = guests.bets(round)
        if not bets:
            return None
        round = round.play_all(bets)
        seated = {seat: players[seat] for seat in guests.seats}
        flight = self.house.begin(self.table, round, seated)
        round = self._played(round, flight.number, guests)
        return self.house.settle(flight.number, round, self._reveal(commitment, round))

    def _opened(self, commitment: Commitment) -> Round:
        terms = self.house.terms(self.table, commitment.digest)
        return self.sheet.dealt.open_round(replace(terms, discarded=self._discarded))

    def _played(self, round: Round, number: int, guests: Guests) -> Round:
        assert self._shoe is not None
        cards = iter(self._shoe.reveal().order[len(self._discarded) :])
        while round.turn.waits_for != "nothing":
            if round.turn.waits_for == "card":
                due = [Deal(next(cards)) for _ in range(round.cards_due)]
                round = round.play_all(due)
            else:
                round = round.play(guests.decide(round))
                self.house.hold(number, round)
        return round

    # --- the deck ---------------------------------------------------------------------------

    def _deck(self) -> Commitment:
        if self._shoe is None:
            stream = self._stream.child(self._shuffles)
            self._shuffles += 1
            salt = stream.child("salt").bytes(32).hex()
            self._shoe = commit(Shuffle(self.sheet.dealt.deck, stream).order, salt)
            self._discarded = ()
        return self._shoe

    def _reveal(self, commitment: Commitment, round: Round) -> Reveal | None:
        """What can be shown with this round: all of a deck that is done, nothing of a shoe."""
        cut = self.sheet.dealt.cut_at
        if cut is None:
            self._shoe = None
            return commitment.reveal()
        self._discarded += tuple(_dealt(round.log))
        if len(self._discarded) >= cut:
            self.end_shoe()
        return None

    def end_shoe(self) -> None:
        """Shows a shoe that is not dealt from any more."""
        if self._shoe is not None and self._discarded:
            self.house.reveal(self._shoe.digest, self._shoe.reveal())
        self._shoe, self._discarded = None, ()


def _dealt(log: tuple[Operation, ...]) -> Iterator[Card]:
    for entry in log:
        if isinstance(entry, Dealt | Burnt) and entry.card is not None:
            yield entry.card
