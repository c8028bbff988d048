"""Attempts to log in at the console are counted, and somebody who guesses waits longer each time.

Failures are counted separately by name and by address, so that neither many names from one place
nor one name from many places gets far. But guessing at a name must not lock its owner out: the wait
for a name is short, and does not apply to an address from which the name has logged in before.

Verifying a password is slow on purpose, and only a few are verified at a time. So an attempt counts
as failed from its beginning until it has succeeded: a burst of guesses is counted before the first
of them is verified.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from feltworks.errors import FeltworksError

FREE_FAILURES = 5
FIRST_WAIT_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 900.0
LONGEST_NAME_WAIT_SECONDS = 30.0
FORGOTTEN_SECONDS = 3600.0
MOST_REMEMBERED = 10_000
VERIFIED_AT_A_TIME = 2


class TooManyAttempts(FeltworksError):
    """Somebody has to wait before he may try again."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__(f"Too many attempts: try again in {self.seconds} seconds.")


@dataclass
class _Failures:
    count: int = 0
    last: float = 0.0

    def wait(self, now: float, longest: float) -> float:
        """How many seconds are left to wait."""
        beyond = self.count - FREE_FAILURES
        if beyond < 0:
            return 0.0
        wait = min(FIRST_WAIT_SECONDS * 2.0 ** min(beyond, 20), longest)
        return max(0.0, self.last + wait - now)


class Attempts:
    """Failures by place (the address an attempt comes from) and by name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[tuple[str, str], _Failures] = OrderedDict()
        self._admitted: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()
        self.verifying = threading.BoundedSemaphore(VERIFIED_AT_A_TIME)

    def begin(self, place: str, name: str | None = None) -> None:
        """Counts an attempt as failed until it succeeds, or says how long to wait for one."""
        now = self._clock()
        with self._lock:
            wait = self._of(("place", place), now).wait(now, LONGEST_WAIT_SECONDS)
            if name is not None and (place, name) not in self._admitted:
                named = self._of(("name", name), now).wait(now, LONGEST_NAME_WAIT_SECONDS)
                wait = max(wait, named)
            if wait > 0:
                raise TooManyAttempts(wait)
            for key in _keys(place, name):
                failures = self._of(key, now)
                failures.count, failures.last = failures.count + 1, now
                self._failures[key] = failures
                self._failures.move_to_end(key)
            while len(self._failures) > MOST_REMEMBERED:
                self._failures.popitem(last=False)

    def succeeded(self, place: str, name: str | None = None) -> None:
        """Forgets the failures of somebody who has proved who he is."""
        with self._lock:
            for key in _keys(place, name):
                self._failures.pop(key, None)
            if name is None:
                return
            self._admitted[place, name] = None
            self._admitted.move_to_end((place, name))
            while len(self._admitted) > MOST_REMEMBERED:
                self._admitted.popitem(last=False)

    def _of(self, key: tuple[str, str], now: float) -> _Failures:
        found = self._failures.get(key)
        if found is None or now - found.last > FORGOTTEN_SECONDS:
            return _Failures()
        return found


def _keys(place: str, name: str | None) -> list[tuple[str, str]]:
    return [("place", place)] if name is None else [("place", place), ("name", name)]
