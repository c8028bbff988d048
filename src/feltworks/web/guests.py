"""Claiming a name: it belongs to the first who takes it, as long as he comes now and then.

The books know a guest by a pseudonym; his chips, his rounds and what he may look up belong to it.
The name of a guest who was not seen for some weeks is given out again; for a name that is taken, a
similar free one is suggested.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Iterator

from feltworks.errors import FeltworksError
from feltworks.house import House
from feltworks.house.books import Batch
from feltworks.house.cage import exchange
from feltworks.house.people import PSEUDONYM, claim, is_taken, names_in_use, new_pseudonym
from feltworks.money import dollars_text
from feltworks.web.floor.cashier import Cashier
from feltworks.web.lookalikes import look_alike, plain_text, readings
from feltworks.web.seating.bots import ring_tempers, steady_tempers
from feltworks.web.settings import BuyIn

LONGEST_NAME = 24
BOTS = "bot "
RESERVED_NAMES = frozenset({"you", "dealer", "the dealer", "house", "the house"})
STAFF_WORDS = (
    *("staff", "dealer", "supervisor", "operator", "cashier", "auditor"),
    *("admin", "administrator", "moderator", "feltworks"),
)
TRIED_IN_ORDER = range(2, 10)


class NameTaken(FeltworksError):
    """Somebody else has that name; `free` is a similar one that nobody has."""

    def __init__(self, name: str, free: str | None) -> None:
        self.free = free
        instead = "" if free is None else f" {free} is free."
        super().__init__(f"The name {name} is taken.{instead}")


class CrowdError(FeltworksError):
    """More new guests at once than the books should take in."""


class GuestError(FeltworksError):
    """A name or an amount that is not allowed."""


class GuestBook:
    """Gives out names and play-money chips."""

    def __init__(self, cashier: Cashier, buy_in: BuyIn, a_minute: int) -> None:
        self.cashier = cashier
        self.buy_in = buy_in
        self._lock = asyncio.Lock()
        self._lately: deque[float] = deque(maxlen=max(1, a_minute))

    async def claim(self, name: str, cents: int) -> str:
        """Adds a new guest with chips; returns his pseudonym in the books."""
        name, player = checked(name), new_pseudonym()
        now = asyncio.get_running_loop().time()
        if len(self._lately) == self._lately.maxlen and now - self._lately[0] < 60:
            raise CrowdError("Many guests are sitting down just now: try again in a minute.")
        least, most = self.buy_in.least_cents, self.buy_in.most_cents
        if not least <= cents <= most:
            between = f"from {dollars_text(least)} to {dollars_text(most)}"
            raise GuestError(f"A guest sits down with {between} in play money.")
        async with self._lock:
            await self.cashier.ask(_claim, self.cashier.house, name, player, cents)
        self._lately.append(now)
        return player

    async def add_chips(self, name: str, cents: int, key: str) -> int:
        """Gives a guest more chips, up to the allowed stack; once for a key of his."""
        key = f"chips {name} {key}"
        house = self.cashier.house
        async with self._lock:
            if await self.cashier.read(lambda reader: reader.keyed(key)) is not None:
                return await self.cashier.ask(house.sell_chips, name, cents, key=key)
            held = (await self.cashier.stacks([name]))[name]
            most = self.buy_in.most_cents
            if cents < 1 or held + cents > most:
                raise GuestError(f"A stack is filled up to {dollars_text(most)} at most.")
            return await self.cashier.ask(house.sell_chips, name, cents, key=key)


def checked(name: str) -> str:
    """A name that a guest may have."""
    name = plain_text(name)
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise GuestError(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if not any(letter.isalnum() for letter in name):
        raise GuestError("A name has at least one letter or digit.")
    words = name.split()
    # "Staff-1" and "(Dealer)" read like the words in them.
    letters = re.findall(r"[^\W\d_]+", name)
    if _may_be_a_bot(words) or _may_be_a_bot(re.findall(r"[^\W_]+", name)):
        raise GuestError("The bots are called so: take another name.")
    if any(
        look_alike(each, other) for each in (name, " ".join(letters)) for other in RESERVED_NAMES
    ):
        raise GuestError(f"The table calls somebody else {name}: take another name.")
    if any(look_alike(word, other) for word in (*words, *letters) for other in STAFF_WORDS):
        raise GuestError(f"The name {name} reads like one of the staff: take another name.")
    if PSEUDONYM.fullmatch(name.casefold()):
        raise GuestError("Guests without a name are called so: take another name.")
    return name


def _may_be_a_bot(words: list[str]) -> bool:
    """Whether a bot may have the name: "bot" and more words in the books, or a temper and a
    number."""
    if len(words) < 2:
        return False
    tempers = (*steady_tempers(), *ring_tempers())
    return look_alike(words[0], BOTS.rstrip()) or (
        words[1].isdigit() and any(look_alike(words[0], temper) for temper in tempers)
    )


def _claim(house: House, name: str, player: str, cents: int) -> None:
    """Gives the name and the first chips, both or neither."""

    def unit(batch: Batch) -> None:
        names = names_in_use(batch.reader, besides=player)
        taken = frozenset().union(*map(readings, names))
        if not taken.isdisjoint(readings(name)) or not claim(batch, name, player):
            likely = (each for each in _similar_names(name) if taken.isdisjoint(readings(each)))
            free = (each for each in likely if not is_taken(batch.reader, each))
            raise NameTaken(name, next(free, None))
        exchange(batch, player, cents, f"first chips of {player}")

    house.write(unit)


def _similar_names(name: str) -> Iterator[str]:
    """Similar names: with a small number behind it, then with random ones."""
    stem = name.rstrip("0123456789").rstrip() or name
    if _may_be_a_bot([*stem.split(), "2"]):
        return
    for number in (*TRIED_IN_ORDER, *(random.randrange(10, 1000) for _ in TRIED_IN_ORDER)):
        yield f"{stem[: LONGEST_NAME - 4].rstrip()} {number}"
