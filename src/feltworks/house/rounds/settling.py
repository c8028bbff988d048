"""Settling a round: one balanced entry from its log, made once however often it is asked for.

What each wager pays was computed by the engine from the rules. The house adds three things that
are its own: dollars lost on a progressive go into that jackpot's box, a payout limit may hold back
a part of the odds, and the shares of a jackpot are of what is on display at this very moment. When
another table's win or meter changed it since the round was opened, the round's moves are played
again with the new amount; nothing else in it can change by that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from feltworks.cards import verify
from feltworks.house.books.chain import Event, paper_hash
from feltworks.house.books.index import ROUND_SETTLED, ROUND_VOIDED
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.playing import book_play
from feltworks.house.jackpots.standing import subject
from feltworks.house.ledger import Posting, accounts, move
from feltworks.house.rounds.payoutlimits import reductions
from feltworks.house.rounds.reckoning import Reckoning, plays, reckon_round
from feltworks.round import NotAllowed
from feltworks.round.operations import Voided, cards_taken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltworks.cards import Reveal
    from feltworks.house.books import Page, Record
    from feltworks.house.rounds.flight import Told
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Round


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


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round handed in for settlement, with its text."""

    number: int
    sheet: Sheet
    round: Round
    reveal: Reveal | None
    transcript: str

    @classmethod
    def of(cls, number: int, sheet: Sheet, round: Round, reveal: Reveal | None) -> Finished:
        return cls(number, sheet, round, reveal, sheet.dealt.transcript(round, reveal))


def settle(page: Page, finished: Finished, so_far: Told) -> Settlement:
    """Books a finished round; one that was settled before is told again and not paid again."""
    number, asked = finished.number, paper_hash(finished.transcript)
    if so_far.closing is not None:
        return _again(so_far.closing, asked, number)
    _check(finished, so_far)
    _check_deck(finished)
    finished, reckoning = _at_present_amounts(page, finished)
    sheet, last = finished.sheet, finished.round.log[-1]
    entry = entry_for(reckoning, sheet, so_far)
    day = max(so_far.day, date.fromisoformat(page.day))
    _fill(page, sheet, entry.postings, number, day)
    outcome = "voided" if isinstance(last, Voided) else "settled"
    record = page.write(
        Event(
            kind=ROUND_SETTLED,
            subject=f"round {number}",
            day=day,
            facts={
                "outcome": outcome,
                "transcript": page.keep(finished.transcript),
                "asked": asked,
                "cards": len(cards_taken(finished.round.log)),
                "net": {str(seat): cents for seat, cents in sorted(entry.net.items())},
                "held_back": {str(seat): cents for seat, cents in sorted(entry.held_back.items())},
            },
            postings=entry.postings,
            round=number,
        )
    )
    for jackpot, play in plays(reckoning, sheet.wagers).items():
        if play:
            book_play(page, sheet.jackpots[jackpot], play, day, number)
    return replace(_settlement(record), round=finished.round)


def _again(closing: Record, asked: str, number: int) -> Settlement:
    if closing.kind == ROUND_VOIDED:
        raise HouseError(f"round {number} was voided: {closing.facts['why']}")
    if closing.facts["asked"] != asked:
        raise HouseError(f"round {number} is settled already, and by another transcript")
    return _settlement(closing)


def _settlement(record: Record) -> Settlement:
    facts = record.facts
    assert record.round is not None
    return Settlement(
        record.round,
        facts["outcome"],
        record.number,
        {int(seat): cents for seat, cents in facts["net"].items()},
        {int(seat): cents for seat, cents in facts["held_back"].items()},
    )


def _check(finished: Finished, so_far: Told) -> None:
    number, round = finished.number, finished.round
    if round.turn.waits_for != "nothing":
        raise HouseError(f"round {number} is not over: it waits for {round.turn.waits_for}")
    if so_far.facts["sheet"] != finished.sheet.hash or not finished.sheet.fits(round.terms):
        raise HouseError(f"round {number} was begun on other terms")
    if so_far.facts["commitment"] != round.terms.commitment:
        raise HouseError(f"round {number} was begun with another deck")
    lines: list[str] = so_far.facts["lines"]
    if [entry.line for entry in round.log[: len(lines)]] != lines:
        raise HouseError(f"round {number} was begun with other wagers")


