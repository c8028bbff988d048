"""A rules file prepared for solving: plan, boards and tree together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltworks.hands import HandError
from feltworks.odds.boardcache import boards_for
from feltworks.odds.boards import Boards
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.classes import pay_classes
from feltworks.odds.contests import in_play, paid_hands, read_contests, tables_of
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.exchange.solver import ExchangeSolver
from feltworks.odds.forward import EndingCounts
from feltworks.odds.keys import KeysUsed
from feltworks.odds.laidout import why_laid_out
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.needs import names_a_suit
from feltworks.odds.outcomes import EndedDeals
from feltworks.odds.pays import price
from feltworks.odds.plan import LevelPlan, make_plan
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import PlayedTogether, WagerOdds
from feltworks.odds.showdown import Policy, Showdown
from feltworks.odds.side import is_decided_by_cards
from feltworks.odds.suitgame import is_by_suits
from feltworks.odds.tree import unfold
from feltworks.odds.walk import SolvedPlay, Walk
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

REMEDY = (
    "`feltworks odds` and `feltworks strategy` without further options answer, also for a copy of "
    "the file with other pays written in"
)


class Solver:
    """A rules file prepared for solving, for any number of questions."""

    def __init__(self, rules: Rules, keys: KeysUsed | None = None) -> None:
        if not is_solved(rules):
            raise OddsRefused(
                "game.mechanism", f"the solver weighs table games, not {rules.game.mechanism}"
            )
        if not rules.wagers_of("required"):
            if any(stage.decide for stage in rules.stages):
                why = "decisions are weighed only where a required wager opens the hand"
                raise OddsRefused("wagers", why)
            raise OddsRefused(
                "stages",
                "no stage of this game asks for a decision, so there is no play to weigh; what its "
                "wagers are worth is told by `feltworks odds`",
            )
        if rules.totals and not any(stage.decide for stage in rules.stages):
            why = "hands that count points are not weighed by this question"
            raise OddsRefused("totals", why)
        if stages := exchange_stages(rules):
            raise OddsRefused(
                f"stages.{stages[0].id}.decide",
                "cards are given up for others, which is weighed in a way of its own, and this "
                f"question does not know it; {REMEDY}",
            )
        self.rules = rules
        self.keys = keys or KeysUsed(rules)
        self.book = Handbook(rules)
        cause = why_laid_out(rules, self.book)
        if is_by_suits(rules, self.book):
            cause = "decisions by the longest flush"
        if cause is not None:
            raise OddsRefused(
                "stages",
                f"{cause} are weighed in a way of their own, which this question does not know; "
                f"{REMEDY}",
            )
        self.contests = read_contests(self.book, self.keys)
        self.required = [*rules.wagers_of("required"), *rules.wagers_of("decision")]
        self.plan: LevelPlan = self._plan(self.required)
        self.looked_at = self._looked_at()
        self.boards = self._boards(self.plan, self.looked_at)

    def _plan(self, wagers: Sequence[str]) -> LevelPlan:
        asked = in_play(self.book, self.contests, wagers)
        return make_plan(self.rules, self.book, asked, self.keys)

    def _looked_at(self) -> list[str]:
        """The wagers that one count of the boards can serve: the required ones, and side wagers
        that depend on play and look at no other cards."""
        plan, space = self.plan, self._space(self.required)
        return [
            *self.required,
            *(
                side
                for side in self.rules.wagers_of("side")
                if not is_decided_by_cards(self.rules, side)
                and self._plan([*self.required, side]) == plan
                and self._space([*self.required, side]) == space
            ),
        ]

    def _space(self, wagers: Sequence[str]) -> CardSpace:
        tables = tables_of(self.book, wagers)
        swap_suits = not names_a_suit(self.rules, self.book, tables)
        return CardSpace(self.book.deck, swap_suits=swap_suits)

    def _boards(self, plan: LevelPlan, wagers: Sequence[str]) -> Boards:
        hands = paid_hands(self.book, wagers)
        compared = [hand for each in self.contests for hand in (each.player, each.dealer)]
        for hand in dict.fromkeys((*hands, *compared)):
            # Hands that no table has are refused here, not at the first board.
            self._refuse_too_many_cards(hand)
        return boards_for(plan, self._space(wagers), self.contests, hands)

    def _refuse_too_many_cards(self, hand: str) -> None:
        chooser = self.book.chooser(hand)
        if not chooser.is_free:
            return
        try:
            self.book.compiled(hand).check_tables(sum(chooser.zones.values()))
        except HandError as error:
            zone = next(iter(chooser.zones))
            raise OddsRefused(
                f"hands.{hand}.from",
                f"{error}; draw it from fewer cards, or say how many of a zone it must use, as in "
                f"at_least = {{ {zone} = 1 }}: then every choice of {chooser.use} is looked up",
            ) from None

    def walk(
        self,
        indifferent: Mapping[str, str],
        side: str | None = None,
        policy: Policy | None = None,
    ) -> Walk:
        """The walk of the required wagers, with one side wager if named."""
        wagers = self.rules.wagers_of("required")
        plan, boards = self.plan, self.boards
        if side is not None:
            wagers = [*wagers, side]
            plan = self._plan([*self.required, side])
            if side not in self.looked_at:
                boards = self._boards(plan, [*self.required, side])
        stages = [level.stage for level in plan.levels]
        tree = unfold(self.rules, stages, wagers, self.keys, indifferent)
        playing = [*wagers, *self.rules.wagers_of("decision")]
        known = tuple(contest.id for contest in self.contests) if plan.shown else ()
        classes = pay_classes(self.book, playing, known, self.keys)
        pays = price(self.book, tree.endings, playing, classes, self.keys)
        return Walk(Showdown(plan, boards, tree, pays, policy))

    def main(
        self,
        indifferent: Mapping[str, str],
        progress: Progress = silent,
        policy: Policy | None = None,
    ) -> WagerOdds:
        """All required wagers together, under the best play or a policy."""
        walk = self.walk(indifferent, policy=policy)
        return Solved(self.rules.unit, walk, walk.solve(progress)).main()


def solver_of(rules: Rules, keys: KeysUsed | None = None) -> Solver | ExchangeSolver:
    """The solver for the decisions of these rules."""
    return ExchangeSolver(rules, keys) if exchange_stages(rules) else Solver(rules, keys)


@dataclass(frozen=True)
class Solved:
    """A game counted under its best play; other pays may be applied to the same counts."""

    unit: str
    walk: SolvedPlay
    counted: EndingCounts

    def repaid(self, book: Handbook, keys: KeysUsed) -> Solved:
        """The same deals and play, paid by another file's tables."""
        tree, classes = self.walk.tree, self.walk.pays.classes
        wagers = list(dict.fromkeys(wager for end in tree.endings for wager, _ in end.stakes))
        pays = price(book, tree.endings, wagers, classes, keys)
        return Solved(self.unit, self.walk.with_pays(pays), self.counted)

    @property
    def expected_value(self) -> Fraction:
        """The value of all wagers of the walk together, in units, computed without making rows."""
        deals, pays = self.counted.endings.astype(object), self.walk.pays
        return Fraction(int((deals * pays.table).sum()), int(deals.sum()) * pays.scale)

    def main(self) -> WagerOdds:
        """All wagers of the walk together."""
        return self._ended.together(self.unit)

    @property
    def _ended(self) -> EndedDeals:
        return EndedDeals(self.walk.tree, self.walk.pays, self.counted)

    def joint(self, side: str, main: WagerOdds) -> WagerOdds:
        """A side wager that folding forfeits: its rows under the best play for all wagers together;
        its value is that of all less that of the required ones alone."""
        size = dict(self.walk.tree.endings[0].stakes)[side]
        return WagerOdds(
            unit=side,
            outcomes=self._ended.outcomes_of(side),
            indifferent_deals=self.counted.indifferent,
            together=PlayedTogether(size, main.expected_value, self.main().outcomes),
        )
