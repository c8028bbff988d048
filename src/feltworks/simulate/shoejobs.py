"""The shoes of one seed as a job, and side wagers that a round's first cards decide beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.rules.handbook import Handbook
from feltworks.simulate.blackjackplay import MOST_HANDS, SeatHands
from feltworks.simulate.blackjackshoes import ShoePlay, deal_shoes, new_steps
from feltworks.simulate.blackjacksteps import UNSHUFFLED, StepTable
from feltworks.simulate.shoes import new_shoes
from feltworks.simulate.sides import SideWager
from feltworks.simulate.tally import Tally

SHOES_AT_ONCE = 1 << 20
SIDE_SHOES_AT_ONCE = 1 << 11
LEAST_CARDS = 3
"""Fewer cards than that no round takes."""
STREAM = "shoes 2"
"""Which cards a number deals; another name where that changes."""


@dataclass(frozen=True)
class ShoeSides:
    """Side wagers that a round's first cards decide, and where those cards lie among them."""

    book: Handbook
    wagers: tuple[SideWager, ...]
    places: tuple[Mapping[str, tuple[int, ...]], ...]
    """By seat and zone: the places in the order of dealing."""

    @property
    def count(self) -> int:
        return sum(side.classes.count for side in self.wagers)

    def classes(self, firsts: NDArray[np.uint8], side: SideWager) -> NDArray[np.int64]:
        """The class of a wager by round and seat."""
        found = []
        for zones in self.places:
            faces = {zone: firsts[:, list(places)] for zone, places in zones.items()}
            found.append(side.numbers(self.book, faces))
        return np.stack(found, axis=1)

    def counted(self, firsts: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How often each class came up, by wager, seat and class."""
        found = [
            np.bincount(numbers, minlength=side.classes.count)
            for side in self.wagers
            for numbers in self.classes(firsts, side).T
        ]
        return np.concatenate(found).astype(np.int64)

    def together(self, tally: Tally) -> dict[str, NDArray[np.int64]]:
        """How often each class of each wager came up, all seats together."""
        seats, found = len(self.places), {}
        at = len(tally.counts) - self.count * seats
        for side in self.wagers:
            past = at + side.classes.count * seats
            found[side.id] = tally.counts[at:past].reshape(seats, -1).sum(axis=0)
            at = past
        return found

    def sheets(self, tally: Tally) -> list[dict[str, Any]]:
        """What was sampled of each wager, all seats together."""
        together = self.together(tally)
        return [side.sheet(self.book, together[side.id], len(self.places)) for side in self.wagers]


@dataclass(frozen=True)
class ShoeJob:
    """The shoes of one seed."""

    play: ShoePlay
    steps: StepTable
    seats: int
    seed: int
    sides: ShoeSides | None = None

    @cached_property
    def fingerprint(self) -> str:
        play = self.play
        digest = hashlib.sha256(f"{STREAM} {self.seed} {self.seats} {play.house}".encode())
        for part in (play.script, play.deck, *play.tables):
            digest.update(part.tobytes())
        if self.sides is not None:
            digest.update(repr([(side.id, side.rows) for side in self.sides.wagers]).encode())
        return digest.hexdigest()

    @property
    def nets(self) -> int:
        """How many nets a seat can have: from all its hands doubled and lost to all won."""
        house = self.play.house
        return 2 * max(2 * MOST_HANDS * house.scale, house.natural_pays) + 1

    @property
    def counts(self) -> int:
        """First the nets of each seat, then the classes of each side wager by seat."""
        return self.seats * (self.nets + (self.sides.count if self.sides else 0))

    def side_counts_of(self, tally: Tally, wager: str) -> NDArray[np.int64]:
        assert self.sides is not None
        return self.sides.together(tally)[wager]

    def side_classes(self, first: int, units: int, wager: str) -> NDArray[np.int64]:
        """The class that each seat had in a side wager, a row for each round."""
        sides = self.sides
        assert sides is not None
        side = next(side for side in sides.wagers if side.id == wager)
        found: list[NDArray[np.int64]] = []
        self._deal(first, units, lambda firsts: found.append(sides.classes(firsts, side)))
        return np.concatenate(found)

    def nothing(self) -> Tally:
        return Tally(0, 0, np.zeros(self.counts, np.int64), (0,) * 7)

    def deal(self, first: int, units: int) -> Tally:
        return self._deal(first, units)

    def _deal(
        self, first: int, units: int, look: Callable[[NDArray[np.uint8]], None] | None = None
    ) -> Tally:
        """Deal, and show the first cards of rounds, where there are side wagers, to somebody."""
        found, house = self.nothing(), self.play.house
        shoes = new_shoes(house.size, house.cut_at, UNSHUFFLED)
        most, rows = SHOES_AT_ONCE, 0
        if self.sides is not None:
            most, rows = SIDE_SHOES_AT_ONCE, SIDE_SHOES_AT_ONCE * house.size // LEAST_CARDS
        firsts = np.zeros((rows, len(self.play.script)), np.uint8)
        for start in range(0, units, most):
            now = min(most, units - start)
            counts, totals = np.zeros((self.seats, self.nets), np.int64), np.zeros(7, np.int64)
            deal_shoes(
                np.uint64(self.seed),
                np.uint64(first + start),
                now,
                shoes,
                self.play,
                self.steps,
                new_steps(self.seats),
                new_felt(self.seats),
                firsts,
                counts,
                totals,
            )
            figures, every = tuple(map(int, totals)), counts.reshape(-1)
            if self.sides is not None:
                dealt = firsts[: figures[0]]
                every = np.concatenate([every, self.sides.counted(dealt)])
                if look is not None:
                    look(dealt)
            found = found + Tally(now, figures[0], every, figures)
        return found


def new_felt(seats: int) -> SeatHands:
    def by_hand() -> NDArray[np.int64]:
        return np.zeros((seats, MOST_HANDS), np.int64)

    def first_cards() -> NDArray[np.int64]:
        return np.zeros((seats, MOST_HANDS, 2), np.int64)

    return SeatHands(
        hand=by_hand(),
        size=by_hand(),
        ranks=first_cards(),
        values=first_cards(),
        stake=by_hand(),
        state=by_hand(),
        split=by_hand(),
        net=by_hand(),
        hands=np.zeros(seats, np.int64),
        dealer=np.zeros(4, np.int64),
    )
