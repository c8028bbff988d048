"""The wagers of a round together: means, variances and covariances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltworks.odds.moments import MAIN, RoundMoments, round_moments
from feltworks.odds.report import OddsSettings, report
from feltworks.rules.schema import Rules

__all__ = ["MAIN", "Together", "together"]


@dataclass(frozen=True)
class Together:
    """What is known of the wagers of one round, in units of each."""

    means: Mapping[str, Fraction]
    covariances: Mapping[tuple[str, str], Fraction | None]
    moments: RoundMoments
    """As the papers take them."""

    def of(self, stakes: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
        """The mean and the variance of a round with these stakes on its wagers."""
        mean, variance, left_out = self.moments.together(stakes)
        assert not left_out, f"nothing is known of {left_out}"
        return mean, variance


def together(rules: Rules) -> Together:
    """Count how the wagers of a round vary together."""
    found = round_moments(rules, report(rules, OddsSettings(values_only=True)).analysis)
    return Together(dict(found.means), dict(found.covariances), found)
