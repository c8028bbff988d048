"""What wagers are to be expected to come to under the best play, to hold a result against."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.report import OddsSettings, report
from feltworks.odds.walk import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.odds.kept import KeptCounts
    from feltworks.rules.schema import Rules


class Expectation:
    """The value of each wager of a game, with its jackpots as posted; exact where it is counted."""

    def __init__(
        self,
        rules: Rules,
        jackpots_cents: Mapping[str, int] | None = None,
        *,
        kept: KeptCounts | None = None,
        progress: Progress = silent,
    ) -> None:
        posted = {id: Fraction(cents, 100) for id, cents in (jackpots_cents or {}).items()}
        settings = OddsSettings(jackpots=posted, values_only=True)
        self._values = report(rules, settings, kept=kept, progress=progress).expected_values
        self._unit = rules.unit
        self._sides = set(rules.wagers_of("side"))

    def cents(self, stakes: Mapping[str, int]) -> Fraction:
        """What a hand with these wagers before the deal is worth, in cents."""
        worth = Fraction(0)
        for wager, cents in stakes.items():
            if wager == self._unit:
                worth += self._values["main"] * cents
            elif wager in self._sides:
                worth += self._values[wager] * cents
        return worth
