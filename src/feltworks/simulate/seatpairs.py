"""What two seats that share a dealer and a board win together, counted over all deals.

The cards that both see, board and dealer's hand, are laid out in turn, boards that a swap of suits
makes alike once. Over all hands P of one seat that they leave, f(P) is what it wins. Two seats hold
hands without a common card, and over such pairs the products f(P) f(Q) add up to the sum over all
sets of cards T of (-1)^|T| S(T)^2, where S(T) adds up f over the hands that hold all of T
(inclusion-exclusion over what P and Q have in common). So one pass over single hands gives the sum
over all pairs.

Choices, pay classes and values come from the program of a simulation, run on every hand in place of
dealt ones. Only contests look at the dealer's hidden cards, so a hand's pay is found once for each
case and then compared with every hand of the dealer.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations as subsets
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int32s, Int64s, UInt8s, UInt32s, UInt64s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import binomials, combinations
from feltworks.odds.passes import cores
from feltworks.odds.plan import LevelPlan
from feltworks.odds.progress import Progress, silent
from feltworks.odds.symmetry import Symmetry
from feltworks.simulate import programlines as op
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.lanes import new_batch
from feltworks.simulate.operations import STATES
from feltworks.simulate.reading import Columns
from feltworks.simulate.tablegames import TableGame
from feltworks.simulate.tally import whole_dot
from feltworks.simulate.weighing import run_program

MOST_HANDS = 2_000_000
"""The most hands of one seat, and of the dealer, that are laid out at once."""
STEP_SECONDS = 1.2e-9
"""About how long one hand against one dealer's hand takes, for each sum it is added to."""
BOARD_SECONDS = 2e-3
"""About how long it takes to lay out the hands on a board."""


class PairedHands(NamedTuple):
    """Every hand of one seat on a board, and the sets of cards that two hands may share."""

    bits: UInt64s
    sums: Int32s
    """By set of places and hand, which of the shared sets its cards there are; no cards and all of
    them are left out."""
    signs: Int64s
    """What each shared set counts for."""
    own: int
    """What a whole hand counts for."""
    pays: Int64s
    """By case of the hand's contest, and hand."""
    contest: Int64s
    values: Int64s
    """By contest and hand."""


class DealtAgainst(NamedTuple):
    """The dealer's hands: cards as bits, then by hand and contest the value, and whether it
    qualifies."""

    bits: UInt64s
    values: Int64s
    qualify: Int64s


@kernel
def pair_products(paired: PairedHands, against: DealtAgainst, out: Int64s) -> None:
    """By dealer's hand: the products of what two seats win, summed over all pairs of hands that
    share no card with him or each other.

    Pays are found first and then added up set by set, in loops without conditions.
    """
    hands, sums, signs = paired.bits, paired.sums, paired.signs
    pays, contest = paired.pays, paired.contest
    scratch = np.zeros(len(signs), np.int64)
    won = np.zeros(len(hands), np.int64)
    for dealer in range(len(out)):
        gone, together, squares = against.bits[dealer], np.int64(0), np.int64(0)
        won[:] = 0
        for which in range(len(paired.values)):
            other, values = against.values[dealer, which], paired.values[which]
            first = 3 * against.qualify[dealer, which]
            ahead, level, behind = pays[first], pays[first + 1], pays[first + 2]
            for hand in range(len(hands)):
                # Everything is loaded before the conditions: only then are they vector selects.
                one, win, tie, lose, so_far = (
                    values[hand],
                    ahead[hand],
                    level[hand],
                    behind[hand],
                    won[hand],
                )
                counts = (hands[hand] & gone) == 0 and contest[hand] == which
                net = win if one > other else tie if one == other else lose
                won[hand] = net if counts else so_far
        for hand in range(len(hands)):
            together += won[hand]
            squares += won[hand] * won[hand]
        scratch[:] = 0
        for place in range(len(sums)):
            here = sums[place]
            for hand in range(len(here)):
                scratch[here[hand]] += won[hand]
        total = together * together + paired.own * squares
        for place in range(len(scratch)):
            total += signs[place] * scratch[place] * scratch[place]
        out[dealer] = total


@dataclass(frozen=True)
class _Hands:
    """Every hand on a board: its cards as bits, and what the program's registers say of it."""

    bits: UInt64s
    registers: UInt32s
    net: Int64s


