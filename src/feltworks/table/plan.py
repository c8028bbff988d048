"""The rules of a game prepared for dealing: made once, shared by every round.

To what every game has (deck, wagers, hands, stages, payments) a table adds its contests against the
dealer, the choices of each stage in the form that is needed at each move, and the rules by which
stages draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from feltworks.cards import Card
from feltworks.errors import FeltworksError
from feltworks.hands import HandTest
from feltworks.round.core.plan import Plan
from feltworks.round.core.reading import HandReader, Place, TotalReader
from feltworks.round.operations import Face
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Cases, Choice, Discard, Stage


class TableError(FeltworksError):
    """Rules that this engine cannot deal."""


@dataclass(frozen=True, slots=True)
class TableContest:
    """A player's hand against the dealer's, and what the dealer needs."""

    id: str
    player: HandReader | TotalReader
    dealer: HandReader | TotalReader
    qualifier: HandTest | None


class HandCondition(NamedTuple):
    """A hand, and what it must be."""

    reader: HandReader | TotalReader
    test: HandTest

    def holds(self, cards: Mapping[Place, tuple[Card, ...]], seat: int) -> bool:
        """Whether the seat, or the table, has such a hand and all its cards lie there."""
        if self.reader.cards(cards, seat) is None:
            return False
        held = self.reader.held(cards, seat)
        return self.test.matches(held.value, held.cards)


RuleCase = tuple[HandCondition, ...]
"""A case of a rule of drawing: what each of some totals must be."""
RuleCases = tuple[RuleCase, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePlan:
    """One choice at a decision: its rule, and what it needs of the cards.

    `requires` is the hand that opens it, `sets` the one whose cards the player may lay himself.
    Cards that he gives up are replaced by others with `face`.
    """

    rule: Choice
    name: str
    requires: HandCondition | None
    sets: HandReader | None
    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlan:
    """When a seat has a decision: how a contest stands, or which hand lies there."""

    contest: TableContest | None = None
    result: str = ""
    hand: HandCondition | None = None


class TablePlan(Plan):
    """Everything about a game that stays the same; `choices` are those of each stage by id."""

    def __init__(self, rules: Rules) -> None:
        refuse_other_engines(rules)
        super().__init__(rules)
        self.contests = {
            id: TableContest(
                id,
                self.hands[contest.player],
                self.hands[contest.dealer],
                self.book.test(contest.dealer, contest.qualifies) if contest.qualifies else None,
            )
            for id, contest in rules.contests.items()
        }
        self.only_contest = next(iter(self.contests)) if len(self.contests) == 1 else None
        self.choices = tuple(
            {choice.id: self._choice(choice) for choice in stage.decide} for stage in rules.stages
        )
        self.draws = tuple(self._cases(stage.draws_if) for stage in rules.stages)
        self.ends = tuple(self._cases(stage.ends_if) for stage in rules.stages)
        self.asked_if = tuple(self._asked_if(stage) for stage in rules.stages)
        self.exchanges = tuple(stage.most_discarded > 0 for stage in rules.stages)
        """Of each stage, whether cards may be given up in it for others."""
        self.last_deal = max(
            (at for at, s in enumerate(self.stages) if s.deals or self.exchanges[at]), default=-1
        )

    def _cases(self, cases: Cases) -> RuleCases:
        return tuple(
            tuple(self._condition(hand, phrase) for hand, phrase in case.items()) for case in cases
        )

    def _condition(self, hand: str, phrase: str) -> HandCondition:
        return HandCondition(self.hands[hand], self.book.test(hand, phrase))

    def _asked_if(self, stage: Stage) -> AskedPlan | None:
        asked = stage.asked_if
        if asked is None:
            return None
        if asked.contest is not None:
            return AskedPlan(contest=self.contests[asked.contest], result=asked.is_)
        assert asked.hand is not None
        return AskedPlan(hand=self._condition(asked.hand, asked.is_))

    def _choice(self, choice: Choice) -> ChoicePlan:
        contest = choice.plays or (self.only_contest if choice.bet else None)
        laid = self.ranked.get(self.contests[contest].player.id) if contest else None
        needs = choice.requires
        return ChoicePlan(
            rule=choice,
            name=choice.name or choice.id.replace("-", " ").capitalize(),
            requires=None if needs is None else self._condition(needs.hand, needs.is_),
            sets=laid if laid is not None and laid.set_by_player else None,
            face=_face(self.rules, choice.discard),
        )


def _face(rules: Rules, discard: Discard | None) -> Face:
    """The face with which the zone's cards are dealt; only one if some may be exchanged."""
    steps = (step for stage in rules.stages for step in stage.deal)
    faces = (step.face for step in steps if discard is not None and step.to == discard.of)
    return next((face for face in faces if face is not None), "down")


def refuse_other_engines(rules: Rules) -> None:
    """Raises a `TableError` for rules that need more than stages and cells."""
    if rules.game.mechanism != "table":
        raise TableError(
            f"{rules.game.id} is dealt by the mechanism {rules.game.mechanism!r}; "
            "the table deals only 'table'"
        )
    for stage in rules.stages:
        if stage.mechanism is not None:
            raise TableError(
                f"stages.{stage.id}.mechanism is {stage.mechanism!r}; a table's stage has none"
            )
        for step in stage.deal:
            if step.turn is not None and rules.zones[step.turn] == "player":
                raise TableError(
                    f"stages.{stage.id}.deal turns cards of {step.turn}; only the dealer's and the "
                    "table's may be"
                )
    unsettled = [id for id in rules.wagers if id not in rules.settle]
    if unsettled:
        raise TableError(f"settle.{unsettled[0]} is missing: a table settles every wager")
