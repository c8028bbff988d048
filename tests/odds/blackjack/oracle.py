"""Blackjack dealt card by card, in the order of the table, with exact fractions.

No exchange of hands, no tables: the dealer's hole card lies there from the start, split hands are
played one after the other, and every card that can come does come. What a player does is found from
what he can know. Good for shoes of a dozen or two cards.

Ends are counted in whole orders of the cards left, each card one of its own: what is settled comes
out alike in all n! orders of n cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial
from typing import Protocol

Cards = tuple[int, ...]
"""Counts of each value, the ace first and the tens last."""
Net = dict[Fraction | int, Fraction]
Orders = dict[Fraction | int, int]
"""In how many orders of the cards left each net result comes about."""

ACE, TEN = 0, 9
BUST = 22
NONE: Cards = (0,) * 10
DOUBLE_TOTALS = {"any-two": range(22), "9-11": (9, 10, 11), "10-11": (10, 11)}


def plus(cards: Cards, value: int, count: int = 1) -> Cards:
    return (*cards[:value], cards[value] + count, *cards[value + 1 :])


def draws(shoe: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
    """Every card that can come next, its chance, and the shoe without it."""
    size = sum(shoe)
    for value, count, left in deals(shoe):
        yield value, Fraction(count, size), left


@lru_cache(100_000)
def deals(shoe: Cards) -> tuple[tuple[int, int, Cards], ...]:
    """Every value that can come next, how many cards of it there are, the shoe without one."""
    assert sum(shoe), "the shoe has run out"
    return tuple((v, count, plus(shoe, v, -1)) for v, count in enumerate(shoe) if count)


def every_order(shoe: Cards) -> int:
    return factorial(sum(shoe))


@cache
def total(hand: Cards) -> int:
    pips = sum((value + 1) * count for value, count in enumerate(hand))
    pips += 10 * (hand[ACE] > 0 and pips <= 11)
    return min(pips, BUST)


@cache
def is_soft(hand: Cards) -> bool:
    return total(hand) != min(sum((v + 1) * count for v, count in enumerate(hand)), BUST)


def two(first: int, second: int) -> Cards:
    return plus(plus(NONE, first), second)


@dataclass(frozen=True)
class Options:
    """The keys of `[blackjack]` that the oracle plays by."""

    soft_17: str = "stands"
    blackjack_pays: str = "3:2"
    double: str = "any-two"
    double_after_split: bool = True
    split_hands: int = 4
    resplit_aces: bool = False
    one_card_to_split_aces: bool = True
    late_surrender: bool = False
    peek: bool = True
    no_peek_takes: str = "all"
    insurance: bool = True
    even_money: bool = True

    @property
    def natural(self) -> Fraction:
        won, _, staked = self.blackjack_pays.partition(":")
        return Fraction(int(won), int(staked))


class Told(Protocol):
    """A strategy that is followed, best or not."""

    def action(self, up: int, hand: Cards, *, may_double: bool) -> str: ...

    def first_action(self, up: int, first: int, second: int) -> str: ...


class Oracle:
    """One shoe, one set of rules."""

    def __init__(self, shoe: Cards, rules: Options, told: Told | None = None) -> None:
        self.shoe, self.rules, self.told = shoe, rules, told
        self.takes_all = not rules.peek and rules.no_peek_takes == "all"
        self.ends = lru_cache(None)(self._ends)
        self.stand = lru_cache(None)(self._stand)
        self.hit = lru_cache(None)(self._hit)
        self.double = lru_cache(None)(self._double)
        self.action = lru_cache(None)(self._action)
        self.play = lru_cache(None)(self._play)

    # --- what the dealer does --------------------------------------------------------------

    def dealer(self, hand: Cards, shoe: Cards) -> dict[int, Fraction]:
        """Totals and their chances; a natural is told apart as 0."""
        every = every_order(shoe)
        return {end: Fraction(orders, every) for end, orders in self.ends(hand, shoe).items()}

    def _ends(self, hand: Cards, shoe: Cards) -> dict[int, int]:
        """Totals, or 0, and in how many orders of the shoe they come about."""
        if sum(hand) == 2 and hand[ACE] == 1 and hand[TEN] == 1:
            return {0: every_order(shoe)}
        now = total(hand)
        soft_17 = now == 17 and is_soft(hand) and self.rules.soft_17 == "hits"
        if now >= 17 and not soft_17:
            return {now: every_order(shoe)}
        found: Counter[int] = Counter()
        for value, count, left in deals(shoe):
            for end, orders in self.ends(plus(hand, value), left).items():
                found[end] += count * orders
        return dict(found)

    # --- what a player knows: his cards and the up card; the hole card is one of the unseen ----

    def _holes(self, up: int, unseen: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
        """Hole cards as the player must reckon with them when he acts."""
        every = [
            (hole, chance, left)
            for hole, chance, left in draws(unseen)
            if self.takes_all or {up, hole} != {ACE, TEN}
        ]
        known = sum(chance for _, chance, _ in every)
        yield from ((hole, chance / known, left) for hole, chance, left in every)

    def _unseen(self, up: int, hand: Cards) -> Cards:
        return tuple(
            count - held - (value == up)
            for value, (count, held) in enumerate(zip(self.shoe, hand, strict=True))
        )

    def _stand(self, up: int, hand: Cards) -> Fraction:
        worth = Fraction(0)
        for hole, chance, left in self._holes(up, self._unseen(up, hand)):
            ends = self.ends(two(up, hole), left).items()
            won = sum(orders * self._result(total(hand), end) for end, orders in ends)
            worth += chance * Fraction(won, every_order(left))
        return worth

    @staticmethod
    def _result(player: int, dealer: int) -> int:
        if player == BUST or dealer == 0:
            return -1
        if dealer == BUST:
            return 1
        return (player > dealer) - (player < dealer)

    def _drawn(self, up: int, hand: Cards) -> Iterator[tuple[Cards, Fraction]]:
        """The hand after one more card, whatever lies in the hole."""
        found: Counter[int] = Counter()
        for _, chance, left in self._holes(up, self._unseen(up, hand)):
            for value, part, _ in draws(left):
                found[value] += chance * part
        yield from ((plus(hand, value), chance) for value, chance in found.items())

    def _hit(self, up: int, hand: Cards) -> Fraction:
        return sum(
            (
                chance
                * (-1 if total(grown) == BUST else max(self.stand(up, grown), self.hit(up, grown)))
                for grown, chance in self._drawn(up, hand)
            ),
            Fraction(0),
        )

    def _double(self, up: int, hand: Cards) -> Fraction:
        return 2 * sum(
            (
                chance * (-1 if total(grown) == BUST else self.stand(up, grown))
                for grown, chance in self._drawn(up, hand)
            ),
            Fraction(0),
        )

    def may_double(self, hand: Cards) -> bool:
        return sum(hand) == 2 and total(hand) in DOUBLE_TOTALS[self.rules.double]

    def _action(self, up: int, hand: Cards, *, may_double: bool) -> str:
        """The best of stand, hit and double for these cards as a first hand."""
        if self.told is not None:
            return self.told.action(up, hand, may_double=may_double and self.may_double(hand))
        if total(hand) == 21:
            return "stand"
        values = {"stand": self.stand(up, hand), "hit": self.hit(up, hand)}
        if may_double and self.may_double(hand):
            values["double"] = self.double(up, hand)
        return max(values, key=lambda action: values[action])

    # --- a split, hand after hand --------------------------------------------------------------

    def most_hands(self, pair: int) -> int:
        only_two = pair == ACE and not self.rules.resplit_aces
        return min(self.rules.split_hands, 2) if only_two else self.rules.split_hands

    def _play(
        self, state: tuple[int, int, int, Cards, int, int, tuple[tuple[int, int], ...]], shoe: Cards
    ) -> Orders:
        """Net results from here: hand in play, hands waiting, hands in all, hands complete."""
        up, hole, pair, hand, waiting, hands, done = state

        def on(next_hand: Cards, left: Cards) -> Orders:
            return self.play((up, hole, pair, next_hand, waiting, hands, done), left)

        def finish(stake: int, end: Cards, left: Cards) -> Orders:
            complete = tuple(sorted((*done, (total(end), stake))))
            if waiting:
                fresh = plus(NONE, pair)
                return self.play((up, hole, pair, fresh, waiting - 1, hands, complete), left)
            return self._settle(up, hole, complete, left)

        if sum(hand) == 1:
            return mixed((n, on(plus(hand, v), left)) for v, n, left in deals(shoe))
        if sum(hand) == 2 and hand[pair] == 2 and hands < self.most_hands(pair):
            fresh = plus(NONE, pair)
            return self.play((up, hole, pair, fresh, waiting + 1, hands + 1, done), shoe)
        if total(hand) == BUST or (pair == ACE and self.rules.one_card_to_split_aces):
            return finish(1, hand, shoe)
        action = self.action(up, hand, may_double=self.rules.double_after_split)
        if action == "stand":
            return finish(1, hand, shoe)
        if action == "double":
            return mixed((n, finish(2, plus(hand, v), left)) for v, n, left in deals(shoe))
        return mixed((n, on(plus(hand, v), left)) for v, n, left in deals(shoe))

    def _settle(self, up: int, hole: int, done: tuple[tuple[int, int], ...], shoe: Cards) -> Orders:
        found: Counter[Fraction | int] = Counter()
        for end, orders in self.ends(two(up, hole), shoe).items():
            if end == 0 and not self.takes_all:
                net = -1
            else:
                net = sum(stake * self._result(hand, end) for hand, stake in done)
            found[net] += orders
        return dict(found)

    # --- a whole round -----------------------------------------------------------------------

    def values(self, up: int, first: int, second: int) -> dict[str, Fraction]:
        """What each action is worth with a first hand that is no blackjack, to the player."""
        hand = two(first, second)
        found = {"stand": self.stand(up, hand), "hit": self.hit(up, hand)}
        if self.may_double(hand):
            found["double"] = self.double(up, hand)
        holes = list(self._holes(up, self._unseen(up, hand)))
        if first == second and self.most_hands(first) >= 2:
            found["split"] = sum(
                (
                    chance * mean(self.split(up, hole, first, left)) / every_order(left)
                    for hole, chance, left in holes
                ),
                Fraction(0),
            )
        if self.rules.late_surrender:
            found["surrender"] = sum(
                chance * (-1 if {up, hole} == {ACE, TEN} else Fraction(-1, 2))
                for hole, chance, _ in holes
            )
        return found

    def split(self, up: int, hole: int, pair: int, shoe: Cards) -> Orders:
        return self.play((up, hole, pair, plus(NONE, pair), 1, 2, ()), shoe)

    def round(self) -> Net:
        """Every net result of a round and its chance."""
        parts = []
        for first, a, without_first in deals(self.shoe):
            for up, b, without_up in deals(without_first):
                for second, c, unseen in deals(without_up):
                    action = self._first_action(up, first, second)
                    for hole, d, left in deals(unseen):
                        parts.append(
                            (a * b * c * d, self._end(action, up, hole, (first, second), left))
                        )
        every = every_order(self.shoe)
        return {net: Fraction(orders, every) for net, orders in mixed(parts).items()}

    @lru_cache(None)  # noqa: B019 - an oracle lives for one test
    def _first_action(self, up: int, first: int, second: int) -> str:
        if {first, second} == {ACE, TEN}:
            return "blackjack"
        if first > second:
            return self._first_action(up, second, first)
        if self.told is not None:
            return self.told.first_action(up, first, second)
        values = self.values(up, first, second)
        return max(values, key=lambda action: values[action])

    def _end(self, action: str, up: int, hole: int, cards: tuple[int, int], left: Cards) -> Orders:
        dealer_natural = {up, hole} == {ACE, TEN}
        hand = two(*cards)
        if action == "blackjack":
            return {0 if dealer_natural else self.rules.natural: every_order(left)}
        if dealer_natural and not self.takes_all:
            return {-1: every_order(left)}
        if action == "surrender":
            return {-1 if dealer_natural else Fraction(-1, 2): every_order(left)}
        if action == "split":
            return self.split(up, hole, cards[0], left)
        if action == "double":
            return mixed(
                (n, self._settle(up, hole, ((total(plus(hand, v)), 2),), after))
                for v, n, after in deals(left)
            )
        return self._hit_on(action, up, hole, hand, left)

    def _hit_on(self, action: str, up: int, hole: int, hand: Cards, left: Cards) -> Orders:
        if action == "stand" or total(hand) == BUST:
            return self._settle(up, hole, ((total(hand), 1),), left)
        parts = []
        for value, n, after in deals(left):
            grown = plus(hand, value)
            then = "stand" if total(grown) == BUST else self.action(up, grown, may_double=False)
            parts.append((n, self._hit_on(then, up, hole, grown, after)))
        return mixed(parts)


def mixed(parts: object) -> Orders:
    """Net results of several ways to go on, each with its number of cards."""
    found: Orders = {}
    for cards, nets in parts:  # type: ignore[attr-defined]
        for net, orders in nets.items():
            found[net] = found.get(net, 0) + cards * orders
    return found


def mean(nets: Net | Orders) -> Fraction:
    return sum((net * chance for net, chance in nets.items()), Fraction(0))