def _check_deck(finished: Finished) -> None:
    """A deck that is shown is the one that was committed to, and the cards are its next ones."""
    number, reveal, terms = finished.number, finished.reveal, finished.round.terms
    if reveal is None or terms.commitment is None:
        return
    if not verify(terms.commitment, reveal.salt, reveal.order):
        raise HouseError(f"round {number} was begun with another deck than the one revealed")
    out = [*terms.discarded, *cards_taken(finished.round.log)]
    if list(reveal.order[: len(out)]) != out:
        raise HouseError(f"round {number} was not dealt from the deck that is revealed")


# --- the entry ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A round's entry: its postings, and each seat's result after payout limits."""

    postings: list[Posting]
    net: Mapping[int, int]
    held_back: Mapping[int, int]


def entry_for(reckoning: Reckoning, sheet: Sheet, so_far: Told) -> Entry:
    """The entry that a round calls for; verification makes it again from the transcript."""
    table = sheet.table
    held_back = reductions(reckoning.settled, sheet.payout_limits, set(sheet.wagers.values()))
    net = {
        seat: reckoning.seats.get(seat, 0) - held_back.get(seat, 0)
        for seat in sorted({*so_far.players, *reckoning.seats})
    }
    played = plays(reckoning, sheet.wagers)
    lost = {sheet.jackpots[id]: play.lost for id, play in played.items()}
    postings = [Posting(accounts.escrow(table), -sum(so_far.stakes.values()), "stake")]
    for seat, won in net.items():
        player = accounts.player(so_far.players[seat])
        postings.append(Posting(player, so_far.stakes.get(seat, 0) + won, "settlement"))
    tray = reckoning.tray - sum(lost.values()) + sum(held_back.values())
    postings.append(Posting(accounts.tray(table), tray, "settlement"))
    postings.append(Posting(accounts.tokes(table), reckoning.tokes, "tips"))
    for jackpot, cents in lost.items():
        postings.append(Posting(accounts.drop(table, jackpot), cents, "drop"))
    for id, prize in reckoning.prizes.items():
        postings.append(Posting(accounts.displayed(sheet.jackpots[id]), -prize, "prize"))
    return Entry([posting for posting in postings if posting.cents], net, held_back)


def _fill(page: Page, sheet: Sheet, postings: Sequence[Posting], number: int, day: date) -> None:
    """A tray that cannot pay is filled first, to what the table opens with."""
    tray = accounts.tray(sheet.table)
    change = sum(posting.cents for posting in postings if posting.account == tray)
    left = page.cents(tray) + change
    if left < 0:
        page.write(
            Event(
                kind="table filled",
                subject=f"table {sheet.table}",
                day=day,
                facts={"for_round": number},
                postings=move(accounts.HOUSE, tray, sheet.tray - left, "fill"),
            )
        )


# --- the jackpots of the moment ----------------------------------------------------------------


def _at_present_amounts(page: Page, finished: Finished) -> tuple[Finished, Reckoning]:
    """The round with the displayed amounts of now, if it won a share of one that has changed."""
    sheet, round = finished.sheet, finished.round
    reckoning, posted = reckon_round(round.log), dict(round.terms.jackpots)
    for id in reckoning.prizes:
        if id not in sheet.jackpots:
            raise HouseError(f"the round is paid from {id}, which table {sheet.table} has not")
        state: dict[str, Any] | None = page.standing(subject(sheet.jackpots[id]))
        assert state is not None
        posted[id] = state["displayed"]
    if posted == dict(round.terms.jackpots):
        return finished, reckoning
    again = replayed(round, sheet, posted)
    return Finished.of(finished.number, sheet, again, finished.reveal), reckon_round(again.log)


def replayed(round: Round, sheet: Sheet, posted: Mapping[str, int]) -> Round:
    """The same moves on the same terms but for the jackpots' amounts."""
    opened = sheet.dealt.open_round(replace(round.terms, jackpots=dict(posted)))
    try:
        return opened.play_all(round.moves)
    except NotAllowed as refused:
        why = f"the round cannot be settled with the jackpots of now: {refused}"
        raise HouseError(why) from None
