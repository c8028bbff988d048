"""Games of few cards in which somebody decides, from any number of packs: every deal is laid out.

The main solver needs a deck with every card once, and a player who decides at every decision. If a
game is dealt from several packs, counts points, or has a decision only with certain cards, all
deals are rows of arrays instead, each with the number of ways in which it comes, as for games
without decisions. Cards are kinds: ranks if suits never matter, otherwise faces. Deals that a
player cannot distinguish at a decision are one position. From the last decision back to the first,
each position takes the choice with the most worth over its deals; then every deal is followed
forward to its ending.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int8s, Int32s, Int64s
from feltworks.odds.contests import read_contests
from feltworks.odds.dealpays import RESULTS, DealPays, PaidDeals, paid_together
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.naming import round_id, wager_id
from feltworks.odds.result import OutcomeRows, PlayedTogether, WagerOdds
from feltworks.odds.seendeals import SeenDeals
from feltworks.odds.sums import CLOSED
from feltworks.odds.tree import Branch, DecisionNode, unfold
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Payment


def is_laid_out(rules: Rules, book: Handbook) -> bool:
    """Whether this is a game with decisions that the solver of single decks does not support."""
    return why_laid_out(rules, book) is not None


def why_laid_out(rules: Rules, book: Handbook) -> str | None:
    """What the solver of single decks does not support in a game with decisions, in the plural."""
    if not is_solved(rules) or not any(stage.decide for stage in rules.stages):
        return None
    if any(choice.discard for stage in rules.stages for choice in stage.decide):
        return None
    if rules.totals:
        return "decisions beside hands that count points"
    if book.deck.packs > 1:
        return "decisions from several packs"
    if any(stage.asked_if is not None for stage in rules.stages):
        return "decisions that are asked only in some cases"
    if any(contest.by != "rank" for contest in rules.contests.values()):
        return "decisions on a contest by position"
    return None


class _Play(NamedTuple):
    """The best play, by level and node: what every deal wins from there on, and the branch that its
    position takes (-1 where its player is not asked)."""

    nets: list[list[Int64s]]
    chosen: list[list[Int8s]]


class _BestEndings(NamedTuple):
    """The ending that the best play leads each deal to, and deals where choices are equal, by
    decision."""

    endings: Int32s
    indifferent: dict[str, int]


class LaidOutGame:
    """One game laid out, with its required wagers and at most one side wager out.

    The cards of wagers `beside` them are laid out too, so that callers can settle those.
    """

    def __init__(
        self,
        book: Handbook,
        keys: KeysUsed,
        indifferent: Mapping[str, str] | None = None,
        side: str | None = None,
        beside: Sequence[str] = (),
    ) -> None:
        self.book, self.rules, self.keys = book, book.rules, keys
        read_contests(book, keys)
        if not self.rules.wagers_of("required"):
            why = "decisions are weighed only where a required wager opens the hand"
            raise OddsRefused("wagers", why)
        wagers = [*self.rules.wagers_of("required"), *([side] if side else [])]
        self.playing = [*wagers, *self.rules.wagers_of("decision")]
        self.seen = SeenDeals(book, keys, [*self.playing, *beside])
        self.tree = unfold(self.rules, self.seen.levels, wagers, keys, indifferent)
        self.pays = DealPays(self.seen, self.tree, keys)
        self._totals: dict[tuple[int, int], Int64s] = {}
        for wager in self.playing:
            keys.use(f"settle.{wager}")
            keys.use(f"wagers.{wager}")
        for ending in self.tree.endings:
            self.seen.refuse_missing_cards(ending)

    # --- the best play -------------------------------------------------------------------------

    @cached_property
    def _play(self) -> _Play:
        folds = len(self.tree.folds)
        after = self.pays.nets[folds:]
        worth, chosen = [], []
        for level in reversed(range(len(self.tree.levels))):
            here: list[Int64s] = []
            taken: list[Int8s] = []
            for node in self.tree.levels[level]:
                nets = [self._after(branch, after) for branch in node.branches]
                best = self._best(level, node, nets)
                net = np.select([best == number for number in range(len(nets))], nets)
                if node.unasked is not None:
                    asked = self.asked(level)
                    net = np.where(asked, net, self._after(node.unasked, after))
                    best = np.where(asked, best, -1).astype(np.int8)
                here.append(net)
                taken.append(best)
            worth.append(here)
            chosen.append(taken)
            after = here
        return _Play(worth[::-1], chosen[::-1])

    def _after(self, branch: Branch, after: Sequence[Int64s]) -> Int64s:
        if branch.fold is not None:
            return self.pays.nets[branch.fold]
        assert branch.to is not None
        return after[branch.to]

    def branch_nets(self, level: int, node: DecisionNode) -> list[Int64s]:
        """What every deal wins by each branch of a node, under the best play from there."""
        folds = len(self.tree.folds)
        last = level + 1 == len(self.tree.levels)
        after = self.pays.nets[folds:] if last else self._play.nets[level + 1]
        return [self._after(branch, after) for branch in node.branches]

    def asked(self, level: int) -> Flags:
        """In which deals the player makes the decision of a level."""
        stage = self.seen.levels[level]
        asked = stage.asked_if
        deals = self.seen.dealt
        if asked is None:
            return np.ones(len(deals.ways), np.bool_)
        if asked.contest is not None:
            result = [str(each) for each in RESULTS].index(asked.is_)
            return np.asarray(self.pays.settled.results(asked.contest).results == result)
        assert asked.hand is not None
        test = self.book.test(asked.hand, asked.is_)
        return test.mask(deals.values[asked.hand], deals.held[asked.hand])

    def is_open(self, branch: Branch) -> Flags:
        """In which deals a choice is open to the player."""
        deals, needs = self.seen.dealt, branch.needs
        if needs is None:
            return np.ones(len(deals.ways), np.bool_)
        test = self.book.test(needs.hand, needs.is_)
        return test.mask(deals.values[needs.hand], deals.held[needs.hand])

    def totals_at(self, level: int, number: int) -> Int64s:
        """The `totals` of a node by its number, cached."""
        if (level, number) not in self._totals:
            node = self.tree.levels[level][number]
            self._totals[level, number] = self.totals(level, node, self.branch_nets(level, node))
        return self._totals[level, number]

    def totals(self, level: int, node: DecisionNode, nets: Sequence[Int64s]) -> Int64s:
        """By branch and position: the sum of what the branch wins over the position's deals."""
        position, count = self.seen.positions(level)
        found = np.full((len(nets), count), CLOSED, np.int64)
        for number, (branch, net) in enumerate(zip(node.branches, nets, strict=True)):
            total = np.zeros(count, np.int64)
            np.add.at(total, position, self.seen.dealt.ways * net)
            is_open = np.zeros(count, np.bool_)
            is_open[position[self.is_open(branch)]] = True
            found[number, is_open] = total[is_open]
        return found

    def _best(self, level: int, node: DecisionNode, nets: Sequence[Int64s]) -> Int8s:
        """The branch that each deal's position takes: the first of the best."""
        totals = self.totals(level, node, nets)
        position, _ = self.seen.positions(level)
        return np.asarray(totals.argmax(axis=0)[position], np.int8)

    @cached_property
    def _ended(self) -> _BestEndings:
        ways = self.seen.dealt.ways
        ending = np.full(len(ways), -1, np.int32)
        at = np.zeros(len(ways), np.int32)
        indifferent: dict[str, int] = {}
        for level, nodes in enumerate(self.tree.levels):
            after = np.full(len(ways), -1, np.int32)
            position, _ = self.seen.positions(level)
            for number, node in enumerate(nodes):
                here = at == number
                best = self._play.chosen[level][number]
                if node.decision is not None and here.any():
                    totals = self.totals_at(level, number)
                    equal = (totals == totals.max(axis=0)).sum(axis=0) > 1
                    tossed = int(ways[here & (best >= 0) & equal[position]].sum())
                    if tossed:
                        indifferent[node.decision] = indifferent.get(node.decision, 0) + tossed
                branches = [*enumerate(node.branches)]
                if node.unasked is not None:
                    branches.append((-1, node.unasked))
                for place, branch in branches:
                    rows = here & (best == place)
                    if branch.fold is not None:
                        ending[rows] = branch.fold
                    else:
                        assert branch.to is not None
                        after[rows] = branch.to
            at = after
        ends = at >= 0
        ending[ends] = at[ends] + len(self.tree.folds)
        return _BestEndings(ending, indifferent)

    # --- the odds ------------------------------------------------------------------------------

    def main(self) -> WagerOdds:
        """All wagers that are out, together, in units of the first."""
        rows = OutcomeRows(self.playing)
        for number, paid, deals in self._groups():
            stakes = dict(self.tree.endings[number].stakes)
            rows.add_paid(self.outcome_name(number, paid), paid, stakes, deals)
        return WagerOdds(self.rules.unit, rows.best_first, rows.parts, self._ended.indifferent)

    def net(self, ending: int, paid: Mapping[str, Payment]) -> Fraction:
        """What an ending with these payments wins, in units."""
        stakes = dict(self.tree.endings[ending].stakes)
        return sum((stakes[wager] * each.odds for wager, each in paid.items()), Fraction(0))

    def outcome_name(self, ending: int, paid: Mapping[str, Payment]) -> str:
        """The id of the outcome of an ending with these payments."""
        end, net = self.tree.endings[ending], self.net(ending, paid)
        choice = self.tree.choice_of(end)
        return round_id(paid.values(), net, folded_at=end.folded_at, choice=choice)

    def chosen(self, level: int, number: int) -> Int8s:
        """The branch that each deal takes at a node; -1 if its player does not decide."""
        return self._play.chosen[level][number]

    def with_side(self, side: str) -> WagerOdds:
        """A side wager, played together with the required ones."""
        game = LaidOutGame(self.book, self.keys, self.tree.tie_rules, side)
        return game._joint(side, self.main())

    def _joint(self, side: str, main: WagerOdds) -> WagerOdds:
        if self.seen.is_settled_first(side):
            return self._untouched(side)
        rows = OutcomeRows()
        for number, paid, deals in self._groups():
            net, folded_at = paid[side].odds, self.tree.endings[number].folded_at
            rows.add(wager_id(paid[side], net, folded_at=folded_at), net, deals)
        size = dict(self.tree.endings[0].stakes)[side]
        together = PlayedTogether(size, main.expected_value, self.main().outcomes)
        return WagerOdds(
            side, rows.best_first, indifferent_deals=self._ended.indifferent, together=together
        )

    def _untouched(self, side: str) -> WagerOdds:
        """A side wager that is settled before any decision, so that no choice changes it."""
        paid = self.pays.settled.on_wager(side, self.rules.settle[side].contest)
        rows = OutcomeRows()
        for payments, deals in paid_together({side: paid}, self.seen.dealt.ways):
            payment = payments[side]
            rows.add(wager_id(payment, payment.odds), payment.odds, deals)
        return WagerOdds(side, rows.best_first)

    def _groups(self) -> list[tuple[int, dict[str, Payment], int]]:
        """Endings with the payments of their wagers, and how many deals lead to each."""
        ending, ways = self._ended.endings, self.seen.dealt.ways
        found = []
        for number, paid in enumerate(self.pays.paid):
            here = ending == number
            led = {
                wager: PaidDeals(which[here], payments) for wager, (which, payments) in paid.items()
            }
            found += [(number, *settled) for settled in paid_together(led, ways[here])]
        return found
