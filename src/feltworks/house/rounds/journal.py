"""The journal of a round: every decision, on disk before it is answered, and no card among them.

Cards are not journaled: they follow from the deck and the moves. But some moves reveal cards: a
player sets some of his apart, or gives up side wagers that only he knows to have won. Those are
sealed until the deck is shown, so that somebody who reads the books during a round learns nothing
from them. All other moves are public at the table, as are a supervisor's notes of exposed cards,
and are kept in clear.

The key comes from the deck's own salt. That lies sealed in the books while the deck is played (see
`house.keys`), so a sealed move can be opened by whoever can open the deck; and once the deck is
shown, anybody who checks the round can open its moves, without a key of the house. A move is bound
to its round and its step: copied to another place it does not open.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from feltworks.house.errors import BooksError
from feltworks.house.keys import decrypted, encrypted
from feltworks.round import CardCheck, Decide, Irregularity, Operation
from feltworks.round.viewers import SPECTATOR

JOURNALED = frozenset({Decide, Irregularity, CardCheck})

SEALED = "sealed 1 "
"""How a sealed move begins; no move in clear begins so."""


def tells_cards(move: Operation) -> bool:
    """Whether the move holds something that somebody who only watches the table may not know."""
    return move.seen_by(SPECTATOR) is not move


def is_sealed(text: str) -> bool:
    return text.startswith(SEALED)


def sealed_move(line: str, salt: str, round: int, step: int) -> str:
    """The move as a text that opens only with the salt of the round's deck, and in this place."""
    return SEALED + encrypted(line, _key(salt), _bound(round, step))


def opened_moves(texts: Sequence[str], salt: str, round: int) -> Iterator[str]:
    """The moves of a round as they were made; a `BooksError` if one was changed."""
    for step, text in enumerate(texts, start=1):
        if not is_sealed(text):
            yield text
            continue
        try:
            yield decrypted(text.removeprefix(SEALED), _key(salt), _bound(round, step))
        except ValueError:
            raise BooksError(f"move {step} of round {round} is not what was sealed") from None


def _key(salt: str) -> bytes:
    return hmac.digest(bytes.fromhex(salt), b"feltworks moves 1", hashlib.sha256)


def _bound(round: int, step: int) -> str:
    """What a sealed move is bound to."""
    return f"round {round}\nstep {step}"