def seconds_of_pairs(plan: LevelPlan) -> float:
    """About how long counting takes on one core; infinite if it cannot be done: own cards must be
    one hand, seen from the first decision on, and the deck must be enough for two seats."""
    size, zones = plan.book.deck.size, plan.book.rules.zones
    own = any(zones[group.zone] == "player" for group in plan.groups)
    dealers, hands = (float(comb(size - plan.board, n)) for n in (plan.hidden, plan.hole))
    fits = 2 * plan.hole + plan.board + plan.hidden <= size
    if not plan.hole or own or not fits or max(dealers, hands) > MOST_HANDS:
        return float("inf")
    if not plan.board:
        dealers /= factorial(len(plan.book.deck.suits))
    boards, piles = 1.0, piles_of(plan)
    for at, pile in enumerate(piles):
        boards *= comb(size - sum(piles[:at]), pile)
    boards = max(1.0, boards / factorial(len(plan.book.deck.suits)))
    return float(boards * (dealers * hands * 2**plan.hole * STEP_SECONDS + BOARD_SECONDS))


def piles_of(plan: LevelPlan) -> tuple[int, ...]:
    """The board's cards in groups that are opened together."""
    found: list[int] = []
    for group in range(len(plan.groups)):
        at = 0
        for level in plan.levels:
            if level.board[group] > at:
                found.append(level.board[group] - at)
                at = level.board[group]
    return tuple(found)


