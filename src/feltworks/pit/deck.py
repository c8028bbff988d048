"""The deck at a table: shuffled and committed to before anybody bets, revealed when it is done.

A deck that is shuffled for every round is revealed with that round; where the rules know two packs
they take turns. A shoe runs on to its cut card; its one promise holds for all its rounds, and it is
shown when it is put away. Shuffles are the house's, or for practice they come from a seed, and then
the same seed deals the same cards again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feltworks.cards import HouseRandomness, SeededRandomness, Shuffle, commit
from feltworks.round.operations import cards_taken

if TYPE_CHECKING:
    from feltworks.cards import Card, Commitment, Reveal
    from feltworks.pit.tables import OpenTable
    from feltworks.round import Round, Terms


@dataclass
class TableDeck:
    """`discarded` are the cards that earlier rounds took from a shoe, in the order they came out.

    `seed` None is play with the house's shuffles; `shuffles` counts them.
    """

    table: OpenTable
    seed: int | None = None
    commitment: Commitment | None = field(default=None, init=False)
    discarded: tuple[Card, ...] = field(default=(), init=False)
    shuffles: int = field(default=0, init=False)

    def promise(self) -> Commitment:
        """The commitment that the next round is dealt under, of a fresh shuffle if one is due."""
        if self.commitment is None:
            self.commitment = self._shuffled()
            self.discarded = ()
            self.shuffles += 1
        return self.commitment

    def terms(self, terms: Terms) -> Terms:
        """The terms of the next round, with what is known of its deck."""
        digest = self.promise().digest
        second = self.table.rules.table.second_deck and self.shuffles % 2 == 0
        return replace(terms, commitment=digest, discarded=self.discarded, pack=2 if second else 1)

    @property
    def order(self) -> tuple[Card, ...]:
        """Every card in its order, those already out included; for whoever deals, nobody else."""
        return self.promise().reveal().order

    def shown_with_round(self) -> Reveal | None:
        """What a finished round's transcript carries: a whole deck, nothing of a shoe."""
        if self.table.cut_at is not None or self.commitment is None:
            return None
        return self.commitment.reveal()

    def after(self, round: Round) -> Commitment | None:
        """A round is over; gives the commitment of a shoe that is done with it, to be revealed."""
        cut = self.table.cut_at
        if cut is None:
            self.commitment = None
            return None
        self.discarded += tuple([card for card in cards_taken(round.log) if card is not None])
        # Behind a deep cut card a full table could not be served: nobody should bet on such a shoe.
        left = self.table.deck.size - len(self.discarded)
        is_done = len(self.discarded) >= cut or left < self.table.first_cards
        return self.put_away() if is_done else None

    def put_away(self) -> Commitment | None:
        """The deck is not dealt from any more; gives the commitment that is to be shown."""
        spent = self.commitment
        self.commitment, self.discarded = None, ()
        return spent

    def restore(
        self, commitment: Commitment | None, discarded: tuple[Card, ...], shuffles: int
    ) -> None:
        """Goes on with a deck that was promised before, after so many shuffles."""
        self.commitment, self.discarded, self.shuffles = commitment, discarded, shuffles

    def _shuffled(self) -> Commitment:
        deck = self.table.deck
        if self.seed is None:
            return commit(Shuffle(deck, HouseRandomness()).for_play())
        stream = SeededRandomness(self.seed).child(self.shuffles)
        salt = stream.child("salt").bytes(32).hex()
        return commit(Shuffle(deck, stream).order, salt)
