"""A round of blackjack, as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from feltworks.blackjack.choices import open_choices
from feltworks.blackjack.dealing import apply_deal, cards_due, cards_wanted, deal_objection
from feltworks.blackjack.deciding import apply_decide, decide_objection
from feltworks.blackjack.flow import begin, go_on
from feltworks.blackjack.layout import Layout
from feltworks.blackjack.position import position
from feltworks.blackjack.ruling import apply_irregularity
from feltworks.blackjack.shoe import count_out
from feltworks.round.banked.betting import apply_bet, bet_objection, misfits
from feltworks.round.banked.opening import check_terms, legal_bets
from feltworks.round.banked.reading import HOUSE
from feltworks.round.banked.ruling import irregularity_objection
from feltworks.round.banked.tipping import apply_tip, tip_objection
from feltworks.round.contract import BETS, CARD, OVER, Legal, Turn
from feltworks.round.moves import Bet, Deal, Decide, Irregularity, Move, NoMoreBets, Tip
from feltworks.round.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from feltworks.blackjack.hand import Hand
    from feltworks.blackjack.plan import BlackjackPlan
    from feltworks.cards import Card
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms
    from feltworks.rules.schema import Rules


class BlackjackRound:
    """One round: `play` gives another and leaves this one as it is."""

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    @classmethod
    def open(cls, plan: BlackjackPlan, terms: Terms) -> Self:
        """A round with nothing bet yet; a `TermsError` where the terms do not suit the game."""
        check_terms(plan, terms)
        return cls(Layout(plan, terms, count_out(plan, terms)))

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
        return Turn("decision", layout.acting[0])

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

    @property
    def cards_used(self) -> int:
        """How many cards the round has taken from the shoe."""
        return self._layout.used

    @property
    def hand(self) -> Hand | None:
        """The hand that the seat to decide is playing; None while nobody decides."""
        layout = self._layout
        if layout.over or layout.needs_card or not layout.acting:
            return None
        return layout.spots[layout.acting[0]].hands[layout.hand_at].copy()

    @property
    def dealer_shows(self) -> Card | None:
        """The dealer's open card, once it lies there."""
        layout = self._layout
        return layout.up_card if (HOUSE, layout.plan.dealer_zone) in layout.cards else None

    @property
    def position(self) -> Hashable:
        """What the rest of the round depends on; equal positions go on alike."""
        return position(self._layout)

    def chances(self) -> Mapping[Card, int]:
        faces, dealt = self._layout.plan.faces, self._layout.dealt
        left = {card: n - ((dealt >> shift) & 255) for card, (shift, n) in faces.items()}
        return {card: count for card, count in left.items() if count}

    def legal_moves(self) -> tuple[Legal, ...]:
        layout, turn = self._layout, self.turn
        if turn.waits_for == "bets":
            closing = _close_objection(layout, NoMoreBets()) is None
            close = (Legal(NoMoreBets(), "No more bets"),) if closing else ()
            return (*legal_bets(layout), *close)
        if turn.waits_for == "card":
            return tuple(Legal(Deal(card), str(card)) for card in self.chances())
        return () if turn.seat is None else tuple(self._legal_decisions(turn.seat))

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
            if not (layout.taking_bets or (layout.needs_card and layout.left)):
                go_on(layout)
        return type(self)(layout)

    def _legal_decisions(self, seat: int) -> Iterator[Legal]:
        for choice in open_choices(self._layout):
            cents = None if choice.amounts is None else choice.amounts.least_cents
            yield Legal(Decide(seat, choice.id, cents), choice.name, choice.amounts)


def _close_objection(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := misfits(layout):
        return reason
    wanted = cards_wanted(layout)
    if wanted > layout.left:
        return Reason(
            "shoe-too-low",
            f"{wanted} cards are needed to begin and the shoe holds {layout.left}.",
        )
    return None


def _close(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := _close_objection(layout, move):
        return reason
    layout.log.append(move)
    begin(layout)
    return None


def _over_or_unknown(layout: Layout, move: Move) -> Reason | None:
    if type(move) not in _JUDGE:
        return Reason("no-move", f"{type(move).__name__} is not a move of this game.")
    if layout.over:
        return Reason("round-over", "The round is over; nothing can be changed in it.")
    return None


# Moves are told apart by their type; each entry takes exactly that type.
_JUDGE: dict[type, Callable[[Layout, Any], Reason | None]] = {
    Bet: bet_objection,
    Tip: tip_objection,
    NoMoreBets: _close_objection,
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
