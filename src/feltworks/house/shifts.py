"""Shifts: who deals, and what becomes of rounds whose dealer is gone.

A process that deals works a shift. When it ends by itself its rounds are voided or finished; when
it is killed, whoever comes next finds the shift deserted and voids what was in flight, each stake
back to its player.
"""

from __future__ import annotations

import time
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from feltworks.house.books.chain import Event
from feltworks.house.books.presence import Presence, be_present, is_gone
from feltworks.house.rounds.flight import void

if TYPE_CHECKING:
    from feltworks.house.books import Database, Page, Pen

DESERTED = "its dealer was gone before it ended"
ENDED = "the house closed before it ended"


class Shift:
    """Worked until it is ended; `number` is the one rounds are recorded under."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._presence: Presence = be_present(pen.database)
        token = self._presence.token
        self.number: int = pen.write(lambda page: _started(page, token))

    def end(self) -> None:
        """Voids what is still in flight and goes home."""
        self._pen.write(lambda page: _ended(page, self.number, ENDED))
        self._presence.leave()


def _started(page: Page, token: int) -> int:
    number = page.number + 1
    page.write(
        Event(
            kind="shift started",
            subject=f"shift {number}",
            day=date.fromisoformat(page.day),
            after={"token": str(token), "over": False},
        )
    )
    return number


def _ended(page: Page, number: int, why: str) -> list[int]:
    """The rounds that had to be voided."""
    state = page.standing(f"shift {number}")
    if state is None or state["over"]:
        return []
    voided = page.open_rounds(number)
    for round in voided:
        void(page, round, why)
    page.write(
        Event(
            kind="shift ended",
            subject=f"shift {number}",
            day=date.fromisoformat(page.day),
            facts={"voided": voided, "why": why},
            after={**state, "over": True},
        )
    )
    return voided


def recover(pen: Pen, wait_seconds: float = 0.0) -> list[int]:
    """Ends every deserted shift; gives the numbers of the rounds that were voided.

    A server may take a moment to notice that its client was killed: a shift that still seems to be
    worked is looked at again until `wait_seconds` are over, if it has rounds in flight.
    """
    until = time.monotonic() + wait_seconds
    voided: list[int] = []
    while True:
        busy = False
        for number, token in _worked(pen.database):
            if is_gone(pen.database, token):
                voided += pen.write(partial(_ended, number=number, why=DESERTED))
            else:
                busy = busy or _in_flight(pen.database, number)
        if not busy or time.monotonic() > until:
            return voided
        time.sleep(0.01)


def _worked(database: Database) -> list[tuple[int, int]]:
    with database.reading() as reader:
        shifts = reader.standings("shift")
    return [
        (int(number), int(state["token"])) for number, state in shifts.items() if not state["over"]
    ]


def _in_flight(database: Database, number: int) -> bool:
    with database.reading() as reader:
        return bool(reader.open_rounds(number))
