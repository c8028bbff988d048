"""An exchange against a pay table, weighed for every deal and counted under the best choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.odds.cardspace import combinations
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.game import ExchangeGame
from feltworks.odds.exchange.subsets import SubsetCounts
from feltworks.odds.forward import EndingCounts
from feltworks.odds.pays import Pays
from feltworks.odds.progress import Progress, silent
from feltworks.odds.sums import CLOSED, MOST_WORTH
from feltworks.odds.symmetry import CanonicalSets, Symmetry
from feltworks.odds.walk import SolvedPlay

HAND_SECONDS = 1.5e-6
"""The cost of looking up a hand and counting it for the sets that it contains."""


@dataclass(frozen=True)
class BestDraws:
    """By deal: its best choice: which draw, which cards are kept, and whether another choice has
    the same worth."""

    draw: Int64s
    mask: Int64s
    tied: Flags
    worth: Int64s


class BestDraw(NamedTuple):
    """A kind of deal, how many deals it counts for, and the best draw with it."""

    cards: Sequence[int]
    board: Sequence[int]
    deals: int
    draw: int
    mask: int
    worth: Fraction


class PayTableExchange(SolvedPlay):
    """All deals of a game whose ends depend on the player's last hand alone."""

    def __init__(self, game: ExchangeGame, pays: Pays | None = None) -> None:
        self.game = game
        self.tree, self.pays = game.tree, pays or game.pays
        self._kept: BestDraws | None = None
        replaced = [max(draw.counts) for draw in game.draws]
        left = game.space.size - game.cards
        if max(replaced) > left:
            raise OddsRefused(
                f"stages.{game.stage.id}.decide",
                f"{max(replaced)} cards may be given up, and the deck has {left} for them",
            )
        self.draws_of = [comb(left, cards) for cards in range(max(replaced) + 1)]
        """By number of cards given up, how many sets of cards may come for them."""
        self.common = lcm(*self.draws_of)
        deals = comb(game.space.size, game.cards)
        if deals * self.common * int(np.abs(self.pays.table).max(initial=1)) >= MOST_WORTH:
            raise OddsRefused("stages", "its deals do not fit whole numbers of 64 bits")

    @cached_property
    def _class_of(self) -> Int64s:
        """The pay class of every last hand."""
        return self.game.classes_of(combinations(self.game.space.size, self.game.cards))

    @cached_property
    def classes(self) -> Int64s:
        """The pay classes that hands belong to; `subsets` numbers them from 0."""
        return np.flatnonzero(np.bincount(self._class_of))

    @cached_property
    def subsets(self) -> SubsetCounts:
        """The last hands by the cards that they contain."""
        class_of = np.searchsorted(self.classes, self._class_of)
        size, cards = self.game.space.size, self.game.cards
        return SubsetCounts(size, cards, class_of, len(self.classes))

    @cached_property
    def _last(self) -> tuple[Int64s, Int64s]:
        """By history and class, the ending that is best after the exchange, and its worth."""
        shape = (self.game.histories, len(self.classes))
        endings, worth = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for history in range(self.game.histories):
            choices = [choice.ending for choice in self.game.after(history)]
            values = self.pays.table[choices][:, self.classes, 0]
            best = values.argmax(axis=0)
            endings[history] = np.array(choices)[best]
            worth[history] = values.max(axis=0)
        return endings, worth

    @property
    def best_endings(self) -> Int64s:
        """By history and class, the ending of the tree that is best after the exchange."""
        return self._last[0]

    @cached_property
    def _sums(self) -> list[list[Int64s]]:
        return [self.subsets.weighed(worth) for worth in self._last[1]]

    def worths(self, deals: UInt8s) -> Int64s:
        """By deal, draw and mask of cards kept, what it is worth, times `common` and the scale of
        pays; a mask that a draw does not allow has the least number there is."""
        game = self.game
        cards = game.cards
        found = np.full((len(deals), len(game.draws), 1 << cards), CLOSED, np.int64)
        for history in range(game.histories):
            sums = self.subsets.kept_sums(deals, self._sums[history])
            for number, draw in enumerate(game.draws):
                if draw.history != history:
                    continue
                for mask in range(1 << cards):
                    given_up = cards - mask.bit_count()
                    if given_up in draw.counts:
                        scale = self.common // self.draws_of[given_up]
                        found[:, number, mask] = sums[:, mask] * scale
        return found

    def best(self, deals: UInt8s) -> BestDraws:
        """The best choice of each deal; of equal ones the draw that the tie rule prefers, then the
        one that gives up the fewest cards."""
        cards = self.game.cards
        order = self._order
        worth = self.worths(deals)[:, :, order].reshape(len(deals), -1)
        first = worth.argmax(axis=1)
        top = worth[np.arange(len(deals)), first]
        draw, place = np.divmod(first, 1 << cards)
        tied = (worth == top[:, None]).sum(axis=1) > 1
        return BestDraws(draw, np.array(order)[place], tied, top)

    @property
    def _order(self) -> list[int]:
        """Masks of cards kept in the order in which ties are broken."""
        masks = range(1 << self.game.cards)
        return sorted(masks, key=lambda mask: (-mask.bit_count(), -mask))

    @cached_property
    def deals(self) -> CanonicalSets:
        """The player's first cards up to swaps of suits, and how many deals each counts for."""
        return Symmetry(self.game.space, [self.game.cards]).canonical

    @property
    def seconds_to_get_ready(self) -> float:
        """About how long it takes until a position can be answered."""
        return HAND_SECONDS * comb(self.game.space.size, self.game.cards)

    def get_ready(self, progress: Progress = silent) -> None:
        """Make the tables that answers are looked up in."""
        progress("hands that contain each set of cards", 0, 1)
        _ = self._sums

    def exchange_worths(
        self, cards: Sequence[int], board: Sequence[int]
    ) -> Iterator[tuple[int, int, Fraction]]:
        """For one deal: each draw, the cards kept as bits, and its worth, in the order of ties."""
        worth = self.worths(np.array([cards], np.uint8))[0]
        per_deal = self.common * self.pays.scale
        for number, draw in enumerate(self.game.draws):
            for mask in self._order:
                if self.game.cards - mask.bit_count() in draw.counts:
                    yield number, mask, Fraction(int(worth[number, mask]), per_deal)

    def last_worths(
        self, history: int, cards: Sequence[int], board: Sequence[int], given_up: Sequence[int]
    ) -> list[Fraction]:
        """What each choice after the exchange is worth."""
        (pay_class,) = self.game.classes_of(np.array([cards], np.uint8))
        endings = [choice.ending for choice in self.game.after(history)]
        pays = self.pays.table[endings, pay_class, 0]
        return [Fraction(int(pay), self.pays.scale) for pay in pays]

    def best_of_every_deal(self) -> Iterator[BestDraw]:
        """The best choice of every deal, up to swaps of suits."""
        deals, weights = self.deals
        kept = self.best(deals)
        per_deal = self.common * self.pays.scale
        for row, deal in enumerate(deals.tolist()):
            worth = Fraction(int(kept.worth[row]), per_deal)
            draw, mask = int(kept.draw[row]), int(kept.mask[row])
            yield BestDraw(deal, [], int(weights[row]), draw, mask, worth)

    def choose(self, progress: Progress = silent) -> None:
        progress("hands that contain each set of cards", 0, 2)
        self._kept = self.best(self.deals.sets)

    def count(self, progress: Progress = silent) -> EndingCounts:
        game = self.game
        deals, weights = self.deals
        kept = self._kept
        assert kept is not None
        progress("cards kept", 1, 2)
        endings = self.best_endings
        counted = np.zeros(self.pays.table.shape, np.int64)
        for number, draw in enumerate(game.draws):
            for mask in range(1 << game.cards):
                some = (kept.draw == number) & (kept.mask == mask)
                if some.any():
                    scale = self.common // self.draws_of[game.cards - mask.bit_count()]
                    found = self.subsets.class_counts(deals[some], weights[some], mask)
                    counted[endings[draw.history], self.classes, 0] += found * scale
        tied = int(weights[kept.tied].sum()) * self.common
        return EndingCounts(counted, {game.stage.id: tied})

    @property
    def is_quick(self) -> bool:
        return True

    def with_pays(self, pays: Pays) -> PayTableExchange:
        return PayTableExchange(self.game, pays)
