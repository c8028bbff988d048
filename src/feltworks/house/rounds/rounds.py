"""Where a round begins, goes on and ends, as far as the books are concerned.

A round is begun when the betting is closed: its stakes go into escrow before the first card, and
later ones before play goes on. However it ends, one entry empties its escrow: it is settled, or
voided with every stake returned. It is settled once, however often that is asked for.

Each method of `Rounds` gives a unit, a function of a batch: `house.write` commits one by itself,
and a server commits those of many tables together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import TypeVar

from feltworks.cards import Reveal, join_cards, verify
from feltworks.house.books import Batch, Record
from feltworks.house.books.chain import paper_hash
from feltworks.house.books.index import (
    OUTCOMES,
    ROUND_HELD,
    ROUND_OPENED,
    ROUND_SETTLED,
    ROUND_VOIDED,
)
from feltworks.house.books.reader import Reader
from feltworks.house.books.writer import Unit
from feltworks.house.cage import checked_name
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.keeping import book_play, displayed_cents
from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.checks import check_beginning, check_finished, seed_lines
from feltworks.house.rounds.entry import (
    RoundTotals,
    entry_for,
    outlays,
    plays,
    round_totals,
    stakes_returned,
    stakes_taken,
)
from feltworks.house.rounds.recall import RoundRecord, round_record
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.round import NotAllowed, Round, Terms
from feltworks.round.operations import Voided, cards_taken

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a round ended: cents won or lost by seat, and what payout limits held back.

    `round` is the round as it was booked; None when it had been settled before.
    """

    number: int
    outcome: str
    record: int
    net: Mapping[int, int]
    held_back: Mapping[int, int] = field(default_factory=dict)
    round: Round | None = field(default=None, compare=False, repr=False)


class Rounds:
    """The rounds of a house; `shift` gives the number of the shift that deals."""

    def __init__(self, sheets: Sheets, shift: Callable[[], int]) -> None:
        self._sheets = sheets
        self._shift = shift

    def posted(self, books: Batch | Reader, table: str, commitment: str) -> tuple[Sheet, Terms]:
        """The sheet of an open table and the terms of its next round, jackpots as displayed now."""
        sheet = self._sheets.of_table(books, table)
        shown = {id: displayed_cents(books, name) for id, name in sheet.jackpots.items()}
        return sheet, sheet.terms(shown, commitment)

    def begin(self, table: str, round: Round, players: Mapping[int, str]) -> Unit[RoundRecord]:
        """Takes the stakes of a round whose betting is closed into escrow, and numbers it."""
        named = {seat: checked_name(players[seat]) for seat in sorted(players)}
        return partial(self._begun, table=table, round=round, players=named, shift=self._shift())

    def _begun(
        self, batch: Batch, table: str, round: Round, players: Mapping[int, str], shift: int
    ) -> RoundRecord:
        sheet, state = self._sheets.of_table(batch, table), batch.state(f"table {table}")
        assert state is not None
        worked = batch.state(f"shift {shift}")
        if worked is None or worked["over"]:
            raise HouseError("the shift is over: nobody deals")
        stakes = outlays(round.log)
        check_beginning(batch, sheet, round, players, stakes)
        number = batch.next_round()
        opening = batch.write(
            ROUND_OPENED,
            f"round {number}",
            day=date.fromisoformat(state["day"]),
            facts={
                "table": table,
                "sheet": sheet.hash,
                "shift": shift,
                "players": _by_seat(players),
                "commitment": round.terms.commitment,
                "discarded": len(round.terms.discarded),
                **({"seeds": seed_lines(round.terms)} if round.terms.seeds else {}),
                "posted": dict(round.terms.jackpots),
                "stakes": _by_seat(stakes),
                "lines": [entry.line for entry in round.log],
            },
            postings=stakes_taken(table, stakes, players),
            round=number,
        )
        return round_record([opening], number)

    def hold(self, number: int, round: Round) -> Unit[int]:
        """Takes what was staked since into escrow; gives the cents that were added."""

        def unit(batch: Batch) -> int:
            record = round_record(batch.of_round(number), number)
            if record.closing is not None:
                raise HouseError(f"round {number} is over: it was {OUTCOMES[record.closing.kind]}")
            added = {
                seat: cents - record.stakes.get(seat, 0)
                for seat, cents in outlays(round.log).items()
                if cents > record.stakes.get(seat, 0)
            }
            if added:
                batch.write(
                    ROUND_HELD,
                    f"round {number}",
                    day=record.day,
                    facts={"stakes": _by_seat(added)},
                    postings=stakes_taken(record.table, added, record.players),
                    round=number,
                )
            return sum(added.values())

        return unit

    def settle(self, number: int, round: Round, reveal: Reveal | None = None) -> Unit[Settlement]:
        """Books a finished round; one that was settled before is reported again and not paid."""

        def unit(batch: Batch) -> Settlement:
            record = round_record(batch.of_round(number), number)
            sheet = self._sheets.read(batch, record.facts["sheet"])
            text = sheet.dealt.transcript(round, reveal)
            if record.closing is not None:
                return _settled_before(record, record.closing, paper_hash(text))
            check_finished(record, sheet, round, reveal)
            booked, totals = _at_present_amounts(batch, sheet, round)
            transcript = text if booked is round else sheet.dealt.transcript(booked, reveal)
            closing = _book(batch, record, sheet, booked, totals, transcript, paper_hash(text))
            return replace(_settlement(closing), round=booked)

        return unit

    def void(self, number: int, why: str) -> Unit[Record]:
        """Undoes a round that cannot be finished: every stake goes back."""
        return partial(void_round, number=number, why=why)

    def reveal(self, commitment: str, reveal: Reveal) -> Unit[None]:
        """Shows the deck behind a commitment, for a shoe that ran on over many rounds."""
        if not verify(commitment, reveal):
            raise HouseError(f"this is not the deck that {commitment[:16]} commits to")
        subject = f"shoe {commitment}"
        state = {
            "salt": reveal.salt,
            "order": join_cards(reveal.order),
            "scheme": reveal.scheme,
        }

        def unit(batch: Batch) -> None:
            if batch.state(subject) is None:
                batch.write("shoe revealed", subject, after=state)

        return unit


