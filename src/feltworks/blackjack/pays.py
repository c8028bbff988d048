"""What blackjack wagers pay: the one place where it is decided.

A hand's outcome is a case; each case has odds that depend on the rules alone, but for one: without
a peek, where a dealer's blackjack takes the original wager only, the part that was added by
doubling or splitting comes back.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from feltworks.blackjack.hand import TWENTY_ONE
from feltworks.rules.settlement import Payment

if TYPE_CHECKING:
    from feltworks.blackjack.hand import BlackjackHand
    from feltworks.rules.schema.mechanisms import Blackjack

Outcome = Literal[
    "blackjack",
    "charlie",
    "even-money",
    "win",
    "tie",
    "lose",
    "bust",
    "surrender",
    "dealer-bust",
    "dealer-blackjack",
]
LOSE, PUSH, EVEN, HALF_LOST = Fraction(-1), Fraction(0), Fraction(1), Fraction(-1, 2)


class BlackjackPays:
    """Every payment of the main wager and of insurance, made once for the rules."""

    def __init__(self, rules: Blackjack) -> None:
        odds: dict[Outcome, Fraction] = {
            "blackjack": rules.blackjack_pays.odds,
            "charlie": EVEN,
            "even-money": EVEN,
            "win": EVEN,
            "tie": PUSH,
            "lose": LOSE,
            "bust": LOSE,
            "surrender": HALF_LOST,
            "dealer-bust": EVEN,
            "dealer-blackjack": LOSE,
        }
        self._hands = {case: Payment(case, times) for case, times in odds.items()}
        self.insured = Payment("dealer-blackjack", rules.insurance_pays.odds)
        self.insured_for_nothing = Payment("no-dealer-blackjack", LOSE)
        # Whether a dealer's blackjack also takes what doubling and splitting have added.
        self.takes_added_stakes = rules.peek or rules.no_peek_takes == "all"

    def hand(self, outcome: Outcome) -> Payment:
        """What the wager on a hand pays."""
        return self._hands[outcome]

    def to_dealer_blackjack(self, hand: BlackjackHand) -> Payment:
        """What a dealer's blackjack does to a hand that has none."""
        if self.takes_added_stakes:
            return self._hands["dealer-blackjack"]
        if hand.number > 1:
            return Payment("dealer-blackjack", PUSH)
        return Payment("dealer-blackjack", HALF_LOST if hand.doubled else LOSE)


def outcome_against(dealer: BlackjackHand, hand: BlackjackHand) -> Outcome:
    """How a hand stands when the dealer has played and has no blackjack."""
    if hand.state == "surrendered":
        return "surrender"
    if hand.state == "blackjack":
        return "blackjack"
    if hand.state == "charlie":
        return "charlie"
    mine, his = hand.points, dealer.points
    if mine > TWENTY_ONE:
        return "bust"
    if his > TWENTY_ONE:
        return "dealer-bust"
    if mine == his:
        return "tie"
    return "win" if mine > his else "lose"
