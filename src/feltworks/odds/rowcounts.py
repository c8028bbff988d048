"""How many deals meet each row of some pay tables, all tables read from the same deal.

If rank alone decides and any cards of the hand may be used, hands are counted by value without
being dealt. If a row looks at the cards, or several different hands are read, the deals are laid
out as arrays and each is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int64s
from feltworks.cards import Deck
from feltworks.hands import CompiledRanking, HandError, HandTest
from feltworks.hands.census import COUNT_BITS
from feltworks.hands.counting import value_sums
from feltworks.hands.totals import NO_CARD
from feltworks.odds.deals import Faces, every_deal, rank_copies, rows_at_most, ways_to_deal
from feltworks.odds.draws import DrawnDeals, total_values
from feltworks.odds.errors import OddsRefused
from feltworks.rules.handbook import Handbook, Held

if TYPE_CHECKING:
    from feltworks.hands.counting import Weigh

MOST_ROWS = 5_000_000
"""The most deals that are laid out."""
_MOST_WAYS = 1 << 58
"""In how many ways they may come, so that sums fit 64 bits."""


@dataclass(frozen=True, slots=True)
class RowsMet:
    """Deals that meet the same row of every table; a place past the last row means none.

    `held` are the hands of one of these deals.
    """

    rows: tuple[int, ...]
    combinations: int
    held: Mapping[str, Held]


@dataclass(frozen=True)
class Deals:
    """Deals as arrays: how often each comes, the cards and the value of every hand, and the row of
    every table that it meets."""

    deck: Deck
    faces: Faces
    ways: Int64s
    held: Mapping[str, Faces]
    values: Mapping[str, NDArray[np.signedinteger]]
    rows: Mapping[str, Int64s]

    def hands_of(self, deal: int) -> dict[str, Held]:
        """The hands of one deal."""
        return {
            hand: Held(
                int(values[deal]),
                tuple(
                    self.deck.face(int(face)) for face in self.held[hand][deal] if face != NO_CARD
                ),
            )
            for hand, values in self.values.items()
        }


class RowCounts:
    """Pay tables to be counted together, and hands that are compared besides; a refusal names
    `key`."""

    def __init__(
        self, book: Handbook, tables: Sequence[str], key: str, compared: Sequence[str] = ()
    ) -> None:
        self.book = book
        self.tables = tuple(tables)
        self.key = key
        self.compared = tuple(compared)
        paid = (book.rules.pays[table].hand for table in tables)
        self.hands = tuple(dict.fromkeys((*paid, *compared)))

    def rows_met(self) -> list[RowsMet]:
        """Every combination of rows that some deal meets, in the order of the tables."""
        if not self.tables:
            return [RowsMet((), 1, {})]
        found = self._by_value()
        return sorted(self._by_deal() if found is None else found, key=lambda some: some.rows)

    def tests(self, table_id: str) -> list[HandTest]:
        table = self.book.rules.pays[table_id]
        return [self.book.test(table.hand, row.hand) for row in table.rows]

    @cached_property
    def drawn(self) -> DrawnDeals | None:
        """How the deals are laid out if hands count points."""
        counted = any(hand in self.book.rules.totals for hand in self.hands)
        return DrawnDeals(self.book, self.hands) if counted else None

    @property
    def _same_cards(self) -> bool:
        """Whether every hand may use any of the same cards."""
        drawn = [self.book.chooser(hand) for hand in self.hands]
        return all(not each.at_least and each.zones == drawn[0].zones for each in drawn)

    def _by_value(self) -> list[RowsMet] | None:
        compiled = self._counted_by()
        if compiled is None:
            return None
        cards = sum(self.book.chooser(self.hands[0]).zones.values())
        try:
            counts = _value_counts(compiled, cards)
        except HandError:
            return None
        found = self._rows_of_values(counts)
        # No test looks at the cards, so they need not be named.
        return [
            RowsMet(
                rows,
                sum(counts[value] for value in values),
                {hand: Held(values[-1], ()) for hand in self.hands},
            )
            for rows, values in found.items()
        ]

    def weighed(self, weigh: Weigh) -> list[tuple[RowsMet, float]]:
        """The rows met with the sum of `weigh` over its deals; it gets their ranks, packed as in
        `hands.census`. Only for hands that may use any of the same cards."""
        if not self._same_cards:
            raise OddsRefused(self.key, "its hands look at different cards")
        found, compiled = self._by_value(), self._counted_by()
        if found is None or compiled is None:
            return self._weighed_by_deal(weigh)
        cards = sum(self.book.chooser(self.hands[0]).zones.values())
        sums, counts = value_sums(compiled, cards, weigh), _value_counts(compiled, cards)
        of_rows = self._rows_of_values(counts)
        return [(each, sum(sums[value] for value in of_rows[each.rows])) for each in found]

    def _weighed_by_deal(self, weigh: Weigh) -> list[tuple[RowsMet, float]]:
        deals, deck = self.deals(), self.book.deck
        packed = np.array([1 << COUNT_BITS * deck.ranks.index(face.rank) for face in deck.faces])
        weights = weigh(packed.astype(np.uint64)[deals.faces].sum(axis=1)) * deals.ways
        found = []
        for met in self._by_deal():
            here = np.ones(len(weights), np.bool_)
            for table, place in zip(self.tables, met.rows, strict=True):
                here &= deals.rows[table] == place
            found.append((met, float(weights[here].sum())))
        return found

    def _counted_by(self) -> CompiledRanking | None:
        """The one ranking by whose values all hands can be counted."""
        if self.drawn is not None:
            return None
        compiled = {self.book.compiled(hand) for hand in self.hands}
        tests = [test for table in self.tables for test in self.tests(table)]
        if not self._same_cards or len(compiled) > 1 or any(test.condition for test in tests):
            return None
        return compiled.pop()

    def _rows_of_values(self, counts: Sequence[int]) -> dict[tuple[int, ...], list[int]]:
        """The values that meet each combination of rows."""
        places = [_places(self.tests(table), len(counts)) for table in self.tables]
        found: dict[tuple[int, ...], list[int]] = {}
        for value, count in enumerate(counts):
            if count:
                found.setdefault(tuple(table[value] for table in places), []).append(value)
        return found

    def deals(self) -> Deals:
        """Every deal laid out, if they are not too many, with the row of each table it meets."""
        deck, totals = self.book.deck, self.book.rules.totals
        if self.drawn is not None:
            self._refuse_too_many(self.drawn.most_rows, self.drawn.ways)
            columns = self.drawn.columns
            faces, ways = self.drawn.faces()
        else:
            columns, sizes = self._columns()
            copies = self._copies()
            rows_most = rows_at_most(deck, sizes, copies)
            self._refuse_too_many(rows_most, ways_to_deal(deck.size, sizes))
            faces, ways = every_deal(deck, sizes, copies)
            faces = self._as_rules_draw(faces, columns)
        held = {hand: faces[:, columns[hand]] for hand in self.hands}
        values: dict[str, NDArray[np.signedinteger]] = {
            hand: total_values(self.book, hand, faces, columns)
            if hand in totals
            else self._values(hand, held[hand])
            for hand in self.hands
        }
        rows: dict[str, Int64s] = {}
        for table in self.tables:
            tests, hand = self.tests(table), self.book.rules.pays[table].hand
            rows[table] = np.full(len(faces), len(tests), np.int64)
            for place in reversed(range(len(tests))):
                rows[table][tests[place].mask(values[hand], held[hand])] = place
        return Deals(deck, faces, ways, held, values, rows)

    def _as_rules_draw(self, faces: Faces, columns: Mapping[str, list[int]]) -> Faces:
        """The deals without the cards that a rule of drawing leaves in the deck."""
        return faces

    def _copies(self) -> Sequence[int]:
        """How many cards of each face are dealt; if suits never matter, kinds are ranks."""
        minds = any(self.book.ranking(hand).minds_suits for hand in self.hands)
        conditions = (test.condition for table in self.tables for test in self.tests(table))
        if minds or any(conditions) or max(self.book.deck.copies) == 1:
            return self.book.deck.copies
        return rank_copies(self.book.deck)

    def _by_deal(self) -> list[RowsMet]:
        deals = self.deals()
        shape = [len(self.book.rules.pays[table].rows) + 1 for table in self.tables]
        codes = np.ravel_multi_index(tuple(deals.rows[table] for table in self.tables), shape)
        total = np.zeros(int(np.prod(shape)), np.int64)
        np.add.at(total, codes, deals.ways)
        example = np.zeros(len(total), np.int64)
        example[codes] = np.arange(len(codes))
        return [
            RowsMet(
                tuple(int(place) for place in np.unravel_index(code, shape)),
                int(total[code]),
                deals.hands_of(int(example[code])),
            )
            for code in np.flatnonzero(total)
        ]

    def _columns(self) -> tuple[dict[str, list[int]], list[int]]:
        """Each hand's columns, and the sizes of the groups of cards that lie together.

        A hand may take only the first cards of a zone, so zones are cut where a hand ends.
        """
        if self._same_cards:
            cards = sum(self.book.chooser(self.hands[0]).zones.values())
            return {hand: list(range(cards)) for hand in self.hands}, [cards]
        cuts: dict[str, set[int]] = {}
        for hand in self.hands:
            for zone, count in self.book.chooser(hand).zones.items():
                cuts.setdefault(zone, {0}).add(count)
        sizes = [stop - start for some in cuts.values() for start, stop in pairwise(sorted(some))]
        places = [(zone, place) for zone, some in cuts.items() for place in range(max(some))]
        return self._lying(places), sizes

    def _lying(self, places: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
        """Each hand's columns, if every column is a place of a zone."""
        column = {place: number for number, place in enumerate(places)}
        return {
            hand: [
                column[zone, place]
                for zone, count in self.book.rules.drawn_from(hand).items()
                for place in range(count)
            ]
            for hand in self.hands
        }

    def _values(self, hand: str, faces: Faces) -> NDArray[np.signedinteger]:
        compiled, chooser = self.book.compiled(hand), self.book.chooser(hand)
        tables = [table for table in self.tables if self.book.rules.pays[table].hand == hand]
        spans = [span for table in tables for test in self.tests(table) for span in test.spans]
        if hand not in self.compared and all(len(span) == len(compiled.classes) for span in spans):
            return np.zeros(len(faces), np.int16)
        return chooser.row_values(compiled, faces)

    def _refuse_too_many(self, rows: int, ways: int) -> None:
        if rows > MOST_ROWS:
            raise OddsRefused(
                self.key,
                f"its pay tables can only be counted by dealing {rows:,} hands, "
                f"and at most {MOST_ROWS:,} are dealt",
            )
        if ways > _MOST_WAYS:
            raise OddsRefused(
                self.key,
                f"its cards can be dealt in {ways:,} ways, and at most {_MOST_WAYS:,} are counted",
            )


@lru_cache(maxsize=16)
def _value_counts(compiled: CompiledRanking, cards: int) -> tuple[int, ...]:
    return tuple(compiled.value_counts(cards))


def _places(tests: Sequence[HandTest], values: int) -> list[int]:
    """For each value the first row that covers it."""
    places = [len(tests)] * values
    for place in reversed(range(len(tests))):
        for span in tests[place].spans:
            places[span.start : span.stop] = [place] * len(span)
    return places
