"""Irregularities: what a supervisor may record, who decides what follows, and which cards are
exposed.

The rules of play decide what follows. Where they say nothing about it the house's policy does, and
without a policy the round is void. A void wager is undone to the last chip, prizes already paid
included. A round that is closed can still be ruled on, until the house books it: a hand with a card
too many may be found at the showdown.

A card can be exposed once, and only one that nobody else was to see: face down on the felt, burnt,
or still in the deck. What lies open already or is in the discard rack exposes nothing. Of an
exposed card of the dealer's it is the dealer's own cards that are meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from feltworks.cards import Card
from feltworks.errors import short_repr
from feltworks.round.core.layout import AnyLayout
from feltworks.round.declaring import LONGEST_NOTE, OF_THE_DEALER, ruling
from feltworks.round.felt import picture
from feltworks.round.moves import CardCheck, Irregularity, awaits_card_check
from feltworks.round.operations import Burnt, Dealt, Exposed, Returned
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.round.reasons import NotAllowed

HiddenCards = Callable[[Any, bool], Counter[Card]]


def check_irregularity(layout: AnyLayout, move: Irregularity, hidden: HiddenCards) -> None:
    """Raises `NotAllowed` for a supervisor's entry that is not possible."""
    kinds = layout.plan.irregularities
    if move.kind not in kinds:
        raise NotAllowed(
            "no-such-irregularity", f"{short_repr(move.kind)} is none of {', '.join(kinds)}."
        )
    _check_note(move.note)
    seat = move.seat
    if seat is not None and (type(seat) is not int or not layout.is_in(seat)):
        raise NotAllowed("no-such-seat", f"Seat {short_repr(seat)} has no part in this round.")
    if seat is None and ruling(layout.plan.rules, layout.terms, move.kind)[0] == "void-seat":
        raise NotAllowed("seat-needed", "The house voids the hand concerned: say which seat.")
    if move.cards != ():
        _check_exposed(layout, move, hidden)


def check_cards(layout: AnyLayout, move: CardCheck) -> None:
    """Records that a supervisor has checked the cards of a failed machine."""
    if not awaits_card_check(layout.log):
        raise NotAllowed("nothing-to-check", "No machine has failed since the cards were checked.")
    _check_note(move.note)
    layout.log.append(move)


def _check_note(note: object) -> None:
    if not isinstance(note, str) or not note or note != note.strip() or not note.isprintable():
        raise NotAllowed("note-needed", "A supervisor's entry needs a note of one printable line.")
    if len(note) > LONGEST_NOTE:
        raise NotAllowed("note-too-long", f"A note has at most {LONGEST_NOTE} characters.")


def give_back(layout: AnyLayout, seat: int) -> None:
    """Undoes what was paid or taken at the seat, and returns everything it had out."""
    spot = layout.spots[seat]
    standing: list[Settled | JackpotPaid] = []
    for entry in layout.log:
        if isinstance(entry, JackpotPaid | Settled) and entry.seat == seat:
            standing.append(entry)
        elif isinstance(entry, JackpotUndone) and entry.paid.seat == seat:
            # A corrected share went back before and was paid again.
            standing.remove(entry.paid)
        elif isinstance(entry, Undone) and entry.settled.seat == seat:
            # A payment that a limit had cut was made again.
            standing.remove(entry.settled)
    for paid in standing:
        layout.log.append(JackpotUndone(paid) if isinstance(paid, JackpotPaid) else Undone(paid))
    for wager, cents in spot.stakes.items():
        if cents:
            layout.log.append(Returned(seat, wager, cents))
    for wager, cents in spot.tips.items():
        layout.log.append(Returned(seat, wager, cents, tip=True))


def _check_exposed(layout: AnyLayout, move: Irregularity, hidden: HiddenCards) -> None:
    """Raises `NotAllowed` for cards that cannot have been exposed."""
    if type(move.cards) is not tuple or not all(isinstance(card, Card) for card in move.cards):
        raise NotAllowed("not-cards", f"{short_repr(move.cards)} are not cards.")
    of_the_dealer = move.kind == OF_THE_DEALER
    lying = hidden(layout, of_the_dealer)
    for card, times in Counter(move.cards).items():
        if times > lying[card]:
            where = "face down before the dealer" if of_the_dealer else "hidden"
            raise NotAllowed("not-hidden", f"{card} does not lie {where}, or is named too often.")


def hidden_cards(layout: AnyLayout, of_the_dealer: bool) -> Counter[Card]:
    """How many of each card could still be exposed."""
    lying = Counter(
        card.card
        for (seat, _), cards in picture(layout.log).cards.items()
        for card in cards
        if card.face != "up" and card.card is not None and not (of_the_dealer and seat is not None)
    )
    if not of_the_dealer:
        out = [entry.card for entry in layout.log if isinstance(entry, Dealt | Burnt)]
        in_deck = Counter(layout.plan.deck.cards)
        in_deck.subtract(card for card in (*out, *layout.terms.discarded) if card is not None)
        lying += in_deck
        lying += Counter(e.card for e in layout.log if isinstance(e, Burnt) and e.card is not None)
    lying.subtract(
        card for entry in layout.log if isinstance(entry, Irregularity) for card in entry.cards
    )
    return lying


def expose(layout: AnyLayout, move: Irregularity) -> None:
    """Continues with the cards known: each that is on the felt lies open in its place."""
    left = Counter(move.cards)
    for (seat, zone), cards in picture(layout.log).cards.items():
        for place, lying in enumerate(cards, start=1):
            if lying.face != "up" and lying.card is not None and left[lying.card]:
                if move.kind == OF_THE_DEALER and seat is not None:
                    continue
                left[lying.card] -= 1
                layout.log.append(Exposed(seat, zone, place, lying.card))
