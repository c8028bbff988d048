"""Reading a hand off the felt, quickly: the best choice among its cards, as one integer.

The result is the same as the handbook's; the checks on the cards are left out, because a round
deals only cards of its deck. If a hand is the best choice out of more cards, each card is one
integer that counts its rank and its suits in separate bits, so that a choice of cards is identified
by a sum; the value of a sum is computed once and cached. If too few cards share a suit, ranks alone
decide, and the ranking knows every sum of those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from feltworks.cards import Card
from feltworks.rules.handbook import Handbook, Held

HOUSE = 0
"""In place of a seat, for zones of the dealer or the table."""

Place = tuple[int, str]
"""Whose zone, and which: `(3, "hole")`, `(HOUSE, "community")`."""

_MOST_REMEMBERED = 100_000
_SUIT_COUNT_BITS = 4


class HandReader:
    """One hand of the rules file."""

    def __init__(self, book: Handbook, id: str) -> None:
        hand = book.rules.hands[id]
        self.id = id
        self.compiled = book.compiled(id)
        self.chooser = book.chooser(id)
        self.set_by_player = hand.set_by_player
        self._parts = _parts(book, id)
        choices = self.chooser.choices
        self._pickers = [_picker(choice) for choice in choices]
        self._marks, self._enough = _marks(book, id)
        self._unit_mask = (1 << _unit_bits(book, id)) - 1
        left_out = [tuple(set(range(sum(self.chooser.zones.values()))) - set(c)) for c in choices]
        self._pairs_left_out = [(out[0], out[1]) for out in left_out if len(out) == 2]
        """For each choice the two cards it leaves out, where it leaves out two."""
        self._known: dict[int, int] = {}
        self._words: dict[int, str] = {}
        self.value: Callable[[tuple[Card, ...]], int] = (
            self.compiled.whole_hand if len(choices) == 1 else self._best_choice
        )
        """The value of the best choice of cards that the hand is drawn from."""

    def cards(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> tuple[Card, ...] | None:
        """The cards the hand is drawn from, or None while some are still to come."""
        drawn: tuple[Card, ...] = ()
        for zone, count, of_player in self._parts:
            there = cards.get((seat if of_player else HOUSE, zone), ())
            if len(there) < count:
                return None
            drawn += there if len(there) == count else there[:count]
        return drawn

    def held(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> Held:
        """The best hand, once all its cards are there."""
        drawn = self.cards(cards, seat)
        assert drawn is not None, f"hand {self.id} is read before its cards are dealt"
        return Held(self.value(drawn), drawn)

    def may_lay(self, drawn: Sequence[Card], laid: Sequence[Card]) -> bool:
        """Whether those are the right number of these cards for the hand, from each zone."""
        wanted = sorted(map(str, laid))
        return any(
            sorted(str(drawn[place]) for place in choice) == wanted
            for choice in self.chooser.choices
        )

    def best(self, drawn: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of the best hand, in a dealer's order."""
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

    def _best_choice(self, drawn: Sequence[Card]) -> int:
        marks = [self._marks[card] for card in drawn]
        if not (sum(marks) + self._enough.short) & self._enough.full:
            units = [mark & self._unit_mask for mark in marks]
            plain = self.compiled.plain
            if self._pairs_left_out:
                total = sum(units)
                return max([plain[total - units[i] - units[j]] for i, j in self._pairs_left_out])
            return max([plain[sum(pick(units))] for pick in self._pickers])
        known = self._known
        try:
            return max([known[sum(pick(marks))] for pick in self._pickers])
        except KeyError:
            self._learn(drawn, marks)
            return max([known[sum(pick(marks))] for pick in self._pickers])

    def _learn(self, drawn: Sequence[Card], marks: Sequence[int]) -> None:
        if len(self._known) > _MOST_REMEMBERED:
            self._known.clear()
        for choice, pick in zip(self.chooser.choices, self._pickers, strict=True):
            hand = [drawn[place] for place in choice]
            self._known[sum(pick(marks))] = self.compiled.whole_hand(hand)


class TotalReader:
    """A total of the rules file: of the cards that lie there so far."""

    set_by_player = False

    def __init__(self, book: Handbook, id: str) -> None:
        self.id = id
        self.hand = book.total(id)
        self._parts = _parts(book, id)
        over = book.rules.totals[id].over
        self._others = () if over is None else _parts(book, over)

    def cards(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> tuple[Card, ...]:
        """The cards that count so far."""
        return _lying(self._parts, cards, seat)

    def held(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> Held:
        """The present total."""
        own = _lying(self._parts, cards, seat)
        return Held(self.hand.value(own, _lying(self._others, cards, seat)), own)

    def in_words(self, value: int) -> str:
        """The total as a dealer calls it."""
        return self.hand.describe(value)

    @property
    def zones(self) -> tuple[str, ...]:
        return tuple(zone for zone, _, _ in (*self._parts, *self._others))


def _parts(book: Handbook, id: str) -> tuple[tuple[str, int, bool], ...]:
    """The zones of a hand or a total: how many cards of each, and whether they are the player's."""
    zones = book.rules.zones
    return tuple(
        (zone, n, zones[zone] == "player") for zone, n in book.rules.drawn_from(id).items()
    )


def _lying(
    parts: Sequence[tuple[str, int, bool]], cards: Mapping[Place, tuple[Card, ...]], seat: int
) -> tuple[Card, ...]:
    """The cards that lie in those zones, at most as many of each as count."""
    drawn: tuple[Card, ...] = ()
    for zone, count, of_player in parts:
        drawn += cards.get((seat if of_player else HOUSE, zone), ())[:count]
    return drawn


def _picker(choice: tuple[int, ...]) -> Callable[[Sequence[int]], Sequence[int]]:
    # A slice, so that a single card stays a sequence.
    return itemgetter(*choice) if len(choice) > 1 else itemgetter(slice(choice[0], choice[0] + 1))


class EnoughOfASuit(NamedTuple):
    """`short` added to a sum of marks sets a bit of `full` if a suit has enough cards for a
    hand."""

    short: int
    full: int


def _unit_bits(book: Handbook, id: str) -> int:
    """How many bits a sum of ranks, as the ranking counts them, can take."""
    return max(unit for unit, _ in book.compiled(id).marks.values()).bit_length() + _SUIT_COUNT_BITS


def _marks(book: Handbook, id: str) -> tuple[dict[Card, int], EnoughOfASuit]:
    """Each card's rank as the ranking counts it, and above that a counter for each suit."""
    ranked = book.compiled(id).marks
    above = _unit_bits(book, id)
    counters = [1 << (above + _SUIT_COUNT_BITS * suit) for suit in range(len(book.deck.suits))]
    half = 1 << (_SUIT_COUNT_BITS - 1)
    enough = EnoughOfASuit(
        sum(counter * (half - book.ranking(id).cards) for counter in counters),
        sum(counter * half for counter in counters),
    )
    marks = {
        card: unit + sum(counter for at, counter in enumerate(counters) if suited >> at & 1)
        for card, (unit, suited) in ranked.items()
    }
    return marks, enough
