"""The lease: which process deals on these books.

One row says who deals: a token, the holder, and its last sign of life. A process that takes the
lease begins a shift; the shift's number is its fencing token, which only ever grows, and every
write of a process that deals checks it in the same transaction. So a process that was thought dead
and wakes up can write nothing. The lease is free when its holder has released it, when it gave no
sign of life for a while by the database's own clock, or when it is known to be dead on this host. A
shift that ends leaves its open rounds to the next one; nothing is voided.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import text

from feltworks.house.books import Batch, Writer
from feltworks.house.errors import HouseError, LeaseLost

BEAT_SECONDS = 3.0
SILENT_SECONDS = 15.0
"""A holder without a sign of life for this long is taken to be gone."""

DESERTED = "its dealer was gone before it ended"
ENDED = "its dealer has left"

_NOW_MS = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
}
log = logging.getLogger("feltworks.house")


class SomebodyDeals(HouseError):
    """Another process holds the lease; the message names it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process: its host, and what distinguishes it from another process with the same number."""

    name: str
    host: str
    pid: int
    started: str
    machine: str

    @classmethod
    def of_this_process(cls, name: str) -> Holder:
        return cls(name, socket.gethostname(), os.getpid(), _started(os.getpid()), _machine())

    @property
    def is_dead(self) -> bool:
        """Whether the process is known to be gone; nothing is known about other machines."""
        if not self.machine or self.machine != _machine():
            return False
        return _started(self.pid) != self.started

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid} on {self.host})"


class Lease:
    """Taken when it is made, renewed by a thread of its own until `end`.

    Rounds are recorded under its `number`. `lost` is called when another process has taken over.
    With `may_have_it` an earlier attempt got no answer, so its own lease is no refusal.
    """

    def __init__(self, writer: Writer, name: str, *, may_have_it: bool = False) -> None:
        self.lost: Callable[[], None] = lambda: None
        self._writer = writer
        holder = Holder.of_this_process(name)
        self.number: int = writer.write(lambda batch: _take(batch, holder, may_have_it=may_have_it))
        writer.fence = self.number
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)
        self._thread.start()

    def _beat(self) -> None:
        while not self._over.wait(BEAT_SECONDS):
            try:
                self._writer.write(lambda batch: _set(batch, self.number))
            except LeaseLost:
                log.error("another process deals on these books now")
                self.lost()
                return
            except HouseError as error:
                log.warning("the lease could not be kept up: %s", error)

    def end(self) -> None:
        """Releases the lease; open rounds wait for the next process that deals."""
        self._over.set()
        self._thread.join()
        # If the books are away or the clock is wrong, the lease cannot be released and expires a
        # little later; a lost lease belongs to somebody else.
        with contextlib.suppress(HouseError):
            self._writer.write(lambda batch: _let_go(batch, self.number))
        self._writer.fence = None


def _take(batch: Batch, holder: Holder, *, may_have_it: bool) -> int:
    """Begins a shift, if nobody deals."""
    connection = batch.reader.connection
    row = connection.execute(
        text(f"SELECT token, holder, {_now(batch)} - beat_ms AS silent_ms FROM lease WHERE id = 1")
    ).one()
    if row.holder:
        other = Holder(**json.loads(row.holder))
        # A sign of life in the future comes from a clock that was wrong.
        is_there = abs(row.silent_ms) < SILENT_SECONDS * 1000 and not other.is_dead
        if is_there and not (may_have_it and other == holder):
            raise SomebodyDeals(
                f"{other} deals on these books and was heard of "
                f"{max(0, row.silent_ms) / 1000:.0f} seconds ago: one process deals at a time"
            )
    for shift, state in batch.reader.states("shift").items():
        if not state["over"]:
            _end_shift(batch, int(shift), DESERTED)
    number = batch.number + 1
    batch.write(
        "shift started",
        f"shift {number}",
        facts={"holder": str(holder)},
        after={"token": str(number), "over": False},
    )
    _set(batch, number, json.dumps(asdict(holder)))
    return number


def _let_go(batch: Batch, number: int) -> None:
    _end_shift(batch, number, ENDED)
    _set(batch, number, "")


def _end_shift(batch: Batch, number: int, why: str) -> None:
    state = batch.state(f"shift {number}")
    if state is None or state["over"]:
        return
    batch.write(
        "shift ended",
        f"shift {number}",
        facts={"open": batch.open_rounds(), "why": why},
        after={**state, "over": True},
    )


def _set(batch: Batch, number: int, holder: str | None = None) -> None:
    """Renews the lease; with a holder, gives it to that holder under a new token."""
    changed = "" if holder is None else ", token = :token, holder = :holder"
    batch.connection.execute(
        text(f"UPDATE lease SET beat_ms = {_now(batch)}{changed} WHERE id = 1"),
        {} if holder is None else {"token": number, "holder": holder},
    )


def _now(batch: Batch) -> str:
    return _NOW_MS[batch.reader.connection.dialect.name]


# --- what is known of a process on this host ---------------------------------------------------
# If the system does not say, the holder counts as alive until its lease expires.


def _machine() -> str:
    """Identifies this boot of this machine and its process namespace; empty if unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When the process was started, in the system's ticks; empty if there is no such process."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    fields = status.rpartition(")")[2].split()
    # A zombie process does nothing any more.
    return "" if fields[0] in "ZX" else fields[19]
