"""A game with an exchange of cards, read into choices, endings and their pays.

One exchange comes first, at most one decision follows; whatever else a rules file asks for beside
it is refused here by its key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.classes import pay_classes
from feltworks.odds.contests import in_play, read_contests, tables_of
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.needs import names_a_suit
from feltworks.odds.pays import Pays, price
from feltworks.odds.plan import LevelPlan, make_plan
from feltworks.odds.tree import DecisionNode, Tree, unfold
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Stage

MOST_HANDS = 5_000_000
"""The most hands of the player that are laid out."""


def exchange_stages(rules: Rules) -> list[Stage]:
    """The stages in which cards may be exchanged."""
    return [stage for stage in rules.stages if any(choice.discard for choice in stage.decide)]


@dataclass(frozen=True)
class Draw:
    """One choice at the exchange: how many cards it may give up, and where it leads."""

    choice: str
    counts: range
    history: int


@dataclass(frozen=True)
class LastChoice:
    """A choice after the exchange, None if there is none, and the ending it leads to."""

    choice: str | None
    ending: int


class ExchangeGame:
    """What may be decided and what it pays; `indifferent` has the tie rule of every decision."""

    def __init__(
        self, rules: Rules, keys: KeysUsed, indifferent: Mapping[str, str] | None = None
    ) -> None:
        self.rules = rules
        self.book = Handbook(rules)
        self.contests = read_contests(self.book, keys)
        required = rules.wagers_of("required")
        if not required:
            raise OddsRefused("wagers", "an exchange is weighed where a required wager is out")
        wagers = [*required, *rules.wagers_of("decision")]
        asked = in_play(self.book, self.contests, wagers)
        for hand in (*asked.players, *asked.dealers, *asked.paid):
            if hand in rules.totals:
                raise OddsRefused(
                    f"totals.{hand}", "an exchange is weighed of hands that rank, not of points"
                )
        self._check_contests()
        self.plan: LevelPlan = make_plan(rules, self.book, asked, keys)
        self._check(keys)
        self._check_drawn((*asked.players, *asked.paid))
        stages = [level.stage for level in self.plan.levels]
        self.tree: Tree = unfold(rules, stages, required, keys, indifferent)
        classes = pay_classes(self.book, wagers, (), keys)
        self.pays: Pays = price(self.book, self.tree.endings, wagers, classes, keys)
        swap_suits = not names_a_suit(rules, self.book, tables_of(self.book, wagers))
        self.space = CardSpace(self.book.deck, swap_suits=swap_suits)
        self.cards = self.plan.hole
        self._check_hands()

    def _check_contests(self) -> None:
        """Requires one contest by rank, in which the dealer's hands can be counted without looking
        at each."""
        if len(self.contests) > 1:
            raise OddsRefused("contests", "an exchange is weighed in one contest, not in several")
        for contest in self.contests:
            if self.rules.contests[contest.id].by != "rank":
                raise OddsRefused(
                    f"contests.{contest.id}.by", "an exchange is weighed in a contest by rank"
                )
            if contest.test is not None:
                raise OddsRefused(
                    f"contests.{contest.id}.qualifies",
                    "an exchange is weighed with a qualifier that is a hand or better: write "
                    "`or better` behind it",
                )

    def _check_drawn(self, hands: Sequence[str]) -> None:
        """Requires that the player's hands consist of exactly the cards that may be exchanged."""
        hole = None if self.plan.hole_group is None else self.plan.hole_group.zone
        for hand in hands:
            if self.rules.hands[hand].from_.keys() - {hole}:
                raise OddsRefused(
                    f"hands.{hand}.from",
                    "an exchange is weighed only for hands of the player's own cards, without "
                    "cards of the table or the dealer",
                )

    def _check(self, keys: KeysUsed) -> None:
        rules, plan = self.rules, self.plan
        stages = exchange_stages(rules)
        at = f"stages.{stages[-1].id}.decide"
        if len(stages) > 1:
            raise OddsRefused(at, "cards are given up a second time, and one exchange is weighed")
        stage = stages[0]
        decisions = [level.stage for level in plan.levels if level.stage is not None]
        if decisions[0] is not stage:
            raise OddsRefused(at, "an exchange is weighed only as the first decision")
        if len(decisions) > 2:
            last = f"stages.{decisions[2].id}.decide"
            raise OddsRefused(last, "after an exchange one more decision is weighed, not two")
        if self.contests and plan.shown:
            raise OddsRefused(at, "an exchange is weighed against a dealer who has a hidden card")
        if len({level.board for level in plan.levels}) > 1:
            raise OddsRefused(at, "an exchange is weighed only if no card is seen after it")
        for each in decisions:
            if each.asked_if is not None:
                raise OddsRefused(
                    f"stages.{each.id}.asked_if",
                    "a decision asked only in some cases is not weighed beside an exchange",
                )
            for choice in each.decide:
                if choice.requires is not None:
                    raise OddsRefused(
                        f"stages.{each.id}.decide.{choice.id}.requires",
                        "a choice that needs a hand is not weighed beside an exchange",
                    )
        for choice in stage.decide:
            keys.use(f"stages.{stage.id}.decide.{choice.id}.discard")
            if choice.discard is not None and not self._is_hole(choice.discard.of):
                raise OddsRefused(
                    f"stages.{stage.id}.decide.{choice.id}.discard",
                    "an exchange is weighed only if the player has no cards but those of its zone",
                )

    def _is_hole(self, zone: str) -> bool:
        """Whether the zone's cards are all that the player has, and all seen at the exchange."""
        dealt = [
            step.to
            for stage in self.rules.stages
            for step in stage.deal
            for _ in range(step.cards or 0)
            if step.to is not None and self.rules.zones[step.to] == "player"
        ]
        hole = self.plan.hole_group
        return hole is not None and hole.zone == zone and dealt == [zone] * hole.cards

    def _check_hands(self) -> None:
        hands = comb(self.space.size, self.cards)
        if hands > MOST_HANDS:
            raise OddsRefused(
                f"stages.{self.stage.id}.decide",
                f"the player's cards can be {hands:,} hands, and an exchange is weighed of up to "
                f"{MOST_HANDS:,}: fewer cards, or a smaller deck",
            )

    @property
    def stage(self) -> Stage:
        return exchange_stages(self.rules)[0]

    @property
    def hand(self) -> str:
        """The player's last hand."""
        drawn = {self.plan.hole_group.zone: self.cards} if self.plan.hole_group else {}
        return next(id_ for id_, hand in self.rules.hands.items() if dict(hand.from_) == drawn)

    @property
    def root(self) -> DecisionNode:
        """The node of the exchange."""
        return self.tree.levels[0][0]

    @cached_property
    def draws(self) -> list[Draw]:
        """The choices at the exchange, in the order in which ties are broken."""
        discards = {
            id_: choice.discard for choice in self.stage.decide for id_, _ in choice.sized()
        }
        found = []
        for branch in self.root.branches:
            discard = discards[branch.choice]
            counts = range(1) if discard is None else range(discard.least, discard.most + 1)
            if branch.to is None or branch.folds:
                raise OddsRefused(
                    f"stages.{self.stage.id}.decide.{branch.choice}",
                    "a fold at the exchange itself is not weighed; it may follow the exchange",
                )
            found.append(Draw(branch.choice, counts, branch.to))
        return found

    @cached_property
    def histories(self) -> int:
        """How many different histories lead on from the exchange."""
        return 1 + max(draw.history for draw in self.draws)

    def last_node(self, history: int) -> DecisionNode | None:
        """The decision after the exchange; None if there is none."""
        return self.tree.levels[1][history] if len(self.tree.levels) > 1 else None

    def after(self, history: int) -> list[LastChoice]:
        """What may be chosen after the exchange, in the order in which ties are broken."""
        folds, node = len(self.tree.folds), self.last_node(history)
        if node is None:
            return [LastChoice(None, folds + history)]
        found = []
        for branch in node.branches:
            ending = branch.fold if branch.fold is not None else folds + (branch.to or 0)
            found.append(LastChoice(branch.choice if node.decision else None, ending))
        return found

    def classes_of(self, hands: UInt8s) -> Int64s:
        """The pay class of many last hands of the player, as rows of card numbers."""
        number = np.zeros(len(hands), np.int64)
        faces = self.space.faces[hands]
        for each in self.pays.classes.hands:
            chooser, compiled = self.book.chooser(each.hand), self.book.compiled(each.hand)
            values = chooser.row_values(compiled, faces).astype(np.int16, copy=False)
            of = each.of(self.book.deck, values, faces if each.conditions else None)
            number = number * len(each.examples) + of
        return number
