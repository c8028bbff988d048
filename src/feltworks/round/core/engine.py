"""The round as every engine plays it: whose turn it is, which card can come, which move is made.

An engine defines its moves and the function for each, the seat whose decision it waits for, what
follows automatically after a move, and what a void does to its hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from feltworks.cards import Card
from feltworks.round.contract import BETS, CARD, OVER, Legal, Turn
from feltworks.round.core.betting import legal_bets, place_bet
from feltworks.round.core.dealing import cards_due, collect_hand, deal
from feltworks.round.core.layout import Layout
from feltworks.round.core.paying import apply_payout_limits, share_again
from feltworks.round.core.plan import Plan
from feltworks.round.core.ruling import (
    check_cards,
    check_irregularity,
    expose,
    give_back,
    hidden_cards,
)
from feltworks.round.core.tipping import legal_tips, place_tip
from feltworks.round.declaring import ruling
from feltworks.round.moves import Bet, CardCheck, Deal, Irregularity, Move, NoMoreBets, Tip
from feltworks.round.operations import Closed, Operation, Ruled
from feltworks.round.reasons import NotAllowed, Reason
from feltworks.round.terms import Terms, TermsError
from feltworks.rules.schema import Rules

Handlers = Mapping[type, Callable[[Any, Any], None]]

L = TypeVar("L", bound=Layout[Any, Any])

SHARED_MOVES: Handlers = {Bet: place_bet, Tip: place_tip, Deal: deal}
"""The functions for the moves that engines share; each refuses before it changes anything."""


@cache
def decision(seat: int) -> Turn:
    """The turn of that seat."""
    return Turn("decision", seat)


class EngineRound(Generic[L]):
    """One round, as a value: `play` returns another and does not change this one."""

    __slots__ = ("_layout",)

    _handlers: ClassVar[Handlers]
    """The function that plays a move, by the move's type."""
    _may_run_out: ClassVar[bool] = False
    """Whether a card may be due when the deck is empty."""

    def __init__(self, layout: L) -> None:
        self._layout = layout

    @property
    def rules(self) -> Rules:
        rules: Rules = self._layout.plan.rules
        return rules

    @property
    def terms(self) -> Terms:
        return self._layout.terms

    @property
    def total(self) -> str | None:
        return None

    @property
    def log(self) -> tuple[Operation, ...]:
        return tuple(self._layout.log)

    @property
    def moves(self) -> tuple[Move, ...]:
        return self._layout.moves

    @property
    def turn(self) -> Turn:
        layout = self._layout
        if layout.over:
            return OVER
        # Called more often than anything else: once cards are out, betting need not be considered.
        if layout.stage_at < 0 and layout.taking_bets:
            return BETS
        script, at = layout.script, layout.script_at
        if at < len(script) and script[at].does != "turn":
            return CARD
        return decision(layout.decides)

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

    @property
    def cards_out(self) -> int:
        return self._layout.cards_out

    def chances(self) -> Mapping[Card, int]:
        faces, dealt = self._layout.plan.faces, self._layout.dealt
        left = {card: n - ((dealt >> shift) & 255) for card, (shift, n) in faces.items()}
        return {card: count for card, count in left.items() if count}

    def legal_moves(self) -> tuple[Legal, ...]:
        turn = self.turn
        if turn.seat is not None:
            return tuple(self._legal_decisions())
        if turn is BETS:
            return tuple(self._legal_before_the_deal())
        if turn is CARD:
            return tuple([Legal(Deal(card), str(card)) for card in self.chances()])
        return ()

    def why_not(self, move: Move) -> Reason | None:
        try:
            self.play(move)
        except NotAllowed as refused:
            return refused.reason
        return None

    def play(self, move: Move) -> Self:
        return self.play_all((move,))

    def play_all(self, moves: Iterable[Move]) -> Self:
        layout, handlers, moves = self._layout.fork(), self._handlers, tuple(moves)
        for move in moves:
            handler = handlers.get(type(move))
            if handler is None or layout.over:
                self._handle_other(layout, move)
            else:
                handler(layout, move)
            script, at = layout.script, layout.script_at
            if at >= len(script) or script[at].does == "turn" or self._may_run_out:
                self._go_on(layout)
            apply_payout_limits(layout)
        layout.chain = (layout.chain, moves)
        return type(self)(layout)

    def _handle_other(self, layout: L, move: Move) -> None:
        """A move that has no function of its own, or comes too late."""
        kind = type(move)
        if kind not in (NoMoreBets, Irregularity, CardCheck) and kind not in self._handlers:
            raise NotAllowed("no-move", f"{kind.__name__} is not a move of this game.")
        if isinstance(move, CardCheck):
            check_cards(layout, move)
            return
        closed = layout.over and isinstance(layout.log[-1], Closed)
        if layout.over and not (closed and kind is Irregularity):
            raise NotAllowed("round-over", "The round is over; nothing can be changed in it.")
        if isinstance(move, Irregularity):
            self._rule(layout, move)
        else:
            self._check_close(layout)
            layout.log.append(NoMoreBets())
            self._begin(layout)

    def _rule(self, layout: L, move: Irregularity) -> None:
        """A supervisor's entry and its consequence."""
        check_irregularity(layout, move, self._hidden_cards)
        consequence, by = ruling(layout.plan.rules, layout.terms, move.kind)
        if consequence == "void-seat" and self._is_last_hand(layout, move.seat):
            consequence = "void"
        layout.log.append(move)
        layout.log.append(Ruled(consequence, by))
        if consequence == "void":
            self._void_round(layout)
            return
        if consequence == "void-seat":
            assert move.seat is not None
            if layout.over:
                give_back(layout, move.seat)
                layout.free(move.seat)
            else:
                self._void_seat(layout, move.seat)
            share_again(layout, move.seat)
            apply_payout_limits(layout)
        if move.cards:
            self._expose(layout, move)
        if layout.over:
            layout.log.append(Closed())

    def _legal_before_the_deal(self) -> Iterator[Legal]:
        layout = self._layout
        yield from legal_bets(layout)
        yield from legal_tips(layout)
        yield from self._legal_close(layout)

    def _legal_close(self, layout: L) -> Iterator[Legal]:
        try:
            self._check_close(layout)
        except NotAllowed:
            return
        yield Legal(NoMoreBets(), "No more bets")

    # --- what an engine gives -------------------------------------------------------------------

    def _check_close(self, layout: L) -> None:
        """Raises `NotAllowed` if the betting cannot be closed."""
        raise NotImplementedError

    def _begin(self, layout: L) -> None:
        """The betting is closed."""

    def _go_on(self, layout: L) -> None:
        """What follows automatically after a move, up to the next card, decision or end."""
        raise NotImplementedError

    def _legal_decisions(self) -> Iterable[Legal]:
        """The choices of the seat whose decision the round waits for."""
        raise NotImplementedError

    def _void_round(self, layout: L) -> None:
        """Returns every wager and ends the round; a closed round's felt is already clear."""
        raise NotImplementedError

    def _void_seat(self, layout: L, seat: int) -> None:
        """Returns the seat's wagers and takes its hand out of the round; before the deal its spot
        is free again."""
        give_back(layout, seat)
        if not layout.taking_bets:
            collect_hand(layout, seat)
            layout.drop(seat)
        layout.free(seat)
        if not layout.spots:
            layout.script, layout.deciding = (), ()

    def _is_last_hand(self, layout: L, seat: int | None) -> bool:
        """Whether the round cannot go on without that hand."""
        return False

    def _hidden_cards(self, layout: L, of_the_dealer: bool) -> Counter[Card]:
        """How many of each card an irregularity could expose."""
        return hidden_cards(layout, of_the_dealer)

    def _expose(self, layout: L, move: Irregularity) -> None:
        """Continues with exposed cards."""
        expose(layout, move)


def check_terms(plan: Plan, terms: Terms) -> None:
    """Raises a `TermsError` if no round of this game can be dealt on these terms."""
    if terms.pack == 2 and not plan.rules.table.second_deck:
        raise TermsError("pack 2 cannot be used: these rules know one deck only", "pack")
    for id, jackpot in plan.rules.jackpots.items():
        offered = jackpot.wager in plan.wagers and plan.wagers[jackpot.wager].on_offer
        if offered and id not in terms.jackpots:
            raise TermsError(
                f"the posted amount of the jackpot {id} is missing from the terms", "jackpots"
            )
    for id in terms.jackpots:
        if id not in plan.rules.jackpots:
            known = ", ".join(plan.rules.jackpots) or "none"
            raise TermsError(f"the game has no jackpot {id!r}: it has {known}", "jackpots")


def check_whole_deck(terms: Terms) -> None:
    """Raises a `TermsError` if cards are missing from a deck that is shuffled every round."""
    if terms.discarded:
        raise TermsError(
            "no card can be out before the deal: this deck is shuffled every round", "discarded"
        )
