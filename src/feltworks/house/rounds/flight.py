"""Rounds in flight: their stakes lie in escrow from before the first card.

A round is begun when the betting is closed. Later stakes are added before play goes on. However
the round ends, escrow is emptied in the same entry: settled, or voided with the stakes returned.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from feltworks.house.books.chain import Event
from feltworks.house.books.index import OUTCOMES, ROUND_HELD, ROUND_OPENED, ROUND_VOIDED
from feltworks.house.errors import HouseError
from feltworks.house.ledger import accounts, move
from feltworks.house.rounds.reckoning import outlays
from feltworks.money import money
from feltworks.round.operations import cards_taken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltworks.house.books import Page, Record
    from feltworks.house.ledger import Posting
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Round


_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Flight:
    """A round that was begun: its number, its table and who sits where."""

    number: int
    table: str
    day: date
    players: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Told:
    """What the books say about a round so far."""

    opening: Record
    facts: Mapping[str, Any]
    players: Mapping[int, str]
    stakes: Mapping[int, int]
    closing: Record | None

    @property
    def day(self) -> date:
        return date.fromisoformat(self.opening.day)

    @property
    def table(self) -> str:
        table: str = self.facts["table"]
        return table


def told(records: Sequence[Record], number: int) -> Told:
    """A round's records put together; a `HouseError` where there is no such round."""
    opening = next((record for record in records if record.kind == ROUND_OPENED), None)
    if opening is None:
        raise HouseError(f"there is no round {number}")
    stakes: Counter[int] = Counter()
    for record in records:
        if record.kind in (ROUND_OPENED, ROUND_HELD):
            for seat, cents in record.facts["stakes"].items():
                stakes[int(seat)] += cents
    facts = opening.facts
    players = {int(seat): player for seat, player in facts["players"].items()}
    closing = next((record for record in records if record.kind in OUTCOMES), None)
    return Told(opening, facts, players, stakes, closing)


def begin(page: Page, sheet: Sheet, round: Round, players: Mapping[int, str], shift: int) -> Flight:
    """Takes the stakes of a round whose betting is closed into escrow and numbers it."""
    state = page.standing(f"table {sheet.table}")
    if state is None or not state["open"] or state["sheet"] != sheet.hash:
        raise HouseError(f"table {sheet.table} is not open with these terms")
    worked = page.standing(f"shift {shift}")
    if worked is None or worked["over"]:
        raise HouseError("the shift is over: nobody deals")
    _check_beginning(sheet, round, players)
    _check_deck(page, sheet, round)
    for name in sheet.jackpots.values():
        _check_backing(page, name)
    stakes = outlays(round.log)
    _check_players(sheet, stakes, players)
    day = date.fromisoformat(state["day"])
    number = page.next_round()
    named = {seat: players[seat] for seat in sorted(players)}
    page.write(
        Event(
            kind=ROUND_OPENED,
            subject=f"round {number}",
            day=day,
            facts={
                "table": sheet.table,
                "sheet": sheet.hash,
                "shift": shift,
                "players": {str(seat): player for seat, player in named.items()},
                "commitment": round.terms.commitment,
                "discarded": len(round.terms.discarded),
                "posted": dict(round.terms.jackpots),
                "stakes": {str(seat): cents for seat, cents in sorted(stakes.items())},
                "lines": [entry.line for entry in round.log],
            },
            postings=_held(sheet.table, stakes, named),
            round=number,
        )
    )
    return Flight(number, sheet.table, day, named)


def _check_beginning(sheet: Sheet, round: Round, players: Mapping[int, str]) -> None:
    if round.turn.waits_for not in ("card", "decision"):
        raise HouseError("a round is begun when its betting is closed and nothing is settled yet")
    if cards_taken(round.log):
        raise HouseError("stakes go into escrow before the first card, and cards are dealt")
    if not _DIGEST.fullmatch(round.terms.commitment or ""):
        raise HouseError("a round is dealt from a deck that was committed to before")
    if not sheet.fits(round.terms):
        raise HouseError(f"the round's terms are not those that table {sheet.table} posts")
    if any(not 1 <= seat <= sheet.seats for seat in players):
        raise HouseError(f"table {sheet.table} has seats 1 to {sheet.seats}")


