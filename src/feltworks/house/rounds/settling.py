"""Settling a round: its entry, its play for the jackpots, and the answer to a repeated request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeVar

from feltworks.house.books import Batch, Record, kinds
from feltworks.house.books.chain import paper_hash
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.changing import book_play
from feltworks.house.jackpots.keeping import displayed_cents
from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.entry import entry_for
from feltworks.house.rounds.recall import RoundRecord
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.rounds.tally import LogTally
from feltworks.round import NotAllowed, Round
from feltworks.round.transcript import read_transcript

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a round ended: cents won or lost by seat, and what payout limits held back.

    `round` is the round as it was booked, even if it had been settled before.
    """

    number: int
    outcome: str
    record: int
    net: Mapping[int, int]
    held_back: Mapping[int, int]
    round: Round = field(compare=False, repr=False)


def by_seat(values: Mapping[int, T]) -> dict[str, T]:
    """Values by seat for JSON, whose keys must be texts."""
    return {str(seat): value for seat, value in sorted(values.items())}


def book_round(
    batch: Batch, record: RoundRecord, sheet: Sheet, tally: LogTally, transcript: str, asked: str
) -> Record:
    """Writes the round's entry and its play for the jackpots.

    `asked` is the hash of the transcript handed in, by which a repeated request is recognised.
    """
    number, entry = record.number, entry_for(tally.totals(), sheet, record)
    day = batch.today
    _fill(batch, sheet, entry.postings, number, day)
    closing = batch.write(
        kinds.ROUND_SETTLED,
        f"round {number}",
        day=day,
        facts={
            "outcome": "voided" if tally.is_void else "settled",
            "transcript": batch.keep(transcript),
            "asked": asked,
            "cards": len(tally.cards),
            "net": by_seat(entry.net),
            "held_back": by_seat(entry.held_back),
        },
        postings=entry.postings,
        round=number,
    )
    for jackpot, play in entry.plays.items():
        if play:
            book_play(batch, sheet.jackpots[jackpot], play, day, number)
    return closing


def settled_before(
    batch: Batch, record: RoundRecord, sheet: Sheet, round: Round, text: str
) -> Round:
    """The round as it was booked by the same request before; its jackpots may differ."""
    number, closing = record.number, record.closing
    assert closing is not None
    if closing.kind == kinds.ROUND_VOIDED:
        raise HouseError(f"round {number} was voided: {closing.facts['why']}")
    asked, kept = paper_hash(text), closing.facts["transcript"]
    if closing.facts["asked"] != asked:
        raise HouseError(f"round {number} is settled already, and by another transcript")
    if kept == asked:
        return round
    if (transcript := batch.paper(kept)) is None:
        raise HouseError(f"round {number} is settled already, and its transcript is archived")
    return sheet.dealt.replay(read_transcript(transcript, f"round {number}"))


def settlement_of(closing: Record, round: Round) -> Settlement:
    facts = closing.facts
    assert closing.round is not None
    return Settlement(
        closing.round,
        facts["outcome"],
        closing.number,
        {int(seat): cents for seat, cents in facts["net"].items()},
        {int(seat): cents for seat, cents in facts["held_back"].items()},
        round,
    )


def _fill(batch: Batch, sheet: Sheet, postings: Sequence[Posting], number: int, day: date) -> None:
    """Fills a tray that cannot pay, up to what the table opens with."""
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


def at_present_amounts(
    batch: Batch, sheet: Sheet, round: Round, tally: LogTally
) -> tuple[Round, LogTally]:
    """The round with the jackpots at what they display now, and what its log says.

    A share of a jackpot is a share of what is on display when the round is booked. If another
    table's win or meter has changed it since the round was opened, the same moves are played again
    with the new amount; nothing else in the round can change.
    """
    posted = dict(round.terms.jackpots)
    for id in (id for id, winners in tally.shares.items() if winners):
        if id not in sheet.jackpots:
            raise HouseError(f"the round is paid from {id}, which table {sheet.table} has not")
        posted[id] = displayed_cents(batch, sheet.jackpots[id])
    if posted == dict(round.terms.jackpots):
        return round, tally
    opened = sheet.dealt.open_round(replace(round.terms, jackpots=posted))
    try:
        again = opened.play_all(round.moves)
    except NotAllowed as refused:
        why = f"the round cannot be settled with the jackpots of now: {refused}"
        raise HouseError(why) from None
    return again, LogTally().read(again.log)
