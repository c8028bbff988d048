"""Hands that were not shown: who may know which cards of a round between players when it is over.

A card is open to a viewer if he could see it when it was dealt, or it was shown, turned or exposed
later. The others stay sealed: folded and beaten hands, burnt cards, what was left of the deck, and
cards that were given up for others before their hand was shown. They are not needed to check the
hands that were shown: each place of the deck is committed to, and opened, separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from feltworks.cards import Card, Reveal, SealedDeck, sealed
from feltworks.round.moves import Irregularity
from feltworks.round.operations import Burnt, Dealt, Discarded, Exposed, Operation, Shown, Turned
from feltworks.round.terms import Terms
from feltworks.round.viewers import Viewer


def open_places(log: Sequence[Operation], viewer: Viewer) -> frozenset[int]:
    """The places in the deal, from 0, of the cards that the viewer knows after the round."""
    known: set[int] = set()
    came: list[Card | None] = []
    lying: defaultdict[tuple[int | None, str], list[int]] = defaultdict(list)
    for entry in log:
        match entry:
            case Dealt() | Burnt():
                if entry.seen_by(viewer).card is not None:
                    known.add(len(came))
                if isinstance(entry, Dealt):
                    lying[entry.seat, entry.zone].append(len(came))
                came.append(entry.card)
            case Turned(zone, cards):
                # Some of a zone's cards may stay face down, as a dealer's hole card does.
                known.update(
                    at for at in lying[None, zone] if came[at] is None or came[at] in cards
                )
            case Shown(seat, zone):
                known.update(lying[seat, zone])
            case Discarded(seat, zone, cards):
                for card in cards:
                    lying[seat, zone].remove(_dealt_at(card, lying[seat, zone], came))
            case Exposed(seat, zone, number):
                known.add(lying[seat, zone][number - 1])
            case Irregularity(cards=cards):
                known.update(place for place, card in enumerate(came) if card in cards)
    return frozenset(known)


def _dealt_at(card: Card | None, places: Sequence[int], came: Sequence[Card | None]) -> int:
    """Where a card of a zone was dealt; of two identical cards from a shoe the first."""
    return next(at for at in places if came[at] == card)


def sealed_log(log: Sequence[Operation], open_to: Collection[int]) -> tuple[Operation, ...]:
    """The log with every card hidden that was not dealt at one of those places."""
    told: list[Operation] = []
    came: list[Card | None] = []
    lying: defaultdict[tuple[int | None, str], list[int]] = defaultdict(list)
    for entry in log:
        if isinstance(entry, Dealt | Burnt):
            told.append(entry if len(came) in open_to else replace(entry, card=None))
            if isinstance(entry, Dealt):
                lying[entry.seat, entry.zone].append(len(came))
            came.append(entry.card)
        elif isinstance(entry, Discarded):
            places = lying[entry.seat, entry.zone]
            given_up = []
            for card in entry.cards:
                place = _dealt_at(card, places, came)
                places.remove(place)
                given_up.append(card if place in open_to else None)
            told.append(replace(entry, cards=tuple(given_up)))
        else:
            told.append(entry)
    return tuple(told)


def sealed_deck(terms: Terms, deck: Reveal | None, open_to: Collection[int]) -> SealedDeck | None:
    """The deck with those places open; None if it cannot be opened card by card."""
    if deck is None or deck.scheme == 1:
        return None
    return sealed(deck, open_to, terms.seeds)
