"""Rules as a person remembers them: what to do with which cards, and what to do otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, takewhile

import numpy as np

from feltworks.arrays import Flags, Int64s
from feltworks.cards import RANK_WORDS
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.kindboards import KindChunk
from feltworks.odds.needs import has_needed
from feltworks.odds.positions import Positions, RowBlock
from feltworks.odds.simple.measures import Measure, Sign
from feltworks.odds.simple.seen import (
    MONEY,
    Cards,
    DecisionView,
    SeenHands,
    SeenKinds,
    SeenPositions,
    on_boards,
    with_hands,
)
from feltworks.odds.tree import Tree, money_out
from feltworks.rules.amounts import number_text
from feltworks.rules.schema.stages import NeedsHand


@dataclass(frozen=True)
class Rule:
    """Take this branch with cards that have all of these signs."""

    branch: int
    signs: tuple[Sign, ...]

    def holds(self, seen: SeenPositions) -> Flags:
        found = self.signs[0].holds(seen)
        for sign in self.signs[1:]:
            found = found & sign.holds(seen)
        return found

    @property
    def words(self) -> str:
        """The signs in words, those of the player's own cards first."""
        told = sorted(dict.fromkeys(map(self._sign_words, self.signs)), key=_is_elsewhere)
        return " and ".join(told) if len(told) < 3 else f"{', '.join(told[:-1])} and {told[-1]}"

    def _sign_words(self, sign: Sign) -> str:
        """A sign in words; two signs that leave one score between them are described by that
        score."""
        for other in self.signs:
            if (other.measure, other.threshold) == (sign.measure, sign.threshold):
                words = (sign if sign.is_minimum else other).words
                if sign.is_minimum != other.is_minimum:
                    return re.sub(r" or (higher|better|more)\b", "", words)
        return sign.words


def _is_elsewhere(words: str) -> bool:
    return "open" in words or "the dealer" in words or " out" in words


@dataclass(frozen=True)
class RuleList:
    """The rules of one decision, read from the top; the first that applies decides."""

    decision: str
    view: DecisionView
    choices: tuple[str, ...]
    needs: tuple[NeedsHand | None, ...]
    """The hand that each choice requires, if any."""
    rules: tuple[Rule, ...]
    otherwise: int

    def branch(self, seen: SeenPositions) -> Int64s:
        """The branch taken at each position; a closed choice is skipped."""
        taken = np.full(len(seen), self.otherwise, np.int64)
        for rule in reversed(self.rules):
            taken[rule.holds(seen) & self.is_open(rule.branch, seen)] = rule.branch
        return taken

    def is_open(self, branch: int, seen: SeenPositions) -> Flags:
        needed = self.needs[branch]
        if needed is None:
            return np.ones(len(seen), np.bool_)
        rows = (seen.boards, seen.holes)
        view = self.view
        return has_needed(view.plan, view.space, needed, view.level, rows)

    def lines(self) -> Iterator[str]:
        """The rules in words, a line for each choice."""
        told = zip(self.rules, self._words(), strict=True)
        for branch, rules in groupby(told, key=lambda item: item[0].branch):
            yield f"{self.choices[branch]} with {', or with '.join(words for _, words in rules)}"
        start = "otherwise " if self.rules else "always "
        yield f"{start}{self.choices[self.otherwise]}"

    def _words(self) -> Iterator[str]:
        """Each rule in words; pairs that an earlier rule leaves are listed one by one."""
        ranks = [RANK_WORDS[rank][1] for rank in self.view.space.deck.ranks]
        for number, rule in enumerate(self.rules):
            bounds = [
                earlier.signs[0]
                for earlier in self.rules[:number]
                if len(earlier.signs) == 1 and self.needs[earlier.branch] is None
            ]
            yield (len(rule.signs) == 1 and pairs_left(rule.signs[0], bounds, ranks)) or rule.words


