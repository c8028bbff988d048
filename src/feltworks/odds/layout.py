"""Cards laid out on many boards at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.symmetry import suit_bits, weigh


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
def weigh_on_boards(
    boards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    hands: NDArray[np.uint8],
    cards: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    weights: NDArray[np.int64],
) -> None:
    """How many hands each stands for on its board, 0 when another stands for it.

    `cards` are suit and rank of each card and the deck's ranks by suit.
    """
    suits, ranks, deck_bits = cards
    alike = np.zeros(len(deck_bits), np.int64)
    one_pile = np.zeros(hands.shape[2], np.int64)
    for board in range(len(boards)):
        alike_with_board(boards[board], shifts, suits, ranks, deck_bits, alike)
        if np.all(alike == np.arange(len(alike))):
            weights[board] = 1
        else:
            weigh(hands[board], one_pile, suits, ranks, alike, weights[board])


def dealt(boards: NDArray[np.uint8], cards: int, sets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cards that sets of places mean on each board."""
    rest = np.zeros((len(boards), cards - boards.shape[1]), np.uint8)
    leftover(boards, cards, rest)
    out = np.zeros((len(boards), *sets.shape), np.uint8)
    lay_out(rest, sets, out)
    return out
