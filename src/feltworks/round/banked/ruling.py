"""Irregularities: what a supervisor may record, whose word decides, and how wagers go back.

The rules of play decide where they speak; else the house's policy does, and a house that has none
voids the round. A void wager is undone to the last chip, prizes already paid included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from feltworks.round.operations import Returned
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.round.reasons import Reason
from feltworks.round.terms import KINDS

if TYPE_CHECKING:
    from feltworks.round.banked.felt import BankedLayout
    from feltworks.round.moves import Irregularity
    from feltworks.round.terms import Consequence

LONGEST_NOTE = 300


def irregularity_objection(layout: BankedLayout, move: Irregularity) -> Reason | None:
    """Why a supervisor's entry cannot be taken."""
    if move.kind not in KINDS:
        return Reason("no-such-irregularity", f"{move.kind!r} is none of {', '.join(KINDS)}.")
    if not move.note.strip() or move.note != move.note.strip() or not move.note.isprintable():
        return Reason("note-needed", "A supervisor's entry needs a note of one printable line.")
    if len(move.note) > LONGEST_NOTE:
        return Reason("note-too-long", f"A note has at most {LONGEST_NOTE} characters.")
    if move.seat is not None and move.seat not in layout.spots:
        return Reason("no-such-seat", f"Seat {move.seat} has no wager in this round.")
    if move.seat is None and ruling(layout, move.kind)[0] == "void-seat":
        return Reason("seat-needed", "The house voids the hand concerned: say which seat.")
    hidden = [card for cards in layout.down.values() for card in cards]
    unknown = [card for card in move.cards if card not in hidden]
    if unknown:
        return Reason("not-hidden", f"{unknown[0]} does not lie face down on the table.")
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
