"""The deck at a table: shuffled and committed to before anybody bets, revealed when it is done.

The players' seeds, given once for each deck before its first card, fix the order in which its slots
are dealt. A deck that is shuffled for every round is revealed with that round; if the rules have
two packs, they take turns. A shoe is used up to its cut card; its one commitment and its seeds hold
for all its rounds, and it is shown when it is put away. Shuffles are random, or for practice they
come from a seed, and then the same seed deals the same cards again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from feltworks.cards import (
    Card,
    Commitment,
    HouseRandomness,
    PlayerSeed,
    Reveal,
    SeededRandomness,
    Shuffle,
    commit,
)
from feltworks.pit.tables import OpenTable
from feltworks.round import Round, Terms
from feltworks.round.operations import cards_taken


def other_pack(pack: int) -> int:
    """The pack of two that is dealt next: each is used in every other round."""
    return 3 - pack


@dataclass
class TableDeck:
    """`discarded` are the cards that earlier rounds took from a shoe, in the order they came out.

    `seed` None means random shuffles; `shuffles` counts them. `seeds` are the players', None while
    they may still be given. `pack` is which of two packs is dealt next, or now.
    """

    table: OpenTable
    seed: int | None = None
    commitment: Commitment | None = field(default=None, init=False)
    discarded: tuple[Card, ...] = field(default=(), init=False)
    shuffles: int = field(default=0, init=False)
    pack: int = field(default=1, init=False)
    seeds: tuple[PlayerSeed, ...] | None = field(default=None, init=False)
    _order: tuple[Card, ...] | None = field(default=None, init=False, repr=False)

    def promise(self) -> Commitment:
        """The commitment of the next round's deck, which is shuffled now if needed."""
        if self.commitment is None:
            self.commitment = self._shuffled()
            self.discarded, self.seeds, self._order = (), None, None
            self.shuffles += 1
        return self.commitment

    @property
    def takes_seeds(self) -> bool:
        """Whether players may still add their seeds: no card of the deck is out."""
        return self.seeds is None and not self.discarded

    def mix(self, seeds: Sequence[PlayerSeed]) -> None:
        """Takes the players' seeds; from now on the order of the deal is fixed."""
        assert self.takes_seeds, "a deck takes seeds once, before its first card"
        self.promise()
        self.seeds = tuple(sorted(seeds, key=lambda each: each.seat))
        self._order = None

    def terms(self, terms: Terms) -> Terms:
        """The terms of the next round, with what is known of its deck."""
        digest = self.promise().digest
        return replace(
            terms,
            commitment=digest,
            discarded=self.discarded,
            pack=self.pack if self.table.rules.table.second_deck else 1,
            seeds=self.seeds or (),
        )

    @property
    def order(self) -> tuple[Card, ...]:
        """Every card in the order of the deal, including those already out; only for the dealer."""
        commitment = self.promise()
        if self._order is None:
            self._order = commitment.reveal().dealt(self.seeds or ())
        return self._order

    def shown_with_round(self) -> Reveal | None:
        """What the books keep with a finished round: a whole deck, nothing of a shoe."""
        if self.table.cut_at is not None or self.commitment is None:
            return None
        return self.commitment.reveal()

    def after(self, round: Round) -> Commitment | None:
        """Ends a round; returns the commitment of a finished shoe, to be revealed."""
        cut = self.table.cut_at
        if cut is None:
            self.put_away()
            self.pack = other_pack(self.pack)
            return None
        self.discarded += tuple([card for card in cards_taken(round.log) if card is not None])
        # If the cut card is so deep that a full table could not be served, the shoe ends now.
        left = self.table.deck.size - len(self.discarded)
        is_done = len(self.discarded) >= cut or left < self.table.first_cards
        return self.put_away() if is_done else None

    def put_away(self) -> Commitment | None:
        """Puts the deck away; returns the commitment that must be shown."""
        spent = self.commitment
        self.commitment, self.discarded, self.seeds, self._order = None, (), None, None
        return spent

    def restore(
        self,
        commitment: Commitment | None,
        shuffles: int,
        *,
        discarded: int = 0,
        seeds: Sequence[PlayerSeed] | None = None,
        pack: int = 1,
    ) -> None:
        """Continues with a deck that was committed to before, the last of this many shuffles.

        `discarded` of its cards are out; `seeds` are None while they may still be given.
        """
        self.commitment, self.shuffles, self.discarded, self._order = commitment, shuffles, (), None
        self.seeds, self.pack = None if seeds is None else tuple(seeds), pack
        if commitment is not None:
            self.discarded = self.order[:discarded]

    def _shuffled(self) -> Commitment:
        deck = self.table.deck
        if self.seed is None:
            return commit(Shuffle(deck, HouseRandomness()).for_play())
        stream = SeededRandomness(self.seed).child(self.shuffles)
        salt = stream.child("salt").bytes(32).hex()
        return commit(Shuffle(deck, stream).order, salt)
