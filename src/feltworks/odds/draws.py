"""Every deal of a game that draws by rule, counted by kinds of cards.

A rule of drawing looks only at points, and so do most wagers; cards that count alike in every total
in play are one kind, which the shoe holds many times. Deals are laid out stage by stage as rows of
kinds: if a rule draws, each row is continued by every card that may come; if not, the row has
`NO_CARD`. To keep weights comparable, a row that ended early counts as often as the cards it left
could have been dealt. Only the stages that the hands in question depend on are laid out: a wager on
the first two cards does not depend on who draws a third.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod

import numpy as np

from feltworks.arrays import Flags, Int64s
from feltworks.hands.totals import NO_CARD
from feltworks.odds.deals import Faces, Ways, one_card_more, ways_to_deal
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema.stages import Cases, Stage


@dataclass(frozen=True)
class _PointKinds:
    """Cards that count alike: one face for each kind, how many cards it has, and for every face of
    the deck the face of its kind."""

    faces: Faces
    copies: Ways
    stand_ins: Faces


class DrawnDeals:
    """The deals that some hands depend on."""

    def __init__(self, book: Handbook, hands: Sequence[str]) -> None:
        self.book = book
        self.hands = tuple(dict.fromkeys(self._with_those_asked(hands)))
        self._ends = self._cuts()
        self._stages = [(stage, list(self._groups(stage))) for stage in book.rules.stages]
        self.sizes = [size for _, groups in self._stages for _, size in groups]
        self._kinds = self._alike()
        columns = (zone for _, groups in self._stages for zone, size in groups for _ in range(size))
        self._zone_of = tuple(columns)
        self.columns = {hand: self._columns(hand) for hand in self.hands}
        """The columns of each hand's cards."""

    @property
    def most_rows(self) -> int:
        """A bound on the rows."""
        kinds = len(self._kinds.copies)
        return prod(comb(kinds + size - 1, size) for size in self.sizes)

    @property
    def ways(self) -> int:
        """In how many ways all these cards could be dealt."""
        return ways_to_deal(self.book.deck.size, self.sizes)

    def faces(self) -> tuple[Faces, Ways]:
        """Every deal as a row of faces, and its ways."""
        kinds, ways = np.zeros((1, 0), np.uint8), np.ones(1, np.int64)
        over = np.zeros(1, np.bool_)
        for stage, groups in self._stages:
            draws = ~over
            if stage.draws_if and groups:
                draws &= self._hold(stage.draws_if, kinds)
            rest = _undealt(kinds[~draws], sum(size for _, size in groups))
            drawn, drawn_ways = kinds[draws], ways[draws]
            for _, size in groups:
                first = drawn.shape[1]
                for _ in range(size):
                    drawn, drawn_ways = one_card_more(drawn, drawn_ways, first, self._kinds.copies)
            over = np.concatenate([np.zeros(len(drawn), np.bool_), over[~draws]])
            kinds, ways = np.concatenate([drawn, rest]), np.concatenate([drawn_ways, ways[~draws]])
            if stage.ends_if:
                over |= self._hold(stage.ends_if, kinds)
        return self._as_faces(kinds), ways * self._ways_undealt(kinds)

    def cut_columns(self, hand: str) -> list[list[int]] | None:
        """The columns of a hand's cards, zone by zone; None if its cards are not laid out, or are
        in one set with others."""
        zones = self.book.rules.drawn_from(hand).items()
        if any(count not in self._ends.get(zone, ()) for zone, count in zones):
            return None
        return self._by_zone(hand)

    @property
    def stand_ins(self) -> Faces:
        """For each face of the deck the face of its kind in the rows."""
        return self._kinds.stand_ins

    def _columns(self, hand: str) -> list[int]:
        return [column for zone in self._by_zone(hand) for column in zone]

    def _by_zone(self, hand: str) -> list[list[int]]:
        return [
            [at for at, each in enumerate(self._zone_of) if each == zone][:count]
            for zone, count in self.book.rules.drawn_from(hand).items()
        ]

    def _hold(self, cases: Cases, kinds: Faces) -> Flags:
        """The rows in which one of the cases holds, by the cards dealt so far."""
        faces = self._as_faces(_undealt(kinds, len(self._zone_of) - kinds.shape[1]))
        return rows_where(self.book, cases, faces, self.columns)

    def _as_faces(self, kinds: Faces) -> Faces:
        face_of = np.full(256, NO_CARD, np.uint8)
        face_of[: len(self._kinds.faces)] = self._kinds.faces
        return face_of[kinds]

    def _ways_undealt(self, kinds: Faces) -> Ways:
        """In how many ways the groups that were not dealt could have been, after those that were.

        A binary number says which groups those are, one bit for each group.
        """
        first = np.cumsum([0, *self.sizes])[:-1]
        weights = 1 << np.arange(len(self.sizes), dtype=np.int64)
        missing = ((kinds[:, first] == NO_CARD) * weights).sum(axis=1)
        found = np.ones(len(kinds), np.int64)
        for pattern in np.unique(missing).tolist():
            undealt = [size for at, size in enumerate(self.sizes) if pattern >> at & 1]
            left = self.book.deck.size - sum(self.sizes) + sum(undealt)
            found[missing == pattern] = ways_to_deal(left, undealt)
        return found

    def _with_those_asked(self, hands: Sequence[str]) -> Iterator[str]:
        """These hands and all hands that decide which of their cards are dealt."""
        rules = self.book.rules
        found = list(hands)
        for hand in found:
            yield hand
            if hand in rules.totals and rules.totals[hand].over is not None:
                found += {rules.totals[hand].over or ""} - {*found}
            zones = rules.drawn_from(hand)
            dealing = [at for at, stage in enumerate(rules.stages) if _serves(stage, zones)]
            for at in dealing:
                asked = [rules.stages[at].draws_if, *(s.ends_if for s in rules.stages[:at])]
                named = (name for cases in asked for case in cases for name in case)
                found += [name for name in dict.fromkeys(named) if name not in found]

    def _cuts(self) -> dict[str, list[int]]:
        """Where hands end in each zone, including 0."""
        ends: dict[str, set[int]] = {}
        for hand in self.hands:
            for zone, count in self.book.rules.drawn_from(hand).items():
                ends.setdefault(zone, {0}).add(count)
        dealt: dict[str, int] = {}
        for stage in self.book.rules.stages:
            for zone in ends:
                dealt[zone] = dealt.get(zone, 0) + cards_dealt(stage, zone)
                ends[zone].add(min(dealt[zone], max(ends[zone])))
        return {zone: sorted(places) for zone, places in ends.items()}

    def _groups(self, stage: Stage) -> Iterator[tuple[str, int]]:
        """The cards that a stage deals and some hand uses: zone and size, set by set."""
        before = self.book.rules.stages[: self.book.rules.stages.index(stage)]
        for zone in dict.fromkeys(step.to for step in stage.deal if step.to in self._ends):
            assert zone is not None
            first = sum(cards_dealt(each, zone) for each in before)
            last = first + cards_dealt(stage, zone)
            for start, stop in pairwise(self._ends[zone]):
                if first <= start < last:
                    yield zone, stop - start

    def _alike(self) -> _PointKinds:
        """Faces by their points; each is its own kind if a hand ranks cards."""
        deck, totals = self.book.deck, self.book.rules.totals
        counting = [self.book.total(hand) for hand in self.hands if hand in totals]
        ranked = len(counting) < len(self.hands)
        found: dict[object, list[int]] = {}
        for number, (face, copies) in enumerate(zip(deck.faces, deck.copies, strict=True)):
            if copies:
                alike = tuple(total.reduced(face) for total in counting)
                found.setdefault((alike, face if ranked else None), []).append(number)
        stand_ins = np.full(len(deck.faces), NO_CARD, np.uint8)
        for numbers in found.values():
            stand_ins[numbers] = numbers[0]
        return _PointKinds(
            np.array([numbers[0] for numbers in found.values()], np.uint8),
            np.array([sum(deck.copies[n] for n in numbers) for numbers in found.values()]),
            stand_ins,
        )