def pairs_left(sign: Sign, bounds: Sequence[Sign], ranks: Sequence[str]) -> str | None:
    """The pairs of a sign with an upper bound: `a pair of twos, threes or fours`."""
    low = _PAIR.fullmatch(sign.words) if sign.is_minimum else None
    above = [
        found[2]
        for bound in bounds
        if bound.measure == sign.measure and bound.is_minimum and bound.threshold > sign.threshold
        if (found := _PAIR.fullmatch(bound.words)) is not None
    ]
    if low is None or not above or not all(above):
        return None
    first = 0 if low[2] is None else ranks.index(low[2])
    left = ranks[first : min(ranks.index(rank) for rank in above)]
    told = left[0] if len(left) == 1 else f"{', '.join(left[:-1])} or {left[-1]}"
    return f"{low[1]} of {told}"


_PAIR = re.compile(r"(an? (?:\w+-card )?pair)(?: of (\w+))? or better")


def without_idle_rules(rules: Sequence[Rule], otherwise: int) -> tuple[tuple[Rule, ...], int]:
    """The same list if its last rules leave nothing over: then `otherwise` says what they say.

    Two rules for one choice that are each other's opposite cover all positions that reach them.
    """
    tail = [*takewhile(lambda rule: rule.branch == rules[-1].branch, reversed(rules))]
    signs = [rule.signs[0] for rule in tail if len(rule.signs) == 1]
    covers = any(
        one.measure == other.measure
        and one.is_minimum
        and not other.is_minimum
        and one.threshold <= other.threshold + 1
        for one in signs
        for other in signs
    )
    if covers:
        return tuple(rules[: -len(tail)]), tail[0].branch
    return tuple(rules), otherwise


def money_measure(stakes: Sequence[Fraction]) -> Measure | None:
    """Money on the felt, if a decision comes up with different amounts of it."""
    amounts = sorted(set(stakes))
    if len(amounts) < 2:
        return None
    told = {hundredths(amount): f"{number_text(amount)} units" for amount in amounts}
    return Measure(
        lambda seen: seen.out,
        {amount: f"{words} or more out" for amount, words in list(told.items())[1:]},
        {amount: f"{words} or less out" for amount, words in list(told.items())[:-1]},
        owner=MONEY,
    )


def hundredths(stake: Fraction) -> int:
    return int(stake * 100)


@dataclass
class SimplePolicy:
    """Rule lists by level and node, as a policy for the walk."""

    tree: Tree
    lists: dict[tuple[int, int], RuleList] = field(default_factory=dict)
    _hands: dict[int, SeenPositions] = field(default_factory=dict)
    """By level all hole hands, with what is known of them."""

    def branch(self, level: int, node: int, boards: Cards, holes: Cards) -> Int64s:
        rules = self.lists[level, node]
        out = np.full(len(holes), self._out(level, node), np.int16)
        return rules.branch(SeenPositions(rules.view, boards, holes, out))

    def branches(
        self, level: int, here: Positions, block: RowBlock
    ) -> Iterator[tuple[int, Int64s]]:
        seen: SeenPositions | None = None
        for (at, node), rules in self.lists.items():
            if at == level:
                seen = seen or self._seen(rules.view, here, block)
                yield node, rules.branch(seen.with_out(self._out(level, node)))

    def _seen(self, view: DecisionView, here: Positions, block: RowBlock) -> SeenPositions:
        """The positions of some boards, as a player sees them."""
        if view.level not in self._hands:
            self._hands[view.level] = with_hands(view, here.holes)
        boards = on_boards(view, here.boards[block.rows])
        board_of = here.row_of(block.positions) - block.rows.start
        return SeenHands(boards, self._hands[view.level], board_of, here.held[block.positions])

    def branch_on(self, node: int, chunk: BoardChunk) -> Int64s:
        level = len(self.tree.levels) - 1
        rules = self.lists[level, node]
        if not isinstance(chunk, KindChunk):
            return self.branch(level, node, *chunk.rows())
        return rules.branch(SeenKinds(rules.view, chunk).with_out(self._out(level, node)))

    def minds_suits(self, level: int, node: int) -> bool:
        rules = self.lists[level, node].rules
        return any(sign.measure.minds_suits for rule in rules for sign in rule.signs)

    def _out(self, level: int, node: int) -> int:
        """The money out at a node, in hundredths of a unit."""
        return hundredths(money_out(self.tree.levels[level][node].stakes))
