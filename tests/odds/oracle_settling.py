"""What a complete deal comes to: hands compared, and every wager settled.

A hand is worked out once for the cards it is drawn from and known by a number after
that; a deal is then a few numbers, and deals that give the same numbers settle alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, repeat
from typing import NamedTuple

from feltworks.cards import Card
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Result, Situation, case_of, settle

from .oracle_choices import Standing
from .oracle_dealing import Draw, Felt, deals, put

Number = int | Fraction
Numbers = tuple[int, ...]
"""Hands by their number in the list of hands met so far."""


class End(NamedTuple):
    """How a deal ends: the case, who decided it, and each wager's net pay and rows."""

    case: str
    decided_by: str
    nets: tuple[Number, ...]
    rows: tuple[tuple[str, ...], ...]
    staked: Number
    total: Number


class Fact(NamedTuple):
    """All that settlement asks of a complete deal, hands by their number."""

    contests: tuple[tuple[bool, Result], ...]
    hands: tuple[int, ...]


def paid_hands(rules: Rules, wagers: Sequence[str]) -> list[str]:
    """The hands that pay tables of these wagers look up."""
    pays = [pay for w in wagers for cell in rules.settle[w].cells.values() for pay in cell]
    return sorted({rules.pays[table].hand for pay in pays for table in pay.all_tables})


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

    def __init__(self, settling: Settling) -> None:
        self.settling = settling
        self._met: dict[Fact, int] = {}

    def __missing__(self, numbers: Numbers) -> int:
        settling = self.settling
        fact = settling.fact(dict(zip(settling.hands, numbers, strict=True)))
        number = self[numbers] = self._met.setdefault(fact, len(self._met))
        if number == len(settling.facts):
            settling.facts.append(fact)
        return number


class Shown(dict[tuple[int, ...], int]):
    """A hand's number by the cards of a draw; a card that lies open stays where it is."""

    def __init__(self, settling: Settling, hand: str, felt: Felt, draw: Draw) -> None:
        self.settling, self.hand, self.felt, self.draw = settling, hand, felt, draw

    def __missing__(self, cards: tuple[int, ...]) -> int:
        number = self[cards] = self.settling.number(self.hand, put(self.draw, cards, self.felt))
        return number


