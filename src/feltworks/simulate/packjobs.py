"""Dealing rounds from packs: shuffled for every round, or dealt on down to a cut card.

A unit of the job is a round, or a shoe. All rounds of a batch are dealt side by side; with shoes,
every shoe deals its next round, and shoes that have reached the cut card drop out. Then the rounds
are sorted by shoe, and results are added up in whole numbers, by shoe as well, because rounds of
one shoe depend on each other. A round from its own packs is a shoe of one round.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.rules.identity import stated_rules
from feltworks.simulate.blackjackshoes import BASE, OF_SEAT, ROUNDS
from feltworks.simulate.counters import COUNT_BINS, CardCounter
from feltworks.simulate.dealing import draw_lanes, new_draws
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.packrounds import PackRounds
from feltworks.simulate.shoejobs import OF_COUNTER, shoe_totals
from feltworks.simulate.shoes import BEYOND, SHOES, new_shoes, shuffle_shoes
from feltworks.simulate.tally import Tally

LANES = 1 << 14
SHOES_AT_ONCE = 1 << 10
MOST_CARDS = 1024
"""The most cards in all packs together: one random word is read as the places of three cards."""


class DealtRounds(NamedTuple):
    """A batch of rounds, by shoe and in the order of play."""

    faces: UInt8s
    """Face numbers by card and round."""
    endings: Int64s
    """Ending numbers by seat and round."""
    shoe: Int64s
    """The number of the shoe, counted from the first of the batch."""
    gone: Int64s
    """Cards dealt from the shoe before the round."""
    running: Int64s
    """The running count before the round; 0 if nobody counts."""
    unseen: Int64s
    """Cards dealt before the round that nobody saw."""


OnRounds = Callable[[DealtRounds], None]


@dataclass(frozen=True)
class PackStakes:
    """`pays` is what each ending wins a seat, in parts of `scale` to a unit, or to a dollar if
    amounts are known. If the first seat counts, its pays leave out the wager that it varies with
    the count; `first_pays` has that wager for the smallest part of a unit that the counter bets."""

    seats: tuple[frozenset[str], ...]
    """What each seat plays, `MAIN` and side wagers."""
    pays: Int64s
    first_pays: Int64s
    scale: Fraction
    counter: CardCounter | None = None


@dataclass(frozen=True)
class PackJob:
    """The rounds of one seed; `cut_at` cards of a shoe are dealt, None if every round is shuffled
    anew."""

    rounds: PackRounds
    stakes: PackStakes
    seed: int
    cut_at: int | None = None

    @cached_property
    def fingerprint(self) -> str:
        rounds, stated = self.rounds, json.dumps(stated_rules(self.rounds.rules))
        told = (stated, rounds.identity, rounds.seats, self.cut_at, self.seed)
        digest, stakes = hashlib.sha256(repr(told).encode()), self.stakes
        plan = stakes.counter and stakes.counter.plan
        of_stakes = hashlib.sha256(repr((stakes.scale, plan)).encode())
        for seat in stakes.seats:
            of_stakes.update(" ".join(sorted(seat)).encode() + b"\n")
        of_stakes.update(stakes.pays.tobytes() + stakes.first_pays.tobytes())
        digest.update(of_stakes.digest())
        return digest.hexdigest()

    # --- tallies ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.rounds.seats

    @property
    def slots(self) -> int:
        """Counts of one seat: how often a round ended in each way."""
        return len(self.rounds.endings)

    @property
    def counter_counts(self) -> int:
        """The counts that follow those of the seats: the first seat's endings by true count."""
        return COUNT_BINS * self.slots if self.stakes.counter is not None else 0

    def empty_tally(self) -> Tally:
        totals = BASE + OF_SEAT * self.seats
        totals += OF_COUNTER if self.stakes.counter is not None else 0
        counts = np.zeros(self.seats * self.slots + self.counter_counts, np.int64)
        return Tally(0, 0, counts, (0,) * totals)

    def deal(self, first: int, units: int, on_rounds: OnRounds | None = None) -> Tally:
        """Deal, and pass each batch of rounds to `on_rounds` if given."""
        found, at_once = self.empty_tally(), LANES if self.cut_at is None else SHOES_AT_ONCE
        for start in range(0, units, at_once):
            now = min(at_once, units - start)
            deal = self._fresh if self.cut_at is None else self._shoes
            dealt = deal(first + start, now)
            found = found + self._tally(now, dealt)
            if on_rounds is not None:
                on_rounds(dealt)
        return found

    def _tally(self, units: int, dealt: DealtRounds) -> Tally:
        stakes, slots = self.stakes, self.slots
        counts = [np.bincount(endings, minlength=slots) for endings in dealt.endings]
        won = np.stack([pays[own] for pays, own in zip(stakes.pays, dealt.endings, strict=True)])
        bets = None
        if stakes.counter is not None:
            seen = dealt.gone - dealt.unseen
            bets, bins = stakes.counter.bets(dealt.running, seen, dealt.gone)
            won[0] += stakes.first_pays[dealt.endings[0]] * bets
            by_count = bins * slots + dealt.endings[0]
            counts.append(np.bincount(by_count, minlength=self.counter_counts))
        totals = shoe_totals(dealt.shoe, won, bets)
        return Tally(units, totals[ROUNDS], np.concatenate(counts), totals)

    def side_counts_of(self, tally: Tally, wager: str) -> Int64s:
        by_seat = self.by_seat(tally)
        counted: Int64s = by_seat[self._seats_of(wager)].sum(axis=0)
        return counted

    def _seats_of(self, wager: str) -> list[int]:
        """The seats that play a wager."""
        return [seat for seat, plays in enumerate(self.stakes.seats) if wager in plays]

    def by_seat(self, tally: Tally) -> Int64s:
        """How often rounds ended in each way, by seat."""
        return tally.counts[: self.seats * self.slots].reshape(self.seats, self.slots)

    def side_classes(self, first: int, units: int, wager: str) -> Int64s:
        """The ending of each seat that plays a side wager, one row for each round, in order."""
        seats, dealt = self._seats_of(wager), list[DealtRounds]()
        self.deal(first, units, dealt.append)
        return np.concatenate([each.endings[seats] for each in dealt], axis=1).T

    # --- cards -----------------------------------------------------------------------------

    @cached_property
    def _faces(self) -> UInt8s:
        """The face of each card of all packs."""
        deck = self.rounds.deck
        if deck.size > MOST_CARDS:
            raise SimulationError(
                f"game.deck: it has {deck.size} cards; packs of up to {MOST_CARDS} are simulated"
            )
        return np.repeat(np.arange(len(deck.faces)), deck.copies).astype(np.uint8)

    def _fresh(self, first: int, now: int) -> DealtRounds:
        """Rounds that each have packs of their own."""
        rounds, size = self.rounds, self.rounds.deck.size
        draws = new_draws(rounds.most_cards, now, np.uint16)
        draw_lanes(np.uint64(self.seed), np.uint64(first), size, draws)
        faces = self._faces[draws.cards]
        ended, none = rounds.played(faces), np.zeros(now, np.int64)
        return DealtRounds(faces, ended.endings, np.arange(now), none, none, none)

    def _shoes(self, first: int, now: int) -> DealtRounds:
        """Round after round of all shoes that have not reached the cut card."""
        rounds, size = self.rounds, self.rounds.deck.size
        limit = min(self.cut_at or 0, size - rounds.most_cards + 1)
        shoes = new_shoes(size, max(1, limit + rounds.most_cards - BEYOND), 0)
        order = np.zeros((-(-now // SHOES) * SHOES, size), np.uint8)
        values = np.zeros(len(rounds.deck.faces), np.uint8)
        for start in range(0, now, SHOES):
            shuffle_shoes(
                shoes, np.uint64(self.seed), np.uint64(first + start), self._faces, values
            )
            order[start : start + SHOES] = shoes.faces
        gone, running, unseen = (np.zeros(now, np.int64) for _ in range(3))
        tags = None if self.stakes.counter is None else self.stakes.counter.tags
        cards, live, dealt = np.arange(rounds.most_cards), np.arange(now), []
        while len(live):
            faces = np.ascontiguousarray(order[live[:, None], gone[live][:, None] + cards].T)
            ended = rounds.played(faces)
            before = (gone[live], running[live], unseen[live])
            dealt.append(DealtRounds(faces, ended.endings, live, *before))
            if tags is not None:
                seen = cards[:, None] < ended.taken
                seen[list(rounds.burnt)] = False
                running[live] += (tags[faces] * seen).sum(axis=0)
            gone[live] += ended.taken
            unseen[live] += len(rounds.burnt)
            live = live[gone[live] < limit]
        parts = [np.concatenate(part, axis=-1) for part in zip(*dealt, strict=True)]
        by_shoe = np.argsort(np.concatenate([each.shoe for each in dealt]), kind="stable")
        return DealtRounds(*(part[..., by_shoe] for part in parts))
