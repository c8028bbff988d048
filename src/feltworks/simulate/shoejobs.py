"""The shoes of one seed as a job, and what their rounds won, shoe by shoe.

For every round the kernel gives what one unit won at each seat, the first cards, and the running
count before it. The amounts are applied to that in whole numbers: seats with wagers of their own,
side wagers that a round's first cards decide, and the first seat's bet by the count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.rules.handbook import Handbook
from feltworks.simulate.blackjackhands import MOST_HANDS, new_felt
from feltworks.simulate.blackjackshoes import (
    BASE,
    OF_SEAT,
    UNSHUFFLED,
    VOID,
    RoundLog,
    ShoeDealing,
    ShoePlay,
    StepTable,
    deal_shoes,
    first_rows,
    new_log,
    new_steps,
)
from feltworks.simulate.counters import COUNT_BINS, CardCounter
from feltworks.simulate.shoes import new_shoes
from feltworks.simulate.sides import SideWager
from feltworks.simulate.tally import Tally, whole_dot

SHOES_AT_ONCE = 1 << 20
LOGGED_SHOES = 1 << 11
LEAST_CARDS = 3
"""A round takes at least this many cards."""
STREAM = "shoes 2"
"""Names the way in which a number determines its cards; changes whenever that does."""
OF_COUNTER = 3
"""Totals of a counter: bets, their squares by shoe, their products with what was won."""
OnRounds = Callable[[RoundLog], None]


@dataclass(frozen=True)
class ShoeSides:
    """Side wagers that a round's first cards decide, and where these lie among the first cards."""

    book: Handbook
    wagers: tuple[SideWager, ...]
    places: tuple[Mapping[str, tuple[int, ...]], ...]
    """By seat and zone: the places in the order of dealing."""
    plays: tuple[tuple[str, ...], ...]
    """The side wagers of each seat."""

    @property
    def count(self) -> int:
        return sum(side.classes.count for side in self.wagers)

    def classes(self, firsts: UInt8s, side: SideWager) -> Int64s:
        """The class of a wager by round and seat."""
        found = []
        for zones in self.places:
            faces = {zone: firsts[:, list(places)] for zone, places in zones.items()}
            found.append(side.numbers(self.book, faces))
        return np.stack(found, axis=1)

    def counted(self, classes: Mapping[str, Int64s]) -> Int64s:
        """How often each class came up, by wager, seat and class."""
        found = [
            np.bincount(
                numbers[: len(numbers) * self.is_played(side, seat)],
                minlength=side.classes.count,
            )
            for side in self.wagers
            for seat, numbers in enumerate(classes[side.id].T)
        ]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def is_played(self, side: SideWager, seat: int) -> bool:
        return side.id in self.plays[seat]


@dataclass(frozen=True)
class ShoeStakes:
    """`first` is what one part of a unit's pay is worth by seat, in parts of `scale` to a unit or a
    dollar; `sides` is what each class of a side wager pays by seat, if pays are money."""

    first: tuple[int, ...]
    sides: Mapping[str, Int64s]
    scale: Fraction
    counter: CardCounter | None = None
    burn: int = 0
    """Cards of a shoe that are burnt unseen before its first round."""

    @property
    def totals(self) -> int:
        counter = OF_COUNTER if self.counter is not None else 0
        return BASE + OF_SEAT * len(self.first) + counter

    def bins(self, nets: int) -> int:
        """How many counts the counter needs: what a unit won, by true count."""
        return COUNT_BINS * nets if self.counter is not None else 0

    def weighed(
        self, log: RoundLog, figures: Sequence[int], classes: Mapping[str, Int64s], nets: int
    ) -> tuple[tuple[int, ...], Int64s]:
        """The totals of rounds that were dealt, and the counter's counts."""
        won = (log.nets * np.array(self.first, np.int64)).T
        by_count = np.zeros(0, np.int64)
        bets = None
        if self.counter is not None:
            bets, bins = self.counter.bets(log.running, log.gone - self.burn, log.gone)
            flat = bins * nets + log.nets[:, 0] + nets // 2
            by_count = np.bincount(flat, minlength=self.bins(nets)).astype(np.int64)
            won[0] *= bets
        for wager, numbers in classes.items():
            if wager in self.sides:
                for seat, pays in enumerate(self.sides[wager]):
                    won[seat] += pays[numbers[:, seat]]
        return shoe_totals(log.shoe, won, bets, void=figures[VOID]), by_count


def shoe_totals(
    shoe: Int64s, won: Int64s, bets: Int64s | None, *, void: int = 0
) -> tuple[int, ...]:
    """Totals in the order of `blackjackshoes`, with each seat's own and a counter's.

    `shoe` is the ascending number of each round's shoe, `won` is by seat and round, `bets` are the
    counter's by round.
    """
    begins = np.flatnonzero(np.diff(shoe, prepend=-1))
    rounds = np.diff(np.append(begins, len(shoe)))

    def sums(own: Int64s) -> tuple[int, int, int, int]:
        by_shoe = np.add.reduceat(own, begins)
        products = whole_dot(by_shoe, rounds)
        return int(own.sum()), whole_dot(own, own), whole_dot(by_shoe, by_shoe), products

    total, squares, by_shoe, products = sums(won.sum(axis=0))
    found = [len(shoe), void, total, squares, whole_dot(rounds, rounds), by_shoe, products]
    for own in won:
        found += sums(own)
    if bets is not None:
        bet, first = np.add.reduceat(bets, begins), np.add.reduceat(won[0], begins)
        found += [int(bet.sum()), whole_dot(bet, bet), whole_dot(bet, first)]
    return tuple(found)


