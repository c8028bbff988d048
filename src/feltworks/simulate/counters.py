"""A player who counts cards from a shoe and bets by the count.

The count before a round is the running count per deck left, the true count. If the tags do not add
up to 0 over the deck, the running count drifts: the average that the cards dealt would bring is
subtracted first. Every dealt card counts as seen, except burnt ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s
from feltworks.cards import Deck
from feltworks.simulate.errors import SimulationError

HI_LO = dict.fromkeys("23456", 1) | dict.fromkeys("789", 0) | dict.fromkeys("TJQKA", -1)
DECK = 52
"""A true count is per deck of this many cards."""
LOWEST, HIGHEST = -10, 10
"""Results by true count put all counts beyond these two into the outermost ones."""
COUNT_BINS = HIGHEST - LOWEST + 1
MOST_TAG, MOST_BET, MOST_COUNT = 10, 10_000, 1000
MOST_STEPS, MOST_DIGITS = 50, 12


@dataclass(frozen=True)
class CounterPlan:
    """The tags of a count, and the bet from each true count on; the first bet also holds below."""

    name: str
    tags: Mapping[str, int]
    steps: tuple[tuple[Fraction, Fraction], ...]

    @property
    def bet_scale(self) -> int:
        """Parts of a unit in which all bets are whole numbers."""
        return math.lcm(*(bet.denominator for _, bet in self.steps))

    def bets(self, over: Int64s, under: Int64s) -> Int64s:
        """The bet at each true count, in parts of a unit."""
        bets = [int(bet * self.bet_scale) for _, bet in self.steps]
        found = np.full(len(over), bets[0], np.int64)
        for (count, _), bet in zip(self.steps[1:], bets[1:], strict=True):
            found[over * count.denominator >= under * count.numerator] = bet
        return found


@dataclass(frozen=True)
class CardCounter:
    """A counter's plan applied to the cards of one shoe."""

    plan: CounterPlan
    deck: Deck

    @cached_property
    def tags(self) -> Int64s:
        """The tag of each face."""
        unknown = [rank for rank in self.plan.tags if rank not in self.deck.ranks]
        if unknown:
            raise SimulationError(f"--count {self.plan.name}: the deck has no {unknown[0]}")
        return np.array([self.plan.tags.get(face.rank, 0) for face in self.deck.faces], np.int64)

    @cached_property
    def drift(self) -> int:
        """The running count after the whole shoe."""
        return int((self.tags * np.array(self.deck.copies)).sum())

    def true_counts(self, running: Int64s, seen: Int64s, gone: Int64s) -> tuple[Int64s, Int64s]:
        """True counts as numerators and denominators."""
        centred = running * self.deck.size - self.drift * seen
        return centred * DECK, self.deck.size * (self.deck.size - gone)

    def bets(self, running: Int64s, seen: Int64s, gone: Int64s) -> tuple[Int64s, Int64s]:
        """The bet before each round, in parts of a unit, and the bin of its true count: rounded
        down, counted from `LOWEST`."""
        over, under = self.true_counts(running, seen, gone)
        bins = np.clip(over // under, LOWEST, HIGHEST) - LOWEST
        return self.plan.bets(over, under), bins


def read_spread(text: str) -> tuple[tuple[Fraction, Fraction], ...]:
    """Bets by true count as people write them: `1:1 2:2 4:8`."""
    steps: dict[Fraction, Fraction] = {}
    parts = text.replace(",", " ").split()
    for part in parts[: MOST_STEPS + 1]:
        count, colon, bet = part.partition(":")
        try:
            # Written out a power of ten fills the memory, so it is refused unread.
            if max(len(count), len(bet)) > MOST_DIGITS or "e" in part.lower():
                raise ValueError
            at, units = Fraction(count), Fraction(bet)
        except (ValueError, ZeroDivisionError):
            colon = ""
        if not colon or abs(at) > MOST_COUNT or not 0 <= units <= MOST_BET or at in steps:
            raise SimulationError(
                f"--spread {part!r} cannot be read: write COUNT:BET for rising counts, such as "
                f"'1:1 2:2 4:8'; bets are 0 to {MOST_BET:,} units"
            )
        if max(at.denominator, units.denominator) > 100:
            raise SimulationError(f"--spread {part!r}: hundredths are the finest step")
        steps[at] = units
    if not steps or len(parts) > MOST_STEPS or not any(steps.values()):
        raise SimulationError(
            f"--spread {text[:40]!r}: give 1 to {MOST_STEPS} steps COUNT:BET, one above 0"
        )
    return tuple(sorted(steps.items()))


def read_count(text: str) -> tuple[str, dict[str, int]]:
    """A count by its name, `hi-lo`, or by its tags: `23456=+1 TJQKA=-1`."""
    if text.strip().lower() == "hi-lo":
        return "hi-lo", {rank: tag for rank, tag in HI_LO.items() if tag}
    tags: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        ranks, equals, tag = part.partition("=")
        wrong = not ranks or not equals or not re.fullmatch(r"[+-]?[0-9]{1,2}", tag)
        if wrong or abs(int(tag)) > MOST_TAG or any(rank in tags for rank in ranks):
            raise SimulationError(
                f"--count {part!r} cannot be read: write hi-lo, or each rank's tag once, such as "
                "'23456=+1 TJQKA=-1'"
            )
        tags |= dict.fromkeys(ranks, int(tag))
    if not any(tags.values()):
        raise SimulationError(f"--count {text!r}: no card counts; write hi-lo, or tags")
    return text.strip(), tags


def counter_plan(spread: str | None, count: str | None) -> CounterPlan | None:
    """A counter's plan from its text; the count is Hi-Lo if none is given."""
    if not isinstance(spread, str | None):
        raise SimulationError(f"spread is {spread!r}: it is a text, such as '1:1 2:2 4:8'")
    if not isinstance(count, str | None):
        raise SimulationError(f"count is {count!r}: it is a text, 'hi-lo' or '23456=+1 TJQKA=-1'")
    if spread is None:
        if count is not None:
            raise SimulationError("--count goes with --spread: --spread '1:1 2:2 4:8'")
        return None
    name, tags = read_count("hi-lo" if count is None else count)
    return CounterPlan(name, tags, read_spread(spread))


def read_penetration(text: str | None) -> Fraction | None:
    """The part of a shoe that is dealt, as people write it: `75%`."""
    if text is None:
        return None
    if isinstance(text, str) and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,4})?%", text.strip()):
        part = Fraction(text.strip()[:-1]) / 100
        if 0 < part <= 1:
            return part
    raise SimulationError(f"--penetration {text!r}: write the part of a shoe that is dealt, 75%")
