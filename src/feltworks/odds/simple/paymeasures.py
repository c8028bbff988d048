"""Measures for hands that only a pay table judges: what a card would pay if it were paired.

A card counts two points if a pair of it wins, one if it pushes and none if it loses. If no pair
pushes, a winning one counts one point. Players of such games count their cards this way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from feltworks.cards import RANK_WORDS
from feltworks.odds.contests import tables_of
from feltworks.odds.simple.handmeasures import start_of
from feltworks.odds.simple.measures import Measure, group_measure, grouped
from feltworks.odds.simple.seen import DecisionView, Scores, SeenPositions
from feltworks.rules.handbook import Held
from feltworks.rules.settlement import Situation, settle

PAIRS = "among all cards"


def pay_measures(view: DecisionView) -> Iterator[Measure]:
    """Pairs wherever they lie, and points; empty if there is a dealer's hand to beat."""
    cards = view.count("player") + view.count("table")
    if view.plan.book.rules.contests or cards < 2 or view.space.deck.jokers:
        return

    def pairs(seen: SeenPositions) -> Scores:
        return grouped(seen, seen.ranks("player", "table"), [])

    if view.count("table"):
        yield group_measure(view, pairs, PAIRS, own=cards)
    points = rank_points(view)
    if len(set(points)) < 2:
        return
    counted = np.array([*points, 0], np.int16)  # a card without a rank is marked -1

    def score(seen: SeenPositions) -> Scores:
        found = np.zeros(len(seen), np.int16)
        for ranks in seen.ranks("player", "table"):
            found += counted[ranks]
        return found

    told, most = _points_words(view, points), max(points) * cards
    yield Measure(
        score,
        {n: f"{n} point{'s'[: n > 1]} or more ({told})" for n in range(1, most + 1)},
        {n - 1: f"fewer than {n} point{'s'[: n > 1]} ({told})" for n in range(1, most + 1)},
    )


def rank_points(view: DecisionView) -> tuple[int, ...]:
    """The points of each rank, by what a pair of it is paid; empty if rows look at cards."""
    book = view.plan.book
    rules, unit = book.rules, book.rules.unit
    hands = {rules.pays[table].hand for table in tables_of(book, [unit])}
    rows = [(table.hand, row.hand) for table in rules.pays.values() for row in table.rows]
    if len(hands) != 1 or any(book.test(*row).condition for row in rows if row[0] in hands):
        return ()
    (hand,) = hands
    paid = []
    for rank in view.space.deck.ranks:
        value = start_of(book.compiled(hand), f"pair of {RANK_WORDS[rank][1]}")
        if value is None:
            return ()
        payment = settle(book, unit, Situation({hand: Held(value, ())}))
        paid.append(0 if payment.odds < 0 else 1 if payment.odds == 0 else 2)
    ways = sorted(set(paid))
    return tuple(ways.index(each) for each in paid)


def _points_words(view: DecisionView, points: Sequence[int]) -> str:
    """The points of the ranks in words: `2 for a jack to ace, 1 for a six to ten`."""
    ranks = [RANK_WORDS[rank][0] for rank in view.space.deck.ranks]
    runs = [
        [rank for rank, _ in run]
        for count, run in groupby(zip(ranks, points, strict=True), key=lambda item: item[1])
        if count
    ]
    counts = [count for count, _ in groupby(points) if count]
    told = [
        f"{count} for {run[0]}{f' to {run[-1]}' if len(run) > 1 else ''}"
        for count, run in zip(counts, runs, strict=True)
    ]
    return ", ".join(reversed(told))
