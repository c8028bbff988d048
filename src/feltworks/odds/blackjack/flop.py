"""What it is worth to see cards that lie exposed beside the hand.

Exposed cards have left the shoe, so the value of a round with a given exposed set is that of the
shoe without it, under its own best play. A player who does not look at them does as well on average
as from the full shoe: unseen cards change nothing. The gain of looking is therefore the average,
over exposed sets, of the best play's value less that of the play for the full shoe on the same set;
both are computed, and the difference is averaged, because it varies far less than either.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feltworks.cards import Card
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.plays import HandStrategy, best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.odds.errors import OddsRefused
from feltworks.odds.progress import Progress, silent
from feltworks.rules.schema.mechanisms import Blackjack


@dataclass(frozen=True)
class ExposedValue:
    """The value of a round when some cards lie exposed, in units of the first wager."""

    looking: float
    """The value of the best play for the shoe without these cards."""
    not_looking: float
    """The value of the best play for the full shoe, on the same deals."""

    @property
    def gain(self) -> float:
        return self.looking - self.not_looking


@dataclass(frozen=True)
class AverageGain:
    """The gain of looking, averaged over exposed sets that were drawn at random."""

    gain: float
    standard_error: float
    sets: int
    seed: int


class FlopGain:
    """Weighs exposed sets for one shoe and set of rules; equal sets are weighed once."""

    def __init__(self, shoe: Shoe, rules: Blackjack) -> None:
        self.shoe, self.rules = shoe, rules
        self._plays: HandStrategy = best_plays(Setting(shoe, rules)).plays
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
            progress("sets", done + 1, sets)
        error = float(np.std(gains, ddof=1)) / math.sqrt(sets)
        return AverageGain(math.fsum(gains) / sets, error, sets, seed)
