"""Commit, deal, open: the slots of a deck are fixed before any bet, and each can be opened alone.

The house shuffles a deck into numbered slots and shows a digest: the root of a Merkle tree whose
leaves are salted hashes of the single cards. Nobody can find a card from it, since every leaf has
256 bits of salt, and the house cannot change a card without the digest failing to match. Which slot
is dealt first, second, third follows from the digest and the players' seeds (`seeds.py`); without
seeds the slots are dealt in their order. Afterwards the deck's one salt opens all slots at once, or
a slot's own salt and its proof open that card alone.

Decks of the first scheme were one hash of the salt and the whole order. They are still checked, and
no new ones are made. Only `verifier.py`, the file that anybody can check a deal with, says what
exactly is hashed; this module calls that file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from feltworks.cards import verifier
from feltworks.cards.card import Card, join_cards, parse_cards
from feltworks.cards.notation import CardError
from feltworks.cards.randomness import HouseRandomness
from feltworks.cards.seeds import PlayerSeed, slot_order
from feltworks.errors import FeltworksError

SCHEME = 2
"""The scheme that decks are committed by today."""

_SALT_BYTES = 32
_SECRET = re.compile(r"scheme (2) salt ([0-9a-f]{64}) cards ([\w ]+)")


class CommitmentError(FeltworksError):
    """A digest, salt, order or secret that is not valid."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One card of a deck, opened: its slot, the slot's salt, and the hashes that lead to the root.

    `slots` is how many the deck has. `place` is when the card is dealt, counted from 0.
    """

    slots: int
    place: int
    slot: int
    card: Card
    salt: str
    proof: tuple[str, ...]


@dataclass(frozen=True)
class Reveal:
    """A whole deck, opened; the salt is 64 hexadecimal digits, `order` has the cards by slot.

    In the first scheme the order of the slots was the order of the deal.
    """

    salt: str
    order: tuple[Card, ...]
    scheme: int = SCHEME

    @cached_property
    def digest(self) -> str:
        """The digest that the house must have shown for this deck."""
        if self.scheme == SCHEME:
            return verifier.root_of(len(self.order), self._levels[-1][0])
        return verifier.digest_of(self.salt, join_cards(self.order), self.scheme)

    @property
    def leaves(self) -> tuple[str, ...]:
        """Every slot, sealed."""
        return tuple(self._levels[0])

    @cached_property
    def _levels(self) -> list[list[str]]:
        return verifier.levels_of(verifier.leaf_hashes(self.salt, [str(c) for c in self.order]))

    def dealt(self, seeds: Sequence[PlayerSeed] = ()) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt."""
        if not seeds:
            return self.order
        return tuple([self.order[slot] for slot in self.slots_dealt(seeds)])

    def slots_dealt(self, seeds: Sequence[PlayerSeed] = ()) -> tuple[int, ...]:
        """The slots in that order."""
        return slot_order(self.digest, len(self.order), seeds)

    def openings(
        self, places: Iterable[int], seeds: Sequence[PlayerSeed] = ()
    ) -> tuple[Opening, ...]:
        """The cards dealt at those places, counted from 0, each with its proof."""
        slots, size = self.slots_dealt(seeds), len(self.order)
        salts = verifier.slot_salts(self.salt, size)
        opened = []
        for place in places:
            slot = slots[place]
            proof = tuple(verifier.proof_of(self._levels, slot))
            opened.append(Opening(size, place, slot, self.order[slot], salts[slot], proof))
        return tuple(opened)


@dataclass(frozen=True, slots=True)
class Commitment:
    """A commitment to a deck. Its `digest` is public; the rest stays secret until `reveal`."""

    digest: str
    # Not in the repr: a logged commitment must not reveal the cards.
    _secret: Reveal = field(repr=False)

    def reveal(self) -> Reveal:
        """The salt and the cards by slot."""
        return self._secret

    def secret(self) -> str:
        """The deck as one line of text, to be kept sealed; `read_secret` reads it."""
        deck = self._secret
        return f"scheme {deck.scheme} salt {deck.salt} cards {join_cards(deck.order)}"


def commit(order: Sequence[Card], salt: str | None = None) -> Commitment:
    """Commit to these cards by slot. Without a salt, one is drawn from the operating system.

    Only tests and practice give one.
    """
    if salt is None:
        salt = HouseRandomness().bytes(_SALT_BYTES).hex()
    try:
        salt = verifier.digits(salt, "salt")
    except ValueError as error:
        raise CommitmentError(str(error)) from None
    if not order:
        raise CommitmentError("there must be at least one card")
    deck = Reveal(salt, tuple(order))
    return Commitment(deck.digest, deck)


def read_secret(text: str) -> Commitment:
    """The commitment whose `secret` this is; raises a `CommitmentError` if it is none."""
    found = _SECRET.fullmatch(text)
    if found is None:
        raise CommitmentError("this is not the secret of a deck")
    try:
        return commit(parse_cards(found[3]), found[2])
    except CardError as error:
        raise CommitmentError(f"this is not the secret of a deck: {error}") from None


def verify(digest: str, reveal: Reveal) -> bool:
    """Whether the digest published before the deal matches what was opened after it."""
    try:
        verifier.digits(reveal.salt, "salt")
        if not reveal.order:
            raise ValueError("there must be at least one card")
        return verifier.digits(digest, "digest") == reveal.digest
    except ValueError as error:
        raise CommitmentError(str(error)) from None


def verify_card(digest: str, opening: Opening) -> bool:
    """Whether an opened card is the one that lay in its slot when the digest was made."""
    try:
        return verifier.card_fits(
            digest,
            opening.slots,
            opening.slot,
            str(opening.card),
            opening.salt,
            list(opening.proof),
        )
    except ValueError as error:
        raise CommitmentError(str(error)) from None
