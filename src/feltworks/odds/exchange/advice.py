"""The best cards to give up in a position, and what every choice there is worth.

At the exchange a choice is named by its id and the cards it gives up: `draw 7h 2c`; the id alone
gives up none. After the exchange the cards that were given up are gone from the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltworks.cards import Card, join_cards
from feltworks.odds.exchange.dealer import DealerPositions
from feltworks.odds.exchange.paytable import PayTableExchange
from feltworks.odds.exchange.solver import ExchangeSolver
from feltworks.odds.exchange.subsets import kept_columns
from feltworks.odds.positionadvice import (
    Place,
    PositionAdvice,
    PositionError,
    StrategyLine,
    TreeAdvisor,
    out_text,
)
from feltworks.odds.progress import Progress, silent
from feltworks.rules.schema import Rules

GROUPS = {
    (2,): "a pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "a full house",
    (4,): "four of a kind",
}


def with_given_up(choice: str, cards: Sequence[Card]) -> str:
    """The name of a choice at the exchange with the cards that it gives up."""
    return f"{choice} {join_cards(cards)}" if cards else choice


@dataclass(frozen=True)
class KeptKind:
    """Deals whose best cards to keep are of one kind, and their average worth."""

    words: str
    deals: int
    value: Fraction


class ExchangeAdvisor(TreeAdvisor):
    """Answers for one rules file with an exchange, required wagers only."""

    def __init__(
        self,
        rules: Rules,
        *,
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.rules = rules
        self.play = ExchangeSolver(rules).positions(indifferent or {})
        self.game = self.play.game
        self.play.get_ready(progress)
        super().__init__(self.game.tree, self.game.book.deck)

    def cards_seen(self, level: int) -> tuple[int, int]:
        return self.game.cards, self.game.plan.board

    def advise_at(
        self, place: Place, cards: Sequence[Card], board: Sequence[Card], given_up: Sequence[Card]
    ) -> PositionAdvice:
        if place.level == 0:
            return self._at_exchange(cards, board)
        node, history = self.node(place), place.node
        assert node.decision is not None
        stakes = dict(node.stakes)
        counts = {n for draw in self.game.draws if draw.history == history for n in draw.counts}
        if len(given_up) not in counts:
            told = " or ".join(map(str, sorted(counts)))
            raise PositionError(
                f"with {out_text(stakes)} out {told} cards were given up, not {len(given_up)}"
            )
        space = self.game.space
        worth = self.play.last_worths(
            history, space.in_order(cards), space.in_order(board), space.in_order(given_up)
        )
        choices = [choice.choice or "" for choice in self.game.after(history)]
        values = dict(zip(choices, worth, strict=True))
        best = max(values, key=lambda choice: values[choice])
        return PositionAdvice(node.decision, values, best, stakes)

    def _at_exchange(self, cards: Sequence[Card], board: Sequence[Card]) -> PositionAdvice:
        space = self.game.space
        numbers = space.in_order(cards)
        in_order = sorted(cards, key=lambda card: space.numbers[card])
        found: dict[str, Fraction] = {}
        for number, mask, worth in self.play.exchange_worths(numbers, space.in_order(board)):
            gone = [card for place, card in enumerate(in_order) if not mask >> place & 1]
            named = [card for card in cards if card in gone]
            found[with_given_up(self.game.draws[number].choice, named)] = worth
        best = max(found, key=lambda choice: found[choice])
        stakes = dict(self.game.root.stakes)
        return PositionAdvice(self.decisions[0], found, best, stakes)

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Every position of the exchange, up to swaps of suits, with the best draw and its
        worth."""
        play = self._every_deal(decision)
        stakes, space = dict(self.game.root.stakes), self.game.space
        for best in play.best_of_every_deal():
            cards = [space.card(number) for number in best.cards]
            gone = [card for place, card in enumerate(cards) if not best.mask >> place & 1]
            choice = with_given_up(self.game.draws[best.draw].choice, gone)
            board = tuple(space.card(number) for number in best.board)
            advice = PositionAdvice(decision, {choice: best.worth}, choice, stakes)
            yield StrategyLine(decision, tuple(cards), board, best.deals, advice)

    def kinds(self, decision: str) -> list[KeptKind]:
        """What is best kept, by kind, the most valuable first."""
        play = self._every_deal(decision)
        deals: Counter[str] = Counter()
        worth: dict[str, Fraction] = {}
        space = self.game.space
        for best in play.best_of_every_deal():
            kept = [best.cards[place] for place in kept_columns(best.mask, self.game.cards)]
            words = self._words([space.card(number) for number in kept])
            deals[words] += best.deals
            worth[words] = worth.get(words, Fraction(0)) + best.deals * best.worth
        found = [KeptKind(words, n, worth[words] / n) for words, n in deals.items()]
        return sorted(found, key=lambda kind: -kind.value)

    def deals_by_best(self, decision: str) -> Counter[str]:
        """Deals by the cards that are best kept."""
        return Counter({f"keep {kind.words}": kind.deals for kind in self.kinds(decision)})

    def _every_deal(self, decision: str) -> PayTableExchange:
        """The best choice of every deal; refused if positions are only weighed one at a time."""
        if decision != self.decisions[0] or isinstance(self.play, DealerPositions):
            raise PositionError(
                f"decision {decision} is answered one position at a time: name the cards"
            )
        return self.play

    def _words(self, kept: Sequence[Card]) -> str:
        """The cards kept, described by what they have in common."""
        if not kept:
            return "nothing"
        game = self.game
        if len(kept) == game.cards:
            hand = game.hand
            compiled = game.book.compiled(hand)
            return f"all: {compiled.category_of(compiled.whole_hand(tuple(kept)))}"
        wild = game.book.ranking(game.hand).wild
        plain = [card for card in kept if card.rank not in wild]
        told = [f"{len(kept) - len(plain)} wild"] if len(plain) < len(kept) else []
        counts = sorted(Counter(card.rank for card in plain).values(), reverse=True)
        groups = tuple(count for count in counts if count > 1)
        if groups:
            told.append(GROUPS[groups])
            loose = len(plain) - sum(groups)
            told += [f"{loose} more"] if loose else []
            return " and ".join(told)
        if plain:
            told.append(f"{len(plain)} card{'s' if len(plain) > 1 else ''}")
        words = " and ".join(told)
        if len(plain) > 1 and len({card.suit for card in plain}) == 1:
            words += " in one suit"
        ranks = [game.book.deck.ranks.index(card.rank) for card in plain]
        if len(plain) > 1 and _is_near(ranks, game.cards, len(game.book.deck.ranks)):
            words += " near each other"
        return words


def _is_near(ranks: Sequence[int], cards: int, top: int) -> bool:
    """Whether one straight can hold these ranks; the top rank also counts at the bottom."""
    low = [-1 if rank == top - 1 else rank for rank in ranks]
    return min(max(ranks) - min(ranks), max(low) - min(low)) < cards
