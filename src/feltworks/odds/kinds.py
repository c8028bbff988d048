"""Kinds of cards: what is left of suits when only whole flushes count.

A ranking looks at suits only where all cards of a hand share one. Of five cards to a hand
and two of one's own, three of a suit must lie on the board before it matters there; then no
other suit does, and every card is of one of two kinds of its rank: of that suit, or not.
On all other boards a card is its rank and nothing more. Sets of cards become sets of kinds
that may hold a kind more than once: a board of five from 52 cards is one of 6,175 sets of
ranks, or one of 36,608 with three to five cards of the suit distinguished, instead of 134,459
boards; and 91 or 338 pairs lie on it instead of 1,081.

All that a deck has to say is how many cards of each kind it holds. So cards may be gone from it,
and suits may hold different ranks: only suits that hold the same ones, in a deck where they may
be swapped, have their kinds in common, and each other suit is distinguished in a view of its own.

A wild card in a hand is one more of any suit, and changes nothing of this. On a board it does: two
cards of a suit are then enough, and two suits may matter at once. Boards that hold one are left
out here, and looked at card by card; jokers are the kind after the last rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.cards import JOKER
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, binomials, combinations, set_numbers
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import EVERY

PLAIN = -2
"""In place of a suit: none is distinguished. Not -1, which is that jokers have none."""


class KindDeck(NamedTuple):
    """The kinds of a deck for kernels."""

    ranks: int
    """Jokers are one more."""
    suits: int
    distinguished: int
    """The suit that is distinguished, or `PLAIN`."""


@dataclass(frozen=True)
class Kinds:
    """The kinds of a deck.

    Kinds from 0 up are the ranks; with a distinguished suit they are those of all other suits, and
    the ranks of that suit follow.
    """

    deck: KindDeck
    cards: tuple[int, ...]
    """How many cards of each kind the deck holds."""
    alike: tuple[int, ...]
    """The suits that may be distinguished with the same kinds; none where no suit is."""
    wild: tuple[int, ...] = ()
    """The kinds that some ranking takes for any card: they lie on none of the boards."""

    @property
    def ranks(self) -> int:
        return self.deck.ranks

    @property
    def suited(self) -> bool:
        return self.deck.distinguished != PLAIN

    @cached_property
    def held(self) -> Int64s:
        """How many cards of each kind the deck holds."""
        return np.array(self.cards, np.int64)

    def of(self, space: CardSpace, cards: UInt8s, suit: int = PLAIN) -> UInt8s:
        """The kinds of some cards, with this suit distinguished."""
        kinds = space.ranks[cards] + np.where(space.suits[cards] == suit, self.ranks, 0)
        return kinds.astype(np.uint8)


@dataclass(frozen=True)
class KindSets:
    """Sets of kinds of one size, each ascending; a kind may recur as often as the deck allows."""

    kinds: Kinds
    sets: UInt8s
    rows: Int32s
    """The row of a set by its number, -1 for sets that were left out."""

    def __len__(self) -> int:
        return len(self.sets)

    @property
    def size(self) -> int:
        return int(self.sets.shape[1])

    @cached_property
    def counts(self) -> Int64s:
        """How often each kind is in each set, by kind and set."""
        every = np.arange(len(self.kinds.held))
        return np.asarray((self.sets[None, :, :] == every[:, None, None]).sum(axis=2))

    @property
    def binom(self) -> Int64s:
        """The binomials that number sets."""
        return binomials(len(self.kinds.held) + self.size, self.size)

    @cached_property
    def ways(self) -> Int64s:
        """How many sets of cards each is, whichever suit is distinguished."""
        ways = np.full(len(self), max(1, len(self.kinds.alike)), np.int64)
        binom = binomials(int(self.kinds.held.max()), self.size)
        for held, counts in zip(self.kinds.held, self.counts, strict=True):
            ways *= binom[held, counts]
        return ways

    @property
    def most_ways(self) -> int:
        return int(self.ways.max(initial=0))

    def find(self, kinds: UInt8s) -> Int32s:
        """The rows of sets given in any order, -1 if one was left out."""
        return self.rows[_numbers(np.sort(kinds, axis=1), self.binom)]


def kinds_of(space: CardSpace, alike: tuple[int, ...] = (), wild: Sequence[int] = ()) -> Kinds:
    """The kinds of a deck, one of some suits alike being distinguished, or none; with its wild
    ranks, jokers being the last."""
    ranks = len(space.deck.ranks) + (space.deck.jokers > 0)
    distinguished = alike[0] if alike else PLAIN
    kinds = space.ranks + np.where(space.suits == distinguished, ranks, 0)
    cards = np.bincount(kinds, minlength=2 * ranks if alike else ranks)
    of_suit = [ranks + rank for rank in wild] if alike else []
    deck = KindDeck(ranks, len(space.deck.suits), distinguished)
    return Kinds(deck, tuple(cards.tolist()), alike, (*wild, *of_suit))


def _numbers(sets: UInt8s, binom: Int64s) -> Int64s:
    """A set with repeats is numbered like the set without repeats that results from adding 0, 1, 2,
    ..."""
    numbers = np.zeros(len(sets), np.int64)
    spread = sets + np.arange(sets.shape[1], dtype=np.uint8)
    set_numbers(np.ascontiguousarray(spread), binom, numbers)
    return numbers


@lru_cache(maxsize=32)
def kind_sets(kinds: Kinds, size: int, least: int = 0, without: tuple[int, ...] = ()) -> KindSets:
    """All sets of `size` kinds without those in `without`, with at least `least` cards of the
    distinguished suit."""
    count = len(kinds.held)
    places = np.arange(size, dtype=np.uint8)
    sets = combinations(count + size - 1, size) - places if size else np.zeros((1, 0), np.uint8)
    kept = (sets >= kinds.ranks).sum(axis=1) >= least
    for kind in range(count):
        kept &= (sets == kind).sum(axis=1) <= (0 if kind in without else kinds.held[kind])
    rows = np.full(len(sets), -1, np.int32)
    rows[kept] = np.arange(int(kept.sum()), dtype=np.int32)
    return KindSets(kinds, np.ascontiguousarray(sets[kept]), rows)


def as_plain(sets: KindSets, plain: KindSets) -> Int32s:
    """The plain sets that correspond to suited ones."""
    return plain.find(sets.sets % np.uint8(plain.kinds.ranks))


@kernel
def count_hands(left: Int8s, sets: UInt8s, hands: Int32s) -> None:
    """How many hands of cards each hand of kinds is, with the cards of each kind that boards
    leave; 0 where a board leaves too few."""
    for board in range(len(left)):
        for hand in range(len(sets)):
            before, run, ways = -1, 0, 1
            for place in range(sets.shape[1]):
                kind = int(sets[hand, place])
                run = run + 1 if kind == before else 1
                before = kind
                ways *= max(0, int(left[board, kind]) - run + 1)
                if run > 1:
                    ways //= run  # C(n, run) from C(n, run - 1)
            hands[board, hand] = ways


@kernel
def hands_that_fit(left: Int8s, sets: UInt8s, fits: Int8s) -> None:
    """1 for each hand of kinds that a board leaves cards for."""
    for board in range(len(left)):
        for hand in range(len(sets)):
            before, run, enough = -1, 0, True
            for place in range(sets.shape[1]):
                kind = int(sets[hand, place])
                run = run + 1 if kind == before else 1
                before = kind
                enough = enough and left[board, kind] >= run
            fits[board, hand] = enough


class Links(NamedTuple):
    """Each way in which a board of kinds comes from a smaller one by one card."""

    larger: Int32s
    smaller: Int32s
    """The rows of both boards."""
    kind: Int32s
    """The kind of the card."""
    left: Int32s
    """How many cards of its kind the smaller board leaves, without a hole hand."""

    def backwards(self) -> Links:
        """From larger boards to smaller ones."""
        return self._replace(larger=self.smaller, smaller=self.larger)

    def to(self, some: slice) -> Links:
        """The links to a run of larger boards, whose rows are then counted from its first."""
        if some == EVERY:
            return self
        start, stop = np.searchsorted(self.larger, np.array([some.start, some.stop], np.int32))
        here = Links(*(column[start:stop] for column in self))
        return here._replace(larger=here.larger - np.int32(some.start))


def links_between(smaller: KindSets, larger: KindSets) -> Links:
    """All links, sorted by larger board."""
    boards, found = larger.sets, []
    for place in range(larger.size):
        kinds = boards[:, place]
        rows = smaller.find(np.delete(boards, place, axis=1))
        # The same kind in the place before is the same card; a row may be missing.
        new = rows >= 0 if place == 0 else (rows >= 0) & (boards[:, place - 1] != kinds)
        left = larger.kinds.held[kinds] + 1 - (boards == kinds[:, None]).sum(axis=1)
        found.append([column[new] for column in (np.arange(len(boards)), rows, kinds, left)])
    columns = [np.concatenate(parts).astype(np.int32) for parts in zip(*found, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    return Links(*(column[order] for column in columns))


def suit_matters_from(plan: LevelPlan, hands: Sequence[str]) -> int | None:
    """From how many board cards of one suit on these hands look at it; more than the board has
    if they never do, on boards without wild cards. None where kinds do not tell all: open cards in
    several groups, or two suits that may matter at once.
    """
    if len(plan.groups) != 1 or not plan.hole or plan.shown:
        return None
    needed = plan.board + 1
    for hand in dict.fromkeys(hands):
        ranking, chooser = plan.book.ranking(hand), plan.book.chooser(hand)
        if not ranking.minds_suits:
            continue
        lie = [at for zone in plan.columns(hand) for at in zone]
        own = max(sum(lie[place] >= 0 for place in chosen) for chosen in chooser.choices)
        needed = min(needed, ranking.cards - own)
    return needed if 2 * needed > plan.board else None


def wild_ranks(plan: LevelPlan, space: CardSpace, hands: Sequence[str]) -> tuple[int, ...]:
    """The ranks in a deck that some of these hands take for any card, jokers being the last."""
    named = {rank for hand in hands for rank in plan.book.ranking(hand).wild}
    return tuple(
        rank
        for rank, name in enumerate((*space.deck.ranks, JOKER.rank))
        if name in named and (space.ranks == rank).any()
    )
