"""The best play against a dealer as tables, so that a round is decided by a look into them.

The count of all deals finds what is best for every kind of hand. That is kept on disk, a byte or
two for each, and spread over all hands beside each open card of the dealer: the cards to keep as
bits, and the choice after the exchange. That choice can depend on the cards given up; if it does,
and if several were given up, the dealer's possible hands are counted.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from feltworks import kernels
from feltworks.arrays import Flags, Int64s
from feltworks.odds.cardspace import binomials, set_numbers
from feltworks.odds.exchange.dealercount import BoardChoices, DealerExchange
from feltworks.odds.exchange.dealerkernels import Cards, HandPlaces
from feltworks.odds.exchange.positionkernels import CHOICE_BITS, DEPENDS, choose_after, spread_masks
from feltworks.odds.kept import WORTH_KEEPING_SECONDS, KeptCounts
from feltworks.odds.progress import Progress
from feltworks.odds.result import WagerOdds
from feltworks.odds.solver import Solved

KIND = "best exchange"
"""The name under which the choices are kept on disk."""
MOST_HANDS = 100_000_000
"""The most hands beside all open cards that tables are made for."""


@dataclass(frozen=True)
class PackedChoices:
    """The choices beside each open card, packed, for the disk and other processes."""

    sizes: tuple[int, ...]
    masks: bytes
    after: bytes

    @classmethod
    def of(cls, choices: Sequence[BoardChoices]) -> PackedChoices:
        masks, after = (
            zlib.compress(np.concatenate(parts).tobytes())
            for parts in ([each.masks for each in choices], [each.after for each in choices])
        )
        return cls(tuple(len(each.masks) for each in choices), masks, after)

    def unpacked(self) -> list[BoardChoices]:
        ends = np.cumsum(self.sizes)[:-1]
        both = (
            np.split(np.frombuffer(zlib.decompress(part), np.uint8), ends)
            for part in (self.masks, self.after)
        )
        return [BoardChoices(*parts) for parts in zip(*both, strict=True)]

    def as_json(self) -> dict[str, Any]:
        packed = (base64.b64encode(part).decode() for part in (self.masks, self.after))
        return {"sizes": list(self.sizes), **dict(zip(("masks", "after"), packed, strict=True))}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> PackedChoices:
        masks, after = (base64.b64decode(kept[part]) for part in ("masks", "after"))
        return cls(tuple(kept["sizes"]), masks, after)


def tabled(walk: DealerExchange) -> bool:
    """Whether the hands beside all open cards are few enough for tables."""
    boards = int((walk.open_cards.weights > 0).sum())
    most = max(len(walk.game.after(draw.history)) for draw in walk.game.draws)
    hands = boards * comb(walk.rest, walk.game.cards)
    return hands <= MOST_HANDS and most < DEPENDS and walk.game.cards <= 8


def best_choices(
    walk: DealerExchange, kept: KeptCounts | None, progress: Progress
) -> tuple[PackedChoices, WagerOdds | None]:
    """The best play, and its odds if they were counted too; what is kept is not counted again."""
    rules = walk.game.rules
    figures = None if kept is None else kept.find_figures(rules, KIND)
    if kept is not None and figures is not None:
        return PackedChoices.from_json(figures), kept.find(rules, "main", {})
    with kernels.timed_without_compiling() as seconds:
        odds = Solved(rules.unit, walk, walk.solve(progress)).main()
        packed = PackedChoices.of(walk.choices)
    took = seconds()
    if kept is not None and took >= WORTH_KEEPING_SECONDS:
        kept.add(rules, "main", {}, odds, took)
        kept.add_figures(rules, KIND, packed.as_json(), took)
    return packed, odds


@dataclass(frozen=True)
class OpenDeals:
    """Deals in the form of the tables: the row of the open cards, and the swap of suits that leads
    to that row."""

    rows: Int64s
    swaps: Int64s


class BestTables:
    """Finds the best play of many positions at once."""

    def __init__(self, walk: DealerExchange, packed: PackedChoices) -> None:
        self.walk, self.game = walk, walk.game
        self._choices = packed.unpacked()

    @cached_property
    def boards(self) -> Cards:
        """One set of open cards for each row."""
        return self.walk.open_cards.canonical.sets

    @cached_property
    def _rows(self) -> OpenDeals:
        """By number of the open cards: their row and the swap of suits that leads there."""
        canonical, swaps = self.walk.open_cards.canonical_numbers()
        row_of = np.cumsum(self.walk.open_cards.weights > 0) - 1
        return OpenDeals(row_of[canonical], swaps.astype(np.int64))

    @cached_property
    def _tables(self) -> BoardChoices:
        """The choices by row and hand."""
        shape = (len(self.boards), comb(self.walk.rest, self.game.cards))
        masks, after = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        for row, (board, choices) in enumerate(zip(self.boards, self._choices, strict=True)):
            left, symmetry = self.walk.hands_beside(board)
            numbers, swaps = symmetry.canonical_numbers()
            place_of = (np.cumsum(symmetry.weights > 0) - 1).astype(np.int32)
            places = place_of[numbers]
            found = HandPlaces(places, swaps, left.swapped, self._binom)
            spread_masks(symmetry.hands, found, choices.masks, masks[row])
            after[row] = choices.after[places]
        return BoardChoices(masks, after)

    @cached_property
    def _binom(self) -> Int64s:
        return binomials(self.walk.rest, self.game.cards)

    def seen(self, open_cards: Cards) -> OpenDeals:
        """Deals from the dealer's open cards, a row each."""
        numbers = np.zeros(len(open_cards), np.int64)
        size = self.game.space.size
        set_numbers(np.sort(open_cards, axis=1), binomials(size, self.game.plan.board), numbers)
        return OpenDeals(self._rows.rows[numbers], self._rows.swaps[numbers])

    def swapped(self, deals: OpenDeals, cards: Cards) -> Cards:
        """Cards after each deal's swap of suits, a row for each deal."""
        found: Cards = self.game.space.swapped[deals.swaps[:, None], cards]
        return found

    def _numbers(self, deals: OpenDeals, hands: Cards) -> Int64s:
        """The numbers of ascending hands among the cards that the open ones leave."""
        above = (hands[:, :, None] > self.boards[deals.rows][:, None, :]).sum(axis=2)
        numbers = np.zeros(len(hands), np.int64)
        set_numbers((hands - above).astype(np.uint8), self._binom, numbers)
        return numbers

    def kept(self, deals: OpenDeals, cards: Cards) -> Flags:
        """Which of the cards dealt are best kept; the cards come after their swap, in any order."""
        order = np.argsort(cards, axis=1)
        numbers = self._numbers(deals, np.take_along_axis(cards, order, axis=1))
        masks = self._tables.masks[deals.rows, numbers].astype(np.int64)
        bits = masks[:, None] >> np.arange(cards.shape[1]) & 1
        found = np.zeros(cards.shape, np.bool_)
        np.put_along_axis(found, order, bits.astype(np.bool_), axis=1)
        return found

    def endings(
        self,
        deals: OpenDeals,
        hands: Cards,
        values: Int64s,
        classes: Int64s,
        dealt: Cards,
        keeps: Flags,
    ) -> Int64s:
        """The ending that the best choice after the exchange leads to. `hands` are the last
        hands, ascending, with these values and classes; `keeps` says which of the cards `dealt`
        were kept."""
        after = self._tables.after[deals.rows, self._numbers(deals, hands)].astype(np.int64)
        count = (~keeps).sum(axis=1)
        choice = np.where(count == 0, after & (1 << CHOICE_BITS) - 1, after >> CHOICE_BITS)
        unknown = (count > 1) | ((count == 1) & (choice == DEPENDS))
        found = np.zeros(len(hands), np.int64)
        for draw in self.game.draws:
            ends = np.array([each.ending for each in self.game.after(draw.history)])
            for given_up in draw.counts:
                here = count == given_up
                for row in np.unique(deals.rows[here & unknown]).tolist():
                    some = np.flatnonzero(here & unknown & (deals.rows == row))
                    gone = np.concatenate([hands[some], dealt[some]], axis=1)
                    choice[some] = self._weighed(
                        row, ends, given_up, values[some], classes[some], gone
                    )
                found[here] = ends[choice[here]]
        return found

    def _weighed(
        self, row: int, ends: Int64s, count: int, values: Int64s, classes: Int64s, gone: Cards
    ) -> Int64s:
        """The best choice in some rounds with the same open cards and the same number given up;
        `gone` are the cards held and given up, some of them twice."""
        walk = self.walk
        dealers = walk.dealers_with(tuple(self.boards[row].tolist()))
        bits = np.bitwise_or.reduce(np.int64(1) << gone.astype(np.int64), axis=1)
        qualifying = walk.contest.qualifying
        below, up_to = (np.searchsorted(dealers.values, values + more) for more in (0, 1))
        unqualified = np.searchsorted(dealers.values, np.full(len(values), qualifying))
        total = np.full(len(values), comb(walk.left - count, self.game.plan.hidden))
        taken = np.zeros(len(values), np.int64)
        choose_after(
            dealers.bits,
            unqualified,
            below,
            up_to,
            total,
            bits,
            classes,
            walk.pays.table[ends],
            taken,
        )
        return taken
