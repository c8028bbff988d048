"""Open rounds, put together again from the books: the deck, the wagers and every journaled move.

Cards are not journaled: they follow from the deck and the moves. So an interrupted round is
restored to its last answered move, and the next process that deals goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from feltworks.cards import Card, Commitment
from feltworks.errors import FeltworksError
from feltworks.house.books import Batch, Reader
from feltworks.house.errors import BooksError
from feltworks.house.rounds.decks import Decks, seeds_in
from feltworks.house.rounds.journal import opened_moves
from feltworks.house.rounds.recall import RoundRecord, readable, round_record
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.pit import TableDeck, dealt
from feltworks.round import Round
from feltworks.round.movetext import read_move


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that is not over: `round` is its state right after its last journaled move."""

    record: RoundRecord
    sheet: Sheet
    deck: Commitment
    round: Round

    @property
    def order(self) -> tuple[Card, ...]:
        """All cards of its deck in the order they are dealt."""
        return self.deck.reveal().dealt(self.round.terms.seeds)

    def restore(self, deck: TableDeck) -> None:
        """Makes a table continue with the deck of this round."""
        terms = self.round.terms
        deck.restore(
            self.deck,
            deck.shuffles,
            discarded=len(terms.discarded),
            seeds=terms.seeds,
            pack=terms.pack,
        )

    @property
    def number(self) -> int:
        return self.record.number

    @property
    def table(self) -> str:
        return self.record.table


def resumed(books: Batch | Reader, number: int, sheets: Sheets, decks: Decks) -> OpenRound:
    """The round as far as it was played; raises a `KeyLost` if its deck cannot be opened."""
    with readable(number):
        record = round_record(books.of_round(number), number)
        facts = record.facts
        sheet = sheets.read(books, facts["sheet"])
        deck = decks.open(books, facts["commitment"])
        decks.remember(deck)
        seeds = seeds_in(record.opening)
        order = deck.reveal().dealt(seeds)
        terms = replace(
            sheet.terms(facts["posted"], facts["commitment"]),
            discarded=order[: facts["discarded"]],
            pack=facts.get("pack", 1),
            seeds=seeds,
        )
        try:
            round = _played(sheet.dealt.open_round(terms), facts["lines"])
            for text in opened_moves(books.moves(number), deck.reveal().salt, number):
                move = read_move(text)
                if move is None:
                    raise BooksError(f"{text!r} in the journal of round {number} is no move")
                round = dealt(round, order).play(move)
        except BooksError:
            raise
        except FeltworksError as error:
            raise BooksError(f"round {number} cannot be played on: {error}") from error
        return OpenRound(record, sheet, deck, round)


def _played(opened: Round, lines: Sequence[str]) -> Round:
    """The round after its opening, whose log has these lines."""
    round = opened
    while len(round.log) < len(lines):
        move = read_move(lines[len(round.log)])
        if move is None:
            raise BooksError(f"{lines[len(round.log)]!r} is no move, and nothing leads to it")
        round = round.play(move)
    if [entry.line for entry in round.log] != list(lines):
        raise BooksError("the wagers do not lead to what was recorded")
    return round
