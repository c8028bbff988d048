"""An exchange of cards by definition: every deal, every choice, every card that may come.

Nothing is got by inclusion and exclusion here, and no two deals are taken for one. Against a dealer
every hand that he can have is looked at. What a hand is worth is asked of the settlement alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.ask.rules import Choice, Handbook, Held, Rules, Situation, settle

from feltworks.cards import Card

Cards = tuple[Card, ...]
Stakes = dict[str, Fraction]


class PlainExchange:
    """One required wager of a unit, an exchange, and at most one decision after it."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.book = rules, Handbook(rules)
        self.deck: Cards = self.book.deck.cards
        self.decisions = [stage for stage in rules.stages if stage.decide]
        self.hand = rules.pays[next(iter(rules.pays))].hand
        self.cards = sum(rules.hands[self.hand].from_.values())
        steps = [step for stage in rules.stages for step in stage.deal]
        dealers = [step for step in steps if rules.zones[step.to] == "dealer"]
        self.open = sum(step.cards for step in dealers if step.face == "up")
        self.hidden = sum(step.cards for step in dealers if step.face != "up")
        self.held = cache(self._held)
        self.paid = cache(self._paid)

    def _held(self, hand: str, cards: frozenset[Card]) -> Held:
        compiled = self.book.compiled(hand)
        return Held(compiled.whole_hand(tuple(cards)), tuple(cards))

    def _paid(
        self, wager: str, cards: frozenset[Card], case: tuple[bool, str] | None, folded: bool
    ):
        held = {self.hand: self.held(self.hand, cards)}
        if case is None:
            return settle(self.book, wager, Situation(held, folded=folded)).odds
        return settle(self.book, wager, Situation(held, qualified=case[0], result=case[1])).odds

    def nets(
        self, stakes: Stakes, cards: frozenset[Card], shown: Cards, gone: Cards, *, folded: bool
    ) -> Iterator[Fraction]:
        """What all wagers come to, once for each hand that the dealer can have."""
        if folded or not self.hidden:
            yield sum(self.paid(w, cards, None, folded) * s for w, s in stakes.items())
            return
        (contest,) = self.rules.contests.values()
        mine = self.held(contest.player, cards).value
        test = self.book.test(contest.dealer, contest.qualifies or "any hand")
        left = [card for card in self.deck if card not in {*cards, *shown, *gone}]
        for more in combinations(left, self.hidden):
            his = self.held(contest.dealer, frozenset({*shown, *more}))
            result = "win" if mine > his.value else "tie" if mine == his.value else "lose"
            case = (test.matches(his.value, his.cards), result)
            yield sum(self.paid(w, cards, case, False) * s for w, s in stakes.items())

    def put_out(self, stakes: Stakes, choice: Choice) -> Stakes:
        if choice.bet is None:
            return stakes
        (multiple,) = choice.size.multiples
        return {**stakes, choice.bet: multiple * stakes[choice.size.of]}

    def last(
        self, stakes: Stakes, cards: frozenset[Card], shown: Cards, gone: Cards
    ) -> Counter[Fraction]:
        """The nets of the best choice after the exchange, each as a part of one."""
        choices = self.decisions[1].decide if len(self.decisions) > 1 else [None]
        found = []
        for choice in choices:
            folded = choice is not None and choice.folds
            put = stakes if choice is None else self.put_out(stakes, choice)
            nets = Counter(self.nets(put, cards, shown, gone, folded=folded))
            total = nets.total()
            found.append(Counter({net: Fraction(n, total) for net, n in nets.items()}))
        return max(found, key=mean)

    def choices(self, dealt: Cards, shown: Cards) -> dict[tuple[str, frozenset[Card]], Counter]:
        """By choice and cards given up, the nets of what follows."""
        found = {}
        for choice in self.decisions[0].decide:
            discard = choice.discard
            counts = [0] if discard is None else range(discard.least, discard.most + 1)
            stakes = self.put_out({self.rules.unit: Fraction(1)}, choice)
            left = [card for card in self.deck if card not in {*dealt, *shown}]
            for count in counts:
                for gone in combinations(dealt, count):
                    kept = [card for card in dealt if card not in gone]
                    nets: Counter[Fraction] = Counter()
                    draws = list(combinations(left, count))
                    for draw in draws:
                        last = self.last(stakes, frozenset({*kept, *draw}), shown, gone)
                        for net, part in last.items():
                            nets[net] += part / len(draws)
                    found[choice.id, frozenset(gone)] = nets
        return found

    def expected_value(self) -> Fraction:
        """Over all deals, at the best."""
        total, deals = Fraction(0), 0
        for dealt in combinations(self.deck, self.cards):
            left = [card for card in self.deck if card not in dealt]
            for shown in combinations(left, self.open):
                total += max(map(mean, self.choices(dealt, shown).values()))
                deals += 1
        return total / deals


def mean(nets: Counter[Fraction]) -> Fraction:
    return sum((net * part for net, part in nets.items()), Fraction(0))
