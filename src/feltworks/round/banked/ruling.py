"""Irregularities: what a supervisor may record, whose word decides, and how wagers go back.

The rules of play decide where they speak; else the house's policy does, and a house that has none
voids the round. A void wager is undone to the last chip, prizes already paid included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from feltworks.round.banked.exposing import exposure_objection
from feltworks.round.operations import Returned
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.round.reasons import Reason
from feltworks.round.telling import told
from feltworks.round.terms import KINDS

if TYPE_CHECKING:
    from feltworks.round.banked.felt import BankedLayout
    from feltworks.round.moves import Irregularity
    from feltworks.round.terms import Consequence

LONGEST_NOTE = 300


def irregularity_objection(layout: BankedLayout, move: Irregularity) -> Reason | None:
    """Why a supervisor's entry cannot be taken."""
    if move.kind not in KINDS:
        return Reason("no-such-irregularity", f"{told(move.kind)} is none of {', '.join(KINDS)}.")
    if reason := _note_objection(move.note):
        return reason
    seat = move.seat
    if seat is not None and (type(seat) is not int or seat not in layout.spots):
        return Reason("no-such-seat", f"Seat {told(seat)} has no wager in this round.")
    if seat is None and ruling(layout, move.kind)[0] == "void-seat":
        return Reason("seat-needed", "The house voids the hand concerned: say which seat.")
    return exposure_objection(layout, move) if move.cards != () else None


def _note_objection(note: object) -> Reason | None:
    if not isinstance(note, str) or not note or note != note.strip() or not note.isprintable():
        return Reason("note-needed", "A supervisor's entry needs a note of one printable line.")
    if len(note) > LONGEST_NOTE:
        return Reason("note-too-long", f"A note has at most {LONGEST_NOTE} characters.")
    return None


def ruling(layout: BankedLayout, kind: str) -> tuple[Consequence, Literal["rules", "house"]]:
    """What follows, and who says so."""
    stated = getattr(layout.plan.rules.irregularities, kind.replace("-", "_"))
    if stated == "void":
        return "void", "rules"
    return layout.terms.policy.get(kind, "void"), "house"


def give_back(layout: BankedLayout, seat: int) -> None:
    """Undoes what was paid or taken at the seat, and returns all it had out."""
    spot = layout.spots[seat]
    for entry in tuple(layout.log):
        if isinstance(entry, JackpotPaid) and entry.seat == seat:
            layout.log.append(JackpotUndone(entry))
        elif isinstance(entry, Settled) and entry.seat == seat:
            layout.log.append(Undone(entry))
    for wager, cents in spot.stakes.items():
        layout.log.append(Returned(seat, wager, cents))
    for wager, cents in spot.tips.items():
        layout.log.append(Returned(seat, wager, cents, tip=True))
