"""A deck of which some cards are open and the others stay sealed: what a public transcript carries.

It has all leaves of the tree, so that the digest can be computed from them, and the salts of the
cards that were shown. A card that is opened later must match the same leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from feltworks.cards import verifier
from feltworks.cards.card import Card
from feltworks.cards.commitment import CommitmentError, Reveal
from feltworks.cards.notation import CardError
from feltworks.cards.seeds import PlayerSeed, slot_order

_HASH = re.compile("[0-9a-f]{64}")
_OPENED = re.compile(r"(\d{1,4}) (\w\w) ([0-9a-f]{64})")


@dataclass(frozen=True)
class SealedDeck:
    """`leaves` are all slots, sealed; `opened` has card and salt of those that are open."""

    leaves: tuple[str, ...]
    opened: Mapping[int, tuple[Card, str]]

    @cached_property
    def digest(self) -> str:
        """The digest that the house must have shown for these leaves."""
        top = verifier.levels_of(list(self.leaves))[-1][0]
        return verifier.root_of(len(self.leaves), top)

    @property
    def wrong_slot(self) -> int | None:
        """The first open slot whose card and salt do not match its leaf."""
        for slot, (card, salt) in self.opened.items():
            if verifier.leaf_hash(slot, salt, str(card)) != self.leaves[slot]:
                return slot
        return None

    @property
    def opened_lines(self) -> list[str]:
        """The open slots as a transcript writes them: slot, card, salt."""
        return [f"{slot} {card} {salt}" for slot, (card, salt) in sorted(self.opened.items())]

    def dealt(self, seeds: Sequence[PlayerSeed] = ()) -> tuple[Card | None, ...]:
        """The cards in the order in which they are dealt, None for a sealed one."""
        slots = slot_order(self.digest, len(self.leaves), seeds)
        return tuple(self.opened[slot][0] if slot in self.opened else None for slot in slots)


def sealed(deck: Reveal, places: Iterable[int], seeds: Sequence[PlayerSeed] = ()) -> SealedDeck:
    """The deck with those cards open that are dealt at these places, counted from 0."""
    slots = deck.slots_dealt(seeds)
    salts = verifier.slot_salts(deck.salt, len(deck.order))
    opened = sorted(slots[place] for place in places)
    return SealedDeck(deck.leaves, {slot: (deck.order[slot], salts[slot]) for slot in opened})


def read_sealed(leaves: Sequence[object], opened: Sequence[object]) -> SealedDeck:
    """What a transcript states of a sealed deck; a `CommitmentError` says what is not valid."""
    hashes = [leaf for leaf in leaves if isinstance(leaf, str) and _HASH.fullmatch(leaf)]
    if not hashes or len(hashes) != len(leaves):
        raise CommitmentError("leaves are hashes of 64 small hexadecimal digits")
    known: dict[int, tuple[Card, str]] = {}
    for line in opened:
        found = _OPENED.fullmatch(line) if isinstance(line, str) else None
        if found is None or not int(found[1]) < len(hashes) or int(found[1]) in known:
            raise CommitmentError("an opened card is written as its slot, the card and its salt")
        try:
            known[int(found[1])] = Card.parse(found[2]), found[3]
        except CardError as error:
            raise CommitmentError(str(error)) from None
    return SealedDeck(tuple(hashes), known)
