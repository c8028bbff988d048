"""Cards from the deck to the discard rack: dealt, turned over, shown, collected."""

from __future__ import annotations

from collections.abc import Iterable

from feltworks.cards import Card
from feltworks.errors import short_repr
from feltworks.round.core.layout import AnyLayout
from feltworks.round.core.plan import Plan
from feltworks.round.core.reading import HOUSE
from feltworks.round.moves import Deal
from feltworks.round.operations import Closed, DeckPutAway, Shown, Turned, Voided, collected
from feltworks.round.reasons import NotAllowed


def deal(layout: AnyLayout, move: Deal) -> None:
    """Deals the next card of the deck to where the script says."""
    at, script, card = layout.script_at, layout.script, move.card
    if at >= len(script) or (act := script[at]).does == "turn":
        raise NotAllowed("no-card-due", "No card is due now.")
    try:
        shift, copies = layout.plan.faces[card]
    except (KeyError, TypeError):
        raise _not_there(layout.plan, card, 0) from None
    if (layout.dealt >> shift) & 255 >= copies:
        raise _not_there(layout.plan, card, copies)
    layout.script_at = at + 1
    layout.dealt += 1 << shift
    layout.log.append(act.entries.get(card) or act.entry(card))
    layout.take(act, card)


def _not_there(plan: Plan, card: object, copies: int) -> NotAllowed:
    if copies:
        out = f"{card} has" if copies == 1 else f"All {copies} of {card} have"
        return NotAllowed("card-twice", f"{out} already been dealt.")
    name = card if isinstance(card, Card) else short_repr(card)
    return NotAllowed("not-in-deck", f"{name} is not in the deck {plan.deck.id}.")


def cards_due(layout: AnyLayout) -> int:
    """How many cards come from the deck before the dealer turns cards over or is done."""
    left = layout.script[layout.script_at :]
    for at, act in enumerate(left):
        if act.does == "turn":
            return at
    return len(left)


def turn_up(layout: AnyLayout) -> None:
    """Turns over the cards that the script turns before the next card is due."""
    while layout.script_at < len(layout.script):
        act = layout.script[layout.script_at]
        if act.does != "turn":
            return
        layout.script_at += 1
        down = layout.down.get(act.place, ())
        layout.down[act.place] = down[act.cards :]
        layout.log.append(Turned(act.place[1], down[: act.cards]))


def show(layout: AnyLayout, seat: int, zone: str) -> None:
    """Turns over the face-down cards of a seat, or the dealer, in a zone."""
    place = (seat, zone)
    if layout.down.get(place):
        layout.down[place] = ()
        layout.log.append(Shown(None if seat == HOUSE else seat, zone, layout.cards[place]))


def collect_hand(layout: AnyLayout, seat: int) -> None:
    """Moves the seat's cards to the discard rack, if they are not there yet."""
    if seat not in layout.collected:
        layout.collected += (seat,)
        layout.log.append(collected(seat))


def clear_felt(layout: AnyLayout, seats: Iterable[int]) -> None:
    """Moves all cards to the discard rack: those seats' in that order, then the others."""
    for seat in seats:
        collect_hand(layout, seat)
    layout.log.append(collected(None))


def put_deck_away(layout: AnyLayout) -> None:
    """Puts the rest of the deck away."""
    layout.log.append(DeckPutAway(layout.cards_left))


def end_round(layout: AnyLayout, last: Closed | Voided) -> None:
    """Ends the round with that entry."""
    layout.log.append(last)
    layout.script, layout.script_at, layout.deciding = (), 0, ()
    layout.over = True
