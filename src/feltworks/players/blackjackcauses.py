"""The causes at a decision of blackjack: the next card, the dealer's chances, and how each choice
ends.

Everything comes from the tables of the analysis: the dealer's chances once a hand is gone from the
shoe, and the best play after each card. If the dealer peeks, chances assume that he has no
blackjack.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.hands import BUST
from feltworks.odds.blackjack.shoe import ACE, TEN, value_of
from feltworks.players.causes import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.arrays import Int64s
    from feltworks.cards import Card
    from feltworks.odds.blackjack.advice import HandAdvisor

Ends = tuple[float, float]
"""The chances to win and to tie; a dealer's blackjack is neither."""


class BlackjackCauses:
    """The sentences for one hand against one up card."""

    def __init__(
        self, advisor: HandAdvisor, cards: Sequence[Card], up: Card, *, is_free: bool = False
    ) -> None:
        self._setting = advisor.setting
        self._up, self._shown = value_of(up), up
        self._play = advisor.strategy.of(self._up, is_free=is_free)
        self._hand = self._setting.hands.of(*map(value_of, cards))
        self._played = lru_cache(maxsize=None)(self._played_out)

    def lines(self, *, choices: Sequence[str], insuring: bool = False) -> tuple[str, ...]:
        """Two or three sentences; for insurance only the chance that it pays."""
        if self._hand == BUST:
            return ()
        setting, up = self._setting, self._up
        natural = setting.natural_chance(up, self._hand)
        if insuring:
            return (f"The dealer has a blackjack in {percent(natural)} of the deals.",)
        given = 1 - natural if setting.rules.peek else 1.0
        totals = [float(each) for each in setting.chances[self._hand, up]]
        bust = (1 - sum(totals[:ENDINGS]) - natural) / given
        high = sum(totals[20 - LOWEST : ENDINGS]) / given
        # A doubled hand that may be given up gets no further card.
        is_over = "stand" in choices and "hit" not in choices and "double" not in choices
        mine = f"You have {self._points()}." if is_over else self._next_card()
        told = [
            f"{mine} With {self._rank()} up the dealer busts in {percent(bust)} "
            f"and ends with 20 or 21 in {percent(high)}."
        ]
        ways = {"stand": self._stood(self._hand), "hit": self._drawn(once=False)}
        if "double" in choices:
            ways["double"] = self._drawn(once=True)
        named = {"stand": "standing", "hit": "hitting", "double": "doubling"}
        ends = [
            f"{named[way]} wins {percent(win / given)}, ties {percent(tie / given)}"
            for way, (win, tie) in ways.items()
            if way in choices
        ]
        if is_over and "surrender" in choices:
            ends.append("giving up saves the double and loses the original wager")
        return tuple([*told, f"By choice: {'; '.join(ends)}."] if ends else told)

    def _rank(self) -> str:
        name = {ACE: "an ace", TEN: "a ten", 7: "an 8"}.get(self._up)
        return name or f"a {self._shown.rank}"

    def _left(self, hand: int) -> Int64s:
        """The cards that are left once the hand and the up card are gone."""
        left: Int64s = self._setting.counts - self._setting.hands.cards[hand]
        left[self._up] -= 1
        return left

    def _next_card(self) -> str:
        left, after = self._left(self._hand), self._setting.hands.after[self._hand]
        hole = {ACE: TEN, TEN: ACE}.get(self._up) if self._setting.rules.peek else None
        weights = []
        for value in range(10):
            # A drawn card changes the chances of the card that the dealer has looked at.
            rest = float(left.sum() - 1)
            kept = 1.0 if hole is None else 1 - (left[hole] - (value == hole)) / rest
            weights.append(float(left[value]) * kept)
        busts = sum(weights[value] for value in range(10) if after[value] == BUST) / sum(weights)
        if not busts:
            return f"You have {self._points()}: no card busts you."
        return f"You have {self._points()}: the next card busts you in {percent(busts)}."

    def _points(self) -> str:
        hands = self._setting.hands
        return f"{'soft ' if hands.soft[self._hand] else ''}{hands.totals[self._hand]}"

    def _stood(self, hand: int) -> Ends:
        setting = self._setting
        chances = [float(each) for each in setting.chances[hand, self._up]]
        natural = setting.natural_chance(self._up, hand)
        total = int(setting.hands.totals[hand])
        if setting.sure.means[hand]:
            return 1 - natural, 0.0
        below = sum(each for at, each in enumerate(chances) if LOWEST + at < total)
        tie = chances[total - LOWEST] if total >= LOWEST else 0.0
        # A 22 that pushes follows the totals.
        tie += sum(chances[ENDINGS:])
        return 1 - sum(chances) - natural + below, tie

    def _drawn(self, *, once: bool, hand: int | None = None) -> Ends:
        """After a card: the hand stands, or goes on by the best play."""
        hand = self._hand if hand is None else hand
        left, after = self._left(hand), self._setting.hands.after[hand]
        win = tie = 0.0
        for value in range(10):
            grown = int(after[value])
            if grown == BUST or not left[value]:
                continue
            share = float(left[value] / left.sum())
            ends = self._stood(grown) if once else self._played(grown)
            win, tie = win + share * ends[0], tie + share * ends[1]
        return win, tie

    def _played_out(self, hand: int) -> Ends:
        if self._play.doubles[hand]:
            return self._drawn(once=True, hand=hand)
        if self._setting.sure.means[hand] or not self._play.hits[hand]:
            return self._stood(hand)
        return self._drawn(once=False, hand=hand)
