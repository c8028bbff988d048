"""Solver and oracle side by side, to the last combination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from tests.ask.odds import Wager, odds
from tests.ask.rules import Rules

from .oracle import deal_everything
from .oracle_counted import Counted, Row


def assert_same_odds(
    rules: Rules,
    indifferent: Mapping[str, str] | None = None,
    dealt: Mapping[str, Counted] | None = None,
    wagers: Mapping[str, Wager] | None = None,
) -> Mapping[str, Counted]:
    """Fail unless the solver counts what dealing counts; what is at hand is not done again."""
    wagers = wagers or odds(rules, indifferent)
    dealt = deal_everything(rules, indifferent) if dealt is None else dealt
    different = list(differences(wagers, dealt))
    assert not different, "\n".join(different)
    return dealt


def differences(wagers: Mapping[str, Wager], dealt: Mapping[str, Counted]) -> Iterator[str]:
    """Every figure in which the two differ, the wager's name first."""
    if list(wagers) != list(dealt):
        yield f"wagers: {list(wagers)} solved, {list(dealt)} dealt"
    for id_ in set(wagers) & set(dealt):
        for figure, solved, counted in _figures(wagers[id_], dealt[id_]):
            if solved != counted:
                yield f"{id_}: {figure} {solved} solved, {counted} dealt"


def _figures(wager: Wager, counted: Counted) -> Iterator[tuple[str, object, object]]:
    """Each figure as the solver has it and as it was dealt."""
    shares = sum((row.share * row.combinations for row in wager.outcomes), Fraction(0))
    jackpot = shares / wager.combinations * wager.jackpot_units
    ties = {decision: deals for decision, deals in wager.ties.items() if deals}
    yield "rows", rows_of(wager), dict(counted.rows)
    yield "combinations", wager.combinations, counted.combinations
    yield "expected value", wager.expected_value, counted.expected_value + jackpot
    yield "average wager", wager.average_wager, counted.average_wager
    yield "parts", dict(wager.parts), dict(counted.parts)
    yield "indifferent deals", ties, dict(counted.indifferent_deals)


def rows_of(wager: Wager) -> dict[Row, int]:
    """The solver's rows, one for each id and net."""
    rows: Counter[Row] = Counter()
    for row in wager.outcomes:
        rows[Row(row.id, row.net, row.share)] += row.combinations
    return dict(rows)
