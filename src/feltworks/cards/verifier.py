"""Check that a deck was in its order before the first card was dealt.

    python verifier.py DIGEST SALT "As Kd 7h ..."

The house shows DIGEST before the deal, SALT and the order of the deck after it. DIGEST is the
SHA-256 of these three lines of ASCII text, each ended by one line feed:

    feltworks shuffle 1
    the salt: 64 hexadecimal digits, lower case
    the cards, first to be dealt first: rank 23456789TJQKA and suit cdhs, or Jo; one space between

This file needs nothing but Python, so that it can be read and run by somebody who trusts no one.
"""

import hashlib
import re
import sys

CARD = re.compile("[23456789TJQKA][cdhs]|Jo")


def digest_of(salt: str, cards: str) -> str:
    """The digest that the house must have shown for this salt and order."""
    salt = salt.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", salt):
        raise ValueError(f"the salt must be 64 hexadecimal digits, not {salt!r}")
    pieces = cards.split()
    if not pieces:
        raise ValueError("there must be at least one card")
    for place, piece in enumerate(pieces, start=1):
        if not CARD.fullmatch(piece):
            raise ValueError(f"card {place} must read like As, Td or Jo, not {piece!r}")
    text = f"feltworks shuffle 1\n{salt}\n{' '.join(pieces)}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def verify(digest: str, salt: str, cards: str) -> bool:
    """Whether the digest shown before the deal fits the salt and the order shown after it."""
    digest = digest.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise ValueError(f"the digest must be 64 hexadecimal digits, not {digest!r}")
    return digest == digest_of(salt, cards)


def main(arguments: list[str]) -> int:
    """0 when they fit, 1 when they do not, 2 when the question cannot be read."""
    if len(arguments) < 3:
        print('usage: python verifier.py DIGEST SALT "As Kd 7h ..."', file=sys.stderr)
        return 2
    digest, salt, cards = arguments[0], arguments[1], " ".join(arguments[2:])
    try:
        fits = verify(digest, salt, cards)
    except ValueError as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    if fits:
        print(
            f"MATCH: these {len(cards.split())} cards were in this order when the digest was made."
        )
        return 0
    print(f"NO MATCH: this salt and order give {digest_of(salt, cards)}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
