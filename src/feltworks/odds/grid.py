"""The strategy for two cards as a grid: ranks down and across, suited hands above the diagonal.

A grid fits when two cards are held, nothing lies open, and hands of the same two ranks
differ at most in being suited; a joker is a rank like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from feltworks.cards import Card, Deck
from feltworks.odds.positionadvice import PositionAdvice, StrategyLine


@dataclass(frozen=True)
class Grid:
    """Cells by the rank of the row and of the column, ranks from the highest down."""

    ranks: tuple[str, ...]
    cells: Mapping[tuple[str, str], PositionAdvice]


def as_grid(lines: Iterable[StrategyLine], deck: Deck) -> Grid | None:
    """The lines of a decision as a grid, or None where none fits."""
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
