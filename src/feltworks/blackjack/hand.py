"""A blackjack hand: its cards, what they count, and how far its play has come.

An ace counts one, and ten more as long as that does not bust the hand; a total that counts an ace
as eleven is soft.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from feltworks.cards import Card
from feltworks.round.core.layout import Copyable

ACE, TEN = 1, 10
POINTS = {"A": ACE, **{str(n): n for n in range(2, 10)}, "T": TEN, "J": TEN, "Q": TEN, "K": TEN}
TWENTY_ONE = 21

HandState = Literal[
    "playing", "stood", "blackjack", "charlie", "twenty-one", "bust", "surrendered", "settled"
]
"""`stood` to `surrendered` wait for the dealer's hand; `settled` is out of the round."""


@dataclass(slots=True, eq=False)
class BlackjackHand(Copyable):
    """One hand; `number` counts a seat's hands from 1, those split off from 2.

    `hard` is what its cards count with every ace as one. `free_bets` are the wagers that the house
    has put up on it, for a split and for a double.
    """

    number: int = 1
    cards: tuple[Card, ...] = ()
    hard: int = field(init=False)
    ace: bool = field(init=False)
    doubled: bool = False
    free_bets: int = 0
    split: bool = False
    state: HandState = "playing"
    collected: bool = False

    def __post_init__(self) -> None:
        points = [POINTS[card.rank] for card in self.cards]
        self.hard, self.ace = sum(points), ACE in points

    def take(self, card: Card) -> None:
        """One more card."""
        points = POINTS[card.rank]
        self.cards = (*self.cards, card)
        self.hard += points
        if points == ACE:
            self.ace = True

    def halve(self) -> Card:
        """Removes the second of two cards and returns it."""
        first, second = self.cards
        self.cards = (first,)
        self.hard = POINTS[first.rank]
        self.ace = self.hard == ACE
        return second

    @property
    def points(self) -> int:
        """The best total that does not bust, if there is one."""
        return self.hard + 10 if self.ace and self.hard <= 11 else self.hard

    @property
    def soft(self) -> bool:
        return self.ace and self.hard <= 11

    @property
    def natural(self) -> bool:
        """Whether it is an ace and a ten as first two cards; after a split they are just
        twenty-one."""
        return self.ace and self.hard == 11 and len(self.cards) == 2 and not self.split

    @property
    def split_ace(self) -> bool:
        return self.split and POINTS[self.cards[0].rank] == ACE

    @property
    def is_free(self) -> bool:
        """Whether the player has no wager of his own on it unless he doubles."""
        return self.free_bets > 0 and self.number > 1

    @property
    def suit(self) -> str | None:
        """The suit of all its cards, None if they are of several."""
        suits = {card.suit for card in self.cards}
        return next(iter(suits)) if len(suits) == 1 else None

    @property
    def call(self) -> str:
        """The hand as the dealer calls it."""
        if self.natural:
            return "blackjack"
        points = self.points
        if points > TWENTY_ONE:
            return f"bust with {points}"
        return f"soft {points}" if self.soft and points < TWENTY_ONE else str(points)


def is_pair(one: Card, other: Card, *, unlike_tens: bool) -> bool:
    """Whether two cards may be split; tens of unlike rank by the house's rule."""
    return one.rank == other.rank or (unlike_tens and POINTS[one.rank] == POINTS[other.rank] == TEN)
