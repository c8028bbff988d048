"""What one viewer may see of a round: its log with every card hidden that he may not know.

A view holds nothing but that log; the felt he looks at is drawn from it, and the moves offered to
him are added only when the turn is his own, because even they can give a hand away (a choice that
is open only with aces says that there are aces).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from feltworks.round.contract import Legal, Round, Turn
from feltworks.round.felt import Felt, picture
from feltworks.round.operations import Operation
from feltworks.round.viewers import Viewer


@dataclass(frozen=True)
class View:
    """A round as its viewer knows it."""

    viewer: Viewer
    log: tuple[Operation, ...]
    turn: Turn
    legal: tuple[Legal, ...] = ()

    @cached_property
    def felt(self) -> Felt:
        return picture(self.log)


def seen(log: Iterable[Operation], viewer: Viewer) -> tuple[Operation, ...]:
    """The log as the viewer may know it; also for the newest part of a log."""
    return tuple(operation.seen_by(viewer) for operation in log)


def view(round: Round, viewer: Viewer) -> View:
    """The round as the viewer may know it now."""
    turn = round.turn
    decides = turn.waits_for == "decision" and turn.seat in viewer.seats
    legal = round.legal_moves() if decides or turn.waits_for == "bets" else ()
    return View(viewer, seen(round.log, viewer), turn, legal)
