"""Who watches a round, and whose hidden cards they may look at.

A player sits at one seat or at several. The dealer and the spectators see what lies face up. The
auditor sees every card that has left the deck. Nobody sees the cards still in it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """`seats` are the hands the viewer plays; `sees_all` is only for the auditor."""

    name: str
    seats: frozenset[int] = frozenset()
    sees_all: bool = False

    def looks_at(self, seat: int | None) -> bool:
        """Whether the viewer may look at the face-down cards of that seat."""
        return self.sees_all or seat in self.seats


DEALER = Viewer("dealer")
SPECTATOR = Viewer("spectator")
AUDITOR = Viewer("auditor", sees_all=True)


def player(*seats: int) -> Viewer:
    """The player of those seats."""
    return Viewer(f"seat {' and '.join(map(str, sorted(seats)))}", frozenset(seats))
