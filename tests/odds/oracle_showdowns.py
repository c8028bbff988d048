"""What a complete deal comes to in hands: each known by a number, and compared.

A hand is worked out once for the cards it is drawn from and known by a number after that; a deal is
then a few numbers. Games that differ in nothing but money come to the same hands, so that these are
worked out once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from typing import NamedTuple

from tests.ask.rules import Handbook, Held, Result, Rules

from feltworks.cards import Card

from .oracle_dealing import Draw, Felt, deals, put

Numbers = tuple[int, ...]
"""Hands by their number in the list of hands met so far."""
Facts = frozenset[tuple[int, int]]
"""Facts by their number in the list of facts met so far, each with how often it comes."""


class Fact(NamedTuple):
    """All that settlement asks of a complete deal, hands by their number."""

    contests: tuple[tuple[bool, Result], ...]
    hands: tuple[int, ...]


def looked_into(book: Handbook) -> set[str]:
    """The hands of which some phrase asks more than their rank."""
    rules = book.rules
    phrases = [(table.hand, row.hand) for table in rules.pays.values() for row in table.rows]
    phrases += [(c.dealer, c.qualifies) for c in rules.contests.values() if c.qualifies]
    choices = [choice for stage in rules.stages for choice in stage.decide]
    phrases += [(c.requires.hand, c.requires.is_) for c in choices if c.requires]
    return {hand for hand, phrase in phrases if book.test(hand, phrase).condition is not None}


def hands_text(rules: Rules) -> str:
    """All that says which hand is made of which cards."""
    return rules.model_dump_json(include={"game", "zones", "rankings", "hands"})


@lru_cache(maxsize=16)
def _worked_out(hands: str, hand: str) -> dict[tuple[object, ...], Held]:
    """The hands that were worked out by such rules, for games that differ in what they pay."""
    return {}


class FactNumbers(dict[Numbers, int]):
    """The number of a fact in the list of facts met so far, by the hands of a deal."""

    def __init__(self, showdowns: Showdowns) -> None:
        self.showdowns = showdowns
        self._met: dict[Fact, int] = {}

    def __missing__(self, numbers: Numbers) -> int:
        showdowns = self.showdowns
        fact = showdowns.fact(dict(zip(showdowns.hands, numbers, strict=True)))
        number = self[numbers] = self._met.setdefault(fact, len(self._met))
        if number == len(showdowns.facts):
            showdowns.facts.append(fact)
        return number


class Shown(dict[tuple[int, ...], int]):
    """A hand's number by the cards of a draw; a card that lies open stays where it is."""

    def __init__(self, showdowns: Showdowns, hand: str, felt: Felt, draw: Draw) -> None:
        self.showdowns, self.hand, self.felt, self.draw = showdowns, hand, felt, draw

    def __missing__(self, cards: tuple[int, ...]) -> int:
        number = self[cards] = self.showdowns.number(self.hand, put(self.draw, cards, self.felt))
        return number


