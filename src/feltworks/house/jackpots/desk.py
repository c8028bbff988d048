"""The desk where jackpots are kept: what a supervisor may do with one, and see of it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from feltworks.house.jackpots import adjusting, counting
from feltworks.house.jackpots.standing import Standing, all_standings, holdings, standing_of
from feltworks.house.jackpots.statement import Statement, statement
from feltworks.jackpots import Holdings

if TYPE_CHECKING:
    from feltworks.house.books import Page, Pen, Record
    from feltworks.house.jackpots.counting import Count


class JackpotDesk:
    """Changes return when they are on disk; the day is the one the books stand at."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen

    def all(self) -> dict[str, Standing]:
        """Every jackpot as it stands, removed ones too."""
        with self._pen.database.reading() as reader:
            return all_standings(reader)

    def show(self, name: str) -> tuple[Standing, Holdings]:
        """One jackpot, and where its money lies."""
        with self._pen.database.reading() as reader:
            return standing_of(reader, name), holdings(reader, name)

    def count(
        self, name: str, *, day: date | None = None, fees: int | None = None, document: str = ""
    ) -> Count:
        """The daily count: boxes emptied, the jackpot brought up to date."""
        paper = document.strip() or None
        return self._pen.write(
            lambda page: counting.count(page, name, day or _today(page), fees, paper)
        )

    def adjust(self, name: str, by_cents: int, because: str, *, document: str) -> Record:
        """Raises or lowers a jackpot for a lawful reason."""
        return self._pen.write(
            lambda page: adjusting.adjust(
                page, name, by_cents, because, document=document, day=_today(page)
            )
        )

    def seed(self, name: str, cents: int, *, document: str) -> Record:
        """Adds to the seed of a jackpot."""
        return self._pen.write(
            lambda page: adjusting.add_seed(page, name, cents, document=document, day=_today(page))
        )

    def cap(self, name: str, cents: int | None, *, document: str) -> Record:
        """Posts a cap, or takes it down with None."""
        return self._pen.write(
            lambda page: adjusting.set_cap(page, name, cents, document=document, day=_today(page))
        )

    def remove(self, name: str, *, document: str, into: str | None = None) -> Record:
        """Takes a jackpot out of play; its money goes into custody or another jackpot."""
        return self._pen.write(
            lambda page: adjusting.remove(
                page, name, document=document, day=_today(page), into=into
            )
        )

    def statement(self, name: str, day: date | None = None) -> Statement:
        """A jackpot's day, reconciled."""
        with self._pen.database.reading() as reader:
            return statement(reader, name, day or date.fromisoformat(reader.head().day))


def _today(page: Page) -> date:
    return date.fromisoformat(page.day)