@dataclass(frozen=True)
class ShoeJob:
    """The shoes of one seed."""

    play: ShoePlay
    steps: StepTable
    seats: int
    seed: int
    sides: ShoeSides
    stakes: ShoeStakes | None = None

    @cached_property
    def fingerprint(self) -> str:
        # Checkpoints know a run by these texts, of which names of classes and fields are a part.
        play = self.play
        digest = hashlib.sha256(f"{STREAM} {self.seed} {self.seats} {play.house}".encode())
        for part in (play.script, play.deck, *play.tables.plays, *play.tables[1:]):
            digest.update(part.tobytes())
        if self.sides.wagers:
            digest.update(repr([(side.id, side.rows) for side in self.sides.wagers]).encode())
            digest.update(repr(self.sides.plays).encode())
        if self.stakes is not None:
            plan = self.stakes.counter and self.stakes.counter.plan
            pays = [(id, pays.tolist()) for id, pays in self.stakes.sides.items()]
            told = (self.stakes.first, self.stakes.scale, pays, plan)
            digest.update(repr(told).encode())
        return digest.hexdigest()

    @property
    def nets(self) -> int:
        """How many different nets a seat can have: from the most lost to the same amount won."""
        house = self.play.house
        most = max(2 * house.scale, house.most_pays)
        return 2 * max(MOST_HANDS * most, house.natural_pays) + 1

    @property
    def counts(self) -> int:
        """First the nets of each seat, then the classes of each side wager by seat, then what one
        unit of a counter won by true count."""
        return self.seats * (self.nets + self.sides.count) + self.counter_counts

    @property
    def counter_counts(self) -> int:
        return 0 if self.stakes is None else self.stakes.bins(self.nets)

    def side_counts_of(self, tally: Tally, wager: str) -> Int64s:
        ids = [side.id for side in self.sides.wagers]
        sizes = [self.seats * side.classes.count for side in self.sides.wagers]
        parts = np.split(tally.counts, np.cumsum([self.seats * self.nets, *sizes]))
        found: Int64s = parts[1 + ids.index(wager)].reshape(self.seats, -1).sum(axis=0)
        return found

    def side_classes(self, first: int, units: int, wager: str) -> Int64s:
        """The class of each seat that plays a side wager, a row for each round."""
        sides = self.sides
        side = next(side for side in sides.wagers if side.id == wager)
        seats = [seat for seat in range(self.seats) if sides.is_played(side, seat)]
        found: list[Int64s] = []
        self.deal(first, units, lambda log: found.append(sides.classes(log.firsts, side)[:, seats]))
        return np.concatenate(found)

    def empty_tally(self) -> Tally:
        totals = self._dealt_totals if self.stakes is None else self.stakes.totals
        return Tally(0, 0, np.zeros(self.counts, np.int64), (0,) * totals)

    @property
    def _dealt_totals(self) -> int:
        """How many totals the kernel adds up: with several seats also those of each seat."""
        return BASE if self.seats == 1 else BASE + OF_SEAT * self.seats

    def deal(self, first: int, units: int, on_rounds: OnRounds | None = None) -> Tally:
        """Deal, and pass single rounds to `on_rounds` if given."""
        found, house = self.empty_tally(), self.play.house
        shoes = new_shoes(house.size, house.cut_at, UNSHUFFLED)
        most, rows = SHOES_AT_ONCE, 0
        if self.sides.wagers or self.stakes is not None or on_rounds is not None:
            most, rows = LOGGED_SHOES, LOGGED_SHOES * house.size // LEAST_CARDS
        log = new_log(rows, len(self.play.script), self.seats)
        for start in range(0, units, most):
            now = min(most, units - start)
            dealing = ShoeDealing(
                play=self.play,
                table=self.steps,
                shoes=shoes,
                steps=new_steps(self.seats),
                felt=new_felt(self.seats),
                log=log,
                counts=np.zeros((self.seats, self.nets), np.int64),
                totals=np.zeros(self._dealt_totals, np.int64),
            )
            deal_shoes(np.uint64(self.seed), np.uint64(first + start), now, dealing)
            figures, every = tuple(map(int, dealing.totals)), dealing.counts.reshape(-1)
            if rows:
                dealt = first_rows(log, figures[0])
                figures, every = self._weighed(dealt, figures, every)
                if on_rounds is not None:
                    on_rounds(dealt)
            found = found + Tally(now, figures[0], every, figures)
        return found

    def _weighed(
        self, dealt: RoundLog, figures: tuple[int, ...], every: Int64s
    ) -> tuple[tuple[int, ...], Int64s]:
        """Totals and counts with side wagers, amounts and the counter's bets applied."""
        sides = self.sides
        classes = {side.id: sides.classes(dealt.firsts, side) for side in sides.wagers}
        every = np.concatenate([every, sides.counted(classes)])
        if self.stakes is not None:
            figures, by_count = self.stakes.weighed(dealt, figures, classes, self.nets)
            every = np.concatenate([every, by_count])
        return figures, every
