"""The rules of a game worked out for dealing: made once, shared by every round.

A plan holds nothing that changes. It has the wagers, stages, choices and hands of the file in the
form the table needs at each move, and remembers what a wager pays in those cases where no pay table
is consulted. What a wager pays is asked of `rules.settlement` and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Payment, Situation, settle
from feltworks.table.reading import HandReader
from feltworks.table.stageplan import ChoicePlan, StagePlan, stage_plan
from feltworks.table.wagerplan import MAIN, tables_of, wager_plans

if TYPE_CHECKING:
    from feltworks.hands import HandTest
    from feltworks.rules.schema import Rules
    from feltworks.rules.schema.stages import Choice


class TableError(FeltworksError):
    """Rules that this engine does not deal."""


class ContestPlan:
    """A player's hand against the dealer's, and what the dealer needs."""

    __slots__ = ("dealer", "id", "player", "qualifier")

    def __init__(
        self, id: str, player: HandReader, dealer: HandReader, qualifier: HandTest | None
    ) -> None:
        self.id = id
        self.player = player
        self.dealer = dealer
        self.qualifier = qualifier


class TablePlan:
    """Everything about a game that stays the same from round to round."""

    def __init__(self, rules: Rules) -> None:
        refuse_other_engines(rules)
        self.rules = rules
        self.book = Handbook(rules)
        self.deck = self.book.deck
        self.seats = rules.table.seats
        self.hands = {id: HandReader(self.book, id) for id in rules.hands}
        self.wagers = wager_plans(rules)
        self.required = tuple(w for w in self.wagers.values() if w.kind == "required")
        self.contests = {
            id: ContestPlan(
                id,
                self.hands[contest.player],
                self.hands[contest.dealer],
                self.book.test(contest.dealer, contest.qualifies) if contest.qualifies else None,
            )
            for id, contest in rules.contests.items()
        }
        self.only_contest = next(iter(self.contests)) if len(self.contests) == 1 else None
        self.stages = tuple(self._stage(at) for at in range(len(rules.stages)))
        self.last_deal = max((at for at, s in enumerate(self.stages) if s.deals), default=-1)
        self.order = self._settling_order()
        self.player_zones = tuple(z for z, owner in rules.zones.items() if owner == "player")
        self.dealer_zones = tuple(z for z, owner in rules.zones.items() if owner == "dealer")
        # Eight bits of one integer count how often each face has been dealt: where, and up to what.
        self.faces = {
            face: (8 * at, copies)
            for at, (face, copies) in enumerate(zip(self.deck.faces, self.deck.copies, strict=True))
        }
        self._by_rank = {id: self._pays_by_rank(id) for id in self.wagers}
        self._payments: dict[tuple[object, ...], Payment] = {}

    def payment(self, wager: str, situation: Situation) -> Payment:
        """What the wager pays, by its rules; asked once for hands that rank alike."""
        if not self._by_rank[wager]:
            return self._by_rules(wager, situation)
        case = (wager, situation.folded, situation.qualified, situation.result)
        hands = self.wagers[wager].hands
        # A folded hand may be settled before all its cards are out, when no pay table is asked.
        values = tuple([situation.held[hand].value for hand in hands if hand in situation.held])
        known = self._payments.get((case, values))
        if known is None:
            known = self._payments[case, values] = self._by_rules(wager, situation)
        return known

    def cards_needed(self, seats: int) -> int:
        """How many cards a round of so many seats takes at most."""
        return sum(stage.cards_needed(seats) for stage in self.stages)

    def _by_rules(self, wager: str, situation: Situation) -> Payment:
        payment = settle(self.book, wager, situation)
        if getattr(self.rules.settle[wager], payment.case) is not None:
            return payment
        return Payment("always", payment.odds, payment.cents, payment.hits, payment.rows)

    def _pays_by_rank(self, wager: str) -> bool:
        """Whether its pay tables look at what a hand ranks, and not at single cards of it."""
        return all(
            self.book.test(self.rules.pays[table].hand, row.hand).condition is None
            for table in tables_of(self.rules, wager)
            for row in self.rules.pays[table].rows
        )

    def _stage(self, at: int) -> StagePlan:
        stage = self.rules.stages[at]
        choices = {choice.id: self._choice(choice) for choice in stage.decide}
        return stage_plan(self.rules, stage, choices)

    def _choice(self, choice: Choice) -> ChoicePlan:
        contest = choice.plays or (self.only_contest if choice.bet else None)
        laid = self.contests[contest].player if contest else None
        requires = None
        if choice.requires is not None:
            hand, phrase = choice.requires.hand, choice.requires.is_
            requires = (self.hands[hand], self.book.test(hand, phrase))
        return ChoicePlan(
            id=choice.id,
            name=choice.name or choice.id.replace("-", " ").capitalize(),
            folds=choice.folds,
            bet=choice.bet,
            size=choice.size,
            take_back=choice.take_back,
            plays=choice.plays,
            ends=choice.ends,
            requires=requires,
            sets=laid if laid is not None and laid.set_by_player else None,
        )

    def _settling_order(self) -> tuple[str, ...]:
        """A seat's wagers as they are settled: those beside the main game first, or last."""
        main = [id for id, wager in self.wagers.items() if wager.game == MAIN]
        beside = [id for id, wager in self.wagers.items() if wager.game != MAIN]
        first = self.rules.table.settle_side_wagers == "first"
        return tuple(beside + main if first else main + beside)


def refuse_other_engines(rules: Rules) -> None:
    """A `TableError` for rules that ask for more than stages and cells."""
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
    unsettled = [id for id in rules.wagers if id not in rules.settle]
    if unsettled:
        raise TableError(f"settle.{unsettled[0]} is missing: a table settles every wager")
