"""The odds of a game as plain data, the form in which programs get them.

Every figure that is the result of a division is given with its exact fraction, or can be recomputed
from the outcomes: combinations are whole numbers, net pays are written as fractions. The keys and
their order are a promise; `docs/odds-json.md` describes them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.odds.ties import tie_rule_source

if TYPE_CHECKING:
    from feltworks.odds.progressive import Progressive
    from feltworks.odds.report import OddsReport
    from feltworks.odds.result import Outcome, PlayedTogether, WagerOdds
    from feltworks.rules.loader import Loaded

Data = dict[str, Any]


def game_data(loaded: Loaded, report: OddsReport) -> Data:
    """Everything that was counted, and what it was counted from."""
    analysis, jackpots = report.analysis, report.progressives
    wagers = {id_: wager_data(odds, jackpots.get(id_)) for id_, odds in analysis.wagers.items()}
    if analysis.weighed is not None:
        wagers = {"main": analysis.weighed.plain_data(loaded.rules.unit), **wagers}
    return {
        **loaded.as_json(),
        "indifferent": dict(analysis.indifferent),
        "method": "exact",
        "wagers": wagers,
        "indifferent_source": tie_rule_source(loaded.rules, analysis.indifferent),
    }


def wager_data(odds: WagerOdds, jackpot: Progressive | None = None) -> Data:
    """One wager, or all required ones together."""
    found: Data = {
        "unit": odds.unit,
        "combinations": odds.combinations,
        "outcomes": [_outcome(odds, row) for row in odds.outcomes],
        "expected_value": exact(odds.expected_value),
        "house_edge": float(odds.house_edge),
        "average_wager": float(odds.average_wager),
        "element_of_risk": float(odds.element_of_risk),
        "hit_frequency": float(odds.hit_frequency),
        "standard_deviation": odds.standard_deviation,
        "indifferent_deals": dict(odds.indifferent_deals),
        "parts": {wager: float(value) for wager, value in odds.parts.items()},
    }
    if odds.together is not None:
        found["own_expected_value"] = exact(odds.own_expected_value)
        found["with_required"] = _together(odds.together)
    if jackpot is not None:
        found["progressive"] = _progressive(jackpot)
    return found


def _together(together: PlayedTogether) -> Data:
    return {
        "size": str(together.size),
        "required_alone": exact(together.required_alone),
        "outcomes": [
            {
                "id": row.id,
                "net": str(row.net),
                "added": str(together.added(row)),
                "combinations": row.combinations,
            }
            for row in together.outcomes
        ],
    }


def exact(value: Fraction) -> Data:
    """A fraction, and the decimal next to it."""
    return {"fraction": str(value), "decimal": float(value)}


def _progressive(jackpot: Progressive) -> Data:
    return {
        "jackpot": jackpot.jackpot,
        "quoted_at": {"dollars": float(jackpot.quoted_dollars), "is": jackpot.quoted},
        "value_without_jackpot": exact(jackpot.value_without_jackpot),
        "value_per_dollar": exact(jackpot.value_per_dollar),
        "break_even_jackpot": float(jackpot.break_even_dollars),
        "hit_rate": float(jackpot.wagers_per_hit),
        "jackpot_hit_rate": float(jackpot.wagers_per_jackpot_hit),
        "fixed_return": float(jackpot.fixed_return),
        "seed": float(jackpot.seed_dollars),
        "added_per_wager": _or_none(jackpot.added_dollars),
        "added_is": jackpot.added_note,
        "average_jackpot": _or_none(jackpot.average_dollars),
    }


def _or_none(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _outcome(odds: WagerOdds, row: Outcome) -> Data:
    found: Data = {
        "id": row.id,
        "net": str(odds.net(row)),
        "combinations": row.combinations,
    }
    if row.share:
        found["share"] = str(row.share)
    return found
