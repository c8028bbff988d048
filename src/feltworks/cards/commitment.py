"""Commit and reveal: the order of the deck is fixed before the first card and shown after the last.

The house publishes a digest of a secret salt and the order, deals, then reveals both. Nobody can
work the order out of the digest, since the salt is 256 random bits, and the house cannot change the
order afterwards without the digest failing to fit. What exactly is digested is said once, in
`verifier.py`, the file that anybody can check a deal with; this module calls that very file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltworks.cards import verifier
from feltworks.cards.card import Card, join_cards, parse_cards
from feltworks.cards.notation import CardError
from feltworks.cards.randomness import HouseRandomness
from feltworks.errors import FeltworksError, short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

_SALT_BYTES = 32
SCHEME = "1"
"""How a deck is committed to: what exactly is digested, and how its cards are dealt."""


class CommitmentError(FeltworksError):
    """A digest, salt or order that cannot be read as one."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """What the house shows after the last card; the salt is 64 hexadecimal digits."""

    salt: str
    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Commitment:
    """A promise about the order of a deck. Its `digest` is public; the rest waits for `reveal`."""

    digest: str
    # Kept out of repr: a logged commitment must not give the cards away.
    _secret: Reveal = field(repr=False)

    def reveal(self) -> Reveal:
        """The salt and the order, for everybody to check."""
        return self._secret

    def secret(self) -> str:
        """The whole commitment as a text, to be sealed and kept until the deck is shown."""
        return f"{SCHEME}\n{self._secret.salt}\n{join_cards(self._secret.order)}"


def read_secret(text: str) -> Commitment:
    """The commitment that `Commitment.secret` wrote down; its digest is made again."""
    scheme, _, rest = text.partition("\n")
    salt, _, cards = rest.partition("\n")
    if scheme != SCHEME:
        raise CommitmentError(f"a deck's secret is of scheme {SCHEME}, not {short_repr(scheme)}")
    try:
        return commit(parse_cards(cards), salt)
    except CardError as error:
        raise CommitmentError(str(error)) from None


def commit(order: Sequence[Card], salt: str | None = None) -> Commitment:
    """Promise this order. The salt is drawn from the operating system unless a test states one."""
    salt = HouseRandomness().bytes(_SALT_BYTES).hex() if salt is None else salt.strip().lower()
    try:
        digest = verifier.digest_of(salt, join_cards(order))
    except ValueError as error:
        raise CommitmentError(str(error)) from None
    return Commitment(digest, Reveal(salt, tuple(order)))


def verify(digest: str, salt: str, order: Sequence[Card]) -> bool:
    """Whether the digest published before the deal fits what was revealed after it."""
    try:
        return verifier.verify(digest, salt, join_cards(order))
    except ValueError as error:
        raise CommitmentError(str(error)) from None
