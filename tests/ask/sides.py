"""Side wagers that cards alone decide, and what a jackpot does to a wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tests.ask.odds import Wager, _wager

from feltworks.odds.keys import KeysUsed
from feltworks.odds.progressive import JackpotError, Progressive, at_jackpot, progressive
from feltworks.odds.report import OddsSettings, report
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

__all__ = ["Jackpot", "JackpotError", "cards_decide", "jackpots", "side_jackpot", "side_odds"]


@dataclass(frozen=True)
class Jackpot:
    """What a wager is worth at every amount in its jackpot: dollars, and units of the wager."""

    jackpot: str
    quoted_dollars: Fraction
    quoted: str
    value_without_jackpot: Fraction
    value_per_dollar: Fraction
    break_even_dollars: Fraction
    wagers_per_hit: Fraction
    wagers_per_jackpot_hit: Fraction
    fixed_return: Fraction
    seed_dollars: Fraction
    added_dollars: Fraction | None
    added_note: str
    average_dollars: Fraction | None

    def value_at(self, dollars: Fraction) -> Fraction:
        return self.value_without_jackpot + self.value_per_dollar * dollars


def cards_decide(rules: Rules, wager: str) -> bool:
    """Whether neither a choice nor the dealer's hand can change what a side wager pays."""
    return is_decided_by_cards(rules, wager)


def side_odds(rules: Rules, wager: str, *, jackpot_dollars: Fraction | None = None) -> Wager:
    """Count one side wager that cards alone decide, and nothing else of the game."""
    counted = _counted(rules, wager)
    if jackpot_dollars is not None:
        counted = at_jackpot(rules, wager, counted, jackpot_dollars)
    return _wager(counted)


def side_jackpot(rules: Rules, wager: str) -> Jackpot | None:
    """What the jackpot of such a wager is worth; None if the wager plays for no jackpot."""
    found = progressive(rules, wager, _counted(rules, wager))
    return None if found is None else _jackpot(found)


def jackpots(
    rules: Rules, dollars: Fraction | Mapping[str, Fraction] | None = None
) -> dict[str, Jackpot]:
    """What every jackpot of a game is worth, by the wager that plays for it."""
    found = report(rules, OddsSettings(jackpots=dollars, values_only=True)).progressives
    return {wager: _jackpot(line) for wager, line in found.items()}


def _counted(rules: Rules, wager: str) -> WagerOdds:
    return side_wager(rules, Handbook(rules), wager, KeysUsed(rules))


def _jackpot(found: Progressive) -> Jackpot:
    return Jackpot(*map(partial(getattr, found), Jackpot.__dataclass_fields__))
