"""Claiming a name: each belongs to whoever took it first, for as long as these books are kept."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import deque
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.web.floor.cashier import Cashier
    from feltworks.web.settings import BuyIn

LONGEST_NAME = 24
BOTS = "bot "


class NameTaken(FeltworksError):
    """Somebody else has that name."""


class CrowdError(FeltworksError):
    """More guests than the books should have to take in at once."""


class GuestError(FeltworksError):
    """A name or an amount that cannot be."""


class GuestBook:
    """Gives out names and play-money chips."""

    def __init__(self, cashier: Cashier, buy_in: BuyIn, a_minute: int = 120) -> None:
        self.cashier = cashier
        self.buy_in = buy_in
        self._lock = asyncio.Lock()
        self._lately: deque[float] = deque(maxlen=max(1, a_minute))

    async def claim(self, name: str, cents: int) -> str:
        """A new guest with chips; the name as it stands in the books."""
        name = checked(name)
        now = asyncio.get_running_loop().time()
        if len(self._lately) == self._lately.maxlen and now - self._lately[0] < 60:
            raise CrowdError("Many guests are sitting down just now: try again in a minute.")
        least, most = self.buy_in.least_cents, self.buy_in.most_cents
        if not least <= cents <= most:
            between = f"from {dollars_text(least)} to {dollars_text(most)}"
            raise GuestError(f"A guest sits down with {between} in play money.")
        async with self._lock:
            await self.cashier.ask(_claim, self.cashier.house, name, cents)
        self._lately.append(now)
        return name

    async def add_chips(self, name: str, cents: int) -> int:
        """More chips for a guest, up to what a stack may be filled to."""
        async with self._lock:
            held = (await self.cashier.stacks([name]))[name]
            most = self.buy_in.most_cents
            if cents < 1 or held + cents > most:
                raise GuestError(f"A stack is filled up to {dollars_text(most)} at most.")
            return await self.cashier.ask(self.cashier.house.sell_chips, name, cents)


def checked(name: str) -> str:
    """A name that a guest may have."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise GuestError(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if not any(letter.isalnum() for letter in name):
        raise GuestError("A name has at least one letter or digit.")
    if name.casefold().startswith(BOTS):
        raise GuestError("Names that begin with 'bot' are the bots'.")
    return name


def _claim(house: House, name: str, cents: int) -> None:
    """The first sale is kept under the name's key, so that nobody is sold it twice."""
    key = f"guest {name.casefold()}"
    with house.database.reading() as reader:
        known = reader.keyed(key) is not None or bool(reader.about(f"player {name}"))
    if known:
        raise NameTaken(f"The name {name} is taken.")
    house.sell_chips(name, cents, key=key)
