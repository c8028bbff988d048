"""Dealing a program: rounds of a table game, lane by lane."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s, UInt32s
from feltworks.simulate.dealing import draw_cards, draw_places
from feltworks.simulate.operations import RoundLanes, deal_batch, deal_rounds
from feltworks.simulate.philox import LANES, WORDS
from feltworks.simulate.program import Program
from feltworks.simulate.tally import Tally, whole_dot
from feltworks.simulate.weighing import is_weighed, run_program

MOST_SQUARES = 2**62


def new_batch(program: Program, lanes: int = LANES) -> RoundLanes:
    """Empty lanes for a program."""
    cards = (program.cards, lanes)
    return RoundLanes(
        words=np.zeros((WORDS, lanes), np.uint32),
        rest=np.zeros(lanes, np.uint32),
        places=np.zeros(cards, np.uint8),
        moved=np.zeros(cards, np.uint8),
        cards=np.zeros(cards, np.uint8),
        sorted=np.zeros((8, lanes), np.uint8),
        registers=np.zeros((program.registers, lanes), np.uint32),
        totals=np.zeros(lanes, np.uint64),
        net=np.zeros((program.seats, lanes), np.int64),
        slots=np.zeros((program.seats, lanes), np.uint32),
    )


@dataclass(frozen=True)
class LaneJob:
    """The rounds of one seed. Totals are the sum and the squares of what all seats won together,
    and with several seats also those of each."""

    program: Program
    seed: int

    @cached_property
    def fingerprint(self) -> str:
        program = self.program
        digest = hashlib.sha256(f"{self.seed} {program.deck} {program.cards}".encode())
        for part in (program.code, program.pays, *program.tables):
            digest.update(part.tobytes())
        return digest.hexdigest()

    @property
    def at_once(self) -> int:
        """How many rounds' squares surely add up within 64 bits; 0 if not even a batch's do."""
        most = self.program.most_won
        return MOST_SQUARES // (most * most) // LANES * LANES

    def empty_tally(self) -> Tally:
        return Tally(0, 0, np.zeros(self.program.counts, np.int64), (0,) * self._totals)

    @property
    def _totals(self) -> int:
        return 2 if self.program.seats == 1 else 2 + 2 * self.program.seats

    def deal(self, first: int, units: int) -> Tally:
        program, batch = self.program, new_batch(self.program)
        found, done, at_once = self.empty_tally(), 0, self.at_once
        if not at_once or is_weighed(program.for_kernels):
            return self._deal_by_batch(first, units)
        while done < units:
            now = min(at_once, units - done)
            counts, totals = np.zeros(program.counts, np.int64), np.zeros(self._totals, np.int64)
            deal_rounds(
                np.uint64(self.seed),
                np.uint64(first + done),
                now,
                program.for_kernels,
                batch,
                counts,
                totals,
            )
            found = found + Tally(now, now, counts, tuple(map(int, totals)))
            done += now
        return found

    def _deal_by_batch(self, first: int, units: int) -> Tally:
        """The same if squares need more than 64 bits, or a decision is weighed in every round."""
        batch, totals = new_batch(self.program), [0] * self._totals
        counts = np.zeros(self.program.counts, np.int64)
        for done, live in self._batches(units):
            self._batch(first + done, live, batch, counts)
            net = batch.net[:, :live]
            wins = [net.sum(axis=0), *(net if len(net) > 1 else ())]
            for place, won in enumerate(wins):
                totals[2 * place] += int(won.sum())
                totals[2 * place + 1] += whole_dot(won, won)
        return Tally(units, units, counts, tuple(totals))

    def side_counts_of(self, tally: Tally, wager: str) -> Int64s:
        return self.program.side_counts(tally.counts, wager)

    def side_classes(self, first: int, units: int, wager: str) -> Int64s:
        """The class of each seat that plays a side wager, a row for each round."""
        program, batch = self.program, new_batch(self.program)
        seats = program.side_registers(wager)
        found = np.zeros((units, len(seats)), np.int64)
        counts = np.zeros(program.counts, np.int64)
        for done, live in self._batches(units):
            self._batch(first + done, live, batch, counts)
            found[done : done + live] = batch.registers[seats, :live].T
        return found

    def rounds(self, first: int, rounds: int) -> tuple[UInt8s, UInt32s]:
        """Every card and every seat's slot of some rounds, a row for each round."""
        program, batch = self.program, new_batch(self.program)
        cards = np.zeros((rounds, program.cards), np.uint8)
        slots = np.zeros((rounds, program.seats), np.uint32)
        counts = np.zeros(program.counts, np.int64)
        for done, live in self._batches(rounds):
            self._batch(first + done, live, batch, counts)
            cards[done : done + live] = batch.cards[:, :live].T
            slots[done : done + live] = batch.slots[:, :live].T
        return cards, slots

    def _batches(self, rounds: int) -> Iterator[tuple[int, int]]:
        """Where each batch begins, and how many of its rounds are used."""
        return ((done, min(LANES, rounds - done)) for done in range(0, rounds, LANES))

    def _batch(self, first: int, live: int, batch: RoundLanes, counts: Int64s) -> None:
        code, number = self.program.for_kernels, (np.uint64(self.seed), np.uint64(first))
        if not is_weighed(code):
            deal_batch(*number, live, code, batch, counts)
            return
        draw_places(*number, code.deck, batch.words, batch.rest, batch.places)
        draw_cards(batch.places, code.deck, batch.moved, batch.cards)
        run_program(code, batch, live, counts)
