"""What blackjack wagers pay: the one place where it is decided.

A hand's outcome is a case; each case has odds that depend only on the rules, with one exception:
without a peek, if a dealer's blackjack takes only the original wager, the part that was added by
doubling or splitting comes back.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from feltworks.blackjack.hand import POINTS, TWENTY_ONE, BlackjackHand
from feltworks.cards import SUIT_WORDS
from feltworks.rules.schema.mechanisms import Blackjack
from feltworks.rules.settlement import Payment

HandOutcome = Literal[
    "blackjack",
    "charlie",
    "bonus",
    "twenty-one",
    "even-money",
    "win",
    "tie",
    "lose",
    "bust",
    "surrender",
    "rescue",
    "dealer-22",
    "dealer-bust",
    "dealer-blackjack",
]
LOSE, PUSH, EVEN, HALF_LOST = Fraction(-1), Fraction(0), Fraction(1), Fraction(-1, 2)


def bonus_odds(rules: Blackjack, points: tuple[int, ...], suit: str | None) -> Fraction | None:
    """What a twenty-one is paid by the rows for a bonus; None if no row applies.

    `points` are what its cards count, aces as one, from low to high; `suit` is the suit of them
    all, None if they are of several.
    """
    fitting = [
        row.pays.odds
        for row in rules.bonus
        if (row.points == points if row.size is None else len(points) >= row.size)
        and (row.suits == "any" or (suit and row.suits in ("one", SUIT_WORDS[suit][1])))
    ]
    return max(fitting, default=None)


class BlackjackPays:
    """Every payment of the main wager and of insurance, made once for the rules."""

    def __init__(self, rules: Blackjack) -> None:
        odds: dict[HandOutcome, Fraction] = {
            "blackjack": rules.blackjack_pays.odds,
            "charlie": EVEN,
            "twenty-one": EVEN,
            "even-money": EVEN,
            "win": EVEN,
            "tie": PUSH,
            "lose": LOSE,
            "bust": LOSE,
            "surrender": HALF_LOST,
            # The wager has been doubled, and half of that was the original one.
            "rescue": HALF_LOST,
            "dealer-22": PUSH,
            "dealer-bust": EVEN,
            "dealer-blackjack": LOSE,
        }
        self.rules = rules
        # Whether the suits of a hand can change what it is paid.
        self.suits_matter = any(row.suits != "any" for row in rules.bonus)
        self._hands = {case: Payment(case, times) for case, times in odds.items()}
        self.insured = Payment("dealer-blackjack", rules.insurance_pays.odds)
        self.insured_for_nothing = Payment("no-dealer-blackjack", LOSE)
        # Whether a dealer's blackjack also takes what doubling and splitting have added.
        self.takes_added_stakes = rules.peek or rules.no_peek_takes == "all"

    def hand(self, outcome: HandOutcome) -> Payment:
        """What the wager on a hand pays."""
        return self._hands[outcome]

    def twenty_one(self, hand: BlackjackHand) -> Payment | None:
        """What a twenty-one is paid before the dealer plays; None if it waits for him."""
        if hand.points != TWENTY_ONE or hand.natural:
            return None
        if not hand.doubled and (self.rules.bonus_after_split or not hand.split):
            points = tuple(sorted(POINTS[card.rank] for card in hand.cards))
            odds = bonus_odds(self.rules, points, hand.suit)
            if odds is not None:
                return Payment("bonus", odds)
        return self._hands["twenty-one"] if self.rules.twenty_one_wins else None

    def against(self, dealer: BlackjackHand, hand: BlackjackHand) -> Payment:
        """What the wager on a hand pays when the dealer has played and has no blackjack."""
        if hand.state == "twenty-one":
            payment = self.twenty_one(hand)
            assert payment is not None
            return payment
        return self._hands[self._outcome(dealer, hand)]

    def _outcome(self, dealer: BlackjackHand, hand: BlackjackHand) -> HandOutcome:
        if hand.state == "surrendered":
            return "surrender"
        mine, his = hand.points, dealer.points
        pushes = his == TWENTY_ONE + 1 and self.rules.push_22 != "off"
        if hand.state == "blackjack":
            return "dealer-22" if pushes and self.rules.push_22 == "all" else "blackjack"
        if hand.state == "charlie":
            return "charlie"
        if mine > TWENTY_ONE:
            return "bust"
        if his > TWENTY_ONE:
            return "dealer-22" if pushes else "dealer-bust"
        if mine == his:
            return "tie"
        return "win" if mine > his else "lose"

    def to_dealer_blackjack(self, hand: BlackjackHand) -> Payment:
        """What a dealer's blackjack does to a hand."""
        if hand.natural:
            return self._hands["blackjack" if self.rules.blackjack_wins else "tie"]
        if self.takes_added_stakes:
            return self._hands["dealer-blackjack"]
        if hand.number > 1:
            return Payment("dealer-blackjack", PUSH)
        return Payment("dealer-blackjack", HALF_LOST if hand.doubled else LOSE)
