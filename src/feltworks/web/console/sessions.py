"""StaffSessions: who is at the console. They have nothing to do with the cookies of guests.

A badge is a long random text in a cookie that is sent to the console's own API only. The server
remembers a hash of it and whose it is; a badge that is handed back, or has not been used for a
while, opens nothing any more, and neither does any badge after the server has been restarted.
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
class _Issued:
    name: str
    since: float
    used: float


class StaffSessions:
    """StaffSessions that were issued and not yet handed back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._issued: dict[str, _Issued] = {}
        self._lock = threading.Lock()

    def issue(self, name: str) -> str:
        now, badge = self._clock(), secrets.token_urlsafe(32)
        with self._lock:
            for old in [key for key, each in self._issued.items() if _is_over(each, now)]:
                del self._issued[old]
            self._issued[_hash(badge)] = _Issued(name, now, now)
        return badge

    def bearer(self, badge: str | None) -> str | None:
        """The name on a badge that is good; using it keeps it so."""
        if not badge or len(badge) > 200:
            return None
        now = self._clock()
        with self._lock:
            issued = self._issued.get(_hash(badge))
            if issued is None or _is_over(issued, now):
                return None
            issued.used = now
            return issued.name

    def take_back(self, badge: str | None) -> None:
        if badge:
            with self._lock:
                self._issued.pop(_hash(badge), None)

    def take_back_all(self, name: str) -> None:
        """Every badge of somebody who has left the staff or has a new password."""
        with self._lock:
            for key in [key for key, each in self._issued.items() if each.name == name]:
                del self._issued[key]


def _is_over(issued: _Issued, now: float) -> bool:
    return now - issued.used > IDLE_SECONDS or now - issued.since > LONGEST_SECONDS


def _hash(badge: str) -> str:
    return hashlib.sha256(badge.encode()).hexdigest()
