"""Where a round begins, goes on and ends, as far as the books are concerned.

A round is begun when the betting is closed: its stakes go into escrow before the first card, and
later ones before play goes on; every move is journaled before it is answered, so that a round that
is interrupted goes on from its last answered move. However it ends, one entry empties its escrow:
it is settled, or voided by a rule or a supervisor with every stake returned. Beginning, moving and
settling are each done once, however often they are requested.

Each method of `Rounds` returns a unit of work: `house.write` commits a single one, and a server
commits those of many tables together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from feltworks.cards import Reveal
from feltworks.house.books import Batch, Reader, Record, Unit, kinds
from feltworks.house.books.chain import paper_hash
from feltworks.house.cage import checked_name
from feltworks.house.errors import BooksAway, HouseError
from feltworks.house.jackpots.keeping import displayed_cents
from feltworks.house.mechanisms import mechanism_of
from feltworks.house.opening import close_if_due
from feltworks.house.rounds import settling
from feltworks.house.rounds.checks import check_beginning, check_finished, seed_lines
from feltworks.house.rounds.decks import Decks, cached_latest, show
from feltworks.house.rounds.entry import stakes_returned, stakes_taken
from feltworks.house.rounds.journal import is_sealed, opened_moves, sealed_move, tells_cards
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.resume import OpenRound, resumed
from feltworks.house.rounds.settling import Settlement
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.house.rounds.tally import LogTally
from feltworks.house.staff import by_whom
from feltworks.pit import dealt
from feltworks.round import Round, Terms
from feltworks.round.operations import cards_taken


class Rounds:
    """The rounds of a house; `shift` gives the number of the shift that deals.

    Only the process that deals may begin a round, make a move in it or settle it.
    """

    def __init__(self, sheets: Sheets, decks: Decks, shift: Callable[[], int]) -> None:
        self.decks = decks
        self._sheets = sheets
        self._shift = shift
        self._known: dict[int, RoundRecord] = {}
        self._tallies: dict[int, LogTally] = {}

    def posted(self, books: Batch | Reader, table: str, commitment: str) -> tuple[Sheet, Terms]:
        """The sheet of an open table and the terms of its next round, jackpots as displayed now."""
        sheet = self._sheets.of_table(books, table)
        shown = {id: displayed_cents(books, name) for id, name in sheet.jackpots.items()}
        return sheet, sheet.terms(shown, commitment)

    def begin(self, table: str, round: Round, players: Mapping[int, str]) -> Unit[RoundRecord]:
        """Takes the stakes of a round whose betting is closed into escrow, and numbers it.

        Its key is the deck and how many cards of it are out: repeated with the same wagers it
        returns the same round, and other wagers on the same cards are refused.
        """
        named = {seat: checked_name(players[seat]) for seat in sorted(players)}
        return partial(self._begun, table=table, round=round, players=named, shift=self._shift())

    def _begun(
        self, batch: Batch, table: str, round: Round, players: Mapping[int, str], shift: int
    ) -> RoundRecord:
        tally = LogTally().read(round.log)
        stakes = tally.outlays
        if (before := _begun_before(batch, table, round, players)) is not None:
            return before
        sheet, state = self._sheets.of_table(batch, table), batch.state(f"table {table}")
        assert state is not None
        worked = batch.state(f"shift {shift}")
        if worked is None or worked["over"]:
            raise HouseError("the shift is over: nobody deals")
        check_beginning(batch, sheet, round, players, tally)
        number, terms = batch.next_round(), round.terms
        batch.write(
            kinds.ROUND_OPENED,
            f"round {number}",
            facts={
                "table": table,
                "sheet": sheet.hash,
                "shift": shift,
                "players": settling.by_seat(players),
                "commitment": terms.commitment,
                "discarded": len(terms.discarded),
                **({"seeds": seed_lines(terms)} if terms.seeds else {}),
                "posted": dict(terms.jackpots),
                "stakes": settling.by_seat(stakes),
                "lines": list(tally.lines),
                **({"packs": 2, "pack": terms.pack} if sheet.rules.table.second_deck else {}),
            },
            postings=stakes_taken(table, stakes, players),
            round=number,
        )
        deck = batch.table_deck(table)
        assert deck is not None
        batch.set_table_deck(table, deck._replace(last_round=number))
        cached_latest(self._tallies, number, tally)
        return self._record(batch, number)

    def move(self, number: int, round: Round) -> Unit[int]:
        """Journals the new moves, and takes what they stake into escrow.

        Returns the cents added. The key of a move is its place in the round: repeated, it is not
        made again, and another move in the same place is refused.
        """
        self._shift()

        def unit(batch: Batch) -> int:
            record = self._record(batch, number)
            if record.closing is not None:
                raise HouseError(f"round {number} is over: it was {record.outcome}")
            tally = self._tally(number, round)
            new = self._journaled(batch, record, round, tally)
            if new is None or not tally.stakes_since(new):
                return 0
            added = {
                seat: cents - record.stakes.get(seat, 0)
                for seat, cents in tally.outlays.items()
                if cents > record.stakes.get(seat, 0)
            }
            if added:
                batch.write(
                    kinds.ROUND_HELD,
                    f"round {number}",
                    facts={"stakes": settling.by_seat(added)},
                    postings=stakes_taken(record.table, added, record.players),
                    round=number,
                )
            return sum(added.values())

        return unit

    def settle(self, number: int, round: Round, reveal: Reveal | None = None) -> Unit[Settlement]:
        """Books a finished round; one settled before is reported again and not paid twice."""
        self._shift()

        def unit(batch: Batch) -> Settlement:
            record = self._record(batch, number)
            sheet = self._sheets.read(batch, record.facts["sheet"])
            tally = self._tally(number, round)
            text = sheet.dealt.transcript(round, reveal, tally.lines)
            if record.closing is not None:
                booked = settling.settled_before(batch, record, sheet, round, text)
                return settling.settlement_of(record.closing, booked)
            check_finished(record, sheet, round, tally, self._moves(batch, record), reveal)
            asked = paper_hash(text)
            booked, tally = settling.at_present_amounts(batch, sheet, round, tally)
            if booked is not round:
                text = sheet.dealt.transcript(booked, reveal, tally.lines)
            closing = settling.book_round(batch, record, sheet, tally, text, asked)
            close_if_due(batch, record.table)
            self._tallies.pop(number, None)
            return settling.settlement_of(closing, booked)

        return unit

    def void(self, number: int, why: str, *, by: str | None = None) -> Unit[Record]:
        """Undoes a round by a rule, or `by` a supervisor's order: every stake goes back.

        Its deck is shown if it serves one round against the house; for a shoe the number of cards
        that the round took is recorded. A round that is void already stays so.
        """

        def unit(batch: Batch) -> Record:
            record = self._record(batch, number)
            if record.closing is not None:
                if record.closing.kind == kinds.ROUND_VOIDED:
                    return record.closing
                raise HouseError(f"round {number} is settled and cannot be voided")
            try:
                resumed = self.resumed(batch, number)
            except BooksAway:
                raise
            except HouseError:
                # A round that cannot be put together again can still be undone.
                return void_round(batch, record, why, None, by=by)
            cards = len(cards_taken(dealt(resumed.round, resumed.order).log))
            closing = void_round(batch, record, why, cards, by=by)
            one_round = resumed.sheet.dealt.cut_at is None
            if one_round and not mechanism_of(resumed.sheet.rules).pot:
                because = f"round {number} is void"
                show(batch, resumed.deck.digest, resumed.deck.reveal(), because)
            return closing

        return unit

    def _record(self, batch: Batch, number: int) -> RoundRecord:
        """A round as the books have it; put together again only after a new record."""
        records, known = batch.of_round(number), self._known.get(number)
        if known is not None and known.records is records:
            return known
        if known is not None and known.records == records[:-1]:
            known = known.followed_by(records[-1], records)
        else:
            known = round_record(records, number)
        return cached_latest(self._known, number, known)

    def _tally(self, number: int, round: Round) -> LogTally:
        """What the log of a round says; entries of earlier moves are not read again."""
        known = self._tallies.get(number) or cached_latest(self._tallies, number, LogTally())
        return known.read(round.log)

    def _journaled(
        self, batch: Batch, record: RoundRecord, round: Round, tally: LogTally
    ) -> int | None:
        """Journals the new moves; returns where the first of them is in the log."""
        number, lines = record.number, tally.lines
        journaled = self._moves(batch, record)
        made = tally.moves_after(len(record.facts["lines"]))
        if [lines[at] for at in made[: len(journaled)]] != journaled:
            raise HouseError(f"round {number} has gone on by another move")
        new = made[len(journaled) :]
        if not new:
            return None
        log, texts = round.log, []
        for step, at in enumerate(new, len(journaled) + 1):
            text = lines[at]
            if tells_cards(log[at]):
                salt = self.decks.salt(batch, record.facts["commitment"])
                text = sealed_move(text, salt, number, step)
            texts.append(text)
        batch.journal(number, texts)
        return new[0]

    def _moves(self, batch: Batch, record: RoundRecord) -> list[str]:
        """The journaled moves of a round, as they were made."""
        texts = batch.moves(record.number)
        if not any(map(is_sealed, texts)):
            return texts
        salt = self.decks.salt(batch, record.facts["commitment"])
        return list(opened_moves(texts, salt, record.number))

    def resumed(self, books: Batch | Reader, number: int) -> OpenRound:
        """A round as far as it was played; raises a `KeyLost` if its deck cannot be opened."""
        return resumed(books, number, self._sheets, self.decks)


def _begun_before(
    batch: Batch, table: str, round: Round, players: Mapping[int, str]
) -> RoundRecord | None:
    """The round that the very same request has begun before."""
    deck, terms = batch.table_deck(table), round.terms
    if deck is None or not deck.is_used or deck.digest != terms.commitment:
        return None
    last = batch.deck(deck.digest).last_round
    if last is None:
        return None
    record = round_record(batch.of_round(last), last)
    is_same = (
        record.facts.get("discarded") == len(terms.discarded)
        and dict(record.players) == dict(players)
        and record.facts.get("seeds", []) == seed_lines(terms)
        and record.facts["lines"] == [entry.line for entry in round.log]
    )
    return record if is_same else None


def void_round(
    batch: Batch, record: RoundRecord, why: str, cards: int | None, *, by: str | None = None
) -> Record:
    """Gives every stake of an open round back; `cards` is how many it took, if known."""
    closing = batch.write(
        kinds.ROUND_VOIDED,
        f"round {record.number}",
        facts={
            "outcome": "voided",
            "why": why,
            **by_whom(batch, "void", by),
            **({} if cards is None else {"cards": cards}),
        },
        postings=stakes_returned(record),
        round=record.number,
    )
    close_if_due(batch, record.table)
    return closing
