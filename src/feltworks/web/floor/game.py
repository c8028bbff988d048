"""A round being played at a table: the round itself, who is in it, and how it stands on the floor.

The log as clients know it counts from 0. Where it is begun again, because wagers were changed
before the deal, `epoch` is another and every client is told from the start.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from feltworks.round import Bet, Button, NoMoreBets, Reason, SitIn, Tip
from feltworks.round.operations import StageBegun
from feltworks.round.viewers import SPECTATOR, Viewer, player
from feltworks.web.floor.eyes import Eyes
from feltworks.web.floor.felt import event

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltworks.cards import Reveal
    from feltworks.round import Amounts, Decide, Legal, Move, Operation, Round, Terms
    from feltworks.web.floor.coach import Weighing

    _Events = dict[int, tuple[Operation, dict[str, Any]]]

_EPOCHS = count(1)


@dataclass
class Game:
    """`players` are those whose stakes are in it; nobody who came later sees with their eyes."""

    opened: Callable[[Terms], Round]
    terms: Terms
    round: Round
    players: dict[int, str] = field(default_factory=dict)
    number: int | None = None
    turn: int = 0
    epoch: int = field(default_factory=lambda: next(_EPOCHS))
    outcome: Literal["settled", "voided"] | None = None
    net_cents: Mapping[int, int] = field(default_factory=dict)
    reveal: Reveal | None = None
    weighed: dict[int, Weighing] = field(default_factory=dict)
    decided: list[tuple[int, str | None, Decide]] = field(default_factory=list)
    _offered: tuple[Round, tuple[Legal, ...]] | None = None
    _standing: tuple[Round, list[Move]] | None = None
    _misfits: tuple[Round, dict[tuple[int, ...], Reason | None]] | None = None
    _told: tuple[int, _Events] = field(default_factory=lambda: (0, {}))
    _eyes: tuple[int, dict[Viewer, Eyes]] = field(default_factory=lambda: (0, {}))
    _sizes: dict[tuple[str, int, str], Amounts] = field(default_factory=dict)

    def viewer(self, guest: str | None) -> Viewer:
        """Whose eyes a guest looks with: his own seats' in this round, else a spectator's."""
        seats = [seat for seat, name in self.players.items() if name == guest]
        return player(*seats) if guest is not None and seats else SPECTATOR

    def eyes(self, guest: str | None) -> Eyes:
        """What a guest has seen of the log so far; those who see alike share it."""
        if self._eyes[0] != self.epoch:
            self._eyes = (self.epoch, {})
        viewer = self.viewer(guest)
        known = self._eyes[1].get(viewer)
        if known is None:
            known = self._eyes[1][viewer] = Eyes(viewer)
        return known

    @property
    def begun(self) -> bool:
        return self.number is not None

    def bets_of(self, seats: Sequence[int]) -> list[Bet | Tip]:
        """What those seats have out before the deal."""
        return [
            move for move in self.standing() if isinstance(move, Bet | Tip) and move.seat in seats
        ]

    def standing(self) -> list[Move]:
        """The moves before the deal that still stand; looked for once in each log."""
        if self._standing is None or self._standing[0] is not self.round:
            self._standing = (self.round, standing_moves(self.round.log))
        return self._standing[1]

    def event(self, n: int, entry: Operation, dealers: Operation) -> dict[str, Any]:
        """An entry as it is told; one that is seen as the dealer sees it is put in words once."""
        if entry is not dealers:
            return event(n, entry)
        if self._told[0] != self.epoch:
            self._told = (self.epoch, {})
        known = self._told[1].get(n)
        if known is None or known[0] is not entry:
            known = self._told[1][n] = (entry, event(n, entry))
        return known[1]

    def seats_dealt_in(self) -> list[int]:
        """Between players: the seats that sit in."""
        return [entry.seat for entry in self.round.log if isinstance(entry, SitIn)]

    def has_bets(self) -> bool:
        return any(isinstance(move, Bet) for move in self.standing())

    def put_out(self, move: Bet | Tip) -> Reason | None:
        """A wager, a changed wager, or one taken back."""
        after = self.round.play(move)
        if isinstance(after, Reason) and after.rule == "already-out" and move.cents:
            after = self._changed(move)
        if isinstance(after, Reason):
            return after
        self.round = after
        return None

    def _changed(self, move: Bet | Tip) -> Round | Reason:
        """The round with another amount on a wager, the other wagers as they were."""
        moves: list[Move] = []
        for made in self.standing():
            same = isinstance(made, Bet | Tip) and _spot(made) == _spot(move)
            moves.append(move if same else made)
        return self._begun_again(moves)

    def offers(self) -> tuple[Legal, ...]:
        """What may be put out now; asked of the round once, however many look at it."""
        if self._offered is None or self._offered[0] is not self.round:
            offers = self.round.legal_moves()
            self._offered = (self.round, offers)
            for legal in offers:
                if isinstance(legal.move, Bet | Tip) and legal.amounts is not None:
                    self._sizes[_spot(legal.move)] = legal.amounts
        return self._offered[1]

    def sizes_of(self, out: Bet | Tip) -> Amounts | None:
        """What a wager that is out could have been when it was offered."""
        self.offers()
        return self._sizes.get(_spot(out))

    def _begun_again(self, moves: Sequence[Move]) -> Round | Reason:
        after = self.opened(self.terms).play_all(moves)
        if not isinstance(after, Reason):
            self.epoch = next(_EPOCHS)
        return after

    def without(self, seats: Sequence[int]) -> None:
        """Takes back everything those seats have out."""
        moves = [
            move
            for move in self.standing()
            if not (isinstance(move, Bet | Tip) and move.seat in seats)
        ]
        after = self._begun_again(moves)
        assert not isinstance(after, Reason), after
        self.round = after

    def misfit(self, seats: Sequence[int]) -> Reason | None:
        """Why the wagers of a house-banked table's seats cannot be dealt to."""
        if self._misfits is None or self._misfits[0] is not self.round:
            self._misfits = (self.round, {})
        known, asked = self._misfits[1], tuple(seats)
        if asked not in known:
            closed = self.opened(self.terms).play_all([*self.bets_of(seats), NoMoreBets()])
            known[asked] = closed if isinstance(closed, Reason) else None
        return known[asked]

    def closed(self) -> Round | Reason:
        """The round with the betting closed, every withdrawn wager forgotten."""
        moves = self.standing()
        if len(moves) == len(self.round.log):
            return self.round.play(NoMoreBets())
        return self._begun_again([*moves, NoMoreBets()])

    @property
    def decides(self) -> int | None:
        turn = self.round.turn
        return turn.seat if turn.waits_for == "decision" else None


def _spot(move: Bet | Tip) -> tuple[str, int, str]:
    return type(move).__name__, move.seat, move.wager


def standing_moves(log: Sequence[Operation]) -> list[Move]:
    """The moves before the deal that still stand, in an order in which they can be made again."""
    bets: dict[tuple[str, int, str], Move] = {}
    others: list[Move] = []
    for entry in log:
        match entry:
            case SitIn() | Button():
                others.append(entry)
            case Bet(seat, wager, 0):
                bets.pop(("bet", seat, wager), None)
                bets.pop(("tip", seat, wager), None)
            case Bet(seat, wager):
                bets["bet", seat, wager] = entry
            case Tip(seat, wager):
                bets["tip", seat, wager] = entry
    return [*others, *bets.values()]


def stakes_more(before: Round, after: Round) -> bool:
    """Whether chips have left a seat's stack between two moments of a round."""
    new = after.log[len(before.log) :]
    return any(
        transfer.cents and transfer.source.startswith("seat ")
        for entry in new
        for transfer in entry.transfers()
    )


def stage_of(log: Sequence[Operation]) -> str | None:
    """The stage a log has come to."""
    return next((e.stage for e in reversed(log) if isinstance(e, StageBegun)), None)
