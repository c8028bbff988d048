"""The desk where rounds are booked: each step of one as a unit for the pen.

A unit can be written alone, or on one page with those of other tables by whoever writes for many.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from feltworks.cards import join_cards, verify
from feltworks.house.books import Event
from feltworks.house.cage import checked_name
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.standing import standing_of
from feltworks.house.rounds import flight
from feltworks.house.rounds.settling import Finished, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltworks.cards import Reveal
    from feltworks.house.books import Page, Record
    from feltworks.house.books.pen import Unit
    from feltworks.house.books.reader import Reader
    from feltworks.house.rounds.flight import Flight
    from feltworks.house.rounds.settling import Settlement
    from feltworks.house.rounds.sheet import Sheet, Sheets
    from feltworks.round import Round, Terms


class RoundDesk:
    """`shift` gives the number of the shift that deals."""

    def __init__(self, sheets: Sheets, shift: Callable[[], int]) -> None:
        self._sheets = sheets
        self._shift = shift

    def posted(self, books: Page | Reader, table: str, commitment: str) -> tuple[Sheet, Terms]:
        """The sheet of an open table and what its next round is dealt on, its jackpots at what
        they display now."""
        sheet = self._sheets.of_table(books, table)
        shown = {id: standing_of(books, n).displayed for id, n in sheet.jackpots.items()}
        return sheet, sheet.terms(shown, commitment)

    def beginning(self, table: str, round: Round, players: Mapping[int, str]) -> Unit[Flight]:
        """Takes the stakes of a round whose betting is closed into escrow."""
        shift = self._shift()
        named = {seat: checked_name(player) for seat, player in players.items()}

        def unit(page: Page) -> Flight:
            return flight.begin(page, self._sheets.of_table(page, table), round, named, shift)

        return unit

    def holding(self, number: int, round: Round) -> Unit[int]:
        """Takes into escrow what was staked since; gives the cents added."""
        return lambda page: flight.hold(page, number, round)

    def settling(self, number: int, round: Round, reveal: Reveal | None) -> Unit[Settlement]:
        """Books a finished round, once; asked again it tells the same and pays nothing."""

        def unit(page: Page) -> Settlement:
            so_far = flight.told(page.of_round(number), number)
            sheet = self._sheets.read(page, so_far.facts["sheet"])
            return settle(page, Finished.of(number, sheet, round, reveal), so_far)

        return unit

    def voiding(self, number: int, why: str) -> Unit[Record]:
        """Undoes a round that cannot be finished: every stake goes back."""
        return lambda page: flight.void(page, number, why)

    def revealing(self, commitment: str, reveal: Reveal) -> Unit[None]:
        """Shows the deck behind a commitment, for a shoe that ran on over many rounds."""
        if not verify(commitment, reveal.salt, reveal.order):
            raise HouseError(f"this is not the deck that {commitment[:16]} commits to")
        subject = f"shoe {commitment}"
        state = {"salt": reveal.salt, "order": join_cards(reveal.order)}

        def unit(page: Page) -> None:
            if page.standing(subject) is None:
                day = date.fromisoformat(page.day)
                page.write(Event(kind="shoe revealed", subject=subject, day=day, after=state))

        return unit
