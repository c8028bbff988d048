"""The best move in games that are weighed over every deal, and who advises on which game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from feltworks.cards import Card, Deck
from feltworks.errors import did_you_mean
from feltworks.odds.dealpays import MOST_WORTH
from feltworks.odds.decided import LaidOutGame, is_laid_out
from feltworks.odds.keys import KeysUsed
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.strategy import (
    Advisor,
    Place,
    PositionAdvice,
    PositionError,
    StrategyLine,
    out_text,
    seconds_to_solve,
)
from feltworks.odds.suitgame import SuitGame, is_by_suits
from feltworks.odds.tree import DecisionNode
from feltworks.odds.walk import Progress, silent
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules


class DealAdvisor:
    """Answers as an `Advisor` does, from deals that are laid out."""

    def __init__(self, rules: Rules, *, indifferent: Mapping[str, str] | None = None) -> None:
        self.decided = LaidOutGame(Handbook(rules), KeysUsed(rules), indifferent)
        self.seen = self.decided.seen

    @property
    def deck(self) -> Deck:
        return self.decided.book.deck

    @property
    def decisions(self) -> list[str]:
        return list(dict.fromkeys(node.decision for _, node in self._nodes() if node.decision))

    def board_cards(self, decision: str) -> int:
        """How many open cards that are not the player's own lie there at a decision."""
        return self.seen.cards_seen(self._level(decision))[1]

    def own_cards(self, decision: str) -> int:
        """How many cards the player holds at a decision."""
        return self.seen.cards_seen(self._level(decision))[0]

    def histories(self, decision: str) -> list[Mapping[str, Fraction]]:
        """What can be on the felt when a decision comes up, in units."""
        return [dict(node.stakes) for _, node in self._nodes() if node.decision == decision]

    def advise(
        self,
        decision: str,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        choices: Sequence[str] | None = None,
        out: Mapping[str, Fraction] | None = None,
    ) -> PositionAdvice:
        """The value of each choice, cards in the order in which they were seen."""
        place = self._place(decision, choices, out)
        own, others = self.seen.cards_seen(place.level)
        if len(cards) != own:
            raise PositionError(f"the player holds {own} cards, not {len(cards)}")
        if len(board) != others:
            raise PositionError(f"at decision {decision} {others} cards lie open, not {len(board)}")
        self.deck.check([*cards, *board])
        row = self.seen.as_row(place.level, cards, board)
        columns = self.seen.seen_columns(place.level)
        rows = np.flatnonzero((self.seen.dealt.faces[:, columns] == row).all(axis=1))
        asked = self.decided.seen.levels[place.level].asked_if
        if asked is not None and not self.decided.asked(place.level)[rows[0]]:
            raise PositionError(
                f"decision {decision} is asked only if {asked.contest or asked.hand} is {asked.is_}"
            )
        position = int(self.seen.positions(place.level)[0][rows[0]])
        return self._advice(place, position, int(self.seen.dealt.ways[rows].sum()))

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Every position of a decision with what to do."""
        ways = self.seen.dealt.ways
        for level, node in self._nodes():
            if node.decision != decision:
                continue
            number, count = self.seen.positions(level)
            deals = np.zeros(count, np.int64)
            np.add.at(deals, number, ways)
            asked = self.decided.asked(level)
            first = np.unique(number, return_index=True)[1]
            place = Place(level, self.decided.tree.levels[level].index(node))
            for position, deal in enumerate(first.tolist()):
                if asked[deal]:
                    told = self.seen.told(level, deal)
                    counted = int(deals[position])
                    advice = self._advice(place, position, counted)
                    yield StrategyLine(decision, *told, counted, advice)

    def deals_by_best(self, decision: str) -> Counter[str]:
        """Deals by best choice."""
        best: Counter[str] = Counter()
        for line in self.lines(decision):
            best[line.advice.best] += line.deals
        return best

    def _nodes(self) -> Iterator[tuple[int, DecisionNode]]:
        for level, nodes in enumerate(self.decided.tree.levels):
            for node in nodes:
                yield level, node

    def _level(self, decision: str) -> int:
        return next(level for level, node in self._nodes() if node.decision == decision)

    def _place(
        self, decision: str, choices: Sequence[str] | None, out: Mapping[str, Fraction] | None
    ) -> Place:
        if decision not in self.decisions:
            raise PositionError(
                f"there is no decision {decision!r}{did_you_mean(decision, self.decisions)}; "
                f"allowed: {', '.join(self.decisions)}"
            )
        for level, nodes in enumerate(self.decided.tree.levels):
            for number, node in enumerate(nodes):
                offered = choices is None or {b.choice for b in node.branches} == set(choices)
                lies = out is None or dict(node.stakes) == dict(out)
                if node.decision == decision and offered and lies:
                    return Place(level, number)
        if out is not None:
            ways = "; or ".join(out_text(way) for way in self.histories(decision))
            raise PositionError(f"decision {decision} never comes up with {out_text(out)}: {ways}")
        raise PositionError(f"decision {decision} never offers {', '.join(choices or ())}")

    def _advice(self, place: Place, position: int, deals: int) -> PositionAdvice:
        node = self.decided.tree.levels[place.level][place.node]
        totals = self.decided.totals_at(place.level, place.node)[:, position]
        per_deal = deals * self.decided.pays.scale
        values = {
            branch.choice: Fraction(int(total), per_deal)
            for branch, total in zip(node.branches, totals, strict=True)
            if total != -MOST_WORTH
        }
        best = max(values, key=lambda choice: values[choice])
        assert node.decision is not None
        return PositionAdvice(node.decision, values, best, dict(node.stakes))


class SuitAdvisor:
    """Answers as an `Advisor` does, on hands by the longest flush: each is weighed when asked."""

    def __init__(self, rules: Rules, *, indifferent: Mapping[str, str] | None = None) -> None:
        self.game = SuitGame(Handbook(rules), KeysUsed(rules), indifferent)

    @property
    def deck(self) -> Deck:
        return self.game.book.deck

    @property
    def decisions(self) -> list[str]:
        return [self.game.stage.id]

    def board_cards(self, decision: str) -> int:
        """None but the player's own lie open."""
        return 0

    def own_cards(self, decision: str) -> int:
        return self.game.cards[0]

    def histories(self, decision: str) -> list[Mapping[str, Fraction]]:
        return [dict(self.game.node.stakes)]

    def advise(
        self,
        decision: str,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        choices: Sequence[str] | None = None,
        out: Mapping[str, Fraction] | None = None,
    ) -> PositionAdvice:
        """The value of each choice."""
        stakes = dict(self.game.node.stakes)
        if decision not in self.decisions:
            raise PositionError(f"there is no decision {decision!r}; allowed: {self.decisions[0]}")
        if len(cards) != self.own_cards(decision) or board:
            raise PositionError(
                f"the player holds {self.own_cards(decision)} cards and none lie open, "
                f"not {len(cards)} and {len(board)}"
            )
        if out is not None and dict(out) != stakes:
            raise PositionError(
                f"decision {decision} never comes up with {out_text(out)}: {out_text(stakes)}"
            )
        self.deck.check(cards)
        values = self.game.values(cards)
        return PositionAdvice(decision, values, max(values, key=lambda c: values[c]), stakes)

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Refused: a strategy of millions of kinds of hands is no list."""
        raise PositionError(
            f"decision {decision} comes up with millions of kinds of hands, which are not listed: "
            "ask for one by its cards"
        )

    def deals_by_best(self, decision: str) -> Counter[str]:
        """Deals by best choice."""
        branches = self.game.node.branches
        found = zip(branches, self.game.played().by_branch, strict=True)
        return Counter({branch.choice: deals for branch, deals in found if deals})


AnyAdvisor = Advisor | DealAdvisor | SuitAdvisor


def advisor_for(
    rules: Rules, *, indifferent: Mapping[str, str] | None = None, progress: Progress = silent
) -> AnyAdvisor:
    """Who answers for these rules; the game is weighed first, which may take long."""
    if is_laid_out(rules, Handbook(rules)):
        return DealAdvisor(rules, indifferent=indifferent)
    if is_solved(rules) and is_by_suits(rules, Handbook(rules)):
        return SuitAdvisor(rules, indifferent=indifferent)
    return Advisor(rules, indifferent=indifferent, progress=progress)


def seconds_to_advise(rules: Rules) -> float:
    """About how long it takes until somebody can answer for these rules."""
    book = Handbook(rules)
    quick = is_laid_out(rules, book) or (is_solved(rules) and is_by_suits(rules, book))
    return 1.0 if quick else seconds_to_solve(rules)
