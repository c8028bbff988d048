"""The best move in games that are weighed over every deal, and the advisor for each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from feltworks.cards import Card
from feltworks.odds.exchange.advice import ExchangeAdvisor
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.keys import KeysUsed
from feltworks.odds.laidout import LaidOutGame, is_laid_out
from feltworks.odds.positionadvice import (
    Place,
    PositionAdvice,
    PositionError,
    StrategyLine,
    TreeAdvisor,
)
from feltworks.odds.progress import Progress, silent
from feltworks.odds.strategy import Advisor, seconds_to_solve
from feltworks.odds.suitgame import SuitGame, is_by_suits
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules


class DealAdvisor(TreeAdvisor):
    """Answers from deals that are laid out."""

    def __init__(self, rules: Rules, *, indifferent: Mapping[str, str] | None = None) -> None:
        self.decided = LaidOutGame(Handbook(rules), KeysUsed(rules), indifferent)
        self.seen = self.decided.seen
        super().__init__(self.decided.tree, self.decided.book.deck)

    def cards_seen(self, level: int) -> tuple[int, int]:
        return self.seen.cards_seen(level)

    def advise_at(
        self, place: Place, cards: Sequence[Card], board: Sequence[Card], given_up: Sequence[Card]
    ) -> PositionAdvice:
        row = self.seen.as_row(place.level, cards, board)
        columns = self.seen.seen_columns(place.level)
        rows = np.flatnonzero((self.seen.dealt.faces[:, columns] == row).all(axis=1))
        asked = self.seen.levels[place.level].asked_if
        if asked is not None and not self.decided.asked(place.level)[rows[0]]:
            raise PositionError(
                f"decision {self.node(place).decision} is asked only if "
                f"{asked.contest or asked.hand} is {asked.is_}"
            )
        position = int(self.seen.positions(place.level)[0][rows[0]])
        return self._advice(place, position, int(self.seen.dealt.ways[rows].sum()))

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        for place in self.places[decision]:
            number, count = self.seen.positions(place.level)
            deals = np.zeros(count, np.int64)
            np.add.at(deals, number, self.seen.dealt.ways)
            asked = self.decided.asked(place.level)
            first = np.unique(number, return_index=True)[1]
            for position, deal in enumerate(first.tolist()):
                if asked[deal]:
                    told, counted = self.seen.as_cards(place.level, deal), int(deals[position])
                    advice = self._advice(place, position, counted)
                    yield StrategyLine(decision, *told, counted, advice)

    def _advice(self, place: Place, position: int, deals: int) -> PositionAdvice:
        totals = self.decided.totals_at(*place)[:, position]
        return self.advice(place, totals.tolist(), deals * self.decided.pays.scale)


class SuitAdvisor(TreeAdvisor):
    """Answers on hands ranked by the longest flush; each is weighed when it is asked about."""

    def __init__(self, rules: Rules, *, indifferent: Mapping[str, str] | None = None) -> None:
        self.game = SuitGame(Handbook(rules), KeysUsed(rules), indifferent)
        super().__init__(self.game.tree, self.game.book.deck)

    def cards_seen(self, level: int) -> tuple[int, int]:
        return self.game.own_cards, 0

    def advise_at(
        self, place: Place, cards: Sequence[Card], board: Sequence[Card], given_up: Sequence[Card]
    ) -> PositionAdvice:
        per_deal = self.game.dealer_hands * self.game.pays.scale
        return self.advice(place, self.game.worths(cards), per_deal)

    def is_unlisted(self, decision: str) -> bool:
        return True

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Refused: there are millions of kinds of hands, too many to list."""
        raise PositionError(
            f"decision {decision} comes up with millions of kinds of hands, which are not listed: "
            "ask for one by its cards"
        )

    def deals_by_best(self, decision: str) -> Counter[str]:
        found = zip(self.game.node.branches, self.game.played().by_branch.tolist(), strict=True)
        return Counter({branch.choice: deals for branch, deals in found if deals})


def advisor_for(
    rules: Rules, *, indifferent: Mapping[str, str] | None = None, progress: Progress = silent
) -> TreeAdvisor:
    """The advisor for these rules; the game is solved first, which may take long."""
    if exchange_stages(rules):
        return ExchangeAdvisor(rules, indifferent=indifferent, progress=progress)
    if is_laid_out(rules, Handbook(rules)):
        return DealAdvisor(rules, indifferent=indifferent)
    if is_by_suits(rules, Handbook(rules)):
        return SuitAdvisor(rules, indifferent=indifferent)
    return Advisor(rules, indifferent=indifferent, progress=progress)


def seconds_to_advise(rules: Rules) -> float:
    """About how long it takes until advice is available."""
    book = Handbook(rules)
    is_quick = is_laid_out(rules, book) or is_by_suits(rules, book)
    return 1.0 if is_quick and not exchange_stages(rules) else seconds_to_solve(rules)
