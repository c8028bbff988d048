"""Sessions of the staff. They have nothing to do with the cookies of guests.

A session is identified by a long random token in a cookie that is sent only to the console's own
API. The server remembers a hash of the token and whose it is. A session ends on logging out, after
a while without use, or when the server restarts.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

COOKIE = "feltworks_staff"
COOKIE_PATH = "/api/console"
IDLE_SECONDS = 30 * 60.0
LONGEST_SECONDS = 12 * 3600.0


@dataclass
class _Session:
    name: str
    since: float
    used: float

    def is_over(self, now: float) -> bool:
        return now - self.used > IDLE_SECONDS or now - self.since > LONGEST_SECONDS


class StaffSessions:
    """Sessions that have begun and not ended, by the hash of their token."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sessions: dict[str, _Session] = {}
        self._lock = threading.Lock()

    def begin(self, name: str) -> str:
        """Begins a session for somebody who proved who he is; returns its token."""
        now, token = self._clock(), secrets.token_urlsafe(32)
        with self._lock:
            self._drop(lambda session: session.is_over(now))
            self._sessions[_hash(token)] = _Session(name, now, now)
        return token

    def name_of(self, token: str | None) -> str | None:
        """Whose session this is, while it lasts; calling this counts as use."""
        if not token or len(token) > 200:
            return None
        now = self._clock()
        with self._lock:
            session = self._sessions.get(_hash(token))
            if session is None or session.is_over(now):
                return None
            session.used = now
            return session.name

    def end(self, token: str | None) -> None:
        if token:
            with self._lock:
                self._sessions.pop(_hash(token), None)

    def end_all(self, name: str) -> None:
        """Ends every session of somebody who has left the staff or has a new password."""
        with self._lock:
            self._drop(lambda session: session.name == name)

    def _drop(self, is_done: Callable[[_Session], bool]) -> None:
        for key in [key for key, session in self._sessions.items() if is_done(session)]:
            del self._sessions[key]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