def void_round(batch: Batch, number: int, why: str) -> Record:
    """Undoes a round: every stake goes back. A round that is void already stays so."""
    record = round_record(batch.of_round(number), number)
    if record.closing is not None:
        if record.closing.kind == ROUND_VOIDED:
            return record.closing
        raise HouseError(f"round {number} is settled and cannot be voided")
    return batch.write(
        ROUND_VOIDED,
        f"round {number}",
        facts={"outcome": "voided", "why": why},
        postings=stakes_returned(record),
        round=number,
    )


def _by_seat(values: Mapping[int, T]) -> dict[str, T]:
    return {str(seat): value for seat, value in sorted(values.items())}


# --- settling ----------------------------------------------------------------------------------


def _book(
    batch: Batch,
    record: RoundRecord,
    sheet: Sheet,
    round: Round,
    totals: RoundTotals,
    transcript: str,
    asked: str,
) -> Record:
    """Writes the round's entry and its play for the jackpots.

    `asked` is the hash of the transcript that was handed in, by which the same request is known
    again.
    """
    number, entry = record.number, entry_for(totals, sheet, record)
    day = max(record.day, batch.today)
    _fill(batch, sheet, entry.postings, number, day)
    closing = batch.write(
        ROUND_SETTLED,
        f"round {number}",
        day=day,
        facts={
            "outcome": "voided" if isinstance(round.log[-1], Voided) else "settled",
            "transcript": batch.keep(transcript),
            "asked": asked,
            "cards": len(cards_taken(round.log)),
            "net": _by_seat(entry.net),
            "held_back": _by_seat(entry.held_back),
        },
        postings=entry.postings,
        round=number,
    )
    for jackpot, play in plays(totals, sheet.wagers).items():
        if play:
            book_play(batch, sheet.jackpots[jackpot], play, day, number)
    return closing


def _settled_before(record: RoundRecord, closing: Record, asked: str) -> Settlement:
    if closing.kind == ROUND_VOIDED:
        raise HouseError(f"round {record.number} was voided: {closing.facts['why']}")
    if closing.facts["asked"] != asked:
        raise HouseError(f"round {record.number} is settled already, and by another transcript")
    return _settlement(closing)


def _settlement(closing: Record) -> Settlement:
    facts = closing.facts
    assert closing.round is not None
    return Settlement(
        closing.round,
        facts["outcome"],
        closing.number,
        {int(seat): cents for seat, cents in facts["net"].items()},
        {int(seat): cents for seat, cents in facts["held_back"].items()},
    )


def _fill(batch: Batch, sheet: Sheet, postings: Sequence[Posting], number: int, day: date) -> None:
    """A tray that cannot pay is filled first, to what the table opens with."""
    tray = accounts.tray(sheet.table)
    change = sum(posting.cents for posting in postings if posting.account == tray)
    left = batch.cents(tray) + change
    if left < 0:
        batch.write(
            "table filled",
            f"table {sheet.table}",
            day=day,
            facts={"for_round": number},
            postings=move(accounts.HOUSE, tray, sheet.tray - left, "fill"),
        )


def _at_present_amounts(batch: Batch, sheet: Sheet, round: Round) -> tuple[Round, RoundTotals]:
    """The round with the jackpots at what they display now.

    The shares of a jackpot are of what is on display when the round is booked. When another table's
    win or meter changed it since the round was opened, the same moves are played again with the new
    amount; nothing else in the round can change by that.
    """
    totals, posted = round_totals(round.log), dict(round.terms.jackpots)
    for id in totals.prizes:
        if id not in sheet.jackpots:
            raise HouseError(f"the round is paid from {id}, which table {sheet.table} has not")
        posted[id] = displayed_cents(batch, sheet.jackpots[id])
    if posted == dict(round.terms.jackpots):
        return round, totals
    opened = sheet.dealt.open_round(replace(round.terms, jackpots=posted))
    try:
        again = opened.play_all(round.moves)
    except NotAllowed as refused:
        why = f"the round cannot be settled with the jackpots of now: {refused}"
        raise HouseError(why) from None
    return again, round_totals(again.log)
