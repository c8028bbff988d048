"""Equity: known hands against each other and against unknown ones, on any board.

Boards and up to two unknown hands of two cards are counted, every deal of them, with the cards that
are out taken out of the deck. Beyond that a sample is drawn, and says so with its error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from feltworks.cards import SeededRandomness, join_cards
from feltworks.odds.boardsymmetry import canonical_hands
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.deals import ways_to_deal
from feltworks.odds.equity.kernels import Sample, exact_shares, sampled_shares
from feltworks.odds.equity.tables import EquityError, PotHand, UncountableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltworks.arrays import Int64s, UInt8s
    from feltworks.cards import Card, Deck

MOST_COUNTED = 1_000_000_000
"""The most hands read for one exact answer, at a few nanoseconds each."""


@dataclass(frozen=True, slots=True)
class Share:
    """One hand's results over `deals` deals, all that are possible or a sample of them.

    `sharing[n]` counts the deals in which it has the best hand together with n - 1 others.
    """

    sharing: tuple[int, ...]
    deals: int
    exact: bool

    @classmethod
    def counted(cls, sharing: Iterable[int], deals: int, *, exact: bool) -> Share:
        return cls(tuple(int(count) for count in sharing), deals, exact)

    @property
    def wins(self) -> int:
        """Deals that it wins alone."""
        return self.sharing[1]

    @property
    def ties(self) -> int:
        """Deals in which it splits the pot."""
        return sum(self.sharing[2:])

    @property
    def win(self) -> Fraction:
        return Fraction(self.wins, self.deals)

    @property
    def tie(self) -> Fraction:
        return Fraction(self.ties, self.deals)

    @property
    def part(self) -> Fraction:
        """Its part of the pot on average: a pot split in three counts a third."""
        split = sum(Fraction(count, ways) for ways, count in enumerate(self.sharing) if ways)
        return Fraction(split) / self.deals

    @property
    def standard_error(self) -> float:
        """The error of `part`; 0 if every deal was counted."""
        if self.exact:
            return 0.0
        squares = sum(count / ways**2 for ways, count in enumerate(self.sharing) if ways)
        mean = float(self.part)
        return sqrt(max(0.0, squares / self.deals - mean * mean) / self.deals)


def boards(deck: Deck, known: Sequence[Sequence[Card]], missing: int) -> tuple[UInt8s, Int64s]:
    """Every set of this many cards beside the known ones, as rows of faces, and how many sets each
    counts for: sets that differ by a swap of suits are listed once. Such a swap changes no hand's
    share if the deck and all known parts hold the same ranks in these suits."""
    space = CardSpace(deck)
    held = [
        [{card.rank for card in part if card.suit == suit} for part in (deck.cards, *known)]
        for suit in deck.suits
    ]
    alike = np.array([held.index(ranks) for ranks in held], np.int64)
    out = np.array([space.numbers[card] for part in known for card in part], np.uint8)
    found = canonical_hands(space, out, alike, missing)
    return space.faces[found.sets], found.weights


def equity(
    pot: PotHand,
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    unknown_hands: int = 0,
    out: Sequence[Card] = (),
) -> tuple[Share, ...]:
    """Each known hand's exact share; raises an `UncountableError` if there are too many deals."""
    known = _checked(pot, hands, board, unknown_hands, out)
    if unknown_hands and (unknown_hands > 2 or not pot.counts_unknown):
        raise UncountableError(
            f"{unknown_hands} unknown hands of {pot.own_cards} cards cannot be counted: "
            "one or two hands of two cards can; ask for a sample"
        )
    free, missing = pot.free_faces(known), pot.board_cards - len(board)
    pairs = comb(len(free) - missing, 2) if unknown_hands else 1
    if comb(len(free), missing) * max(pairs, len(hands)) > MOST_COUNTED:
        raise UncountableError(
            f"there are {comb(len(free), missing)} boards and {pairs} unknown hands on each, too "
            "many to count: ask for a sample"
        )
    coming, weights = boards(pot.deck, (*hands, board, out), missing)
    lying = np.tile(pot.faces(board), (len(coming), 1)).astype(np.uint8)
    shares = np.zeros((len(hands), len(hands) + unknown_hands + 1), np.int64)
    exact_shares(
        np.array([pot.faces(hand) for hand in hands], np.uint8),
        np.concatenate([lying, coming], axis=1),
        weights,
        free,
        pot.tables,
        shares,
    )
    deals = ways_to_deal(len(free), [missing, *[2] * unknown_hands])
    return tuple(Share.counted(row.tolist(), deals, exact=True) for row in shares)


def sampled_equity(
    pot: PotHand,
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    unknown_hands: int = 0,
    deals: int = 20_000,
    seed: int = 0,
) -> tuple[Share, ...]:
    """Each known hand's share over a seeded sample of deals."""
    return sampled_equities(pot, hands, board, unknown_hands=unknown_hands, deals=deals, seed=seed)[
        unknown_hands
    ]


def sampled_equities(
    pot: PotHand,
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    unknown_hands: int,
    deals: int,
    seed: int = 0,
) -> list[tuple[Share, ...]]:
    """The shares against no unknown hand, one, two and so on, all from the same deals."""
    if deals < 1:
        raise EquityError(f"a sample of {deals} deals is none: ask for one at least")
    known = _checked(pot, hands, board, unknown_hands, ())
    held = np.array([pot.faces(hand) for hand in hands], np.uint8)
    shares = np.zeros((unknown_hands + 1, len(held), len(held) + unknown_hands + 1), np.int64)
    start = int.from_bytes(SeededRandomness(seed).child("equity").bytes(8), "big")
    sample = Sample(deals, np.uint64(start))
    pile = pot.free_faces(known)
    sampled_shares(held, pot.faces(board), pile, pot.tables, sample, shares)
    return [
        tuple(Share.counted(row.tolist(), deals, exact=False) for row in rows) for rows in shares
    ]


def _checked(
    pot: PotHand,
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card],
    unknown_hands: int,
    out: Sequence[Card],
) -> list[Card]:
    """All known cards, after a check that the question can be answered."""
    known = [*chain.from_iterable(hands), *board, *out]
    if not hands:
        raise EquityError("equity needs a known hand, and there is none")
    for hand in hands:
        if len(hand) != pot.own_cards:
            raise EquityError(
                f"the hand {join_cards(hand) or 'without cards'} must have {pot.own_cards} cards"
            )
    if len(board) > pot.board_cards:
        raise EquityError(f"the board {join_cards(board)} has more than {pot.board_cards} cards")
    if unknown_hands < 0:
        raise EquityError(f"there cannot be {unknown_hands} unknown hands")
    needed = pot.board_cards - len(board) + unknown_hands * pot.own_cards
    left = len(pot.free_faces(known))
    if needed > left:
        raise EquityError(f"{needed} cards are still to come and {left} are left in the deck")
    return known
