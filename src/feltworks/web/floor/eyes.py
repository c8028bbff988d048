"""A round followed with one viewer's eyes: each entry of the log is looked at once.

Everybody at a table is shown the felt after every move. What he saw of the log before does not
change, so only what is new is taken up; a log that was begun anew is looked at from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.felt import Felt
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.table.operations import Arranged
from feltworks.web.floor.felt import drawn, felt_now, is_over, settlement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.round import Operation
    from feltworks.round.viewers import Viewer
    from feltworks.web.protocol.told import FeltNow


class Eyes:
    """`log` is what the viewer has seen of the dealer's log so far."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._begin()

    def _begin(self) -> None:
        self.log: list[Operation] = []
        self._last: Operation | None = None
        self._felt = Felt()
        self._arranged: Arranged | None = None
        self._paid: list[Operation] = []
        self._drawn: FeltNow | None = None

    def look(self, dealers: Sequence[Operation]) -> FeltNow:
        """The felt after the dealer's log, as the viewer may see it."""
        known = len(self.log)
        if known and (known > len(dealers) or dealers[known - 1] is not self._last):
            self._begin()
            known = 0
        for entry in dealers[known:]:
            self._take(entry.seen_by(self.viewer))
        if dealers:
            self._last = dealers[-1]
        if self._drawn is None:
            over = is_over(self.log)
            self._drawn = felt_now(self.log) if over else self._drawn_now()
        return self._drawn

    def _take(self, entry: Operation) -> None:
        self.log.append(entry)
        self._felt.take(entry)
        self._drawn = None
        if isinstance(entry, Arranged):
            self._arranged = entry
        elif isinstance(entry, Settled | Undone | JackpotPaid | JackpotUndone):
            self._paid.append(entry)

    def _drawn_now(self) -> FeltNow:
        return drawn(self._felt, self._arranged, settlement(self._paid))
