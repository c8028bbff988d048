"""The decisions unfolded: every history of choices, level by level.

A history is what still matters of the past: the wagers that are out, the contest entered, whether
decisions have ended. Histories that agree in these are one. After the last level each history is an
ending, at which everything is settled; a fold is an ending as soon as it happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import CHOICE_KEYS, KeysUsed
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Choice, NeedsHand, Stage

StakesOut = tuple[tuple[str, Fraction], ...]


def money_out(stakes: StakesOut) -> Fraction:
    """Everything on the felt, in units."""
    return sum((stake for _, stake in stakes), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class Ending:
    """Where a history is settled: the wagers out, the contest entered, the fold if it is one."""

    stakes: StakesOut
    contest: str | None = None
    folded_at: str | None = None
    given_up: tuple[str, ...] = ()
    """Wagers that settle as folded although the hand plays on."""
    last_choice: str = field(default="", compare=False)
    """The last choice that changed anything, for the name of an outcome."""

    @property
    def out(self) -> Fraction:
        return money_out(self.stakes)

    @property
    def in_play(self) -> StakesOut:
        """The stakes that were not given up."""
        return tuple(each for each in self.stakes if each[0] not in self.given_up)

    def is_folded(self, wager: str) -> bool:
        """Whether a wager settles as folded, alone or with the hand."""
        return self.folded_at is not None or wager in self.given_up


@dataclass(frozen=True, kw_only=True)
class History(Ending):
    """What is out on the felt and what has been decided, as far as it still matters."""

    ended: bool = False


@dataclass(frozen=True)
class Branch:
    """One choice: where it leads, to a fold or to a history of the next level.

    A fold whose wagers may still be paid by cards to come is a history too.
    """

    choice: str
    out: Fraction
    fold: int | None = None
    to: int | None = None
    folds: bool = False
    needs: NeedsHand | None = None


@dataclass(frozen=True)
class DecisionNode:
    """A history at a level: its branches, in the order in which ties are broken.

    Without a decision there is a single branch and `decision` is None.
    """

    decision: str | None
    branches: tuple[Branch, ...]
    stakes: StakesOut = ()
    """What is out before the choice."""
    unasked: Branch | None = None
    """How play goes on if the cards do not let the player decide."""


@dataclass
class Tree:
    """Nodes of each level, and where histories are settled: `folds` at once, `last_endings` after
    the last level. `tie_rules` say what is preferred at each decision among choices with the same
    worth."""

    levels: list[list[DecisionNode]]
    last_endings: list[Ending]
    folds: list[Ending]
    tie_rules: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def endings(self) -> list[Ending]:
        return [*self.folds, *self.last_endings]

    @cached_property
    def has_several_showdowns(self) -> bool:
        """Whether several ways of betting and choosing lead to a showdown."""
        played = [ending for ending in self.last_endings if ending.folded_at is None]
        return len({(each.stakes, each.contest, each.given_up) for each in played}) > 1

    def choice_of(self, ending: Ending) -> str:
        """The choice that names an ending; empty if there is only one way to a showdown."""
        return ending.last_choice if self.has_several_showdowns else ""


def _tie_rules(
    rules: Rules, stages: Sequence[Stage | None], asked: Mapping[str, str]
) -> dict[str, str]:
    """Return what is preferred at each decision among choices with the same worth.

    That is what was asked for, otherwise what the rules state, otherwise `bet`. An unknown decision
    or choice that was asked for is rejected.
    """
    choices = {
        stage.id: [id_ for choice in stage.decide for id_, _ in choice.sized()]
        for stage in stages
        if stage is not None
    }
    for decision, choice in asked.items():
        if decision not in choices:
            known = ", ".join(choices) or "none in this game"
            raise OddsRefused(
                f"indifferent {decision}", f"there is no such decision; allowed: {known}"
            )
        allowed = [*dict.fromkeys(["bet", "fold", *choices[decision]])]
        if choice not in allowed:
            raise OddsRefused(
                f"indifferent {decision}={choice}",
                f"there is no such choice; allowed: {', '.join(allowed)}",
            )
    preferred = {**rules.tie_rules, **asked}
    return {decision: preferred.get(decision, "bet") for decision in choices}


class _Unfolding:
    """Makes the nodes of a tree, and gathers its folds."""

    def __init__(
        self, rules: Rules, stakes: StakesOut, keys: KeysUsed, indifferent: Mapping[str, str]
    ) -> None:
        self.keys = keys
        self.indifferent = indifferent
        self.folds: list[Ending] = []
        """Each once."""
        self.paid_after_fold = {
            wager
            for wager in [*dict(stakes), *rules.wagers_of("decision")]
            if any(pay.all_tables for pay in rules.settle[wager].cell("folded") or ())
        }

    def fold(self, history: History, stage_id: str) -> int:
        ending = Ending(stakes=history.stakes, folded_at=stage_id, given_up=history.given_up)
        if ending not in self.folds:
            self.folds.append(ending)
        return self.folds.index(ending)

    def node(self, stage: Stage | None, history: History, after: list[History]) -> DecisionNode:
        """The node of a history at a level; histories that it leads to are added to `after`."""
        if stage is None or not self._is_offered(stage, history):
            passing = Branch("", history.out, to=_place(history, after))
            return DecisionNode(None, (passing,), history.in_play)
        branches: list[Branch] = []
        for choice in stage.decide:
            for id_, multiple in choice.sized():
                branches.append(self._branch(stage, history, choice, id_, multiple, after))
            self._mark(stage.id, choice)
        if all(branch.needs is not None for branch in branches):
            raise OddsRefused(f"stages.{stage.id}.decide", "every choice needs a hand")
        ordered = in_order(branches, self.indifferent.get(stage.id, "bet"))
        unasked = None
        if stage.asked_if is not None:
            self.keys.use(f"stages.{stage.id}.asked_if")
            unasked = Branch("", history.out, to=_place(history, after))
        return DecisionNode(stage.id, ordered, history.in_play, unasked)

    def _is_offered(self, stage: Stage, history: History) -> bool:
        """Whether a stage asks for a decision after a history."""
        out = dict(history.stakes)
        if stage.while_not_out is not None:
            self.keys.use(f"stages.{stage.id}.while_not_out")
            if stage.while_not_out in out:
                return False
        if stage.if_out and not any(wager in out for wager in stage.if_out):
            return False
        return not history.ended

    def _branch(
        self,
        stage: Stage,
        history: History,
        choice: Choice,
        id_: str,
        multiple: Fraction,
        after: list[History],
    ) -> Branch:
        """A choice in one of its sizes."""
        if not choice.folds:
            chosen = self.choose(history, stage.id, choice, multiple, id_)
            return Branch(id_, chosen.out, to=_place(chosen, after), needs=choice.requires)
        if choice.requires is not None:
            key = f"stages.{stage.id}.decide.{choice.id}.requires"
            raise OddsRefused(key, "a fold that needs a hand is not weighed")
        if not self.paid_after_fold & {*dict(history.stakes)}:
            return Branch(id_, history.out, fold=self.fold(history, stage.id), folds=True)
        gone = History(
            stakes=history.stakes, ended=True, folded_at=stage.id, given_up=history.given_up
        )
        return Branch(id_, history.out, to=_place(gone, after), folds=True)

    def choose(
        self, history: History, stage_id: str, choice: Choice, multiple: Fraction, id_: str
    ) -> History:
        key = f"stages.{stage_id}.decide.{choice.id}"
        stakes = dict(history.stakes)
        if choice.take_back is not None:
            if choice.take_back not in stakes:
                raise OddsRefused(f"{key}.take_back", "the wager is not out at this point")
            del stakes[choice.take_back]
        given_up = history.given_up
        if choice.gives_up is not None:
            if choice.gives_up not in stakes or choice.gives_up in given_up:
                raise OddsRefused(f"{key}.gives_up", "the wager is not out at this point")
            given_up = tuple(sorted((*given_up, choice.gives_up)))
        if choice.bet is not None and choice.size is not None:
            if choice.size.of is None:
                raise OddsRefused(f"{key}.size", "a bet in dollars cannot be weighed in units")
            if choice.size.of not in stakes:
                raise OddsRefused(f"{key}.size", f"{choice.size.of} is not out at this point")
            if choice.bet in stakes:
                raise OddsRefused(f"{key}.bet", "the wager is out already")
            stakes[choice.bet] = multiple * stakes[choice.size.of]
        changes = bool(choice.bet or choice.take_back or choice.gives_up or choice.plays)
        return History(
            stakes=tuple(sorted(stakes.items())),
            contest=choice.plays or history.contest,
            ended=choice.ends,
            given_up=given_up,
            last_choice=id_ if changes or not history.last_choice else history.last_choice,
        )

    def _mark(self, stage_id: str, choice: Choice) -> None:
        for key in CHOICE_KEYS:
            if key != "discard":  # cards given up are weighed elsewhere
                self.keys.use(f"stages.{stage_id}.decide.{choice.id}.{key}")


def _place(history: History, after: list[History]) -> int:
    if history not in after:
        after.append(history)
    return after.index(history)


def in_order(branches: list[Branch], preferred: str) -> tuple[Branch, ...]:
    """Branches in the order of ties: for `fold` the least money out first, otherwise the most
    first.

    A choice preferred by its own id comes before all others.
    """
    if preferred == "fold":
        return tuple(sorted(branches, key=lambda b: (b.out, not b.folds)))
    by_money = sorted(branches, key=lambda b: (-b.out, b.folds))
    if preferred == "bet":
        return tuple(by_money)
    return tuple(sorted(by_money, key=lambda b: b.choice != preferred))


def opening_stakes(rules: Rules, wagers: Sequence[str]) -> StakesOut:
    """The wagers out before the deal, in units of the rules' unit.

    A side wager of any size is weighed at one unit.
    """
    stakes = {rules.unit: Fraction(1)}
    for wager in wagers:
        if rules.wagers[wager].kind == "side" and rules.wagers[wager].size is None:
            stakes[wager] = Fraction(1)
    waiting = [wager for wager in wagers if wager not in stakes]
    while waiting:
        ready = [w for w in waiting if (size := rules.wagers[w].size) and size.of in stakes]
        if not ready:
            raise OddsRefused(
                f"wagers.{waiting[0]}.size",
                f"its size does not follow from {rules.unit}, so it cannot be weighed with it",
            )
        for wager in ready:
            size = rules.wagers[wager].size
            assert size is not None and size.of is not None
            if len(size.multiples) != 1:
                raise OddsRefused(f"wagers.{wager}.size", "more than one size before the deal")
            stakes[wager] = size.multiples[0] * stakes[size.of]
            waiting.remove(wager)
    return tuple(sorted(stakes.items()))


def unfold(
    rules: Rules,
    stages: Sequence[Stage | None],
    wagers: Sequence[str],
    keys: KeysUsed,
    indifferent: Mapping[str, str] | None = None,
) -> Tree:
    """All histories from the wagers before the deal to the end, each level with the stage that
    decides; `indifferent` are tie rules other than those of the rules, by decision."""
    ties, stakes = _tie_rules(rules, stages, indifferent or {}), opening_stakes(rules, wagers)
    unfolding = _Unfolding(rules, stakes, keys, ties)
    histories = [History(stakes=stakes)]
    levels: list[list[DecisionNode]] = []
    for stage in stages:
        after: list[History] = []
        levels.append([unfolding.node(stage, history, after) for history in histories])
        histories = after
    last_endings = []
    for history in histories:
        contest = None if history.folded_at is not None else _contest(rules, history)
        last_endings.append(
            Ending(
                stakes=history.stakes,
                contest=contest,
                folded_at=history.folded_at,
                given_up=history.given_up,
                last_choice=history.last_choice,
            )
        )
    return Tree(levels, last_endings, unfolding.folds, ties)


def _contest(rules: Rules, history: History) -> str | None:
    """The contest a history plays: the one entered, or the only one.

    There may be none if every wager that is out names its own.
    """
    contest = history.contest or (next(iter(rules.contests)) if len(rules.contests) == 1 else None)
    if contest is None and rules.contests:
        for wager, _ in history.stakes:
            cells = rules.settle[wager]
            if cells.contest is None and cells.is_compared:
                raise OddsRefused(
                    f"settle.{wager}.contest",
                    "a history ends without saying which contest it plays",
                )
    return contest
