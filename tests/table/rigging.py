"""Rounds with chosen cards: say who holds what, and the deck is put in the order that deals it.

Where a card will go is found by dealing one on a trial round, which costs nothing since a round is
a value, so that nothing here knows the order of dealing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tests.ask.rounds import Decide, Limits, Move, NoMoreBets, OpenTable, PayoutLimits, Round, Terms
from tests.golden import bets as bets
from tests.golden import dealt_and_decided, next_place, whole_deck
from tests.golden import lines as lines
from tests.golden import settled as settled
from tests.golden import table_of as table

from feltworks.cards import Card, Reveal, parse_cards

SALT = "00" * 32


@dataclass
class Rigged:
    """What a round is to look like; `cards` by `(seat or None, zone)`, spelled as text."""

    game: str
    bets: Sequence[Move]
    cards: Mapping[tuple[int | None, str], str]
    decisions: Sequence[Decide] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    jackpots: Mapping[str, int] = field(default_factory=dict)
    under: date | None = None
    extra: Sequence[Move] = ()
    policy: Mapping[str, str] = field(default_factory=dict)
    payout_limits: PayoutLimits = field(default_factory=PayoutLimits)

    @property
    def table(self) -> OpenTable:
        return table(self.game, self.options)

    def played(self) -> Round:
        return self.with_deck()[0]

    def with_deck(self) -> tuple[Round, Reveal]:
        """The round, dealt from a deck that was committed to by the first scheme."""
        order = whole_deck(self.table.deck, self._run(None)[1])
        reveal = Reveal(SALT, tuple(order), scheme=1)
        return self._run(reveal.digest)[0], reveal

    def _run(self, digest: str | None) -> tuple[Round, list[Card]]:
        jackpots = dict.fromkeys(self.table.rules.jackpots, 50000) | dict(self.jackpots)
        terms = Terms(
            self.limits,
            self.under,
            jackpots,
            dict(self.policy),
            digest,
            payout_limits=self.payout_limits,
        )
        round: Round = self.table.open_round(terms)
        for move in (*self.bets, NoMoreBets()):
            round = round.play(move)
        wanted = {place: list(parse_cards(text)) for place, text in self.cards.items()}
        named = {card for cards in wanted.values() for card in cards}
        filler = iter([card for card in self.table.deck.cards if card not in named])

        def next_card(round: Round) -> Card:
            due = wanted.get(next_place(round), [])
            return due.pop(0) if due else next(filler)

        decisions = list(self.decisions)
        round, order = dealt_and_decided(round, decisions, next_card)
        for move in self.extra:
            round = round.play(move)
        assert not decisions, f"nobody asked for {decisions[0]}"
        return round, order
