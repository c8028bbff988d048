"""Figures of a sample: means with their standard errors, and how well counts fit exact chances."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

LEAST_EXPECTED = 5.0
"""Rows expected less often than this are merged before counts are compared with chances."""


@dataclass(frozen=True)
class Estimate:
    """A sampled mean; `standard_error` says how far it may be from the true one."""

    mean: float
    standard_error: float
    standard_deviation: float

    def house_json(self, staked: float) -> dict[str, float | None]:
        """If this is what all seats won: what the house won, and which part of the stakes it
        kept."""
        return {**asdict(self.negated), "hold": -self.mean / staked if staked else None}

    @property
    def negated(self) -> Estimate:
        """The same from the other side: what one side wins the other loses."""
        return replace(self, mean=-self.mean)


def seat_row(
    seat: int, won: Estimate, staked: float, wagers: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """One seat, counted from 0, as plain data: its wagers in dollars where they are given in cents,
    what it won in a round, what it had out, and what the house kept of that."""
    row: dict[str, Any] = {"seat": seat + 1}
    if wagers is not None:
        row["wagers"] = {wager: cents / 100 for wager, cents in wagers.items()}
    hold = -won.mean / staked if staked else None
    return {**row, **asdict(won), "staked": staked, "hold": hold}


def estimate(rounds: int, total: Fraction, squares: Fraction) -> Estimate:
    """A mean from the sum and the sum of squares of independent rounds."""
    mean = total / rounds
    variance = max(Fraction(0), squares / rounds - mean**2)
    spread = math.sqrt(variance)
    return Estimate(float(mean), spread / math.sqrt(rounds), spread)


def estimate_of(rows: Iterable[tuple[Fraction, int]]) -> Estimate:
    """A mean from the possible results of a round and how often each came up."""
    known = list(rows)
    rounds = sum(count for _, count in known)
    total = sum((net * count for net, count in known), Fraction(0))
    return estimate(rounds, total, sum((net**2 * count for net, count in known), Fraction(0)))


@dataclass(frozen=True)
class ChiSquare:
    """How far counts are from what exact chances predict, and how often pure chance is as far.

    Rows too rare to be compared one by one are compared together.
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float


def chi_square(counts: Sequence[int], chances: Sequence[Fraction]) -> ChiSquare | None:
    """The comparison; None if fewer than two groups of rows are left to compare."""
    rounds = sum(counts)
    pairs = sorted((float(chance * rounds), n) for n, chance in zip(counts, chances, strict=True))
    groups: list[list[float]] = []
    for expected, count in pairs:
        if groups and groups[-1][0] < LEAST_EXPECTED:
            groups[-1][0] += expected
            groups[-1][1] += count
        else:
            groups.append([expected, float(count)])
    if len(groups) < 2:
        return None
    statistic = sum((count - expected) ** 2 / expected for expected, count in groups)
    degrees = len(groups) - 1
    return ChiSquare(statistic, degrees, upper_gamma(degrees / 2, statistic / 2))


def upper_gamma(shape: float, at: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): its series for small x, otherwise
    its continued fraction (Lentz's method)."""
    if at <= 0:
        return 1.0
    front = math.exp(shape * math.log(at) - at - math.lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        step = shape
        while abs(term) > 1e-16 * abs(total):
            step += 1
            term *= at / step
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = at + 1 - shape
    c, d = 1 / tiny, 1 / b
    found = d
    for step in range(1, 10_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / _away_from_zero(a * d + b, tiny)
        c = _away_from_zero(b + a / c, tiny)
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * found


def _away_from_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny


def outcome_rows(
    counted: Mapping[tuple[str, Fraction], int],
    exact: Mapping[tuple[str, Fraction], Fraction],
    *,
    is_sample: bool = True,
) -> dict[str, Any]:
    """The outcome table of a sample beside the exact one, both by name and net pay; with a
    chi-square if the rounds are an independent sample, which it takes them for."""
    rounds = sum(counted.values())
    rows = [
        {
            "id": name,
            "net": float(net),
            "count": counted.get((name, net), 0),
            "sampled": counted.get((name, net), 0) / rounds,
            "exact": float(exact[name, net]) if (name, net) in exact else None,
        }
        for name, net in dict.fromkeys((*exact, *counted))
    ]
    fit = None
    if exact and is_sample:
        fit = chi_square([counted.get(key, 0) for key in exact], list(exact.values()))
    return {"outcomes": rows, "chi_square": fit and asdict(fit)}
