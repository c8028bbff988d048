"""Dealing a program: rounds of a table game, lane by lane."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s, UInt32s
from feltworks.simulate.dealing import LANES, draw_lanes, new_draws
from feltworks.simulate.operations import RoundLanes, deal_rounds
from feltworks.simulate.program import Program
from feltworks.simulate.tally import Tally, whole_dot
from feltworks.simulate.weighing import is_weighed, run_program

MOST_SQUARES = 2**62


def new_batch(program: Program, lanes: int = LANES) -> RoundLanes:
    """Empty lanes for a program."""
    draws = new_draws(program.cards, lanes)
    return RoundLanes(
        draws=draws,
        cards=draws.cards,
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
        totals, counts = [0] * self._totals, np.zeros(self.program.counts, np.int64)
        for live, batch in self._batches(first, units, counts):
            net = batch.net[:, :live]
            wins = [net.sum(axis=0), *(net if len(net) > 1 else ())]
            for place, won in enumerate(wins):
                totals[2 * place] += int(won.sum())
                totals[2 * place + 1] += whole_dot(won, won)
        return Tally(units, units, counts, tuple(totals))

    def side_counts_of(self, tally: Tally, wager: str) -> Int64s:
        counted: Int64s = self.program.side_counts(tally.counts, wager).sum(axis=0)
        return counted

    def side_classes(self, first: int, units: int, wager: str) -> Int64s:
        """The class of each seat that plays a side wager, a row for each round."""
        seats, counts = self.program.side_registers(wager), self.empty_tally().counts
        batches = self._batches(first, units, counts)
        found = [batch.registers[seats, :live].T.astype(np.int64) for live, batch in batches]
        return np.concatenate(found)

    def rounds(self, first: int, rounds: int) -> tuple[UInt8s, UInt32s]:
        """Every card and every seat's slot of some rounds, a row for each round."""
        cards, slots, counts = [], [], self.empty_tally().counts
        for live, batch in self._batches(first, rounds, counts):
            cards.append(batch.cards[:, :live].T.copy())
            slots.append(batch.slots[:, :live].T.copy())
        return np.concatenate(cards), np.concatenate(slots)

    def _batches(self, first: int, rounds: int, counts: Int64s) -> Iterator[tuple[int, RoundLanes]]:
        """Deal batch after batch: how many of its lanes are used, and the lanes, the same arrays
        each time."""
        code, batch = self.program.for_kernels, new_batch(self.program)
        for done in range(0, rounds, LANES):
            live, number = min(LANES, rounds - done), np.uint64(first + done)
            draw_lanes(np.uint64(self.seed), number, code.deck, batch.draws)
            run_program(code, batch, live, counts)
            yield live, batch