def rows_where(
    book: Handbook, cases: Cases, faces: Faces, columns: Mapping[str, list[int]]
) -> Flags:
    """The rows in which one of the cases of a rule of drawing holds."""
    found = np.zeros(len(faces), np.bool_)
    values: dict[str, Int64s] = {}
    for case in cases:
        holds = np.ones(len(faces), np.bool_)
        for hand, phrase in case.items():
            if hand not in values:
                values[hand] = total_values(book, hand, faces, columns)
            holds &= book.test(hand, phrase).mask(values[hand], faces)
        found |= holds
    return found


def total_values(
    book: Handbook, hand: str, faces: Faces, columns: Mapping[str, list[int]]
) -> Int64s:
    """The values of a total in every row."""
    over = book.rules.totals[hand].over
    others = None if over is None else faces[:, columns[over]]
    return book.total(hand).values(faces[:, columns[hand]], others)


def _undealt(kinds: Faces, cards: int) -> Faces:
    """The rows with this many more places without a card."""
    return np.concatenate([kinds, np.full((len(kinds), cards), NO_CARD, np.uint8)], axis=1)


def _serves(stage: Stage, zones: Mapping[str, int]) -> bool:
    return any(step.to in zones for step in stage.deal)


def cards_dealt(stage: Stage, zone: str) -> int:
    """How many cards a stage deals to a zone."""
    return sum(step.cards or 0 for step in stage.deal if step.to == zone)
