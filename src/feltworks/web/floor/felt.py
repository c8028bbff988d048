"""A round's log for a page: its entries as JSON, and the felt as they leave it.

Both are made from the log as one viewer may see it, so neither can hold a card that the viewer may
not know. Everybody at a table gets the felt after every move. What a viewer has seen of the log
never changes, so `SeenFelt` adds only what is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from feltworks.round import Operation
from feltworks.round.chips import POT
from feltworks.round.felt import Felt
from feltworks.round.moves import CardCheck, Decide
from feltworks.round.operations import Burnt, Closed, Collected, Dealt, Voided
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone
from feltworks.round.viewers import Viewer
from feltworks.web.protocol import picture
from feltworks.web.protocol.copying import field_names, part, plain


def event(n: int, entry: Operation) -> dict[str, Any]:
    """An entry of the log: its number, kind, sentence, fields and chips."""
    told: dict[str, Any] = {"n": n, "kind": type(entry).__name__, "line": entry.line}
    for name in field_names(entry):
        # The irregularity's own `kind` must not overwrite the kind of the entry.
        told["irregularity" if name == "kind" else name] = plain(getattr(entry, name))
    told["chips"] = [
        {"source": str(each.source), "target": str(each.target), "cents": each.cents}
        for each in entry.transfers()
        if each.cents
    ]
    return told


def felt_now(log: Sequence[Operation]) -> picture.FeltNow:
    """The felt after a log; what is collected at the very end still lies there to be looked at."""
    felt = Felt()
    kept_from = _last_act(log) if _is_over(log) else len(log)
    for at, entry in enumerate(log):
        if at > kept_from and isinstance(entry, Collected):
            continue
        felt.take(entry)
    return _drawn(felt, log)


class SeenFelt:
    """What a viewer has seen of a round.

    `log` is the dealer's log so far, with every card hidden that the viewer may not know.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._begin()

    def _begin(self) -> None:
        self.log: list[Operation] = []
        self._last: Operation | None = None
        self._felt = Felt()
        self._paid: list[Operation] = []
        self._drawn: picture.FeltNow | None = None

    def look(self, dealers: Sequence[Operation]) -> picture.FeltNow:
        """The felt after the dealer's log; if that was restarted, everything is read again."""
        known = len(self.log)
        if known and (known > len(dealers) or dealers[known - 1] is not self._last):
            self._begin()
            known = 0
        for entry in dealers[known:]:
            self._take(entry.seen_by(self.viewer))
        if dealers:
            self._last = dealers[-1]
        if self._drawn is None:
            over = _is_over(self.log)
            self._drawn = felt_now(self.log) if over else _drawn(self._felt, self._paid)
        return self._drawn

    def _take(self, entry: Operation) -> None:
        self.log.append(entry)
        self._felt.take(entry)
        self._drawn = None
        if isinstance(entry, Settled | Undone | JackpotPaid | JackpotUndone):
            self._paid.append(entry)


def _is_over(log: Sequence[Operation]) -> bool:
    return bool(log) and isinstance(log[-1], Closed | Voided | CardCheck)


def _last_act(log: Sequence[Operation]) -> int:
    """The place of the last card or decision."""
    acts = (at for at in range(len(log) - 1, -1, -1) if isinstance(log[at], Dealt | Burnt | Decide))
    return next(acts, -1)


def _drawn(felt: Felt, paid: Sequence[Operation]) -> picture.FeltNow:
    """The felt as a page needs it."""
    return picture.FeltNow(
        stage=felt.stage,
        cards=[
            picture.PlaceNow(
                seat=seat, zone=zone, cards=[part(picture.CardAt, lying) for lying in cards]
            )
            for (seat, zone), cards in felt.cards.items()
        ],
        spots=[
            picture.SpotNow(seat=spot.seat, wager=spot.name, cents=cents, tip=spot.kind == "tip")
            for spot, cents in felt.chips.items()
            if cents and spot.kind in ("spot", "tip") and spot.seat is not None
        ],
        pot_cents=felt.chips[POT],
        burnt=felt.burnt,
        arranged=None if felt.arranged is None else part(picture.ArrangedNow, felt.arranged),
        settlement=_settlement(paid),
    )


def _settlement(log: Sequence[Operation]) -> list[picture.SettledNow]:
    """Every wager settled and not undone, in the dealer's order."""
    standing: list[Settled] = []
    prizes = Counter[tuple[int, str]]()
    for entry in log:
        match entry:
            case Settled():
                standing.append(entry)
            case Undone(settled):
                standing.remove(settled)
            case JackpotPaid(seat, wager, _, cents):
                prizes[seat, wager] += cents
            case JackpotUndone(paid):
                prizes[paid.seat, paid.wager] -= paid.cents
    return [
        part(
            picture.SettledNow, each, jackpot_cents=0 if each.tip else prizes[each.seat, each.wager]
        )
        for each in standing
    ]
