"""Rounds at a house's table with chosen cards: say who holds what, and the deck deals it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tests.ask.rounds import Deal, Decide, Move, NoMoreBets, Round, dealt
from tests.golden import bets as bets
from tests.golden import next_place

from feltworks.cards import Card, Commitment, commit, parse_cards
from feltworks.house import CardRoom, House, RoundRecord, Settlement
from feltworks.house.books import Record

from .rooms import room

NOBODY = "0" * 64
PLAYERS = {1: "ann", 2: "bob", 3: "cyd", 4: "dee"}


def likes(*choices: str) -> Callable[[Round], Decide]:
    """Decides for the first of these choices that is open."""

    def decide(round: Round) -> Decide:
        open_ = [legal.move.choice for legal in round.legal_moves()]
        return Decide(round.turn.seat, next(choice for choice in choices if choice in open_))

    return decide


@dataclass
class Rigged:
    """A round to be dealt at a table of a house; cards by `(seat or None, zone)`, as text."""

    house: House
    table: str
    bets: Sequence[Move]
    cards: Mapping[tuple[int | None, str], str] = field(default_factory=dict)
    decisions: Sequence[Decide] | Callable[[Round], Decide] = ()
    players: Mapping[int, str] = field(default_factory=lambda: PLAYERS)

    def begun(self) -> tuple[RoundRecord, Round, Commitment]:
        """The round with its stakes in escrow and no card dealt."""
        commitment = self._commitment()
        self._put_away()
        self.house.write(self.house.rounds.decks.commit(self.table, commitment))
        round = self._bet(commitment.digest)
        seats = {move.seat for move in self.bets}
        seated = {seat: self.players[seat] for seat in sorted(seats)}
        return (
            self.house.write(self.house.rounds.begin(self.table, round, seated)),
            round,
            commitment,
        )

    def finished(self) -> tuple[RoundRecord, Round, Commitment]:
        """The round played to its end, every stake in escrow, nothing settled in the books."""
        record, round, commitment = self.begun()
        order, decide = commitment.reveal().order, self._decider()
        while (round := dealt(round, order)).turn.waits_for != "nothing":
            round = round.play(decide(round))
            self.house.write(self.house.rounds.move(record.number, round))
        return record, round, commitment

    def settled(self) -> Settlement:
        record, round, commitment = self.finished()
        return self.house.write(self.house.rounds.settle(record.number, round, commitment.reveal()))

    def _put_away(self) -> None:
        """Shows the deck that the table was to go on with."""
        kept = self.house.deck(self.table).commitment
        if kept is not None:
            why = "the test deals another"
            show = self.house.rounds.decks.reveal(kept.digest, kept.reveal(), because=why)
            self.house.write(show)

    def _decider(self) -> Callable[[Round], Decide]:
        if callable(self.decisions):
            return self.decisions
        listed = iter(self.decisions)
        return lambda round: next(listed)

    def _bet(self, digest: str) -> Round:
        terms = self.house.terms(self.table, digest)
        sheet = self.house.sheet(self.table)
        return sheet.dealt.open_round(terms).play_all([*self.bets, NoMoreBets()])

    def _commitment(self) -> Commitment:
        """The deck that gives everybody the cards asked for, found by dealing it once."""
        deck = self.house.sheet(self.table).dealt.deck
        wanted = {place: list(parse_cards(text)) for place, text in self.cards.items()}
        left = list(deck.cards)
        for card in [card for cards in wanted.values() for card in cards]:
            left.remove(card)
        round, decide = self._bet(NOBODY), self._decider()
        order: list[Card] = []
        while round.turn.waits_for != "nothing":
            if round.turn.waits_for == "decision":
                round = round.play(decide(round))
                continue
            due = wanted.get(next_place(round), [])
            card = due.pop(0) if due else left.pop(0)
            order.append(card)
            round = round.play(Deal(card))
        return commit([*order, *left, *(c for cards in wanted.values() for c in cards)])


def count_closed(house: House, name: str = "gran", **how: str) -> Record:
    """The end of a day: the tables are closed and a jackpot is counted."""
    house.close()
    return house.jackpots.count(name, **how)


def count_and_reopen(house: House, name: str = "gran", opened: CardRoom | None = None) -> Record:
    """A count between two openings of one day: what it adds is posted by the second."""
    record = count_closed(house, name)
    house.open(opened or room(), date.fromisoformat(record.day))
    return record