class Settling:
    """Settles complete deals for some wagers."""

    def __init__(self, book: Handbook, wagers: Sequence[str]) -> None:
        self.book = book
        self.rules = book.rules
        self.wagers = tuple(wagers)
        self.paid_hands = paid_hands(book.rules, wagers)
        self.cards = book.deck.cards
        self.looked_into = looked_into(book)
        self._numbers: dict[tuple[object, ...], int] = {}
        self._held: list[Held] = []
        self._paid: dict[tuple[object, ...], tuple[Number, tuple[str, ...]]] = {}
        self._looks_up = {
            wager: [self.paid_hands.index(hand) for hand in paid_hands(book.rules, [wager])]
            for wager in wagers
        }
        self._from = {id_: tuple(hand.from_.items()) for id_, hand in self.rules.hands.items()}
        self._qualified: dict[tuple[str, int], bool] = {}
        compared = [h for c in self.rules.contests.values() for h in (c.player, c.dealer)]
        self.hands = tuple(dict.fromkeys([*self.paid_hands, *compared]))
        self._parts = sorted({part for hand in self.hands for part in self._from[hand]})
        self.facts: list[Fact] = []
        self.fact_numbers = FactNumbers(self)
        self._worked_out = {hand: _worked_out(hands_text(book.rules), hand) for hand in self.hands}
        self._tables: dict[tuple[object, ...], Shown] = {}

    def held(self, hand: str, felt: Felt) -> Held:
        return self._held[self.number(hand, felt)]

    def lying(self, felt: Felt) -> tuple[frozenset[int | None], ...]:
        """What any hand is drawn from, in whatever order it came."""
        return tuple([frozenset(felt[zone][:count]) for zone, count in self._parts])

    def shown(self, felt: Felt, hidden: Sequence[Draw], left: Sequence[int]) -> Counter[Numbers]:
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
        key = (hand, *self._drawn(hand, felt))
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = Shown(self, hand, felt, draw)
        return table

    def fact(self, number: Mapping[str, int]) -> Fact:
        contests: list[tuple[bool, Result]] = []
        for id_, contest in self.rules.contests.items():
            mine, dealers = self._held[number[contest.player]], number[contest.dealer]
            other = self._held[dealers].value
            result: Result = "win" if mine.value > other else "lose"
            if mine.value == other:
                result = "tie"
            contests.append((self._qualifies(id_, dealers), result))
        return Fact(tuple(contests), tuple([number[hand] for hand in self.paid_hands]))

    def end(self, standing: Standing, fact: Fact) -> End:
        """The deal settled for a player who stands so."""
        stakes = dict(standing.stakes)
        nets: list[Number] = []
        rows: list[tuple[str, ...]] = []
        for wager in self.wagers:
            out = wager in stakes
            net, paid = self._pay(standing, fact, wager, stakes[wager]) if out else (0, ())
            nets.append(net)
            rows.append(paid)
        return End(
            self._case(standing, fact, sum(nets)),
            standing.decided_by,
            tuple(nets),
            tuple(rows),
            whole(standing.out),
            sum(nets),
        )

    def _pay(
        self, standing: Standing, fact: Fact, wager: str, stake: Fraction
    ) -> tuple[Number, tuple[str, ...]]:
        """What settlement says, asked once for the same case and the same hands."""
        folded = standing.folded_at is not None
        cells = self.rules.settle[wager]
        named = standing.contest if standing.contest in cells.contests else cells.contest
        case = None if folded else self._contest(standing, fact, named)
        hands = tuple([fact.hands[place] for place in self._looks_up[wager]])
        entered = named or standing.contest
        key = (wager, stake.as_integer_ratio(), folded, entered, case, hands)
        if key not in self._paid:
            held = {
                self.paid_hands[place]: self._held[number]
                for place, number in zip(self._looks_up[wager], hands, strict=True)
            }
            payment = settle(
                self.book, wager, replace(_situation(standing, case, held), contest=entered)
            )
            assert not (payment.cents or payment.hits), "units only"
            self._paid[key] = (whole(payment.odds * stake), payment.rows)
        return self._paid[key]

    def _contest(
        self, standing: Standing, fact: Fact, named: str | None = None
    ) -> tuple[bool, Result] | None:
        """How the contest went: the wager's own, else the one entered."""
        contests = list(self.rules.contests)
        entered = named or standing.contest or (contests[0] if len(contests) == 1 else None)
        return None if entered is None else fact.contests[contests.index(entered)]

    def _case(self, standing: Standing, fact: Fact, net: Number) -> str:
        """The case in the words of a report; without a contest the money tells."""
        if standing.folded_at is not None:
            return f"fold-{standing.folded_at}"
        case = case_of(_situation(standing, self._contest(standing, fact), {}))
        if case == "always":
            return "win" if net > 0 else "tie" if net == 0 else "lose"
        return "dealer-not-qualified" if case == "not_qualified" else case

    def _qualifies(self, id_: str, dealers: int) -> bool:
        known = self._qualified.get((id_, dealers))
        if known is None:
            contest, held = self.rules.contests[id_], self._held[dealers]
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
        number = self._numbers.setdefault(told_apart, len(self._held))
        if number == len(self._held):
            self._held.append(held)
        return number

    def _faces(self, felt: Felt) -> dict[str, list[Card]]:
        return {
            zone: [self.cards[card] for card in cards if card is not None]
            for zone, cards in felt.items()
        }


def _situation(
    standing: Standing, contest: tuple[bool, Result] | None, held: Mapping[str, Held]
) -> Situation:
    if standing.folded_at is not None:
        return Situation(held, folded=True)
    if contest is None:
        return Situation(held)
    return Situation(held, qualified=contest[0], result=contest[1])


def whole(number: Fraction) -> Number:
    """The same number, quicker to reckon with when it is whole."""
    return number.numerator if number.denominator == 1 else number
