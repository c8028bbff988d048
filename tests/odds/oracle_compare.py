"""Solver and oracle side by side, to the last combination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.ask.rules import Rules

from feltworks.odds.analyse import analyse
from feltworks.odds.result import Analysis, WagerOdds

from .oracle import deal_everything
from .oracle_counted import Counted, Row


def assert_same_odds(
    rules: Rules,
    indifferent: Mapping[str, str] | None = None,
    dealt: Mapping[str, Counted] | None = None,
    analysis: Analysis | None = None,
) -> Mapping[str, Counted]:
    """Fail unless the solver counts what dealing counts; what is at hand is not done again."""
    analysis = analysis or analyse(rules, indifferent=indifferent)
    dealt = deal_everything(rules, indifferent) if dealt is None else dealt
    different = list(differences(analysis, dealt))
    assert not different, "\n".join(different)
    return dealt


def differences(analysis: Analysis, dealt: Mapping[str, Counted]) -> Iterator[str]:
    """Every figure in which the two differ, the wager's name first."""
    if list(analysis.wagers) != list(dealt):
        yield f"wagers: {list(analysis.wagers)} solved, {list(dealt)} dealt"
    for wager in set(analysis.wagers) & set(dealt):
        for figure, solved, counted in _figures(analysis.wagers[wager], dealt[wager]):
            if solved != counted:
                yield f"{wager}: {figure} {solved} solved, {counted} dealt"


def _figures(odds: WagerOdds, counted: Counted) -> Iterator[tuple[str, object, object]]:
    """Each figure as the solver has it and as it was dealt."""
    jackpot = odds.jackpot_share * odds.jackpot_units
    tossups = {decision: deals for decision, deals in odds.indifferent_deals.items() if deals}
    yield "rows", rows_of(odds), dict(counted.rows)
    yield "combinations", odds.combinations, counted.combinations
    yield "expected value", odds.expected_value, counted.expected_value + jackpot
    yield "average wager", odds.average_wager, counted.average_wager
    yield "parts", dict(odds.parts), dict(counted.parts)
    yield "indifferent deals", tossups, dict(counted.indifferent_deals)


def rows_of(odds: WagerOdds) -> dict[Row, int]:
    """The solver's rows, one for each id and net."""
    rows: Counter[Row] = Counter()
    for row in odds.outcomes:
        rows[Row(row.id, row.net, row.share)] += row.combinations
    return dict(rows)
