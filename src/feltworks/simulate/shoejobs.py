"""The shoes of one seed as a job, and side wagers that a round's first cards decide beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
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

    def counted(self, firsts: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How often each class came up, by seat, wager and class."""
        found = []
        for zones in self.places:
            faces = {zone: firsts[:, list(places)] for zone, places in zones.items()}
            for side in self.wagers:
                numbers = side.numbers(self.book, faces)
                found.append(np.bincount(numbers, minlength=side.classes.count))
        return np.concatenate(found).astype(np.int64)

    def sheets(self, tally: Tally) -> list[dict[str, Any]]:
        """What was sampled of each wager, all seats together."""
        seats = len(self.places)
        counts = tally.counts[-self.count * seats :].reshape(seats, -1).sum(axis=0)
        found, at = [], 0
        for side in self.wagers:
            found.append(side.sheet(self.book, counts[at : at + side.classes.count], seats))
            at += side.classes.count
        return found


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
        """First the nets of each seat, then each seat's classes of side wagers."""
        return self.seats * (self.nets + (self.sides.count if self.sides else 0))

    def nothing(self) -> Tally:
        return Tally(0, 0, np.zeros(self.counts, np.int64), (0,) * 7)

    def deal(self, first: int, units: int) -> Tally:
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
                every = np.concatenate([every, self.sides.counted(firsts[: figures[0]])])
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