def _check_deck(page: Page, sheet: Sheet, round: Round) -> None:
    """Nobody may know a card before it is dealt: a deck that was shown is not dealt from again."""
    commitment = round.terms.commitment
    assert commitment is not None
    last, shown = page.deck(commitment)
    if shown:
        raise HouseError("the deck of this round has been revealed: shuffle and commit anew")
    before = None if last is None else told(page.of_round(last), last)
    if before is not None:
        if sheet.dealt.cut_at is None:
            raise HouseError(f"round {last} was dealt from this deck: shuffle and commit anew")
        if before.table != sheet.table or before.closing is None:
            raise HouseError(f"round {last} at table {before.table} is dealt from this shoe")
    if fault := wrongly_out(before, len(round.terms.discarded)):
        raise HouseError(fault)


def wrongly_out(before: Told | None, out: int) -> str | None:
    """Why a shoe cannot have lost so many cards after the round before; None where it can.

    How many cards a void round took is not in the books: it may have been any number.
    """
    if before is None:
        return (
            f"{out} cards of this deck are said to be out, and no round took them" if out else None
        )
    closing, start = before.closing, before.facts.get("discarded", 0)
    cards = None if closing is None else closing.facts.get("cards")
    fits = out >= start if cards is None else out == start + cards
    if fits:
        return None
    lost = f"at least {start}" if cards is None else str(start + cards)
    return f"{out} cards of this shoe are said to be out: it has lost {lost}"


def _check_players(sheet: Sheet, stakes: Mapping[int, int], players: Mapping[int, str]) -> None:
    for seat in stakes:
        if seat not in players:
            raise HouseError(f"nobody sits at seat {seat} of table {sheet.table}, which has bet")


def _check_backing(page: Page, name: str) -> None:
    """The money must be there while a jackpot is played for, or play stops at once."""
    state = page.standing(f"jackpot {name}")
    if state is None or state["status"] != "in play":
        raise HouseError(f"the jackpot {name} is not in play")
    held = page.cents(accounts.displayed(name))
    if held != state["displayed"]:
        raise HouseError(
            f"the jackpot {name} displays {money(state['displayed'])} and holds {money(held)}: "
            "play for it stops"
        )


def hold(page: Page, number: int, round: Round) -> int:
    """Takes what has been staked since into escrow; gives the cents that were added."""
    so_far = told(page.of_round(number), number)
    if so_far.closing is not None:
        raise HouseError(f"round {number} is over: it was {OUTCOMES[so_far.closing.kind]}")
    more = _more(so_far, outlays(round.log))
    if more:
        page.write(
            Event(
                kind=ROUND_HELD,
                subject=f"round {number}",
                day=so_far.day,
                facts={"stakes": {str(seat): cents for seat, cents in sorted(more.items())}},
                postings=_held(so_far.table, more, so_far.players),
                round=number,
            )
        )
    return sum(more.values())


def _more(so_far: Told, stakes: Mapping[int, int]) -> dict[int, int]:
    return {
        seat: cents - so_far.stakes.get(seat, 0)
        for seat, cents in stakes.items()
        if cents > so_far.stakes.get(seat, 0)
    }


def _held(table: str, stakes: Mapping[int, int], players: Mapping[int, str]) -> list[Posting]:
    return [
        posting
        for seat, cents in sorted(stakes.items())
        for posting in move(accounts.player(players[seat]), accounts.escrow(table), cents, "stake")
    ]


def void(page: Page, number: int, why: str) -> Record:
    """Undoes a round: every stake goes back. A round that is void already stays so."""
    so_far = told(page.of_round(number), number)
    if so_far.closing is not None:
        if so_far.closing.kind == ROUND_VOIDED:
            return so_far.closing
        raise HouseError(f"round {number} is settled and cannot be voided")
    postings = [
        posting
        for seat, cents in sorted(so_far.stakes.items())
        for posting in move(
            accounts.escrow(so_far.table),
            accounts.player(so_far.players[seat]),
            cents,
            "stake returned",
        )
    ]
    return page.write(
        Event(
            kind=ROUND_VOIDED,
            subject=f"round {number}",
            day=date.fromisoformat(page.day),
            facts={"outcome": "voided", "why": why},
            postings=postings,
            round=number,
        )
    )
