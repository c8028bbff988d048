"""Cards laid out on many boards at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.symmetry import Symmetry, suit_bits


@kernel
def lay_out(rest: NDArray[np.uint8], places: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """The cards at given places of what is left of the deck, for each board."""
    for board in range(rest.shape[0]):
        for hand in range(places.shape[0]):
            for place in range(places.shape[1]):
                out[board, hand, place] = rest[board, places[hand, place]]


@kernel
def lay_hands(
    boards: NDArray[np.uint8],
    own: NDArray[np.uint8],
    columns: NDArray[np.int64],
    faces: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """The faces each hand is drawn from; a column below 0 is a board card, counted from -1."""
    row = 0
    for board in range(own.shape[0]):
        for hand in range(own.shape[1]):
            for place in range(len(columns)):
                column = columns[place]
                if column < 0:
                    out[row, place] = faces[boards[board, -1 - column]]
                else:
                    out[row, place] = faces[own[board, hand, column]]
            row += 1


@kernel
def leftover(boards: NDArray[np.uint8], size: int, out: NDArray[np.uint8]) -> None:
    """The cards not on each board, ascending."""
    for board in range(boards.shape[0]):
        place = 0
        for card in range(size):
            taken = False
            for held in boards[board]:
                taken = taken or held == card
            if not taken:
                out[board, place] = card
                place += 1


@kernel
def alike_with_board(
    board: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    deck_bits: NDArray[np.int64],
    alike: NDArray[np.int64],
) -> None:
    """Suits that deck and board treat alike get the same mark."""
    suit_bits(board, shifts, suits, ranks, alike)
    bits = alike.copy()
    for suit in range(len(alike)):
        alike[suit] = suit
        for other in range(suit):
            if bits[other] == bits[suit] and deck_bits[other] == deck_bits[suit]:
                alike[suit] = alike[other]
                break


@kernel
def alike_codes(
    boards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    deck_bits: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> None:
    """The marks of suits on each board, read as the digits of a number."""
    alike = np.zeros(len(deck_bits), np.int64)
    for board in range(len(boards)):
        alike_with_board(boards[board], shifts, suits, ranks, deck_bits, alike)
        codes[board] = 0
        for mark in alike:
            codes[board] = codes[board] * len(alike) + mark


@dataclass(frozen=True)
class HoleSymmetry:
    """Hole hands on some boards up to swaps of suits. Which ones are canonical hangs on the suits
    that a board treats alike, so it is found once for each set of such suits."""

    patterns: NDArray[np.int64]
    """The pattern of each board: which suits are alike there."""
    by_pattern: list[Symmetry]

    @cached_property
    def weights(self) -> NDArray[np.int16]:
        """By pattern and hole hand, how many hands it stands for; 0 if it is not canonical."""
        return np.stack([hands.weights for hands in self.by_pattern]).astype(np.int16)

    @cached_property
    def canonical(self) -> NDArray[np.int32]:
        """By pattern and hole hand, the number of the canonical one."""
        return np.stack([hands.stand_ins()[0] for hands in self.by_pattern])


def hole_symmetry(
    space: CardSpace, boards: NDArray[np.uint8], sizes: Sequence[int], hole: int
) -> HoleSymmetry:
    """The symmetry of hole hands on boards that lie in piles of so many cards."""
    codes = np.zeros(len(boards), np.int64)
    shifts = space.pile_shifts(sizes)
    alike_codes(boards, shifts, space.suits, space.ranks, space.suit_ranks, codes)
    found, patterns = np.unique(codes, return_inverse=True)
    count = len(space.suit_ranks)
    digits = [[int(code) // count**at % count for at in reversed(range(count))] for code in found]
    return HoleSymmetry(
        patterns.reshape(-1),
        [Symmetry(space, (hole,), np.array(alike, np.int64)) for alike in digits],
    )


@kernel
def weigh_on_boards(
    holes: NDArray[np.uint8],
    binom: NDArray[np.int64],
    patterns: NDArray[np.int64],
    by_hole: NDArray[np.int16],
    weights: NDArray[np.int64],
) -> None:
    """How many hole hands each stands for on its board, 0 when it is not canonical."""
    for board in range(len(holes)):
        of_hole = by_hole[patterns[board]]
        for hand in range(holes.shape[1]):
            weights[board, hand] = of_hole[hole_number(holes, board, hand, binom)]


@inlined
def hole_number(holes: NDArray[np.uint8], board: int, hand: int, binom: NDArray[np.int64]) -> int:
    """The number of an ascending hole hand on a board."""
    number = 0
    for place in range(holes.shape[2]):
        number += binom[holes[board, hand, place], place + 1]
    return number


def dealt(boards: NDArray[np.uint8], cards: int, sets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cards that sets of places mean on each board."""
    rest = np.zeros((len(boards), cards - boards.shape[1]), np.uint8)
    leftover(boards, cards, rest)
    out = np.zeros((len(boards), *sets.shape), np.uint8)
    lay_out(rest, sets, out)
    return out
