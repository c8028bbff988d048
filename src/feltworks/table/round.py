"""A round at a table: hands against a dealer, or against a pay table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from feltworks.round.banked.betting import apply_bet, bet_objection
from feltworks.round.banked.opening import check_terms, legal_bets
from feltworks.round.banked.ruling import irregularity_objection
from feltworks.round.banked.tipping import apply_tip, tip_objection
from feltworks.round.contract import BETS, CARD, OVER, Legal, Turn
from feltworks.round.moves import Bet, Deal, Decide, Irregularity, Move, NoMoreBets, Tip
from feltworks.round.reasons import Reason
from feltworks.round.terms import Terms, TermsError
from feltworks.table.closing import close_objection, enter_main
from feltworks.table.dealing import apply_deal, cards_due, deal_objection
from feltworks.table.deciding import apply_decide, decide_objection, open_choices
from feltworks.table.flow import go_on
from feltworks.table.layout import Layout
from feltworks.table.ruling import apply_irregularity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from feltworks.cards import Card
    from feltworks.round.operations import Operation
    from feltworks.rules.schema import Rules
    from feltworks.table.plan import TablePlan


class TableRound:
    """One round, as a value: `play` gives another and leaves this one as it is."""

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    @classmethod
    def open(cls, plan: TablePlan, terms: Terms) -> Self:
        """A round with nothing bet yet; a `TermsError` where the terms do not suit the game."""
        _check_terms(plan, terms)
        return cls(Layout(plan, terms))

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
        return Turn("decision", layout.deciding[0])

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

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
        if turn.seat is None:
            return ()
        return tuple(self._legal_decisions(turn.seat))

    def why_not(self, move: Move) -> Reason | None:
        layout = self._layout
        return _over_or_unknown(layout, move) or _JUDGE[type(move)](layout, move)

    def play(self, move: Move) -> Self | Reason:
        return self.play_all((move,))

    def play_all(self, moves: Iterable[Move]) -> Self | Reason:
        layout = self._layout.fork()
        for move in moves:
            reason = _over_or_unknown(layout, move) or _APPLY[type(move)](layout, move)
            if reason is not None:
                return reason
            if not (layout.taking_bets or layout.needs_card):
                go_on(layout)
        return type(self)(layout)

    def _legal_bets(self) -> Iterator[Legal]:
        yield from legal_bets(self._layout)
        if close_objection(self._layout, NoMoreBets()) is None:
            yield Legal(NoMoreBets(), "No more bets")

    def _legal_decisions(self, seat: int) -> Iterator[Legal]:
        for choice in open_choices(self._layout, seat):
            amounts = choice.amounts
            cents = None if amounts is None else (amounts.only or (amounts.least_cents,))[0]
            sets = choice.plan.sets.chooser.use if choice.plan.sets else 0
            yield Legal(Decide(seat, choice.id, cents), choice.name, amounts, sets)


def _close(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := close_objection(layout, move):
        return reason
    layout.log.append(move)
    enter_main(layout)
    go_on(layout)
    return None


def _over_or_unknown(layout: Layout, move: Move) -> Reason | None:
    if type(move) not in _JUDGE:
        return Reason("no-move", f"{type(move).__name__} is not a move of this game.")
    if layout.over:
        return Reason("round-over", "The round is over; nothing can be changed in it.")
    return None


def _check_terms(plan: TablePlan, terms: Terms) -> None:
    check_terms(plan, terms)
    if terms.discarded:
        raise TermsError(
            "no card can be out before the deal: this deck is shuffled every round", "discarded"
        )


# Moves are told apart by their type; each entry takes exactly that type.
_JUDGE: dict[type, Callable[[Layout, Any], Reason | None]] = {
    Bet: bet_objection,
    Tip: tip_objection,
    NoMoreBets: close_objection,
    Deal: deal_objection,
    Decide: decide_objection,
    Irregularity: irregularity_objection,
}
_APPLY: dict[type, Callable[[Layout, Any], Reason | None]] = {
    Bet: apply_bet,
    Tip: apply_tip,
    NoMoreBets: _close,
    Deal: apply_deal,
    Decide: apply_decide,
    Irregularity: apply_irregularity,
}