class Showdowns:
    """The hands of complete deals, and how contests between them come out."""

    def __init__(self, book: Handbook, paid: Sequence[str]) -> None:
        self.book = book
        self.rules = book.rules
        self.paid_hands = paid
        self.cards = book.deck.cards
        self.looked_into = looked_into(book)
        self.known: list[Held] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._from = {id_: tuple(hand.from_.items()) for id_, hand in self.rules.hands.items()}
        self._qualified: dict[tuple[str, int], bool] = {}
        compared = [h for c in self.rules.contests.values() for h in (c.player, c.dealer)]
        self.hands = tuple(dict.fromkeys([*self.paid_hands, *compared]))
        self._parts = sorted({part for hand in self.hands for part in self._from[hand]})
        self.facts: list[Fact] = []
        self.fact_numbers = FactNumbers(self)
        self._worked_out = {hand: _worked_out(hands_text(book.rules), hand) for hand in self.hands}
        self._tables: dict[tuple[object, ...], Shown] = {}
        self._lying: dict[tuple[object, ...], Facts] = {}

    def after(self, felt: Felt, hidden: tuple[Draw, ...], left: Sequence[int]) -> Facts:
        """What the deals come to in which the hidden cards are shown."""
        # Cards that came one after the other may come the other way round and lie there alike.
        lying = (self._all_drawn(felt), tuple(left), hidden)
        if lying not in self._lying:
            facts: Counter[int] = Counter()
            for numbers, count in self._shown(felt, hidden, left).items():
                facts[self.fact_numbers[numbers]] += count
            self._lying[lying] = frozenset(facts.items())
        return self._lying[lying]

    def held(self, hand: str, felt: Felt) -> Held:
        return self.known[self.number(hand, felt)]

    def _all_drawn(self, felt: Felt) -> tuple[frozenset[int | None], ...]:
        """What any hand is drawn from, in whatever order it came."""
        return tuple([frozenset(felt[zone][:count]) for zone, count in self._parts])

    def _shown(self, felt: Felt, hidden: Sequence[Draw], left: Sequence[int]) -> Counter[Numbers]:
        """Every hand by its number, for each way in which the hidden cards can be shown.

        Hands whose cards all lie open need no second look. Nearly all time goes by here, so where
        the hidden cards come in one draw, as most do, the other hands are looked up by those cards
        alone, in a table for the cards that lie open.
        """
        known = {
            hand: self.number(hand, felt)
            for hand in self.hands
            if all(None not in cards for cards in self._drawn(hand, felt))
        }
        if len(hidden) != 1 or not self.hands:
            return Counter(
                tuple(known[h] if h in known else self.number(h, shown) for h in self.hands)
                for shown in deals(hidden, felt, left)
            )
        ways = list(combinations(left, len(hidden[0].places)))
        columns = [
            repeat(known[hand], len(ways))
            if hand in known
            else map(self._table(hand, felt, hidden[0]).__getitem__, ways)
            for hand in self.hands
        ]
        return Counter(zip(*columns, strict=True))

    def _table(self, hand: str, felt: Felt, draw: Draw) -> Shown:
        """The numbers of a hand by the cards of the draw, kept for the cards that lie open."""
        key = (hand, draw, *self._drawn(hand, felt))
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = Shown(self, hand, felt, draw)
        return table

    def fact(self, number: Mapping[str, int]) -> Fact:
        contests: list[tuple[bool, Result]] = []
        for id_, contest in self.rules.contests.items():
            mine, dealers = self.known[number[contest.player]], number[contest.dealer]
            other = self.known[dealers].value
            result: Result = "win" if mine.value > other else "lose"
            if mine.value == other:
                result = "tie"
            contests.append((self._qualifies(id_, dealers), result))
        return Fact(tuple(contests), tuple([number[hand] for hand in self.paid_hands]))

    def _qualifies(self, id_: str, dealers: int) -> bool:
        known = self._qualified.get((id_, dealers))
        if known is None:
            contest, held = self.rules.contests[id_], self.known[dealers]
            known = contest.qualifies is None or self.book.test(
                contest.dealer, contest.qualifies
            ).matches(held.value, held.cards)
            self._qualified[id_, dealers] = known
        return known

    def _drawn(self, hand: str, felt: Felt) -> list[tuple[int | None, ...]]:
        return [felt[zone][:count] for zone, count in self._from[hand]]

    def number(self, hand: str, felt: Felt) -> int:
        """The number under which a hand lies in the list of hands met so far."""
        lying = (hand, *self._drawn(hand, felt))
        number = self._numbers.get(lying)
        if number is None:
            # The same cards in another order within their zones are the same hand.
            cards = (hand, *map(frozenset, lying[1:]))
            number = self._numbers.get(cards)
            if number is None:
                number = self._listed(hand, self._hold(hand, cards, felt))
            self._numbers[lying] = self._numbers[cards] = number
        return number

    def _hold(self, hand: str, cards: tuple[object, ...], felt: Felt) -> Held:
        known = self._worked_out.get(hand, {})
        if cards not in known:
            known[cards] = self.book.held(hand, self._faces(felt))
        return known[cards]

    def _listed(self, hand: str, held: Held) -> int:
        """Hands of one value are one, unless somebody looks at their cards."""
        told_apart = (hand, held) if hand in self.looked_into else (hand, held.value)
        number = self._numbers.setdefault(told_apart, len(self.known))
        if number == len(self.known):
            self.known.append(held)
        return number

    def _faces(self, felt: Felt) -> dict[str, list[Card]]:
        return {
            zone: [self.cards[card] for card in cards if card is not None]
            for zone, cards in felt.items()
        }


@lru_cache(maxsize=4)
def _of_such_hands(hands: str, contests: str, paid: tuple[str, ...]) -> list[Showdowns]:
    """The showdowns of one such game; an empty list is one that nobody has filled."""
    return []


def showdowns(book: Handbook, paid: Sequence[str]) -> Showdowns:
    """The showdowns of a game, those of another where money alone tells the two apart."""
    told_apart = f"{book.rules.model_dump_json(include={'contests'})} {sorted(looked_into(book))}"
    found = _of_such_hands(hands_text(book.rules), told_apart, tuple(paid))
    if not found:
        found.append(Showdowns(book, paid))
    return found[0]
