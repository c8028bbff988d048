"""Irregularities between players: what a supervisor may record, and what follows.

The rules of play decide where they speak; else the house's policy does, and a house that has none
voids the round. A void round gives everybody back what he put in. A void hand gives its player back
what he put in and is out; the others play on for the rest, and need not match a bet that is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring.betting import ask, take_bet_down
from feltworks.ring.dealing import cards_left
from feltworks.ring.operations import PaidBack
from feltworks.round.operations import (
    Collected,
    Dealt,
    DeckPutAway,
    Returned,
    Ruled,
    Turned,
    Voided,
)
from feltworks.round.reasons import Reason
from feltworks.rules.schema.part import PROSE
from feltworks.rules.schema.table import Irregularities

if TYPE_CHECKING:
    from feltworks.ring.layout import Layout
    from feltworks.round.moves import Irregularity
    from feltworks.round.terms import Consequence

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
    if move.seat is not None and move.seat not in layout.sitting:
        return Reason("no-such-seat", f"Seat {move.seat} is not in this round.")
    if move.seat is None and _ruling(layout, move.kind) == ("void-seat", "house"):
        return Reason("seat-needed", "The house voids the hand concerned: say which seat.")
    hidden = _hidden(layout)
    unknown = [card for card in move.cards if card not in hidden]
    if unknown:
        return Reason("not-hidden", f"{unknown[0]} does not lie face down on the table.")
    return None


def _hidden(layout: Layout) -> list[object]:
    turned = [card for entry in layout.log if isinstance(entry, Turned) for card in entry.cards]
    return [
        entry.card
        for entry in layout.log
        if isinstance(entry, Dealt) and entry.face != "up" and entry.card not in turned
    ]


def _ruling(layout: Layout, kind: str) -> tuple[Consequence, str]:
    stated = getattr(layout.plan.rules.irregularities, kind.replace("-", "_"))
    if stated == "void":
        return "void", "rules"
    return layout.terms.policy.get(kind, "void"), "house"


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    if reason := irregularity_objection(layout, move):
        return reason
    consequence, by = _ruling(layout, move.kind)
    if consequence == "void-seat" and _is_last_hand(layout, move.seat):
        consequence = "void"
    layout.log.append(move)
    layout.log.append(Ruled(consequence, "rules" if by == "rules" else "house"))
    if consequence == "void":
        _void_round(layout)
    elif consequence == "void-seat":
        assert move.seat is not None
        _void_seat(layout, move.seat)
    return None


def _is_last_hand(layout: Layout, seat: int | None) -> bool:
    """Whether nobody would be left to take the pot."""
    return bool(layout.seats) and not set(layout.live_seats) - {seat}


def _void_round(layout: Layout) -> None:
    for seat in sorted(layout.sitting, reverse=True):
        _give_back(layout, seat)
    if layout.stage_at >= 0:
        gone = {entry.seat for entry in layout.log if isinstance(entry, Collected)}
        layout.log += [Collected(seat) for seat in layout.seats if seat not in gone]
        layout.log += [Collected(None), DeckPutAway(cards_left(layout))]
    layout.log.append(Voided())
    layout.script, layout.script_at = (), 0
    layout.over = True


def _void_seat(layout: Layout, seat: int) -> None:
    """The hand is out of the round; before the deal its seat is free again."""
    _give_back(layout, seat)
    layout.side = {other: placed for other, placed in layout.side.items() if other != seat}
    layout.sitting = {other: sat for other, sat in layout.sitting.items() if other != seat}
    if layout.stage_at < 0:
        if layout.button == seat:
            layout.button = None
        return
    place = layout.seats.index(seat)
    layout.live[place] = False
    layout.able = sum(
        stack > 0 and live for stack, live in zip(layout.stacks, layout.live, strict=True)
    )
    if Collected(seat) not in layout.log:
        layout.log.append(Collected(seat))
    layout.script = layout.script[: layout.script_at] + tuple(
        [slot for slot in layout.script[layout.script_at :] if slot.place[0] != seat]
    )
    if layout.opened:
        take_bet_down(layout)
        ask(layout, layout.actor if layout.actor >= 0 else 0)


def _give_back(layout: Layout, seat: int) -> None:
    if layout.seats:
        place = layout.seats.index(seat)
        bets = layout.bets[place]
        pot = layout.paid[place] + layout.dead[place] - bets
        if pot or bets:
            layout.log.append(PaidBack(seat, pot, bets))
        layout.stacks[place] += pot + bets
        layout.paid[place] = layout.bets[place] = 0
        layout.dead = [0 if at == place else cents for at, cents in enumerate(layout.dead)]
    for wager, cents in layout.side.get(seat, {}).items():
        layout.log.append(Returned(seat, wager, cents))
        if layout.seats:
            layout.stacks[layout.seats.index(seat)] += cents
