"""Solver and oracle side by side, to the last combination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from feltworks.odds.analyse import analyse
from feltworks.odds.result import Analysis, WagerOdds
from feltworks.rules.schema import Rules

from .oracle import Counted, Row, deal_everything


def assert_same_odds(
    rules: Rules,
    indifferent: Mapping[str, str] | None = None,
    dealt: Mapping[str, Counted] | None = None,
    analysis: Analysis | None = None,
) -> Mapping[str, Counted]:
    """Fail unless the solver counts what dealing counts; what is at hand is not done again."""
    analysis = analysis or analyse(rules, indifferent=indifferent)
    dealt = deal_everything(rules, indifferent) if dealt is None else dealt
    assert list(analysis.wagers) == list(dealt)
    for wager, counted in dealt.items():
        _assert_same(wager, analysis.wagers[wager], counted)
    return dealt


def _assert_same(wager: str, odds: WagerOdds, counted: Counted) -> None:
    assert rows_of(odds) == dict(counted.rows), wager
    jackpot = odds.jackpot_share * odds.jackpot_units
    assert odds.expected_value == counted.expected_value + jackpot, wager
    assert odds.average_wager == counted.average_wager, wager
    assert dict(odds.parts) == dict(counted.parts), wager
    tossups = {decision: deals for decision, deals in odds.indifferent_deals.items() if deals}
    assert tossups == dict(counted.indifferent_deals), wager


def rows_of(odds: WagerOdds) -> dict[Row, int]:
    """The solver's rows, one for each id and net."""
    rows: Counter[Row] = Counter()
    for row in odds.outcomes:
        rows[Row(row.id, row.net, row.share)] += row.combinations
    return dict(rows)
