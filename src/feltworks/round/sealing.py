"""Hands that were not shown: who may know which cards of a round between players when it is over.

A card is open to a viewer if he could see it when it was dealt, or it was shown, turned or exposed
later. The others stay sealed: folded and beaten hands, burnt cards, what was left of the deck, and
cards that were given up for others before their hand was shown. They are not needed to check the
hands that were shown: each place of the deck is committed to, and opened, separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from feltworks.cards import Card, Reveal, SealedDeck, sealed
from feltworks.round.moves import Irregularity
from feltworks.round.operations import Burnt, Dealt, Discarded, Exposed, Operation, Shown, Turned
from feltworks.round.terms import Terms
from feltworks.round.viewers import Viewer


def open_places(log: Sequence[Operation], viewer: Viewer) -> frozenset[int]:
    """The places in the deal, from 0, of the cards that the viewer knows after the round."""
    known: set[int] = set()
    for entry, places in _with_places(log):
        hides = isinstance(entry, Discarded)
        if isinstance(entry, Dealt | Burnt):
            hides = entry.seen_by(viewer).card is None
        known.update(() if hides else places)
    return frozenset(known)


def sealed_log(log: Sequence[Operation], open_to: Collection[int]) -> tuple[Operation, ...]:
    """The log with every card hidden that was not dealt at one of those places."""
    told: list[Operation] = []
    for entry, places in _with_places(log):
        if isinstance(entry, Dealt | Burnt) and places[0] not in open_to:
            told.append(replace(entry, card=None))
        elif isinstance(entry, Discarded):
            given_up = zip(entry.cards, places, strict=True)
            cards = tuple(card if place in open_to else None for card, place in given_up)
            told.append(replace(entry, cards=cards))
        else:
            told.append(entry)
    return tuple(told)


def _with_places(log: Sequence[Operation]) -> Iterator[tuple[Operation, tuple[int, ...]]]:
    """Each entry with the places in the deal, from 0, of the cards that it is about."""
    came: list[Card | None] = []
    lying: defaultdict[tuple[int | None, str], list[int]] = defaultdict(list)
    for entry in log:
        places: Iterable[int] = ()
        match entry:
            case Dealt() | Burnt():
                places = (len(came),)
                if isinstance(entry, Dealt):
                    lying[entry.seat, entry.zone] += places
                came.append(entry.card)
            case Turned(zone, cards):
                # Some of a zone's cards may stay face down, as a dealer's hole card does.
                places = [at for at in lying[None, zone] if came[at] is None or came[at] in cards]
            case Shown(seat, zone):
                places = lying[seat, zone]
            case Discarded(seat, zone, cards):
                # Of two identical cards from a shoe the first.
                lies = lying[seat, zone]
                places = [lies.pop([came[at] for at in lies].index(card)) for card in cards]
            case Exposed(seat, zone, number):
                places = (lying[seat, zone][number - 1],)
            case Irregularity(cards=cards):
                places = [place for place, card in enumerate(came) if card in cards]
        yield entry, tuple(places)


def sealed_deck(terms: Terms, deck: Reveal | None, open_to: Collection[int]) -> SealedDeck | None:
    """The deck with those places open; None if it cannot be opened card by card."""
    if deck is None or deck.scheme == 1:
        return None
    return sealed(deck, open_to, terms.seeds)
