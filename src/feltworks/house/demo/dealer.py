"""A dealer for one table: shuffles, deals, and tells the house at every step what it must know.

This is the order in which any table works with the house: terms, bets, stakes into escrow, cards,
more stakes as they are put out, settlement with the deck revealed. A shoe runs on until its cut
card and is revealed when it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.pit import TableDeck, dealt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.cards import Commitment
    from feltworks.house.demo.guests import Guests
    from feltworks.house.house import House
    from feltworks.house.rounds.rounds import Settlement
    from feltworks.round import Round


class DemoDealer:
    """Deals at one table, by shuffles from a seed: for show and for tests, not for play."""

    def __init__(self, house: House, table: str, seed: int) -> None:
        self.house = house
        self.table = table
        self.sheet = house.sheet(table)
        self.deck = TableDeck(self.sheet.dealt, seed)

    def deal_round(self, guests: Guests, players: Mapping[int, str]) -> Settlement | None:
        """One round from the bets to its settlement; None where nobody can bet."""
        posted = self.house.terms(self.table, self.deck.promise().digest)
        opened = self.sheet.dealt.open_round(self.deck.terms(posted))
        bets = guests.bets(opened)
        if not bets:
            return None
        seated = {seat: players[seat] for seat in guests.seats}
        begun = opened.play_all(bets)
        number = self.house.write(self.house.rounds.begin(self.table, begun, seated)).number
        round = self._played(begun, number, guests)
        shown = self.deck.shown_with_round()
        self._show(self.deck.after(round))
        return self.house.write(self.house.rounds.settle(number, round, shown))

    def _played(self, round: Round, number: int, guests: Guests) -> Round:
        while (round := dealt(round, self.deck.order)).turn.waits_for != "nothing":
            round = round.play(guests.decide(round))
            self.house.write(self.house.rounds.hold(number, round))
        return round

    def end_shoe(self) -> None:
        """Shows a shoe that is not dealt from any more."""
        self._show(self.deck.put_away())

    def _show(self, shoe: Commitment | None) -> None:
        if shoe is not None:
            self.house.write(self.house.rounds.reveal(shoe.digest, shoe.reveal()))
