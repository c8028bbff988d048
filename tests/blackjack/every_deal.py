"""Drives the engine over every card that can come, with somebody who decides by what he sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import factorial

from tests.ask.rounds import BlackjackPlan, BlackjackRound, Deal, Decide, Settled

from .plain_rules import UNIT, dealt_to

Choose = Callable[[BlackjackRound], str]


Orders = dict[int, int]
"""In how many orders of the cards left each net result in cents comes about."""


def net_results(plan: BlackjackPlan, choose: Choose) -> dict[Fraction, Fraction]:
    """How likely each net result of a round is, in units, counted over every order of cards."""
    return Walk(choose).results(dealt_to(plan))


class Walk:
    """Goes on from every position once; `choose` may look at the hand and at open cards only.

    Orders are counted in whole numbers: of the n cards left every one is a card of its own, and a
    round that is over comes out alike in all n! orders of them.
    """

    def __init__(self, choose: Choose, *, every_order: bool = False) -> None:
        self.choose = choose
        self.every_order = every_order
        self.known: dict[Hashable, Orders] = {}

    def results(self, round: BlackjackRound) -> dict[Fraction, Fraction]:
        """The chances of what is won or lost from here on."""
        left = sum(round.chances().values())
        orders = self._orders(round, left)
        every = factorial(left)
        return {Fraction(net, UNIT): Fraction(count, every) for net, count in orders.items()}

    def _orders(self, round: BlackjackRound, left: int) -> Orders:
        """The same while so many cards are left."""
        # A round that is over is not looked up: it has no cards or choices left to count.
        if round.turn.waits_for == "nothing":
            return {0: factorial(left)}
        if self.every_order:
            return self._counted(round, left)
        position = round.position
        known = self.known.get(position)
        if known is None:
            known = self.known[position] = self._counted(round, left)
        return known

    def _counted(self, round: BlackjackRound, left: int) -> Orders:
        total: Orders = {}
        logged = len(round.log)
        for move, cards in self._moves(round):
            after = round.play(move)
            won = sum([e.net_cents for e in after.log[logged:] if type(e) is Settled])
            for net, orders in self._orders(after, left - (type(move) is Deal)).items():
                total[won + net] = total.get(won + net, 0) + cards * orders
        return total

    def _moves(self, round: BlackjackRound) -> Iterator[tuple[Deal | Decide, int]]:
        if round.turn.waits_for == "decision":
            yield Decide(1, *_sized(round, self.choose(round))), 1
            return
        # Suits are all one to blackjack itself, unless a bonus goes by them: else one card stands
        # for all of its rank.
        chances = round.chances()
        if any(row.suits != "any" for row in round.rules.blackjack.bonus):
            yield from ((Deal(card), count) for card, count in chances.items() if count)
            return
        ranks: Counter[str] = Counter()
        for card, count in chances.items():
            ranks[card.rank] += count
        cards = {card.rank: card for card in chances}
        for rank, count in ranks.items():
            yield Deal(cards[rank]), count


def _sized(round: BlackjackRound, choice: str) -> tuple[str, int | None]:
    """The choice with the largest amount it may have."""
    legal = next(each for each in round.legal_moves() if each.move.choice == choice)
    return choice, legal.amounts.most_cents if legal.amounts else None


def open_to(round: BlackjackRound) -> frozenset[str]:
    return frozenset(legal.move.choice for legal in round.legal_moves())
