"""A round of players against each other."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self

from feltworks.ring.dealing import apply_deal, cards_due, deal_objection
from feltworks.ring.deciding import apply_decide, decide_objection
from feltworks.ring.flow import go_on
from feltworks.ring.layout import Layout
from feltworks.ring.opening import (
    LARGEST_STACK_CENTS,
    apply_button,
    apply_close,
    apply_sit_in,
    button_objection,
    close_objection,
    sit_in_objection,
)
from feltworks.ring.ruling import apply_irregularity, irregularity_objection
from feltworks.ring.sidebets import apply_bet, bet_amounts, bet_objection
from feltworks.round.contract import BETS, CARD, OVER, Amounts, Legal, Turn
from feltworks.round.moves import (
    Bet,
    Button,
    Deal,
    Decide,
    Irregularity,
    Move,
    NoMoreBets,
    SitIn,
)
from feltworks.round.reasons import Reason
from feltworks.round.terms import Terms, TermsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from feltworks.cards import Card
    from feltworks.ring.plan import RingPlan
    from feltworks.ring.stakes import Stakes
    from feltworks.round.operations import Operation
    from feltworks.rules.schema import Rules


@cache
def decision(seat: int) -> Turn:
    """That seat's turn."""
    return Turn("decision", seat)


class RingRound:
    """One round, as a value: `play` gives another and leaves this one as it is."""

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    @classmethod
    def open(cls, plan: RingPlan, terms: Terms) -> Self:
        """A round that nobody sits in yet; a `TermsError` where the terms do not suit the game."""
        if terms.pack == 2 and not plan.rules.table.second_deck:
            raise TermsError("pack 2 cannot be used: these rules know one deck only")
        for id in terms.jackpots:
            raise TermsError(f"the game has no jackpot {id!r}: it has none")
        return cls(Layout(plan, terms, plan.stakes(terms)))

    @property
    def rules(self) -> Rules:
        return self._layout.plan.rules

    @property
    def plan(self) -> RingPlan:
        return self._layout.plan

    @property
    def terms(self) -> Terms:
        return self._layout.terms

    @property
    def stakes(self) -> Stakes:
        """Ante, blinds and bets of this round."""
        return self._layout.stakes

    @property
    def log(self) -> tuple[Operation, ...]:
        return tuple(self._layout.log)

    @property
    def stacks(self) -> dict[int, int]:
        """What each seat has before it, bets and side wagers not included, in cents."""
        layout = self._layout
        if layout.seats:
            return dict(zip(layout.seats, layout.stacks, strict=True))
        return {seat: layout.stack_of(seat) for seat in layout.sitting}

    @property
    def turn(self) -> Turn:
        layout = self._layout
        if layout.over:
            return OVER
        if layout.stage_at < 0:
            return BETS
        if layout.actor < 0:
            return CARD
        return decision(layout.seats[layout.actor])

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

    def chances(self) -> Mapping[Card, int]:
        faces, dealt = self._layout.plan.faces, self._layout.dealt
        left = {card: n - ((dealt >> shift) & 255) for card, (shift, n) in faces.items()}
        return {card: count for card, count in left.items() if count}

    def legal_moves(self) -> tuple[Legal, ...]:
        layout = self._layout
        if layout.over:
            return ()
        if layout.stage_at < 0:
            return tuple(self._legal_openings())
        if layout.actor < 0:
            return tuple([Legal(Deal(card), str(card)) for card in self.chances()])
        return layout.legal

    def why_not(self, move: Move) -> Reason | None:
        layout = self._layout
        if layout.over or type(move) not in _JUDGE:
            return _over_or_unknown(layout, move)
        return _JUDGE[type(move)](layout, move)

    def play(self, move: Move) -> Self | Reason:
        return self.play_all((move,))

    def play_all(self, moves: Iterable[Move]) -> Self | Reason:
        layout = self._layout.fork()
        for move in moves:
            apply = _APPLY.get(type(move))
            if layout.over or apply is None:
                return _over_or_unknown(layout, move)
            reason = apply(layout, move)
            if reason is not None:
                return reason
            if layout.actor < 0 and layout.stage_at >= 0:
                go_on(layout)
        return type(self)(layout)

    def _legal_openings(self) -> Iterator[Legal]:
        layout = self._layout
        amounts = Amounts(1, LARGEST_STACK_CENTS)
        usual = min(100 * layout.stakes.bet, LARGEST_STACK_CENTS)
        for seat in range(1, layout.plan.seats + 1):
            sit_in = SitIn(seat, usual)
            if sit_in_objection(layout, sit_in) is None:
                yield Legal(sit_in, f"Seat {seat} sits in", amounts)
            if button_objection(layout, Button(seat)) is None:
                yield Legal(Button(seat), f"Button at seat {seat}")
            for wager in layout.plan.side_wagers:
                found = bet_amounts(layout, seat, wager)
                if isinstance(found, Amounts):
                    name = layout.plan.rules.wagers[wager].name
                    yield Legal(Bet(seat, wager, found.least_cents), name, found)
        if close_objection(layout, NoMoreBets()) is None:
            yield Legal(NoMoreBets(), "No more bets")


def _close(layout: Layout, move: NoMoreBets) -> Reason | None:
    reason = apply_close(layout, move)
    if reason is None:
        go_on(layout)
    return reason


def _over_or_unknown(layout: Layout, move: Move) -> Reason:
    if layout.over:
        return Reason("round-over", "The round is over; nothing can be changed in it.")
    return Reason("no-move", f"{type(move).__name__} is not a move of this game.")


# Moves are told apart by their type; each entry takes exactly that type.
_JUDGE: dict[type, Callable[[Layout, Any], Reason | None]] = {
    SitIn: sit_in_objection,
    Button: button_objection,
    Bet: bet_objection,
    NoMoreBets: close_objection,
    Deal: deal_objection,
    Decide: decide_objection,
    Irregularity: irregularity_objection,
}
_APPLY: dict[type, Callable[[Layout, Any], Reason | None]] = {
    SitIn: apply_sit_in,
    Button: apply_button,
    Bet: apply_bet,
    NoMoreBets: _close,
    Deal: apply_deal,
    Decide: apply_decide,
    Irregularity: apply_irregularity,
}
