"""What to do in one position: these cards, that up card, and other cards that were seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from feltworks.cards import Card, join_cards
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.hands import BUST
from feltworks.odds.blackjack.player import given_play
from feltworks.odds.blackjack.plays import (
    Action,
    HandStrategy,
    WeighedPlays,
    Worths,
    best_plays,
    double_and_split,
    shown_values,
)
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import ACE, TEN, Shoe, value_of
from feltworks.rules.schema.mechanisms import Blackjack


class BlackjackHandError(FeltworksError):
    """A position that cannot come up."""


@dataclass(frozen=True)
class HandAdvice:
    """The value of every open action, in units of the first wager, and the best one.

    If the dealer peeks, values assume that he has no blackjack; a player's own blackjack has its
    value from before he looks. `insurance` is what a unit of it is worth, if it is offered, and
    `natural` the chance of a dealer's blackjack.
    """

    values: Mapping[str, float]
    best: str
    insurance: float | None = None
    natural: float = 0.0

    def cost(self, action: str) -> float:
        """What an action gives away compared with the best."""
        return self.values[self.best] - self.values[action]

    def as_json(self) -> dict[str, Any]:
        insurance = {} if self.insurance is None else {"insurance": self.insurance}
        return {"best": self.best, "values": dict(self.values), **insurance}


class HandAdvisor:
    """Answers positions dealt from a shoe from which some cards are known to be gone."""

    def __init__(self, shoe: Shoe, rules: Blackjack, seen: Sequence[Card] = ()) -> None:
        self.setting = Setting(shoe.without(seen), rules)
        self._solved: WeighedPlays = best_plays(self.setting)

    @property
    def strategy(self) -> HandStrategy:
        """The best play with every hand."""
        return self._solved.plays

    def advise(
        self, cards: Sequence[Card], up: Card, *, doubled: bool = False, is_free: bool = False
    ) -> HandAdvice:
        """The best play with these cards against that up card; `doubled` if the hand is doubled
        already, `is_free` if the house has put up its wager."""
        hand = self._hand(cards, up)
        up_value = value_of(up)
        insurance = None
        if up_value == ACE and self.setting.rules.insurance and len(cards) == 2:
            insurance = self.setting.insurance_worth(hand)
        natural = self.setting.natural_chance(up_value, hand)
        if hand == self.setting.hands.natural and not is_free:
            return HandAdvice(
                {"stand": self.setting.natural_worth(up_value)}, "stand", insurance, natural
            )
        solved = self._free_worths(up_value) if is_free else self._solved.worths[up_value]
        if doubled:
            return self._doubled(up_value, hand, float(solved[Action.STAND, hand]), natural)
        told = shown_values(self.setting, up_value, hand, solved)
        values = {
            action: value
            for action, value in told.items()
            if self._is_open(Action[action.upper()], cards)
        }
        best = max(values, key=lambda action: values[action])
        return HandAdvice(values, best, insurance, natural)

    def _doubled(self, up: int, hand: int, stand: float, natural: float) -> HandAdvice:
        """The values of keeping a doubled hand and of giving it up for the original wager."""
        values = {
            "stand": self.setting.shown_value(up, hand, 2 * stand),
            "surrender": self.setting.shown_value(up, hand, natural - 1),
        }
        return HandAdvice(values, max(values, key=lambda action: values[action]), None, natural)

    def _free_worths(self, up: int) -> Worths:
        """The worths of actions with a hand that has nothing to lose."""
        setting, plays = self.setting, self._solved.plays
        worths = np.full((len(Action), setting.hands.count), np.nan)
        play = plays.of(up, is_free=True)
        given_play(setting.against(up, is_free=True), setting.hands.tables, worths, play)
        double_and_split(setting, up, plays, worths, is_free=True)
        return worths

    def _hand(self, cards: Sequence[Card], up: Card) -> int:
        if len(cards) < 2:
            raise BlackjackHandError(
                f"{join_cards(cards)!r}: a hand to be played has two cards or more"
            )
        self.setting.shoe.without([*cards, up])
        hand = self.setting.hands.of(*(value_of(card) for card in cards))
        if hand == BUST:
            raise BlackjackHandError(
                f"{join_cards(cards)} is bust: there is nothing left to decide"
            )
        return hand

    def _is_open(self, action: Action, cards: Sequence[Card]) -> bool:
        if action in (Action.STAND, Action.HIT):
            return True
        if action == Action.DOUBLE and self.setting.rules.double_cards == "any":
            return True
        if action == Action.SPLIT and value_of(cards[0]) == TEN:
            alike = len({card.rank for card in cards}) == 1
            return len(cards) == 2 and (alike or self.setting.rules.split_unlike_tens)
        return len(cards) == 2
