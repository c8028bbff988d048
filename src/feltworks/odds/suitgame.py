"""Games by the longest flush: one decision on one's own cards, against a dealer's hand.

Seven cards against seven are 133,784,560 hands and 45,379,620 of the dealer's for each. No table
holds them, and none is needed: a hand is worth what its best suit is worth. Hands are gone through
by the ranks of their suits, once for all that a swap of suits makes (5.6 million), in ascending
order of value, while tables follow of how many choices in one suit are worth less
(`suitkernels`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Card
from feltworks.hands.longest import LongestRanking
from feltworks.odds.contests import CountedContest, paid_in_units, read_contests, tables_of
from feltworks.odds.dealing import Dealing
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import OutcomeRows, WagerOdds
from feltworks.odds.suitkernels import CASES, CODE_BASE, add_ranks, in_cases, play_value
from feltworks.odds.tree import (
    MOST_WORTH,
    DecisionNode,
    Ending,
    opening_stakes,
    tie_rules,
    unfold,
)
from feltworks.odds.walk import Progress, silent
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import RESULTS_HIGH_FIRST, Payment, Situation


def is_by_suits(rules: Rules, book: Handbook) -> bool:
    """Whether the contests of a game are between longest flushes."""
    ranked = [each.player for each in rules.contests.values() if each.player in rules.hands]
    return any(book.ranking(hand).longest for hand in ranked)


@dataclass(frozen=True)
class PlayedHands:
    """Deals by branch and case under the best play, and deals at which branches are equal."""

    counts: NDArray[np.int64]
    by_branch: tuple[int, ...]
    indifferent: int
    kinds: int
    """Hands that no swap of suits makes alike."""
    codes: NDArray[np.int64]
    chosen: NDArray[np.int8]
    """The branch of each kind of hand by its code, where that was asked for."""


class SuitGame:
    """One such game read to its end; nothing is counted before it is asked for."""

    def __init__(
        self, book: Handbook, keys: KeysUsed, indifferent: Mapping[str, str] | None = None
    ) -> None:
        self.book, self.rules = book, book.rules
        self.contest = self._only_contest(keys)
        compiled = book.compiled(self.contest.player)
        assert isinstance(compiled, LongestRanking)
        self.compiled = compiled
        dealing = Dealing(self.rules, keys)
        self._refuse_other_dealing(dealing)
        self.stage = dealing.levels[0]
        self.tie_rules = tie_rules(dealing.levels, indifferent or {})
        required = self.rules.wagers_of("required")
        stakes = opening_stakes(self.rules, required)
        self.tree = unfold(self.rules, dealing.levels, stakes, keys, self.tie_rules)
        self.wagers = [*required, *self.rules.wagers_of("decision")]
        for table in tables_of(book, self.wagers):
            raise OddsRefused(f"pays.{table}", "flushes are weighed without pay tables on the play")
        for wager in self.wagers:
            keys.use(f"settle.{wager}")
            keys.use(f"wagers.{wager}")

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
        """Hands are counted once for all that a swap of suits makes; single ones are not."""
        deck = self.book.deck
        held = [deck.copies[suit :: len(deck.suits)] for suit in range(len(deck.suits))]
        if any(some != held[0] for some in held):
            raise OddsRefused("game.deck", "longest flushes are counted where all suits are alike")

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
    def player(self) -> str:
        return self.contest.player

    @property
    def dealer(self) -> str:
        return self.contest.dealer

    @property
    def node(self) -> DecisionNode:
        return self.tree.levels[0][0]

    @cached_property
    def cards(self) -> tuple[int, int]:
        """The player's and the dealer's."""
        return (
            sum(self.book.chooser(self.player).zones.values()),
            sum(self.book.chooser(self.dealer).zones.values()),
        )

    @cached_property
    def dealer_hands(self) -> int:
        own, his = self.cards
        return math.comb(self.book.deck.size - own, his)

    # --- what is paid --------------------------------------------------------------------------

    @cached_property
    def endings(self) -> list[Ending]:
        """Where each branch of the decision ends."""
        return [
            self.tree.folds[branch.fold]
            if branch.fold is not None
            else self.tree.showdowns[branch.to or 0]
            for branch in self.node.branches
        ]

    @cached_property
    def paid(self) -> list[list[dict[str, Payment]]]:
        """By branch and case what each wager is paid."""
        found = []
        for ending in self.endings:
            cases = []
            for case in range(CASES):
                situation = Situation(
                    folded=ending.folded_at is not None,
                    qualified=case >= CASES // 2 or not self.contest.qualifying,
                    result=RESULTS_HIGH_FIRST[case % len(RESULTS_HIGH_FIRST)],
                    contest=self.contest.id,
                )
                cases.append({w: paid_in_units(self.book, w, situation) for w, _ in ending.stakes})
            found.append(cases)
        return found

    @cached_property
    def nets(self) -> list[list[Fraction]]:
        """By branch and case, in units."""
        return [
            [
                sum((stake * case[wager].odds for wager, stake in ending.stakes), Fraction(0))
                for case in cases
            ]
            for ending, cases in zip(self.endings, self.paid, strict=True)
        ]

    @cached_property
    def scale(self) -> int:
        return math.lcm(*(net.denominator for nets in self.nets for net in nets))

    @cached_property
    def pays(self) -> NDArray[np.int64]:
        """The nets in whole numbers of the smallest unit."""
        pays = [[int(net * self.scale) for net in nets] for nets in self.nets]
        hands = math.comb(self.book.deck.size, self.cards[0])
        if hands * self.dealer_hands * max(abs(pay) for some in pays for pay in some) >= MOST_WORTH:
            raise OddsRefused("stages", "too many deals for whole numbers of 62 bits")
        return np.array(pays, np.int64)

    def is_open(self, value: int) -> NDArray[np.bool_]:
        """Which branches are open with a hand of that value."""
        needs = [branch.needs for branch in self.node.branches]
        return np.array(
            [
                need is None or self.book.test(self.player, need.is_).matches(value, ())
                for need in needs
            ]
        )

    # --- the best play -------------------------------------------------------------------------

    @cached_property
    def _held(self) -> int:
        """The ranks that each suit of the deck holds, as bits."""
        deck = self.book.deck
        return sum(1 << at for at, _ in enumerate(deck.ranks) if deck.copies[at * len(deck.suits)])

    @cached_property
    def _sets(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Sets of ranks by size and then by ranks, and where each size starts."""
        most = max(self.cards)
        count = len(self.book.deck.ranks)
        held = [bits for bits in range(1 << count) if not bits & ~self._held]
        sets = sorted((bits for bits in held if bits.bit_count() <= most), key=_size_and_ranks)
        sizes = [bits.bit_count() for bits in sets]
        starts = [sum(size < at for size in sizes) for at in range(most + 3)]
        return np.array(sets, np.int64), np.array(starts, np.int64)

    def _ways(self) -> NDArray[np.int64]:
        """Choices in one suit by the ranks that are gone from it and their number, of three kinds;
        none is worth anything yet but those too short to count."""
        full = (1 << len(self.book.deck.ranks)) - 1
        ways = np.zeros((3, full + 1, self.cards[1] + 1), np.int64)
        for bits in self._sets[0].tolist():
            value = self.compiled.of_ranks[bits]
            if bits.bit_count() <= self.cards[1]:
                if value < 0:
                    add_ranks(ways[0], bits, bits.bit_count(), full)
                if value < self.contest.qualifying:
                    add_ranks(ways[2], bits, bits.bit_count(), full)
        ways[1] = ways[0]
        return ways

    def played(self, progress: Progress = silent, kinds: int = 0) -> PlayedHands:
        """Every hand played at its best; so many kinds of hands are remembered by their codes."""
        self.refuse_unlike_suits()
        sets, starts = self._sets
        own, his = self.cards
        shape = (own, his, len(self.book.deck.suits), self.dealer_hands)
        full = (1 << len(self.book.deck.ranks)) - 1
        ways = self._ways()
        branches = len(self.node.branches)
        counts = np.zeros((branches, CASES), np.int64)
        tally = np.zeros(branches + 2, np.int64)
        codes, chosen = np.zeros(kinds, np.int64), np.zeros(kinds, np.int8)
        pays, last = self.pays, -1
        for at, bits in enumerate(sets.tolist()):
            value, size = self.compiled.of_ranks[bits], bits.bit_count()
            if value < 0:
                continue
            if size <= his:
                add_ranks(ways[1], bits, size, full)
            if size <= own:
                play_value(
                    at,
                    sets,
                    starts,
                    ways,
                    shape,
                    pays,
                    self.is_open(value),
                    counts,
                    tally,
                    codes,
                    chosen,
                )
            if size <= his:
                add_ranks(ways[0], bits, size, full)
            if size > last:
                last = size
                progress("longest flushes", size, own)
        by_branch = tuple(int(deals) for deals in tally[:branches])
        equal, hands = int(tally[branches]), int(tally[branches + 1])
        return PlayedHands(counts, by_branch, equal, hands, codes, chosen)

    def codes_of(self, faces: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The codes of hands, a row of face numbers each."""
        suits = len(self.book.deck.suits)
        number = np.zeros(1 << len(self.book.deck.ranks), np.int64)
        number[self._sets[0]] = np.arange(len(self._sets[0]))
        bits = (1 << (faces // suits).astype(np.int64)).astype(np.int64)
        held = [number[(bits * (faces % suits == suit)).sum(axis=1)] for suit in range(suits)]
        held += [np.zeros(len(faces), np.int64)] * (4 - suits)
        codes = np.zeros(len(faces), np.int64)
        for some in np.sort(np.stack(held), axis=0)[::-1]:
            codes = codes * CODE_BASE + some
        return codes

    def values(self, cards: Sequence[Card]) -> dict[str, Fraction]:
        """What each open branch is worth with these cards, in units."""
        deck = self.book.deck
        value = self.compiled.value(cards)
        gone = [0] * len(deck.suits)
        missing = [face for face, left in zip(deck.faces, deck.copies, strict=True) if not left]
        for card in (*cards, *missing):
            gone[deck.suits.index(card.suit)] |= 1 << deck.ranks.index(card.rank)
        limits = (value, value + 1, self.contest.qualifying)
        less, as_much, unqualified = (self._dealer_below(limit, gone) for limit in limits)
        cases = np.zeros(CASES, np.int64)
        in_cases(less, as_much, unqualified, self.dealer_hands, cases)
        total = Fraction(self.dealer_hands)
        return {
            branch.choice: sum(
                (net * int(deals) for net, deals in zip(nets, cases, strict=True)), Fraction(0)
            )
            / total
            for branch, nets, is_open in zip(
                self.node.branches, self.nets, self.is_open(value), strict=True
            )
            if is_open
        }

    def _dealer_below(self, limit: int, gone: Sequence[int]) -> int:
        """The dealer's hands worth less than that, these ranks being gone from the suits."""
        his = self.cards[1]
        total = [1, *[0] * his]
        for taken in gone:
            sizes = [0] * (his + 1)
            for bits, value in enumerate(self.compiled.of_ranks):
                if value < limit and not bits & taken and bits.bit_count() <= his:
                    sizes[bits.bit_count()] += 1
            total = [
                sum(total[some] * sizes[at - some] for some in range(at + 1))
                for at in range(his + 1)
            ]
        return total[his]

    # --- the odds ------------------------------------------------------------------------------

    def main(self, progress: Progress = silent) -> WagerOdds:
        """All required wagers together, in units of the first."""
        found = self.played(progress)
        rows = OutcomeRows()
        parts = dict.fromkeys(self.wagers, Fraction(0))
        for branch, ending in enumerate(self.endings):
            for case in range(CASES):
                deals = int(found.counts[branch, case])
                if not deals:
                    continue
                rows.add(self.name(branch, case), self.nets[branch][case], deals, ending.out)
                for wager, stake in ending.stakes:
                    parts[wager] += deals * stake * self.paid[branch][case][wager].odds
        total = sum(found.by_branch)
        means = {wager: value / total for wager, value in parts.items()}
        tossed = {self.stage.id: found.indifferent} if found.indifferent else {}
        return WagerOdds(self.rules.unit, rows.in_order, means, tossed)

    def name(self, branch: int, case: int) -> str:
        """What an outcome is called."""
        several = sum(ending.folded_at is None for ending in self.endings) > 1
        ending = self.endings[branch]
        if ending.folded_at is not None:
            return f"fold-{ending.folded_at}"
        name = RESULTS_HIGH_FIRST[case % len(RESULTS_HIGH_FIRST)]
        told = name if case >= CASES // 2 else "dealer-not-qualified"
        return f"{told}-{ending.by}" if several and ending.by else told


def _size_and_ranks(bits: int) -> tuple[int, int]:
    return bits.bit_count(), bits
