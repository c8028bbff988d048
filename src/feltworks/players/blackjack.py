"""The best play at blackjack, by the cards of the hand and not its total alone.

The analysis weighs every hand once for a shoe; a decision is then looked up. After a split the same
answers are used, as in the analysis: what the other hands drew is ignored. If cards are known to
have left the shoe, the answers are those for what is left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from feltworks.blackjack.choices import DECLINE, EVEN_MONEY, INSURE, SURRENDER
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.advice import HandAdvice, HandAdvisor
from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of
from feltworks.players.advice import DecisionAdvice
from feltworks.round.moves import Bet, Decide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.blackjack import BlackjackRound
    from feltworks.blackjack.hand import BlackjackHand
    from feltworks.cards import Card
    from feltworks.round.contract import Legal, Round
    from feltworks.rules.schema import Rules


class PlayerError(FeltworksError):
    """A round that this player cannot play."""


class OptimalBlackjack:
    """Decides by the value of every action; `seen` are cards known to have left the shoe."""

    def __init__(self, rules: Rules, seen: Sequence[Card] = ()) -> None:
        self.advisor = HandAdvisor(shoe_of(rules), blackjack_of(rules), seen)
        self._advice: dict[tuple[str, ...], HandAdvice] = {}

    def decide(self, round: Round, seat: int) -> Decide:
        """The best move of the seat to act."""
        return self.weigh(round, seat).best

    def weigh(self, round: Round, seat: int) -> DecisionAdvice:
        """Every choice open to the seat with its value, the best one first."""
        if round.rules.blackjack is None:
            raise PlayerError("this player knows only blackjack")
        round = cast("BlackjackRound", round)
        hand, up = round.hand, round.dealer_shows
        if hand is None or up is None or round.turn.seat != seat:
            raise PlayerError(f"seat {seat} has nothing to decide now")
        advice = self._advised(hand, up)
        moves = {move.choice: move for move in map(_largest, round.legal_moves())}
        values = dict(advice.values)
        if DECLINE in moves:
            insured = _part_insured(round, moves[INSURE]) if INSURE in moves else Fraction(0)
            values = self._offered(advice, insured, may_give_up=SURRENDER in moves)
        # Equal values keep the order of the analysis: standing before hitting before doubling.
        order = sorted((id for id in values if id in moves), key=lambda id: -values[id])
        return DecisionAdvice(tuple((moves[id], values[id]) for id in order))

    def _advised(self, hand: BlackjackHand, up: Card) -> HandAdvice:
        kind = ("doubled" * hand.doubled, "free" * hand.is_free)
        key = (*kind, up.rank, *sorted(card.rank for card in hand.cards))
        known = self._advice.get(key)
        if known is None:
            known = self._advice[key] = self.advisor.advise(
                hand.cards, up, doubled=hand.doubled, is_free=hand.is_free
            )
        return known

    def _offered(
        self, advice: HandAdvice, insured: Fraction, *, may_give_up: bool
    ) -> dict[str, float]:
        """Insurance and even money: what each answer adds, including a blackjack's own value.

        `insured` is the part of the wager that insurance can cover, at most a half.
        If the hand may be surrendered, it also has its own value, including the dealer's possible
        blackjack.
        """
        natural = "hit" not in advice.values
        plain = advice.values["stand"] if natural else 0.0
        if may_give_up:
            best = max(value for action, value in advice.values.items() if action != SURRENDER)
            plain = best * (1 - advice.natural) - advice.natural
        answers = {DECLINE: plain}
        if may_give_up:
            answers[SURRENDER] = -0.5
        if advice.insurance is not None:
            answers[INSURE] = plain + advice.insurance * float(insured)
        if natural:
            answers[EVEN_MONEY] = 1.0
        return answers


def _part_insured(round: Round, move: Decide) -> Fraction:
    """What an insurance is of the seat's wager: half of $5 is $2 if there are no smaller chips."""
    wager = round.rules.unit
    bets = (
        made.cents
        for made in reversed(round.moves)
        if isinstance(made, Bet) and (made.seat, made.wager) == (move.seat, wager)
    )
    return Fraction(move.cents or 0, next(bets))


def _largest(legal: Legal) -> Decide:
    """The move with the largest stake: half the wager, for insurance."""
    move = legal.move
    assert isinstance(move, Decide)
    cents = None if legal.amounts is None else legal.amounts.most_cents
    return Decide(move.seat, move.choice, cents)
