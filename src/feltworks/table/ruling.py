"""Irregularities: what a supervisor may record, and what follows.

The rules of play decide where they speak; else the house's policy does, and a house that has none
voids the round. A void round is undone to the last chip, wagers already taken in included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.operations import Collected, Returned, Ruled, Voided
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.round.reasons import Reason
from feltworks.rules.schema.part import PROSE
from feltworks.rules.schema.table import Irregularities
from feltworks.table.dealing import put_deck_away
from feltworks.table.settling import collect_hand

if TYPE_CHECKING:
    from feltworks.round.moves import Irregularity
    from feltworks.round.terms import Consequence
    from feltworks.table.layout import Layout

KINDS = tuple(name.replace("_", "-") for name in Irregularities.model_fields if name not in PROSE)
LONGEST_NOTE = 300


def irregularity_objection(layout: Layout, move: Irregularity) -> Reason | None:
    """Why a supervisor's entry cannot be taken."""
    if move.kind not in KINDS:
        return Reason("no-such-irregularity", f"{move.kind!r} is none of {', '.join(KINDS)}.")
    if not move.note.strip() or move.note != move.note.strip() or not move.note.isprintable():
        return Reason("note-needed", "A supervisor's entry needs a note of one printable line.")
    if len(move.note) > LONGEST_NOTE:
        return Reason("note-too-long", f"A note has at most {LONGEST_NOTE} characters.")
    if move.seat is not None and move.seat not in layout.spots:
        return Reason("no-such-seat", f"Seat {move.seat} has no wager in this round.")
    if move.seat is None and _ruling(layout, move.kind)[0] == "void-seat":
        return Reason("seat-needed", "The house voids the hand concerned: say which seat.")
    hidden = [card for cards in layout.down.values() for card in cards]
    unknown = [card for card in move.cards if card not in hidden]
    if unknown:
        return Reason("not-hidden", f"{unknown[0]} does not lie face down on the table.")
    return None


def _ruling(layout: Layout, kind: str) -> tuple[Consequence, str]:
    stated = getattr(layout.plan.rules.irregularities, kind.replace("-", "_"))
    if stated == "void":
        return "void", "rules"
    return layout.terms.policy.get(kind, "void"), "house"


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    if reason := irregularity_objection(layout, move):
        return reason
    consequence, by = _ruling(layout, move.kind)
    layout.log.append(move)
    layout.log.append(Ruled(consequence, "rules" if by == "rules" else "house"))
    if consequence == "void":
        _void_round(layout)
    elif consequence == "void-seat":
        assert move.seat is not None
        _void_seat(layout, move.seat)
    return None


def _void_round(layout: Layout) -> None:
    for seat in layout.seats_from_right:
        _give_back(layout, seat)
    if layout.stage_at >= 0:
        for seat in layout.seats_from_right:
            collect_hand(layout, seat)
        layout.log.append(Collected(None))
        put_deck_away(layout)
    layout.log.append(Voided())
    layout.script, layout.deciding = (), ()
    layout.over = True


def _void_seat(layout: Layout, seat: int) -> None:
    """The hand is out of the round; before the deal its spot is free again."""
    _give_back(layout, seat)
    if layout.stage_at >= 0:
        collect_hand(layout, seat)
        layout.script = layout.script[: layout.script_at] + tuple(
            slot for slot in layout.script[layout.script_at :] if slot.seat != seat
        )
        layout.deciding = tuple(other for other in layout.deciding if other != seat)
    del layout.spots[seat]
    if not layout.spots:
        layout.script, layout.deciding = (), ()


def _give_back(layout: Layout, seat: int) -> None:
    spot = layout.spots[seat]
    entries = tuple(layout.log)
    for entry in entries:
        if isinstance(entry, JackpotPaid) and entry.seat == seat:
            layout.log.append(JackpotUndone(entry))
        elif isinstance(entry, Settled) and entry.seat == seat:
            layout.log.append(Undone(entry))
    for wager, cents in spot.stakes.items():
        layout.log.append(Returned(seat, wager, cents))
    for wager, cents in spot.tips.items():
        layout.log.append(Returned(seat, wager, cents, tip=True))
