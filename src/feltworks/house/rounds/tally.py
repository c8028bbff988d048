"""A round's log as the house reads it: lines for the books, moves to journal, cards, and money.

The house looks at the log at every move, and each time it is a little longer. So no part is read
twice: a tally goes on from where it stopped, as long as the log still begins with what it has read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from feltworks.cards import Card
from feltworks.house.errors import HouseError
from feltworks.house.rounds.journal import JOURNALED
from feltworks.money import money
from feltworks.round import Operation
from feltworks.round.chips import Account
from feltworks.round.moves import awaits_card_check
from feltworks.round.operations import Burnt, Dealt, Voided
from feltworks.round.payouts import JackpotPaid, JackpotUndone, Settled, Undone


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """Gains in cents, below zero for losses: by seat, of the tray, of the dealers' tips.

    `prizes` is what each jackpot paid, `shares` in how many parts; `settled` are the wagers whose
    settlement was not undone.
    """

    seats: Mapping[int, int]
    tray: int
    tokes: int
    prizes: Mapping[str, int]
    shares: Mapping[str, int]
    settled: Sequence[Settled]


@dataclass(slots=True, eq=False)
class LogTally:
    """What a log says so far, entry by entry.

    `outlays` is the most that each seat has ever had out of its own pocket. Chips won during the
    round return to the seat and may be staked again, without lowering what the house has to hold:
    if the round is undone, the player's own money goes back. `shares` counts the parts that each
    jackpot was paid in.
    """

    cards: list[Card | None] = field(default_factory=list)
    is_void: bool = False
    lines: list[str] = field(default_factory=list)
    outlays: dict[int, int] = field(default_factory=dict)
    shares: Counter[str] = field(default_factory=Counter)
    _gained: dict[Account, int] = field(default_factory=dict)
    _journaled: list[int] = field(default_factory=list)
    _last_stake: int = -1
    _log: tuple[Operation, ...] = ()
    _settled: list[Settled] = field(default_factory=list)
    _spent: dict[int, int] = field(default_factory=dict)

    def read(self, log: tuple[Operation, ...], lines: Sequence[str] | None = None) -> Self:
        """Reads on, or from the start if the log is not the one that was read before.

        `lines` are those of the whole log, if the caller has made them already.
        """
        known = len(self._log)
        if log[:known] != self._log:
            self.__init__()  # type: ignore[misc] # as if nothing had been read
            known = 0
        new = log[known:]
        for at, entry in enumerate(new, known):
            kind = type(entry)
            if kind is Dealt or kind is Burnt:
                self.cards.append(entry.card)  # type: ignore[attr-defined] # both have one
            elif entry.moves_chips:
                self._add_money(entry, at)
            elif kind in JOURNALED:
                self._journaled.append(at)
            elif kind is Voided:
                self.is_void = True
        self.lines += [entry.line for entry in new] if lines is None else lines[known:]
        self._log = log
        return self

    def _add_money(self, entry: Operation, at: int) -> None:
        gained, spent = self._gained, self._spent
        for source, target, cents in entry.transfers():
            if not cents:
                continue
            gained[source] = gained.get(source, 0) - cents
            gained[target] = gained.get(target, 0) + cents
            kind, seat, _ = target
            if kind == "stack" and seat is not None:
                spent[seat] = spent.get(seat, 0) - cents
            kind, seat, _ = source
            if kind == "stack" and seat is not None:
                spent[seat] = out = spent.get(seat, 0) + cents
                self._last_stake = at
                if out > self.outlays.setdefault(seat, 0):
                    self.outlays[seat] = out
        if isinstance(entry, Settled):
            self._settled.append(entry)
        elif isinstance(entry, Undone):
            self._settled.remove(entry.settled)
        elif isinstance(entry, JackpotPaid):
            self.shares[entry.jackpot] += 1
        elif isinstance(entry, JackpotUndone):
            self.shares[entry.paid.jackpot] -= 1

    def moves_after(self, opening: int) -> list[int]:
        """Where in the log the journaled moves are; its first entries are the opening."""
        return [at for at in self._journaled if at >= opening]

    @property
    def awaits_card_check(self) -> bool:
        """Whether a machine has failed, and no supervisor has checked its cards since."""
        return awaits_card_check([self._log[at] for at in self._journaled])

    def stakes_since(self, at: int) -> bool:
        """Whether chips have left a seat's stack since that entry."""
        return self._last_stake >= at

    def totals(self) -> RoundTotals:
        """The money of a finished round; a `HouseError` names what was left on the felt."""
        seats: dict[int, int] = {}
        prizes: dict[str, int] = {}
        tray = tokes = 0
        for account, cents in self._gained.items():
            if not cents:
                continue
            kind, seat, name = account
            if kind == "stack" and seat is not None:
                seats[seat] = cents
            elif kind == "jackpot":
                prizes[name] = -cents
            elif kind == "tray":
                tray = cents
            elif kind == "tokes":
                tokes = cents
            else:
                raise HouseError(f"the round leaves {money(cents)} on {account}: it is not settled")
        return RoundTotals(seats, tray, tokes, prizes, self.shares, self._settled)
