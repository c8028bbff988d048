"""Draws of two cards and more against a dealer: bounded first, and weighed only if they may be
best. Far too many hands can follow such a draw from every deal. The counts for one card given up
give an upper bound, and a draw whose bound is below the worth of standing or of one card is
skipped. The others are weighed position by position.

What a hand is worth against the dealer's hands that hold none of the cards given up is the most it
can win from each of them, less its shortfall. The shortfall over hands that avoid all these cards
is at least the one over all hands, less those over the hands that hold each card: hands that hold
two are subtracted twice. So the counts for one card given up, which are known, are enough: the card
with the largest of these, subtracted once for each card given up, gives a bound whatever the cards
are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int8s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import combinations
from feltworks.odds.cases import CASE_COUNT
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.dealer import DealerPositions
from feltworks.odds.exchange.dealerkernels import (
    EXCHANGED,
    SEVERAL,
    STANDS,
    STOOD,
    Cards,
    CountedStates,
    HandPlaces,
    bits_in,
    part_of,
    state_cases,
)

MOST_OPEN = 5_000
"""The most positions with the same open cards that are weighed one by one."""
MARGIN = 1e-9
"""Larger than any floating-point error in the bounds that are compared."""


@dataclass(frozen=True, kw_only=True)
class DealtHands:
    """The player's hands beside some open cards of the dealer, up to swaps of suits, by rising
    value; cards are numbered by their place among those that are left (`rest`)."""

    board: tuple[int, ...]
    rest: UInt8s
    hands: UInt8s
    weights: Int64s
    states: CountedStates
    found: HandPlaces


@dataclass(frozen=True)
class ChosenCards:
    """By deal: the place of the best card to give up, `STANDS` or `SEVERAL`; its worth, and
    whether another choice has the same worth; `wider` has the cards kept as bits if several are
    given up."""

    given_up: Int8s
    tops: Int64s
    tied: Flags
    wider: UInt8s

    @classmethod
    def of(cls, deals: int) -> ChosenCards:
        return cls(
            np.zeros(deals, np.int8),
            np.zeros(deals, np.int64),
            np.zeros(deals, np.bool_),
            np.zeros(deals, np.uint8),
        )

    def masks(self, cards: int) -> UInt8s:
        """The cards that are kept of each deal, as bits."""
        every = (1 << cards) - 1
        one = every ^ (1 << np.maximum(self.given_up, 0).astype(np.int64))
        found = np.select([self.given_up >= 0, self.given_up == STANDS], [one, every], self.wider)
        return found.astype(np.uint8)

    @property
    def arrays(self) -> tuple[Int8s, Int64s, Flags]:
        return self.given_up, self.tops, self.tied


class WiderDraws:
    """The draws of more than one card; `common` is what worths are counted over."""

    def __init__(self, positions: DealerPositions, common: int) -> None:
        self.positions, self.game, self.common = positions, positions.game, common
        self.draws = [(n, draw) for draw in self.game.draws for n in draw.counts if n > 1]
        """How many cards are given up, and the choice that gives them up."""

    def choose(
        self, dealt: DealtHands, chosen: ChosenCards, tie_ranks: Int64s
    ) -> dict[int, NDArray[np.object_]]:
        """Take a draw of more cards where it is better than the choice so far; returns how those
        end, by number of cards. `tie_ranks` are those of one card and none among choices with
        the same worth."""
        asked = [
            (count, draw, self._may_be_best(dealt, chosen.tops, count, bounds))
            for (count, draw), bounds in zip(self.draws, self._bounds(dealt), strict=True)
        ]
        found: dict[int, NDArray[np.object_]] = {}
        some = np.flatnonzero(np.logical_or.reduce([masks.any(axis=1) for *_, masks in asked]))
        if len(some) > MOST_OPEN:
            raise OddsRefused(
                f"stages.{self.game.stage.id}.decide",
                f"in {len(some):,} positions with one open card of the dealer's it may be best to "
                f"give up more than one card, and {MOST_OPEN:,} are weighed: let fewer cards be "
                "given up",
            )
        for deal in some.tolist():
            cards = dealt.rest[dealt.hands[deal]].tolist()
            worth = Fraction(int(chosen.tops[deal]), self.common)
            rank = int(tie_ranks[STOOD if chosen.given_up[deal] == STANDS else EXCHANGED])
            best: tuple[int, int, Int64s] | None = None
            for count, draw, open_masks in asked:
                for mask in np.flatnonzero(open_masks[deal]).tolist():
                    weighed = self.positions.weigh(draw.history, cards, dealt.board, (mask,))
                    each = Fraction(int(weighed.worths[0]), self.positions.deals_after(count))
                    place = 1 + self.game.draws.index(draw)
                    if each == worth:
                        chosen.tied[deal] = True
                    if each > worth or (each == worth and place < rank):
                        chosen.tied[deal] = chosen.tied[deal] and each == worth
                        worth, rank, best = each, place, (count, mask, weighed.ends)
            if best is not None:
                count, mask, weighed_ends = best
                chosen.given_up[deal], chosen.wider[deal] = SEVERAL, mask
                ends = weighed_ends.astype(object) * int(dealt.weights[deal])
                found[count] = found.get(count, 0) + ends
        return found

    def _may_be_best(self, dealt: DealtHands, tops: Int64s, count: int, bounds: Int64s) -> Flags:
        """By deal and cards kept: whether giving up this many could be as good as the best
        known."""
        cards = self.game.cards
        rest = len(dealt.rest)
        sums = [bounds[dealt.found.places]]
        for size in range(cards, 0, -1):
            parts = np.zeros(comb(rest, size - 1), np.int64)
            sum_parts(combinations(rest, size), sums[-1], dealt.found.binom, parts)
            # A hand was added once for each card that it has beyond the set.
            sums.append(parts // (cards - size + 1))
        starts = np.cumsum([0, *(len(each) for each in sums[:0:-1])]).astype(np.int64)
        found = np.zeros((len(dealt.hands), 1 << cards), np.bool_)
        laid = np.concatenate(sums[::-1])
        scale = self.positions.deals_after(count) / self.common
        find_open(dealt.hands, count, laid, dealt.found.binom, starts, tops, scale, found)
        return found

    def _bounds(self, dealt: DealtHands) -> Iterator[Int64s]:
        """For each of the wider draws and by hand, at least what it is worth over the dealer's
        hands, whatever was given up."""
        table = self.positions.pays.table
        known: dict[bytes, tuple[Int64s, Int64s]] = {}
        for count, draw in self.draws:
            endings = [choice.ending for choice in self.game.after(draw.history)]
            most = table[endings].max(axis=2)
            short = most[:, :, None] - table[endings]
            if (key := short.tobytes()) not in known:
                found = np.zeros((2, len(short), len(dealt.hands)), np.int64)
                count_short(dealt.hands, dealt.states, short, *found)
                known[key] = found[0], found[1]
            over_all, by_card = known[key]
            total = comb(self.positions.left - count, self.game.plan.hidden)
            missing = np.maximum(over_all - count * by_card, 0)
            yield (most[:, dealt.states.classes] * total - missing).max(axis=0)


@kernel
def count_short(
    hands: Cards, states: CountedStates, short: Int64s, over_all: Int64s, by_card: Int64s
) -> None:
    """By choice and hand: its shortfall over all the dealer's hands, and over those that hold one
    card, for the card with which that is most.

    `short` is what is missing from the most that can be won, by choice, class and case.
    """
    cases, without = np.zeros(CASE_COUNT, np.int64), np.zeros(CASE_COUNT, np.int64)
    classes = states.classes
    last = states.counted.shape[2] - 1
    for hand in range(len(hands)):
        state_cases(states, hand, last, cases)
        for choice in range(len(short)):
            for case in range(CASE_COUNT):
                over_all[choice, hand] += short[choice, classes[hand], case] * cases[case]
        held = 0
        for card in range(last):
            if held < hands.shape[1] and hands[hand, held] == card:
                held += 1
                continue
            state_cases(states, hand, card, without)
            for choice in range(len(short)):
                missing = np.int64(0)
                for case in range(CASE_COUNT):
                    part = cases[case] - without[case]
                    missing += short[choice, classes[hand], case] * part
                by_card[choice, hand] = max(by_card[choice, hand], missing)


@kernel
def sum_parts(sets: Cards, of_sets: Int64s, binom: Int64s, sums: Int64s) -> None:
    """By set of one card less, what is known of all sets that contain it, summed."""
    size = sets.shape[1]
    whole = (1 << size) - 1
    for number in range(len(sets)):
        for place in range(size):
            part = part_of(sets[number], size, whole ^ 1 << place, binom)
            sums[part] += of_sets[number]


@kernel
def find_open(
    deals: Cards,
    given_up: int,
    sums: Int64s,
    binom: Int64s,
    starts: Int64s,
    tops: Int64s,
    scale: float,
    found: Flags,
) -> None:
    """By deal and bits of the cards kept: whether giving up the others could be worth as much as
    the best known (`tops`, once multiplied by `scale`); `sums` has by set of cards the bounds of
    all hands that contain it."""
    size = deals.shape[1]
    parts = np.zeros(1 << size, np.int64)
    for deal in range(len(deals)):
        for mask in range(1 << size):
            parts[mask] = sums[starts[bits_in(mask)] + part_of(deals[deal], size, mask, binom)]
        # Sets that contain no more of the deal: for each card subtract those that hold it too.
        for place in range(size):
            for mask in range(1 << size):
                if not mask >> place & 1:
                    parts[mask] -= parts[mask | 1 << place]
        least = tops[deal] * scale
        for mask in range(1 << size):
            if size - bits_in(mask) == given_up:
                found[deal, mask] = parts[mask] >= least - MARGIN * abs(least)
