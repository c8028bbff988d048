"""A shoe and the rules it is dealt by, with everything computed that no strategy changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.odds.blackjack.dealer import ENDINGS, dealer_chances
from feltworks.odds.blackjack.hands import TOP, BlackjackHands, Removals, blackjack_hands, removals
from feltworks.odds.blackjack.player import Against
from feltworks.odds.blackjack.shoe import ACE, TEN, VALUE_COUNT, Shoe
from feltworks.odds.blackjack.surewins import SureWins, sure_wins
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

UP_CARDS = range(VALUE_COUNT)
"""The values that the dealer's open card can have."""
DOUBLE_TOTALS = {"any-two": range(22), "9-11": range(9, 12), "10-11": range(10, 12)}


class FirstHand(NamedTuple):
    """A first hand against an up card, and how likely the two are."""

    up: int
    low: int
    high: int
    hand: int
    chance: float

    @property
    def is_pair(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True)
class Setting:
    """What is dealt and by which rules."""

    shoe: Shoe
    rules: Blackjack

    def __post_init__(self) -> None:
        self.shoe.check_lasts(self.rules.split_hands)

    @property
    def hands(self) -> BlackjackHands:
        return blackjack_hands()

    @cached_property
    def counts(self) -> Int64s:
        return np.array(self.shoe.values, np.int64)

    @cached_property
    def removals(self) -> Removals:
        return removals(self.rules.split_hands)

    @cached_property
    def chances(self) -> Floats:
        """The dealer's chances after each set of removed cards."""
        hits, to_22 = self.rules.soft_17 == "hits", self.pushes_22
        shoes = self.counts - self.removals.cards
        return dealer_chances(shoes, hits_soft_17=hits, to_22=to_22)

    @property
    def pushes_22(self) -> bool:
        return self.rules.push_22 != "off"

    @cached_property
    def sure(self) -> SureWins:
        """Unsplit hands that win before the dealer plays."""
        return sure_wins(self.rules, self.hands, self.shoe, split=False)

    @cached_property
    def sure_split(self) -> SureWins:
        """Split hands that win before the dealer plays."""
        return sure_wins(self.rules, self.hands, self.shoe, split=True)

    @cached_property
    def free_doubles(self) -> Flags:
        """Which hands double at the house's expense."""
        hands, free = self.hands, self.rules.free_double
        if free == "none":
            return hands.sizes < 0
        return np.isin(hands.totals, list(DOUBLE_TOTALS[free])) & ~hands.soft & self.may_double

    def splits_free(self, pair: int) -> bool:
        """Whether the house puts up the wagers when that pair is split."""
        free = self.rules.free_split
        return free == "all" or (free == "all-but-tens" and pair != TEN)

    def against(
        self, up: int, *, is_free: bool = False, stakes: bool = False, split: bool = False
    ) -> Against:
        """What a hand faces with that card up; `stakes` adds up wagers instead of worths. A free
        hand is a split hand without a wager of the player; without `split` it is played as if dealt
        that way."""
        sure = self.sure_split if split else self.sure
        return Against(
            shoe=self.counts,
            up=up,
            chances=self.chances,
            natural_takes_added=float(self.natural_takes_added),
            sure=sure.means,
            sure_doubled=sure.doubled,
            staked=float(not is_free),
            free_double=self.free_doubles,
            rescue=self.rules.rescue,
            stakes_kept=float(self.rules.peek) if stakes else -1.0,
        )

    @cached_property
    def natural_pays(self) -> Fraction:
        prize = self.rules.blackjack_pays
        if prize.kind not in ("odds", "push"):
            raise OddsRefused("blackjack.blackjack_pays", "only odds to one can be weighed here")
        return prize.odds

    def natural_worth(self, up: int) -> float:
        """What a player's blackjack wins, including against a dealer's."""
        hand = self.hands.natural
        kept = 1.0 if self.rules.blackjack_wins else 1.0 - self.natural_chance(up, hand)
        return float(self.natural_pays) * (kept - self.natural_pushed(up))

    def natural_pushed(self, up: int) -> float:
        """The chance that a player's blackjack pushes with a dealer's 22."""
        if self.rules.push_22 != "all":
            return 0.0
        return float(self.chances[self.hands.natural, up, ENDINGS])

    @property
    def natural_takes_added(self) -> bool:
        """Whether a dealer's blackjack also takes doubled and split wagers."""
        return not self.rules.peek and self.rules.no_peek_takes == "all"

    @property
    def may_give_up(self) -> bool:
        """Whether first hands may be surrendered, early or late."""
        return self.rules.late_surrender or self.rules.early_surrender

    @cached_property
    def may_double(self) -> Flags:
        """Which hands may double, if they are not split or split hands may double."""
        hands = self.hands
        allowed = np.isin(hands.totals, list(DOUBLE_TOTALS[self.rules.double]))
        if self.rules.double_cards == "two":
            allowed &= hands.sizes == 2
        else:
            allowed &= (hands.sizes >= 2) & (hands.totals < TOP) & (self.sure.means == 0)
        allowed[hands.natural] = False
        return allowed

    def most_hands(self, pair: int) -> int:
        """To how many hands a pair of that value may be split."""
        if pair == ACE and not self.rules.resplit_aces:
            return min(self.rules.split_hands, 2)
        return self.rules.split_hands

    def one_card(self, pair: int) -> bool:
        """Whether each hand of that split pair gets only one card."""
        return pair == ACE and self.rules.one_card_to_split_aces

    def natural_chance(self, up: int, hand: int) -> float:
        """The chance of a dealer's blackjack, once the up card and a hand are gone."""
        if up not in (ACE, TEN):
            return 0.0
        hole = TEN if up == ACE else ACE
        left = self.counts - self.hands.cards[hand]
        return float(left[hole] / (left.sum() - 1))

    def insurance_worth(self, hand: int) -> float:
        """What a unit of insurance is worth once a hand and the ace that shows are gone."""
        return self.natural_chance(ACE, hand) * float(self.rules.insurance_pays.odds + 1) - 1

    def shown_value(self, up: int, hand: int, worth: float) -> float:
        """A worth as a value for the player: assuming no blackjack if the dealer peeks."""
        natural = self.natural_chance(up, hand)
        if self.rules.peek:
            return worth / (1 - natural)
        return worth if self.natural_takes_added else worth - natural

    @cached_property
    def starts(self) -> tuple[FirstHand, ...]:
        """Every first hand against every up card that the shoe can deal."""
        return tuple(self._starts())

    def _starts(self) -> Iterator[FirstHand]:
        size = self.shoe.size
        for up in UP_CARDS:
            left = self.counts.copy()
            left[up] -= 1
            if left[up] < 0:
                continue
            for low in range(10):
                for high in range(low, 10):
                    ways = left[low] * (left[high] - (low == high)) * (1 + (low != high))
                    if ways > 0:
                        chance = self.counts[up] * ways / (size * (size - 1) * (size - 2))
                        yield FirstHand(up, low, high, self.hands.of(low, high), float(chance))

    def like_pairs(self, pair: int, up: int) -> list[tuple[float, int]]:
        """Which of that pair may be split: [share of such hands, cards left that pair again].

        One entry for all of them, unless tens must have the same rank.
        """
        shown = pair == up
        if pair != TEN or self.rules.split_unlike_tens:
            return [(1.0, int(self.counts[pair]) - 2 - shown)]
        tens = self.shoe.tens
        every = sum(tens) * (sum(tens) - 1) * ((sum(tens) - 2) if shown else 1)
        found: list[tuple[float, int]] = []
        for rank, held in enumerate(tens):
            pairs = held * (held - 1)
            if not shown:
                found.append((pairs / every, held - 2))
                continue
            for up_rank, up_held in enumerate(tens):
                like = rank == up_rank
                ways = pairs * (up_held - 2 * like)
                found.append((ways / every, held - 2 - like))
        return [(share, left) for share, left in found if share > 0]
