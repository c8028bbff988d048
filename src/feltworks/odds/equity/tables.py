"""What kernels need to read the pot's hand: which cards may make it, and what they are worth.

A hand is drawn from a player's own cards and the table's. Each allowed choice of cards is kept as
two lists of places, its own and the board's, so that the board's part is added up once for all
players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltworks.errors import FeltworksError
from feltworks.odds.equity.kernels import showdown_values
from feltworks.rules.handbook import Handbook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from feltworks.arrays import Int32s, Int64s, UInt8s
    from feltworks.cards import Card, Deck
    from feltworks.hands.lookup import Lookup
    from feltworks.rules.schema import Rules


class EquityError(FeltworksError):
    """Cards or a game that have no equity."""


class UncountableError(EquityError):
    """Too many deals to count; a sample of them is possible."""


class PotTables(NamedTuple):
    """The allowed choices: places of own cards and of the board's, a row each, filled with -1."""

    board_cards: int
    lookup: Lookup
    own: Int64s
    board: Int64s
    own_count: Int64s


@dataclass(frozen=True, eq=False)
class PotHand:
    """The hand that takes the pot in a game between players."""

    book: Handbook
    id: str
    own_cards: int
    board_cards: int

    @classmethod
    def of(cls, rules: Rules) -> PotHand:
        """The pot's hand of those rules; raises an `EquityError` if there is no pot."""
        if rules.ring is None:
            raise EquityError(f"{rules.game.id} has no pot: equity is for players against players")
        book = Handbook(rules)
        if max(book.deck.copies) > 1:
            raise EquityError(f"the deck {book.deck.id} holds a card twice: equity takes one pack")
        drawn = rules.hands[rules.ring.hand].from_
        own = sum(count for zone, count in drawn.items() if rules.zones[zone] == "player")
        return cls(book, rules.ring.hand, own, sum(drawn.values()) - own)

    @property
    def counts_unknown(self) -> bool:
        """Whether an unknown hand is a plain pair of cards, which can be counted."""
        return self.own_cards == 2 and len(self.own_zones) == 1

    @property
    def deck(self) -> Deck:
        return self.book.deck

    @cached_property
    def own_zones(self) -> tuple[str, ...]:
        zones = self.book.rules.hands[self.id].from_
        return tuple(zone for zone in zones if self.book.rules.zones[zone] == "player")

    @cached_property
    def tables(self) -> PotTables:
        """The allowed choices; own and board cards are each numbered from 0."""
        chooser = self.book.chooser(self.id)
        places: list[tuple[bool, int]] = []
        for zone, count in chooser.zones.items():
            own = self.book.rules.zones[zone] == "player"
            start = sum(mine is own for mine, _ in places)
            places += [(own, start + at) for at in range(count)]
        shape = (len(chooser.choices), chooser.use)
        mine, board = np.full(shape, -1, np.int64), np.full(shape, -1, np.int64)
        for row, choice in enumerate(chooser.choices):
            for target, own in ((mine, True), (board, False)):
                picked = [places[at][1] for at in choice if places[at][0] is own]
                target[row, : len(picked)] = picked
        compiled = self.book.compiled(self.id)
        lookup = compiled.tables(chooser.use).lookup
        return PotTables(self.board_cards, lookup, mine, board, (mine >= 0).sum(axis=1))

    def faces(self, cards: Iterable[Card]) -> UInt8s:
        """The face numbers of cards."""
        return np.array([self.deck.index(card) for card in cards], np.uint8)

    def free_faces(self, known: Sequence[Card]) -> UInt8s:
        """The faces left in the deck without those cards; raises a `CardError` if it lacks one."""
        self.deck.check(known)
        out = {self.deck.index(card) for card in known}
        held = [face for face, copies in enumerate(self.deck.copies) if copies]
        return np.array([face for face in held if face not in out], np.uint8)

    def values(self, own: NDArray[Any], boards: NDArray[Any]) -> Int32s:
        """The values of the hands in many deals at once.

        `own` has face numbers by deal, player and card, `boards` by deal and card; the result is by
        deal and player.
        """
        if own.ndim != 3 or boards.ndim != 2 or len(own) != len(boards):
            raise EquityError("showdowns are arrays by deal, player and card, and by deal and card")
        if (own.shape[2], boards.shape[1]) != (self.own_cards, self.board_cards):
            raise EquityError(
                f"a showdown here has {self.own_cards} cards a player and {self.board_cards} on "
                f"the board, not {own.shape[2]} and {boards.shape[1]}"
            )
        out = np.empty(own.shape[:2], np.int32)
        showdown_values(
            np.ascontiguousarray(own, np.uint8),
            np.ascontiguousarray(boards, np.uint8),
            self.tables,
            out,
        )
        return out
