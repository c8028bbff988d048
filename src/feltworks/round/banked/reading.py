"""Reading a hand off the felt, quickly: the best choice among its cards, as one integer.

The same answer as the handbook gives; the checks on the cards are left out, because a round deals
no card that the deck does not hold.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from feltworks.rules.handbook import Held

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltworks.cards import Card
    from feltworks.rules.handbook import Handbook

HOUSE = 0
"""Stands for the seat where a zone is the dealer's or the table's."""

Place = tuple[int, str]
"""Whose zone, and which: `(3, "hole")`, `(HOUSE, "community")`."""


class HandReader:
    """One hand of the rules file."""

    def __init__(self, book: Handbook, id: str) -> None:
        hand = book.rules.hands[id]
        self.id = id
        self.compiled = book.compiled(id)
        self.chooser = book.chooser(id)
        self.set_by_player = hand.set_by_player
        self._parts = tuple(
            (zone, count, book.rules.zones[zone] == "player") for zone, count in hand.from_.items()
        )
        choices, places = self.chooser.choices, range(sum(hand.from_.values()))
        self._left_out = [tuple(i for i in places if i not in choice) for choice in choices]
        self._pairs_left_out = [out for out in self._left_out if len(out) == 2]
        self._pickers = [_picker(choice) for choice in choices]
        self._value = self._quickest()
        self._words: dict[int, str] = {}

    def cards(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> tuple[Card, ...] | None:
        """The cards the hand is drawn from, or None while some are still to come."""
        drawn: tuple[Card, ...] = ()
        for zone, count, of_player in self._parts:
            there = cards.get((seat if of_player else HOUSE, zone), ())
            if len(there) < count:
                return None
            drawn += there[:count]
        return drawn

    def held(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> Held:
        """The best hand there is, when all its cards are there."""
        drawn = self.cards(cards, seat)
        assert drawn is not None, f"hand {self.id} is read before its cards are dealt"
        return Held(self._value(drawn), drawn)

    def value_of(self, laid: Sequence[Card]) -> int:
        """The value of cards that a player set himself."""
        return self.compiled.whole_hand(laid)

    def may_lay(self, drawn: Sequence[Card], laid: Sequence[Card]) -> bool:
        """Whether those are as many of these cards as make the hand, each zone served."""
        wanted = sorted(map(str, laid))
        return any(
            sorted(str(drawn[place]) for place in choice) == wanted
            for choice in self.chooser.choices
        )

    def best(self, drawn: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of the best hand, as a dealer lays them."""
        return self.compiled.best_of(
            tuple(drawn[place] for place in choice) for choice in self.chooser.choices
        )

    def in_words(self, value: int) -> str:
        """The hand as a dealer calls it."""
        words = self._words.get(value)
        if words is None:
            words = self._words[value] = self.compiled.describe(value)
        return words

    @property
    def zones(self) -> tuple[str, ...]:
        return tuple(zone for zone, _, _ in self._parts)

    def _quickest(self) -> Callable[[tuple[Card, ...]], int]:
        choices = self.chooser.choices
        return self.compiled.whole_hand if len(choices) == 1 else self._best_choice

    def _best_choice(self, drawn: Sequence[Card]) -> int:
        """The best of the choices, found by what each leaves out; suits only where they matter."""
        compiled = self.compiled
        marks = [compiled.marks[card] for card in drawn]
        units = [unit for unit, _ in marks]
        total, plain = sum(units), compiled.plain
        if not self._could_be_suited([suits for _, suits in marks]):
            if self._pairs_left_out:
                return max([plain[total - units[i] - units[j]] for i, j in self._pairs_left_out])
            return max([plain[total - sum([units[i] for i in out])] for out in self._left_out])
        return max([compiled.whole_hand(pick(drawn)) for pick in self._pickers])

    def _could_be_suited(self, suits: Sequence[int]) -> bool:
        """Whether as many cards as make a hand may share a suit; a wild card is of every suit."""
        use = self.chooser.use
        return any(sum([1 for own in suits if own & suit]) >= use for suit in set(suits))


def _picker(choice: tuple[int, ...]) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    # A slice keeps a single card a tuple.
    places = choice if len(choice) > 1 else (slice(choice[0], choice[0] + 1),)
    return itemgetter(*places)
