"""Steps that print a line with their seconds; the run fails if one of them does."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


class Failed(Exception):
    """What ships does not do what it should; the text says what and shows what was printed."""


class LeftOut(Exception):
    """A step cannot run because a part is missing on this machine; the text says how to get it."""


def require(holds: object, says: str) -> None:
    """Fail with a sentence unless something holds."""
    if not holds:
        raise Failed(says)


def check_each(check: Callable[[T], object], given: Iterable[T]) -> None:
    """Check each of them, and then fail with everything that failed."""
    failures = []
    for each in given:
        try:
            check(each)
        except Failed as failure:
            failures.append(str(failure))
    if failures:
        raise Failed("\n".join(failures))


class Steps:
    """Runs steps, also from several threads, and counts what failed and what was left out."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._printing = threading.Lock()
        self.failed: list[str] = []
        self._left_out: Counter[str] = Counter()

    def run(self, name: str, work: Callable[..., str | None], *given: object) -> bool:
        """Run one step and print how it ended; return whether nothing failed."""
        began = time.monotonic()
        try:
            text = work(*given)
        except LeftOut as missing:
            if os.environ.get("CI") != "true":
                self._left_out[str(missing)] += 1
                return True
            trouble: str | None = str(missing)
        except Failed as failure:
            trouble = str(failure)
        except Exception:
            trouble = traceback.format_exc()
        else:
            trouble = None
        with self._printing:
            seconds = f"{time.monotonic() - began:6.1f} s"
            if trouble is None:
                print(f"{seconds}  {name}{f': {text}' if text else ''}", flush=True)
            else:
                self.failed.append(name)
                print(f"{seconds}  FAILED: {name}\n{trouble}", file=sys.stderr, flush=True)
        return trouble is None

    def close(self) -> int:
        """Print how the run ended; return its exit code."""
        for missing, times in self._left_out.items():
            print(f"{times} {'step' if times == 1 else 'steps'} left out, {missing}")
        seconds = f"{time.monotonic() - self._began:.0f} s"
        if self.failed:
            print(f"what ships fails, in {seconds}: {', '.join(self.failed)}", file=sys.stderr)
            return 1
        print(f"what ships works, in {seconds}")
        return 0
