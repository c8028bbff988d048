"""What a house-banked round does in the same way whatever is played: whose turn, which card, which
move, and a supervisor's word.

An engine gives the moves it knows with what judges and what carries out each, the seat whose
decision it waits for, and how play goes on of itself after a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from feltworks.round.banked.exposing import expose
from feltworks.round.banked.felt import BankedLayout
from feltworks.round.banked.opening import legal_bets
from feltworks.round.banked.ruling import irregularity_objection, ruling
from feltworks.round.contract import BETS, CARD, OVER, Legal, Turn
from feltworks.round.moves import Deal, Irregularity, Move, NoMoreBets
from feltworks.round.operations import Ruled
from feltworks.round.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from feltworks.cards import Card
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms
    from feltworks.rules.schema import Rules

    Answers = Mapping[type, Callable[[Any, Any], Reason | None]]


class PlayedLayout(BankedLayout, Protocol):
    """A layout that a round can be played on."""

    @property
    def over(self) -> bool: ...

    @property
    def needs_card(self) -> bool: ...

    @property
    def dealt(self) -> int: ...

    def fork(self) -> Self: ...


L = TypeVar("L", bound=PlayedLayout)


class BankedRound(Generic[L]):
    """One round, as a value: `play` gives another and leaves this one as it is."""

    __slots__ = ("_layout",)

    _judge: ClassVar[Answers]
    """Why a move may not be made, by its type; each entry takes exactly that type."""
    _apply: ClassVar[Answers]
    """The same, and the move is made where nothing speaks against it."""

    def __init__(self, layout: L) -> None:
        self._layout = layout

    @property
    def rules(self) -> Rules:
        return self._layout.plan.rules

    @property
    def terms(self) -> Terms:
        return self._layout.terms

    @property
    def log(self) -> tuple[Operation, ...]:
        return tuple(self._layout.log)

    @property
    def turn(self) -> Turn:
        layout = self._layout
        if layout.over:
            return OVER
        if layout.taking_bets:
            return BETS
        if layout.needs_card:
            return CARD
        return Turn("decision", self._to_decide())

    def chances(self) -> Mapping[Card, int]:
        faces, dealt = self._layout.plan.faces, self._layout.dealt
        left = {card: n - ((dealt >> shift) & 255) for card, (shift, n) in faces.items()}
        return {card: count for card, count in left.items() if count}

    def legal_moves(self) -> tuple[Legal, ...]:
        turn = self.turn
        if turn.waits_for == "bets":
            return tuple(self._legal_bets())
        if turn.waits_for == "card":
            return tuple(Legal(Deal(card), str(card)) for card in self.chances())
        return () if turn.seat is None else tuple(self._legal_decisions(turn.seat))

    def why_not(self, move: Move) -> Reason | None:
        layout = self._layout
        return self._over_or_unknown(layout, move) or self._judge[type(move)](layout, move)

    def play(self, move: Move) -> Self | Reason:
        return self.play_all((move,))

    def play_all(self, moves: Iterable[Move]) -> Self | Reason:
        layout = self._layout.fork()
        apply = self._apply
        for move in moves:
            reason = self._over_or_unknown(layout, move) or apply[type(move)](layout, move)
            if reason is not None:
                return reason
            self._go_on(layout)
        return type(self)(layout)

    def _legal_bets(self) -> Iterator[Legal]:
        yield from legal_bets(self._layout)
        if self._judge[NoMoreBets](self._layout, NoMoreBets()) is None:
            yield Legal(NoMoreBets(), "No more bets")

    def _over_or_unknown(self, layout: L, move: Move) -> Reason | None:
        if type(move) not in self._judge:
            return Reason("no-move", f"{type(move).__name__} is not a move of this game.")
        if layout.over:
            return Reason("round-over", "The round is over; nothing can be changed in it.")
        return None

    def _to_decide(self) -> int:
        """The seat whose decision the round waits for."""
        raise NotImplementedError

    def _legal_decisions(self, seat: int) -> Iterator[Legal]:
        raise NotImplementedError

    def _go_on(self, layout: L) -> None:
        """What follows of itself after a move, up to the next card, decision or end."""
        raise NotImplementedError


def rule(
    layout: L,
    move: Irregularity,
    void_round: Callable[[L], None],
    void_seat: Callable[[L, int], None],
) -> Reason | None:
    """A supervisor's entry and its consequence, by what the engine's voids do."""
    if reason := irregularity_objection(layout, move):
        return reason
    consequence, by = ruling(layout, move.kind)
    layout.log.append(move)
    layout.log.append(Ruled(consequence, by))
    if consequence == "void":
        void_round(layout)
        return None
    if consequence == "void-seat":
        assert move.seat is not None
        void_seat(layout, move.seat)
    if move.cards:
        expose(layout, move)
    return None
