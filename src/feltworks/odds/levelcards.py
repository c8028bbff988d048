"""From the cards a player sees to the solver's groups, and back.

A position is given as the player's own cards and the open ones, each in the order in which they
came; cards that came together into one group may be in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feltworks.arrays import UInt8s
from feltworks.cards import Card
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.dealing import CardGroup
from feltworks.odds.plan import LevelPlan

HOLE = -1
"""In place of a group's number: the player's first cards."""


@dataclass(frozen=True)
class LevelCards:
    """The cards that a player sees at one level, and the group of the solver that each lies in."""

    plan: LevelPlan
    space: CardSpace
    level: int

    @cached_property
    def _places(self) -> list[tuple[bool, int]]:
        """For each card seen, in order: whether it is the player's own, and its group."""
        zones = self.plan.book.rules.zones
        return [
            (zones[zone] == "player", self._group(zone, place, when))
            for zone, place, when in self.plan.order
            if when <= self.level
        ]

    def _group(self, zone: str, place: int, when: int) -> int:
        def lies_in(group: CardGroup | None) -> bool:
            return group is not None and group.zone == zone and group.first <= place < group.stop

        if when == 0 and lies_in(self.plan.hole_group):
            return HOLE
        return next(number for number, group in enumerate(self.plan.groups) if lies_in(group))

    @property
    def own(self) -> int:
        """How many of his own cards the player sees."""
        return sum(own for own, _ in self._places)

    @property
    def open(self) -> int:
        """How many other cards lie open."""
        return len(self._places) - self.own

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.plan.levels[self.level].board

    def lay(self, cards: Sequence[Card], board: Sequence[Card]) -> tuple[list[int], list[int]]:
        """Hole and board as card numbers, ascending in each group."""
        numbers = self.space.numbers
        own, others = ([[numbers[card] for card in some]] for some in (cards, board))
        hole, laid = self.lay_many(np.array(own, np.uint8), np.array(others, np.uint8))
        return hole[0].tolist(), laid[0].tolist()

    def lay_many(self, cards: UInt8s, board: UInt8s) -> tuple[UInt8s, UInt8s]:
        """Holes and boards of many positions, a row each, from card numbers; repeated cards have
        the number of the first."""
        given = {True: iter(cards.T), False: iter(board.T)}
        seen: list[UInt8s] = []
        groups: dict[int, list[UInt8s]] = {}
        for own, group in self._places:
            card = next(given[own])
            copies = sum((card == other for other in seen), np.zeros(len(card), np.uint8))
            groups.setdefault(group, []).append(card + copies)
            seen.append(card)
        nothing = np.zeros((len(cards), 0), np.uint8)

        def ascending(group: int) -> UInt8s:
            return np.sort(np.column_stack([nothing, *groups.get(group, [])]), axis=1)

        laid = np.column_stack([nothing, *map(ascending, range(len(self.sizes)))])
        return ascending(HOLE), laid

    def as_cards(
        self, hole: Sequence[int], board: Sequence[int]
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The player's own cards and the open ones, the highest of each group first."""
        groups, at = {HOLE: list(hole)}, 0
        for group, size in enumerate(self.sizes):
            groups[group] = list(board[at : at + size])
            at += size
        told: dict[bool, list[Card]] = {True: [], False: []}
        for own, group in self._places:
            told[own].append(self.space.card(int(groups[group].pop())))
        return tuple(told[True]), tuple(told[False])
