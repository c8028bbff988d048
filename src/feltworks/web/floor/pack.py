"""The deck at one table: shuffled and committed to before anybody bets, revealed when it is done.

A deck that is shuffled for every round is revealed with that round. A shoe runs on to its cut card;
its one promise holds for all its rounds, and it is shown when it is put away.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feltworks.cards import commit, shuffle_for_play
from feltworks.round.operations import Burnt, Dealt

if TYPE_CHECKING:
    from feltworks.cards import Card, Commitment, Reveal
    from feltworks.pit import OpenTable
    from feltworks.round import Round, Terms


@dataclass
class Pack:
    """`out` are the cards that earlier rounds took from a shoe, `shuffles` how many there were."""

    dealt: OpenTable
    commitment: Commitment | None = None
    out: tuple[Card, ...] = ()
    shuffles: int = field(default=0)

    def promise(self) -> Commitment:
        """The commitment the next round is dealt under."""
        if self.commitment is None:
            self.commitment = commit(shuffle_for_play(self.dealt.deck).for_play())
            self.out = ()
            self.shuffles += 1
        return self.commitment

    def on(self, terms: Terms) -> Terms:
        """The terms of the next round, with what is known of this deck."""
        second = self.dealt.rules.table.second_deck and self.shuffles % 2 == 0
        return replace(terms, discarded=self.out, pack=2 if second else 1)

    def next_cards(self, round: Round, count: int) -> tuple[Card, ...]:
        """The next cards of a round in play; only for whoever deals."""
        assert self.commitment is not None
        at = len(self.out) + sum(isinstance(entry, Dealt | Burnt) for entry in round.log)
        return self.commitment.reveal().order[at : at + count]

    def shown_with(self) -> Reveal | None:
        """What a finished round's transcript carries: a whole deck, nothing of a shoe."""
        if self.dealt.cut_at is not None or self.commitment is None:
            return None
        return self.commitment.reveal()

    def after(self, round: Round) -> Commitment | None:
        """A round is over; the commitment of a shoe that is done with it, to be revealed."""
        cut = self.dealt.cut_at
        if cut is None:
            self.commitment = None
            return None
        self.out += tuple(
            entry.card
            for entry in round.log
            if isinstance(entry, Dealt | Burnt) and entry.card is not None
        )
        # Behind a deep cut card a full table could not be served: nobody should bet on such a shoe.
        too_low = self.dealt.deck.size - len(self.out) < self.dealt.first_cards
        return self.put_away() if len(self.out) >= cut or too_low else None

    def put_away(self) -> Commitment | None:
        """The deck is not dealt from any more; its commitment if cards of a shoe are out."""
        spent = self.commitment if self.out else None
        self.commitment, self.out = None, ()
        return spent
