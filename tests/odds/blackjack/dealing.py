"""Rounds dealt from a shuffled shoe by given plays: a plain simulator for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from feltworks.odds.blackjack.firsthands import choose
from feltworks.odds.blackjack.plays import Action, HandStrategy
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN


class Rounds:
    """Deals rounds, each from a freshly shuffled shoe."""

    def __init__(self, setting: Setting, plays: HandStrategy, seed: int) -> None:
        self.setting, self.plays = setting, plays
        self.random = random.Random(seed)
        self.cards = [v for v, count in enumerate(setting.shoe.values) for _ in range(count)]
        hands = setting.hands
        self.after = hands.after.tolist()
        self.totals, self.soft = hands.totals.tolist(), hands.soft.tolist()
        self.hits, self.doubles = plays.hits.tolist(), plays.doubles.tolist()
        self.starts = {(s.up, s.low, s.high): s for s in setting.starts}
        self.chosen: dict[FirstHand, Action] = {}

    def deal(self) -> float:
        """The net result of one round."""
        shoe = self._shuffled()
        first, self.up, second, hole = (next(shoe) for _ in range(4))
        low, high = sorted((first, second))
        start = self.starts[self.up, low, high]
        dealer_natural = {self.up, hole} == {ACE, TEN}
        if start.hand == self.setting.hands.natural:
            return 0.0 if dealer_natural else float(self.setting.natural_pays)
        if dealer_natural and not self.setting.natural_takes_added:
            return -1.0
        if start not in self.chosen:
            self.chosen[start] = choose(self.setting, self.plays, start)
        action = self.chosen[start]
        if action == Action.SURRENDER:
            return -1.0 if dealer_natural else -0.5
        if action == Action.SPLIT:
            done = self._split(low, shoe)
        elif action == Action.DOUBLE:
            done = [(self._total(self.after[start.hand][next(shoe)]), 2)]
        else:
            done = [(self._play(start.hand, shoe), 1)]
        dealer = 99 if dealer_natural else self._dealer(hole, shoe)
        return float(sum(stake * self._result(total, dealer) for total, stake in done))

    def _shuffled(self) -> Iterator[int]:
        """The shoe shuffled anew, only as far as it is dealt: each card is any of those left."""
        cards, left, draw = self.cards, len(self.cards), self.random.random
        while left:
            place = int(draw() * left)
            left -= 1
            cards[place], cards[left] = cards[left], cards[place]
            yield cards[left]

    def _split(self, pair: int, shoe) -> list[tuple[int, int]]:
        waiting, hands, done = 2, 2, []
        single = self.after[0][pair]
        rules = self.setting.rules
        while waiting:
            hand = self.after[single][card := next(shoe)]
            if card == pair and hands < self.setting.most_hands(pair):
                waiting, hands = waiting + 1, hands + 1
                continue
            waiting -= 1
            if self.setting.one_card(pair):
                done.append((self._total(hand), 1))
            elif rules.double_after_split and self.doubles[self.up][hand]:
                done.append((self._total(self.after[hand][next(shoe)]), 2))
            else:
                done.append((self._play(hand, shoe), 1))
        return done

    def _play(self, hand: int, shoe) -> int:
        while hand >= 0 and self.hits[self.up][hand]:
            hand = self.after[hand][next(shoe)]
        return self._total(hand)

    def _total(self, hand: int) -> int:
        return self.totals[hand] if hand >= 0 else 22

    def _dealer(self, hole: int, shoe) -> int:
        hand = self.after[self.after[0][self.up]][hole]
        hits_soft = self.setting.rules.soft_17 == "hits"
        while hand >= 0 and (
            self.totals[hand] < 17 or (hits_soft and self.totals[hand] == 17 and self.soft[hand])
        ):
            hand = self.after[hand][next(shoe)]
        return self._total(hand)

    @staticmethod
    def _result(player: int, dealer: int) -> int:
        if player > 21 or dealer == 99:
            return -1
        return 1 if dealer > 21 else (player > dealer) - (player < dealer)
