"""Hands a second on one core: arrays of faces in, arrays of values out, kernels warm.

Each measure evaluates four million random hands in one call, several times, and takes the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from rich.table import Table

from feltworks.cards import Deck, deck
from feltworks.hands import Chooser, compile_ranking, ranking

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = 4_000_000
ROUNDS = 9


@dataclass(frozen=True)
class Measure:
    """One line of the table; the target is in millions of hands a second."""

    what: str
    ranking: str
    deck: str
    cards: int
    target_millions: int | None = None


MEASURES = (
    Measure("two cards", "two-card", "standard-52", 2),
    Measure("three cards", "three-card", "standard-52", 3, 200),
    Measure("four cards", "four-card", "standard-52", 4),
    Measure("five cards", "five-card", "standard-52", 5, 100),
    Measure("five cards, joker wild", "five-card-wild", "spanish-41", 5, 100),
    Measure("best three of five", "three-card", "standard-52", 5),
    Measure("best four of five", "four-card", "standard-52", 5),
    Measure("best five of seven", "five-card", "standard-52", 7),
    Measure("best five of seven, six decks", "five-card-shoe", "six-deck-shoe", 7, 20),
)


def random_faces(of: Deck, cards: int) -> np.ndarray:
    """Random hands without repeated cards, one row each."""
    draw = np.random.default_rng(52)
    pile = np.repeat(np.arange(len(of.faces), dtype=np.uint8), of.copies)
    places = draw.integers(0, len(pile), (HANDS, cards))
    while True:
        ordered = np.sort(places, axis=1)
        again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not again.any():
            return pile[places]
        places[again] = draw.integers(0, len(pile), (int(again.sum()), cards))


def millions_a_second(evaluate: Callable[[], object]) -> float:
    """The best of several rounds, after one to warm up."""
    evaluate()
    quickest = min(timed(evaluate) for _ in range(ROUNDS))
    return HANDS / quickest / 1e6


def timed(evaluate: Callable[[], object]) -> float:
    start = perf_counter()
    evaluate()
    return perf_counter() - start


def bench() -> Table:
    """Every measure beside its target."""
    table = Table(title="Hands, millions a second on one core")
    for column in ("hands", "target", "measured"):
        table.add_column(column, justify="left" if column == "hands" else "right")
    for measure in MEASURES:
        compiled = compile_ranking(ranking(measure.ranking), deck(measure.deck))
        faces = random_faces(compiled.deck, measure.cards)
        speed = millions_a_second(lambda: compiled.values(faces))  # noqa: B023 - called at once
        add_row(table, measure.what, measure.target_millions, speed)
    add_row(table, "three of five, at least one hole card", None, chooser_speed())
    return table


def chooser_speed() -> float:
    compiled = compile_ranking(ranking("three-card"), deck("standard-52"))
    chooser = Chooser({"hole": 2, "community": 3}, use=3, at_least={"hole": 1})
    faces = random_faces(compiled.deck, 5)
    held = {"hole": faces[:, :2], "community": faces[:, 2:]}
    return millions_a_second(lambda: chooser.values(compiled, held))


def add_row(table: Table, what: str, target: int | None, speed: float) -> None:
    met = target is None or speed >= target
    table.add_row(what, str(target or ""), f"[{'green' if met else 'red'}]{speed:.0f}[/]")
