"""Games decided by the longest flush: one decision on the player's own cards, against a dealer's
hand. Seven cards against seven are 133,784,560 hands and 45,379,620 of the dealer's for each. No
table holds them, and none is needed: a hand is worth what its best suit is worth. Hands are visited
by the ranks of their suits, up to swaps of suits (5.6 million), in ascending order of value, while
tables are updated of how many choices in one suit are worth less (`suitkernels`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, NoReturn

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.cards import Card
from feltworks.hands.longest import LongestRanking, sizes_in_suit, ways_together
from feltworks.odds.cases import BELOW, CASE_COUNT, UNQUALIFIED, UP_TO, fill_cases
from feltworks.odds.classes import pay_classes
from feltworks.odds.contests import CountedContest, read_contests, tables_of
from feltworks.odds.dealing import Dealing
from feltworks.odds.ends import branches_at
from feltworks.odds.errors import OddsRefused
from feltworks.odds.forward import EndingCounts
from feltworks.odds.keys import KeysUsed
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.outcomes import EndedDeals
from feltworks.odds.pays import price
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.suitkernels import (
    CODE_BASE,
    LIMITS,
    MOST_SUITS,
    TIED_DEALS,
    FlushGame,
    PlayedHands,
    add_ranks,
    play_value,
)
from feltworks.odds.sums import CLOSED, MOST_WORTH
from feltworks.odds.tree import DecisionNode, unfold
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules


def is_by_suits(rules: Rules, book: Handbook) -> bool:
    """Whether the contests of a game are between longest flushes."""
    ranked = [each.player for each in rules.contests.values() if each.player in rules.hands]
    return is_solved(rules) and any(book.ranking(hand).longest for hand in ranked)


class _RankSets(NamedTuple):
    """Sets of ranks as bits, ascending by size and then by rank, and where each size starts."""

    bits: Int64s
    starts: Int64s


class SuitGame:
    """One such game, read completely; nothing is counted before it is needed."""

    def __init__(
        self, book: Handbook, keys: KeysUsed, indifferent: Mapping[str, str] | None = None
    ) -> None:
        self.book, self.rules = book, book.rules
        self.contest = self._only_contest(keys)
        self.player, self.dealer = self.contest.player, self.contest.dealer
        compiled = book.compiled(self.player)
        assert isinstance(compiled, LongestRanking)
        self.compiled = compiled
        dealing = Dealing(self.rules, keys)
        self._refuse_other_dealing(dealing)
        self.stage = dealing.levels[0]
        required = self.rules.wagers_of("required")
        self.tree = unfold(self.rules, dealing.levels, required, keys, indifferent)
        self.wagers = [*required, *self.rules.wagers_of("decision")]
        for table in tables_of(book, self.wagers):
            raise OddsRefused(f"pays.{table}", "flushes are weighed without pay tables on the play")
        classes = pay_classes(book, self.wagers, (), keys)
        self.pays = price(book, self.tree.endings, self.wagers, classes, keys)
        _ = self.branch_pays  # Refuses pays that are too large before anything is counted.

    def _only_contest(self, keys: KeysUsed) -> CountedContest:
        contests = read_contests(self.book, keys)
        if len(contests) > 1:
            raise OddsRefused("contests", "longest flushes are weighed in one contest only")
        (contest,) = contests
        key = f"contests.{contest.id}"
        if contest.test is not None:
            raise OddsRefused(f"{key}.qualifies", "flushes need a qualifier of the form or better")
        if self.book.ranking(contest.player).longest != "flush":
            raise OddsRefused(key, "straight flushes of any length are counted, not compared")
        return contest

    def refuse_unlike_suits(self) -> None:
        """Refuses suits that are not alike: hands are counted up to swaps of suits."""
        deck = self.book.deck
        held = [deck.copies[suit :: len(deck.suits)] for suit in range(len(deck.suits))]
        if any(some != held[0] for some in held):
            raise OddsRefused("game.deck", "longest flushes are counted where all suits are alike")

    def refuse_side(self, side: str) -> NoReturn:
        """Refuses side wagers that depend on play; only the required wagers are weighed."""
        raise OddsRefused(
            f"settle.{side}",
            "a side wager that play decides is not weighed beside a contest by the longest "
            'flush; with `folded = "as always"` the cards alone decide it',
        )

    def _refuse_other_dealing(self, dealing: Dealing) -> None:
        own, his = (self.rules.hands[hand].from_ for hand in (self.player, self.dealer))
        asked_once = len(dealing.levels) == 1 and dealing.levels[0].asked_if is None
        apart = not own.keys() & his.keys()
        seen = all(when == 0 for zone in own for when in dealing.seen[zone])
        hidden = all(
            when != 0 for zone in dealing.seen if zone not in own for when in dealing.seen[zone]
        )
        if not (asked_once and apart and seen and hidden):
            raise OddsRefused(
                "stages",
                "longest flushes are weighed where one decision is taken on all of the own cards "
                "and none of the dealer's",
            )
        for choice in dealing.levels[0].decide:
            if choice.requires is not None and choice.requires.hand != self.player:
                at = f"stages.{dealing.levels[0].id}.decide.{choice.id}.requires"
                raise OddsRefused(at, f"a choice may look at {self.player} only")

    @property
    def node(self) -> DecisionNode:
        return self.tree.levels[0][0]

    @cached_property
    def own_cards(self) -> int:
        """How many cards the player has."""
        return sum(self.book.chooser(self.player).zones.values())

    @cached_property
    def dealer_cards(self) -> int:
        return sum(self.book.chooser(self.dealer).zones.values())

    @cached_property
    def dealer_hands(self) -> int:
        return math.comb(self.book.deck.size - self.own_cards, self.dealer_cards)

    @cached_property
    def endings(self) -> list[int]:
        """The number of the ending of each branch."""
        endings: list[int] = branches_at(self.tree, 0).leads.tolist()
        return endings

    @cached_property
    def branch_pays(self) -> Int64s:
        """Pays by branch and case, in the smallest unit of pay."""
        pays = self.pays.table[self.endings, 0]
        hands = math.comb(self.book.deck.size, self.own_cards)
        if hands * self.dealer_hands * int(np.abs(pays).max()) >= MOST_WORTH:
            raise OddsRefused("stages", "too many deals for whole numbers of 62 bits")
        return np.ascontiguousarray(pays)

    def is_open(self, value: int) -> Flags:
        """Which branches are open with a hand of that value."""
        needs = [branch.needs for branch in self.node.branches]
        return np.array(
            [
                need is None or self.book.test(self.player, need.is_).matches(value, ())
                for need in needs
            ]
        )

    @cached_property
    def _held(self) -> int:
        """The ranks that each suit of the deck holds, as bits."""
        deck = self.book.deck
        return sum(1 << at for at, _ in enumerate(deck.ranks) if deck.copies[at * len(deck.suits)])

    @cached_property
    def _sets(self) -> _RankSets:
        """The sets of ranks that one suit of a hand can hold."""
        most = max(self.own_cards, self.dealer_cards)
        count = len(self.book.deck.ranks)
        held = [bits for bits in range(1 << count) if not bits & ~self._held]
        sets = sorted(
            (bits for bits in held if bits.bit_count() <= most),
            key=lambda each: (each.bit_count(), each),
        )
        sizes = [bits.bit_count() for bits in sets]
        starts = [sum(size < at for size in sizes) for at in range(most + 3)]
        return _RankSets(np.array(sets, np.int64), np.array(starts, np.int64))

    def _ways(self) -> Int64s:
        """How many choices in one suit there are, by the ranks gone from it and the number of
        cards, in three kinds; at first only those too short to count have a value."""
        full = (1 << len(self.book.deck.ranks)) - 1
        ways = np.zeros((LIMITS, full + 1, self.dealer_cards + 1), np.int64)
        for bits in self._sets.bits.tolist():
            value = self.compiled.of_ranks[bits]
            if bits.bit_count() <= self.dealer_cards:
                if value < 0:
                    add_ranks(ways[BELOW], bits, bits.bit_count(), full)
                if value < self.contest.qualifying:
                    add_ranks(ways[UNQUALIFIED], bits, bits.bit_count(), full)
        ways[UP_TO] = ways[BELOW]
        return ways

    def played(self, progress: Progress = silent, kinds: int = 0) -> PlayedHands:
        """Every hand under the best play; this many kinds of hands are remembered by their
        codes."""
        self.refuse_unlike_suits()
        sets, starts = self._sets
        own, his = self.own_cards, self.dealer_cards
        deck, branches = self.book.deck, len(self.node.branches)
        full, ways, last = (1 << len(deck.ranks)) - 1, self._ways(), -1
        game = FlushGame(
            sets, starts, own, his, len(deck.suits), self.dealer_hands, self.branch_pays
        )
        played = PlayedHands(
            counts=np.zeros((branches, CASE_COUNT), np.int64),
            by_branch=np.zeros(branches, np.int64),
            totals=np.zeros(2, np.int64),
            codes=np.zeros(kinds, np.int64),
            chosen=np.zeros(kinds, np.int8),
        )
        for at, bits in enumerate(sets.tolist()):
            value, size = self.compiled.of_ranks[bits], bits.bit_count()
            if value < 0:
                continue
            if size <= his:
                add_ranks(ways[UP_TO], bits, size, full)
            if size <= own:
                play_value(at, ways, self.is_open(value), game, played)
            if size <= his:
                add_ranks(ways[BELOW], bits, size, full)
            if size > last:
                last = size
                progress("longest flushes", size, own)
        return played

    def codes_of(self, faces: UInt8s) -> Int64s:
        """The codes of hands, a row of face numbers each."""
        suits = len(self.book.deck.suits)
        number = np.zeros(1 << len(self.book.deck.ranks), np.int64)
        number[self._sets.bits] = np.arange(len(self._sets.bits))
        bits = (1 << (faces // suits).astype(np.int64)).astype(np.int64)
        held = [number[(bits * (faces % suits == suit)).sum(axis=1)] for suit in range(suits)]
        held += [np.zeros(len(faces), np.int64)] * (MOST_SUITS - suits)
        codes = np.zeros(len(faces), np.int64)
        for some in np.sort(np.stack(held), axis=0)[::-1]:
            codes = codes * CODE_BASE + some
        return codes

    def worths(self, cards: Sequence[Card]) -> list[int]:
        """The worth of each branch with these cards over all of the dealer's hands, in the smallest
        unit of pay; `CLOSED` if it is not open."""
        deck = self.book.deck
        value = self.compiled.value(cards)
        gone = [0] * len(deck.suits)
        missing = [face for face, left in zip(deck.faces, deck.copies, strict=True) if not left]
        for card in (*cards, *missing):
            gone[deck.suits.index(card.suit)] |= 1 << deck.ranks.index(card.rank)
        limits = (self.contest.qualifying, value, value + 1)
        unqualified, below, up_to = (self._dealer_below(limit, gone) for limit in limits)
        cases = np.zeros(CASE_COUNT, np.int64)
        fill_cases(unqualified, below, up_to, self.dealer_hands, cases)
        worths: list[int] = np.where(self.is_open(value), self.branch_pays @ cases, CLOSED).tolist()
        return worths

    def _dealer_below(self, limit: int, gone: Sequence[int]) -> int:
        """How many dealer's hands are worth less than that, with these ranks gone from the
        suits."""
        his = self.dealer_cards
        below = [bits for bits, value in enumerate(self.compiled.of_ranks) if value < limit]
        return ways_together([sizes_in_suit(below, ~taken, his) for taken in gone], his)

    def main(self, progress: Progress = silent) -> WagerOdds:
        """All required wagers together, in units of the first."""
        played = self.played(progress)
        counted = EndingCounts(np.zeros(self.pays.table.shape, np.int64))
        for ending, counts in zip(self.endings, played.counts, strict=True):
            counted.endings[ending, 0] += counts
        equal = int(played.totals[TIED_DEALS])
        counted.indifferent = {self.stage.id: equal} if equal else {}
        return EndedDeals(self.tree, self.pays, counted).together(self.rules.unit)
