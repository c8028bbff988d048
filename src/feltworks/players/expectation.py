"""What wagers are to be expected to come to under the best play, to hold a result against."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.analyse import analyse
from feltworks.odds.progressive import with_jackpot
from feltworks.odds.walk import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.rules.schema import Rules


class Expectation:
    """The exact value of each wager of a game, with its jackpot as posted."""

    def __init__(
        self,
        rules: Rules,
        jackpots_cents: Mapping[str, int] | None = None,
        *,
        progress: Progress = silent,
    ) -> None:
        analysis = analyse(rules, progress=progress)
        posted = list((jackpots_cents or {}).values())
        # One jackpot a game is all that the odds weigh.
        if len(posted) == 1:
            analysis = with_jackpot(rules, analysis, Fraction(posted[0], 100))
        self._values = {id: odds.expected_value for id, odds in analysis.wagers.items()}
        self._unit = rules.unit
        self._sides = set(rules.wagers_of("side"))

    def cents(self, stakes: Mapping[str, int]) -> Fraction:
        """What a hand with these wagers before the deal is worth, exactly, in cents."""
        worth = Fraction(0)
        for wager, cents in stakes.items():
            if wager == self._unit:
                worth += self._values["main"] * cents
            elif wager in self._sides:
                worth += self._values[wager] * cents
        return worth
