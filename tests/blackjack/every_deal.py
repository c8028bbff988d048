"""Drives the engine over every card that can come, with somebody who decides by what he sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

from feltworks.blackjack import BlackjackPlan, BlackjackRound
from feltworks.round import Deal, Decide, Settled

from .plain_rules import UNIT, dealt_to

Choose = Callable[[BlackjackRound], str]


def net_results(plan: BlackjackPlan, choose: Choose) -> dict[Fraction, Fraction]:
    """How likely each net result of a round is, in units, counted over every order of cards."""
    return Walk(choose).results(dealt_to(plan))


class Walk:
    """Goes on from every position once; `choose` may look at the hand and at open cards only."""

    def __init__(self, choose: Choose, *, every_order: bool = False) -> None:
        self.choose = choose
        self.every_order = every_order
        self.known: dict[Hashable, dict[Fraction, Fraction]] = {}

    def results(self, round: BlackjackRound) -> dict[Fraction, Fraction]:
        """The chances of what is won or lost from here on."""
        if self.every_order:
            return self._results(round)
        position = round.position
        known = self.known.get(position)
        if known is None:
            known = self.known[position] = self._results(round)
        return known

    def _results(self, round: BlackjackRound) -> dict[Fraction, Fraction]:
        if round.turn.waits_for == "nothing":
            return {Fraction(0): Fraction(1)}
        total: Counter[Fraction] = Counter()
        for move, chance in self._moves(round):
            after = _after(round, move)
            won = _settled_since(round, after)
            for net, probability in self.results(after).items():
                total[won + net] += chance * probability
        return dict(total)

    def _moves(self, round: BlackjackRound) -> Iterator[tuple[Deal | Decide, Fraction]]:
        if round.turn.waits_for == "decision":
            yield Decide(1, *_sized(round, self.choose(round))), Fraction(1)
            return
        chances = round.chances()
        size = sum(chances.values())
        # Suits are all one to blackjack itself: one card stands for all of its rank.
        ranks = Counter({card.rank: 0 for card in chances})
        for card, count in chances.items():
            ranks[card.rank] += count
        cards = {card.rank: card for card in chances}
        for rank, count in ranks.items():
            yield Deal(cards[rank]), Fraction(count, size)


def _settled_since(before: BlackjackRound, after: BlackjackRound) -> Fraction:
    new = after.log[len(before.log) :]
    return Fraction(sum(entry.net_cents for entry in new if isinstance(entry, Settled)), UNIT)


def _after(round: BlackjackRound, move: Deal | Decide) -> BlackjackRound:
    return round.play(move)


def _sized(round: BlackjackRound, choice: str) -> tuple[str, int | None]:
    """The choice with the largest amount it may have."""
    legal = next(each for each in round.legal_moves() if each.move.choice == choice)
    return choice, legal.amounts.most_cents if legal.amounts else None


def open_to(round: BlackjackRound) -> frozenset[str]:
    return frozenset(legal.move.choice for legal in round.legal_moves())
