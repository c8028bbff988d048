"""What it is worth to see cards that lie exposed beside the hand.

Exposed cards are cards out of the shoe, so the value of a round with a given exposed set is that
of the shoe without it, played its own best way. A player who does not look at them does as well on
average as from the full shoe: unseen cards change nothing. The gain of looking is therefore the
average, over exposed sets, of the best play's value less that of the play for the full shoe on the
same set; both are computed, and the difference is what is averaged, because it varies far less
than either.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from feltworks.cards import Card
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.plays import HandStrategy, best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import TEN, Shoe
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

Progress = Callable[[int, int], None]


def silent(done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class ExposedValue:
    """The value of a round when some cards lie exposed, in units of the first wager."""

    looking: float
    """The best play for the shoe without them."""
    not_looking: float
    """The best play for the full shoe, on the same deals."""

    @property
    def gain(self) -> float:
        return self.looking - self.not_looking


@dataclass(frozen=True)
class AverageGain:
    """The gain of looking, averaged over exposed sets."""

    gain: float
    standard_error: float
    """0 when every set was weighed."""
    sets: int
    seed: int | None


def average_gain_data(found: AverageGain, cards: int) -> dict[str, object]:
    """An average as plain data; sampled, so its standard error stands beside it."""
    return {
        "cards": cards,
        "gain": found.gain,
        "standard_error": found.standard_error,
        "sets": found.sets,
        "seed": found.seed,
    }


class FlopGain:
    """Weighs exposed sets of one shoe and set of rules; equal sets are weighed once."""

    def __init__(self, shoe: Shoe, rules: Blackjack) -> None:
        self.shoe, self.rules = shoe, rules
        self._plays: HandStrategy = best_plays(Setting(shoe, rules))[0]
        self._known: dict[tuple[int, ...], ExposedValue] = {}

    def given(self, cards: Sequence[Card]) -> ExposedValue:
        """The value of a round when these cards lie exposed."""
        return self._weigh(self.shoe.without(cards))

    def _weigh(self, shoe: Shoe) -> ExposedValue:
        known = shoe.values if self.rules.split_unlike_tens else shoe.ranks
        found = self._known.get(known)
        if found is None:
            setting = Setting(shoe, self.rules)
            best, worths = best_plays(setting)
            found = ExposedValue(
                expected_value(setting, best, worths),
                expected_value(setting, self._plays, weigh(setting, self._plays)),
            )
            self._known[known] = found
        return found

    def sampled(
        self, cards: int = 4, *, sets: int = 100, seed: int = 1, progress: Progress = silent
    ) -> AverageGain:
        """The average over exposed sets drawn at random, the same for the same seed."""
        if cards < 1 or sets < 2:
            raise OddsRefused(
                f"exposed sets {sets} of {cards}",
                "at least two sets of at least one card are wanted",
            )
        draw = random.Random(seed)
        ranks = [rank for rank, count in enumerate(self.shoe.ranks) for _ in range(count)]
        gains = []
        for done in range(sets):
            gone = Counter(draw.sample(ranks, cards))
            left = (count - gone[rank] for rank, count in enumerate(self.shoe.ranks))
            gains.append(self._weigh(Shoe(tuple(left))).gain)
            progress(done + 1, sets)
        error = float(np.std(gains, ddof=1)) / math.sqrt(sets)
        return AverageGain(math.fsum(gains) / sets, error, sets, seed)

    def every(self, cards: int = 4, *, progress: Progress = silent) -> AverageGain:
        """The average over all exposed sets: 715 of four cards, some minutes for a full shoe."""
        if not self.rules.split_unlike_tens:
            raise OddsRefused(
                "blackjack.split_unlike_tens", "sets are told apart by value, not by rank of tens"
            )
        values = self.shoe.values
        sets = list(combinations_with_replacement(range(TEN + 1), cards))
        weights, gains = [], []
        for done, drawn in enumerate(sets):
            gone = Counter(drawn)
            weight = math.prod(math.comb(values[value], n) for value, n in gone.items())
            if weight:
                left = tuple(count - gone[value] for value, count in enumerate(values))
                weights.append(weight)
                gains.append(self._weigh(Shoe.of_values(left)).gain)
            progress(done + 1, len(sets))
        total = math.comb(self.shoe.size, cards)
        average = math.fsum(w * gain for w, gain in zip(weights, gains, strict=True)) / total
        return AverageGain(average, 0.0, len(weights), None)
