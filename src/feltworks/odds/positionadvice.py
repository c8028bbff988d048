"""Advice on a position: the value of every choice there, and the best of them. A `TreeAdvisor`
finds the position in a tree of decisions; derived classes compute what the choices are worth
there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from feltworks.cards import Card, Deck
from feltworks.errors import FeltworksError, did_you_mean
from feltworks.odds.sums import CLOSED
from feltworks.odds.tree import DecisionNode, Tree
from feltworks.rules.amounts import number_text


class PositionError(FeltworksError):
    """A position that cannot come up."""


@dataclass(frozen=True)
class PositionAdvice:
    """What to do at a decision; values are the expected net results of the whole hand, in units, of
    the choices that are open with these cards."""

    decision: str
    values: Mapping[str, Fraction]
    best: str
    out: Mapping[str, Fraction] = field(default_factory=dict)
    """What is on the felt before the choice, in units."""

    @property
    def indifferent(self) -> bool:
        top = max(self.values.values())
        return sum(value == top for value in self.values.values()) > 1

    def cost(self, choice: str) -> Fraction:
        """What a choice gives away compared with the best."""
        return max(self.values.values()) - self.values[choice]


class StrategyLine(NamedTuple):
    """One position of the whole strategy: which cards, how many deals, what to do."""

    decision: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    deals: int
    advice: PositionAdvice


@dataclass(frozen=True)
class Grid:
    """The strategy for two cards: ranks down and across from the highest, suited hands above the
    diagonal.

    It is possible if two cards are held, nothing lies open, and hands of the same two ranks differ
    only in being suited or not; a joker is a rank like any other.
    """

    ranks: tuple[str, ...]
    cells: Mapping[tuple[str, str], PositionAdvice]


def as_grid(lines: Iterable[StrategyLine], deck: Deck) -> Grid | None:
    """The lines of a decision as a grid, or None if that is not possible."""
    order = [*(["Jo"] if deck.jokers else []), *reversed(deck.ranks)]
    cells: dict[tuple[str, str], PositionAdvice] = {}
    for line in lines:
        if len(line.cards) != 2 or line.board:
            return None
        cell = _cell(line.cards, order)
        if cell in cells:
            return None
        cells[cell] = line.advice
    return Grid(tuple(order), cells)


def _cell(cards: tuple[Card, ...], order: list[str]) -> tuple[str, str]:
    high, low = sorted(cards, key=lambda card: order.index(card.rank))
    suited = high.suit == low.suit and not high.is_joker and not low.is_joker
    return (high.rank, low.rank) if suited else (low.rank, high.rank)


def out_text(out: Mapping[str, Fraction]) -> str:
    """What lies on the felt, in words."""
    return ", ".join(f"{wager} {number_text(units)}" for wager, units in out.items())


class Place(NamedTuple):
    """A decision in the tree: its level and node."""

    level: int
    node: int


class TreeAdvisor(ABC):
    """Answers positions of one tree of decisions, required wagers only."""

    def __init__(self, tree: Tree, deck: Deck) -> None:
        self.tree, self.deck = tree, deck

    @cached_property
    def places(self) -> dict[str, list[Place]]:
        """Where each decision is in the tree, once for each history that leads to it."""
        found: dict[str, list[Place]] = {}
        for level, nodes in enumerate(self.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    found.setdefault(node.decision, []).append(Place(level, number))
        return found

    @property
    def decisions(self) -> list[str]:
        return list(self.places)

    def node(self, place: Place) -> DecisionNode:
        return self.tree.levels[place.level][place.node]

    @abstractmethod
    def cards_seen(self, level: int) -> tuple[int, int]:
        """How many of his own cards a player sees at a level, and how many others lie open."""

    def own_cards(self, decision: str) -> int:
        """How many cards the player holds at a decision."""
        return self.cards_seen(self.places[decision][0].level)[0]

    def board_cards(self, decision: str) -> int:
        """How many open cards other than the player's own there are at a decision."""
        return self.cards_seen(self.places[decision][0].level)[1]

    def histories(self, decision: str) -> list[Mapping[str, Fraction]]:
        """What can be on the felt when a decision comes up, in units."""
        return [dict(self.node(place).stakes) for place in self.places[decision]]

    def advise(
        self,
        decision: str,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        choices: Sequence[str] | None = None,
        out: Mapping[str, Fraction] | None = None,
        given_up: Sequence[Card] = (),
    ) -> PositionAdvice:
        """The value of each choice, with cards in the order in which they were seen; `given_up` are
        those that were exchanged before.

        If a decision comes up with different money out, `out` says how much in units, or `choices`
        what is offered; by default it is the first of `histories`.
        """
        place = self._place(decision, choices, out)
        own, others = self.cards_seen(place.level)
        if len(cards) != own:
            raise PositionError(f"the player holds {own} cards, not {len(cards)}")
        if len(board) != others:
            raise PositionError(f"at decision {decision} {others} cards lie open, not {len(board)}")
        self.deck.check([*cards, *board, *given_up])
        return self.advise_at(place, cards, board, given_up)

    def _place(
        self, decision: str, choices: Sequence[str] | None, out: Mapping[str, Fraction] | None
    ) -> Place:
        if decision not in self.places:
            raise PositionError(
                f"there is no decision {decision!r}{did_you_mean(decision, self.places)}; "
                f"allowed: {', '.join(self.places)}"
            )
        for place in self.places[decision]:
            node = self.node(place)
            offered = choices is None or {b.choice for b in node.branches} == set(choices)
            if offered and (out is None or dict(node.stakes) == dict(out)):
                return place
        if out is not None:
            ways = "; or ".join(out_text(way) for way in self.histories(decision))
            raise PositionError(f"decision {decision} never comes up with {out_text(out)}: {ways}")
        raise PositionError(f"decision {decision} never offers {', '.join(choices or ())}")

    @abstractmethod
    def advise_at(
        self, place: Place, cards: Sequence[Card], board: Sequence[Card], given_up: Sequence[Card]
    ) -> PositionAdvice:
        """The value of each choice at a place of the tree, with possible cards; `given_up` are
        those that were exchanged."""

    def advice(self, place: Place, worths: Iterable[int], per_deal: int) -> PositionAdvice:
        """The advice, from the worth of each branch over all deals of a position: a unit won in
        each of them is worth `per_deal`."""
        node = self.node(place)
        values = {
            branch.choice: Fraction(int(worth), per_deal)
            for branch, worth in zip(node.branches, worths, strict=True)
            if worth != CLOSED
        }
        assert node.decision is not None
        best = max(values, key=lambda choice: values[choice])
        return PositionAdvice(node.decision, values, best, dict(node.stakes))

    def is_unlisted(self, decision: str) -> bool:
        """Whether a decision's positions are valued only when one of them is asked for."""
        return False

    @abstractmethod
    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Every position of a decision with what to do."""

    def deals_by_best(self, decision: str) -> Counter[str]:
        """Deals by best choice; a position counts once for each history that leads to it."""
        best: Counter[str] = Counter()
        for line in self.lines(decision):
            best[line.advice.best] += line.deals
        return best
