"""A connection to one client: its queue of messages, how much of the log it has, how fast it sends.

The table does not wait for a slow client: if too many messages queue up, the connection is closed,
and the client gets the whole picture when it connects again.
"""

from __future__ import annotations

import asyncio

from pydantic import BaseModel
from pydantic_core import to_json

from feltworks.web.protocol.picture import TableReply

MOST_WAITING = 256
DID_NOT_KEEP_UP = 4408
TRY_LATER = 1013
CLOSE = None


class Connection:
    """`epoch` and `events` say which log, and how much of it, the client has been sent."""

    def __init__(self, guest: str | None, messages_a_second: int) -> None:
        self.guest = guest
        self.coached = False
        self.epoch = -1
        self.events = 0
        self.closed_with: int | None = None
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._allowance = float(messages_a_second)
        self._refill = float(messages_a_second)
        self._last = 0.0

    def tell(self, message: BaseModel | TableReply) -> None:
        self.tell_text(to_json(message).decode())

    def tell_text(self, text: str) -> None:
        if self.closed_with is not None:
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self.close(DID_NOT_KEEP_UP)
        else:
            self._waiting.put_nowait(text)

    def close(self, code: int) -> None:
        """Sends nothing more and closes the connection with that code."""
        if self.closed_with is None:
            self.closed_with = code
            self._waiting.put_nowait(CLOSE)

    async def next_text(self) -> str | None:
        """The next message to send; None when the connection is closed."""
        return await self._waiting.get()

    def is_flooding(self, now: float) -> bool:
        """Whether this message exceeds the allowed rate; quiet seconds build up an allowance."""
        earned = (now - self._last) * self._refill if self._last else self._refill
        self._allowance = min(2 * self._refill, self._allowance + earned)
        self._last = now
        self._allowance -= 1
        return self._allowance < 0