class SeatPairs:
    """The pairs of seats of one game; `game` is made ready for one seat."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self.program = game.program
        self.walk = game.walk
        self.plan = game.walk.plan
        self._piles = piles_of(self.plan)
        self.columns = Columns(game.walk, 1)
        self.size = game.walk.space.size
        if self.plan.hidden and self.walk.pays.classes.contests:
            raise SimulationError("contests: pays that look at the dealer's cards are not counted")
        code = self.program.code
        self._settle = next(line for line in code if line[op.KIND] == op.SETTLE)
        self._cases = [line for line in code if line[op.KIND] == op.CASE]

    # --- counting ----------------------------------------------------------------------------

    def mean_product(self, progress: Progress = silent) -> Fraction:
        """The average product of what two seats win, in units squared."""
        boards, weights = self._boards()
        with ThreadPoolExecutor(cores()) as threads:
            jobs = [threads.submit(self._board, board) for board in boards]
            total = 0
            for done, (job, weight) in enumerate(zip(jobs, weights.tolist(), strict=True)):
                progress("pairs of seats", done, len(jobs))
                total += job.result() * weight
        left = self.size - self.plan.board - self.plan.hidden
        hole = self.plan.hole
        pairs = comb(left, hole) * comb(left - hole, hole)
        dealers = comb(self.size - self.plan.board, self.plan.hidden)
        deals = int(weights.sum()) * dealers * pairs
        return Fraction(total, deals) / Fraction(self.game.played.scale) ** 2

    def covariance(self, progress: Progress = silent) -> Fraction:
        """The covariance of the required wagers of two seats."""
        return self.mean_product(progress) - self.game.exact.own_expected_value**2

    def _boards(self) -> tuple[UInt8s, Int64s]:
        if not self._piles:
            return np.zeros((1, 0), np.uint8), np.ones(1, np.int64)
        return self._unlike(self._piles)

    def _unlike(self, piles: tuple[int, ...]) -> tuple[UInt8s, Int64s]:
        """Cards in such piles that no swap of suits makes alike, and how many each counts for."""
        symmetry = Symmetry(self.walk.space, piles)
        chosen = np.flatnonzero(symmetry.weights > 0)
        return symmetry.hands[chosen], symmetry.weights[chosen].astype(np.int64)

    def _board(self, board: UInt8s) -> int:
        """The products over all pairs of hands and all dealer's hands on one board."""
        left = np.setdiff1d(np.arange(self.size, dtype=np.uint8), board)
        held = combinations(len(left), self.plan.hole)
        hands = self._run(board, left, self.columns.hole(0), left[held])
        dealers, weights = self._dealers(board, left)
        out = np.zeros(len(dealers.bits), np.int64)
        sums, signs = self._sums
        paired = PairedHands(hands.bits, sums, signs, (-1) ** self.plan.hole, *self._paid(hands))
        pair_products(paired, DealtAgainst(dealers.bits, *self._dealt(dealers)), out)
        return whole_dot(out, weights)

    @cached_property
    def _sums(self) -> tuple[Int32s, Int64s]:
        """By set of places and hand: the number of that set of cards, and the sign of each number.
        Cards are given by their place among those a board leaves, so boards share the result."""
        left, hole = self.size - self.plan.board, self.plan.hole
        held, binom = combinations(left, hole), binomials(left, hole)
        numbers, signs, at = [], [], 0
        for cards in range(1, hole):
            for chosen in subsets(range(hole), cards):
                number = np.full(len(held), at, np.int64)
                for place, column in enumerate(chosen):
                    number += binom[held[:, column], place + 1]
                numbers.append(number)
            signs += [(-1) ** cards] * comb(left, cards)
            at += comb(left, cards)
        sums = np.array(numbers, np.int32).reshape(len(numbers), len(held))
        return sums, np.array(signs, np.int64)

    def _dealers(self, board: UInt8s, left: UInt8s) -> tuple[_Hands, Int64s]:
        """The dealer's hands, and how many hands each counts for: without a board suits swap
        freely."""
        plan = self.plan
        if not plan.hidden:
            registers = np.zeros((self.program.registers, 1), np.uint32)
            nobody = _Hands(np.zeros(1, np.uint64), registers, np.zeros(1, np.int64))
            return nobody, np.ones(1, np.int64)
        if self._piles:
            cards = left[combinations(len(left), plan.hidden)]
            weights = np.ones(len(cards), np.int64)
        else:
            cards, weights = self._unlike((plan.hidden,))
        return self._run(board, left, self.columns.hidden(), cards), weights

    def _run(self, board: UInt8s, left: UInt8s, columns: list[int], cards: UInt8s) -> _Hands:
        """Run the program on some hands in their columns; the other side gets any other cards."""
        program, lanes = self.program, len(cards)
        batch = new_batch(program, lanes)
        for column, card in zip(self.columns.board(0), board, strict=True):
            batch.cards[column] = card
        for column, held in zip(columns, cards.T, strict=True):
            batch.cards[column] = held
        others = [*self.columns.hole(0), *self.columns.hidden()]
        others = [column for column in others if column not in columns]
        # The first cards left that the hand does not hold: others fill the gaps.
        spare = left[: len(others) + cards.shape[1]]
        held_there = (cards[:, :, None] == spare).any(axis=1)
        free = np.argsort(held_there, axis=1, kind="stable")[:, : len(others)]
        for column, held in zip(others, spare[free].T, strict=True):
            batch.cards[column] = held
        counts = np.zeros(program.counts, np.int64)
        run_program(program.for_kernels, batch, lanes, counts)
        bits = np.zeros(lanes, np.uint64)
        for held in cards.T:
            bits |= np.uint64(1) << held.astype(np.uint64)
        return _Hands(bits, batch.registers, batch.net[0])

    def _paid(self, hands: _Hands) -> tuple[Int64s, Int64s, Int64s]:
        """What hands win by case of their contest, which contest it is, and their values by
        contest."""
        lanes = len(hands.bits)
        if not self.plan.hidden:
            pays = np.repeat(hands.net[None, :], 6, axis=0)
            return pays, np.zeros(lanes, np.int64), np.zeros((1, lanes), np.int64)
        line, at, ints = self._settle, op.SETTLE_AT, self.program.tables.ints
        plan = ints[line[at.plan] : line[at.plan] + 4 * STATES].reshape(4, STATES)
        state = hands.registers[line[at.state]]
        first, by_class, by_case, contest = (row[state].astype(np.int64) for row in plan)
        slot = first + hands.registers[line[at.pay_class]] * by_class
        slots = slot + by_case * np.arange(6)[:, None]
        mine = [hands.registers[case[op.CASE_AT.mine]].astype(np.int64) for case in self._cases]
        values = np.stack(mine) if mine else np.zeros((1, lanes), np.int64)
        return self.program.pays[line[at.first] + slots], contest, values

    def _dealt(self, dealers: _Hands) -> tuple[Int64s, Int64s]:
        """By dealer's hand: its value in each contest, and whether it qualifies."""
        lanes = len(dealers.bits)
        if not self.plan.hidden or not self._cases:
            return np.zeros((lanes, 1), np.int64), np.zeros((lanes, 1), np.int64)
        values, plays, at = [], [], op.CASE_AT
        for case in self._cases:
            value, least = dealers.registers[case[at.dealers]].astype(np.int64), case[at.least]
            values.append(value)
            tested = dealers.registers[case[at.qualified]].astype(np.int64)
            plays.append(tested if least < 0 else (value >= least).astype(np.int64))
        return np.stack(values, axis=1), np.stack(plays, axis=1)
