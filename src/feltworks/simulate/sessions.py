"""Sessions and bankrolls from the exact distribution of a round, by convolution; nothing is dealt.

Rounds of a table game are independent, so the distribution of n rounds is the n-fold convolution of
one round's: the n-th power of its Fourier transform, float64, right to some 1e-12. For a bankroll,
which ends play when it is used up, rounds are followed one by one instead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from feltworks.arrays import Floats
from feltworks.odds.result import WagerOdds
from feltworks.simulate.errors import SimulationError

MOST_POINTS = 2**24
MOST_STEPS = 200_000_000
SPREADS = 9.0
"""A bankroll that is ahead by this many standard deviations is taken to be safe from ruin."""
BANDS = (0.5, 0.9, 0.99)
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class RoundDistribution:
    """The results of one round, in whole multiples of `1 / scale` units, and their chances."""

    nets: tuple[int, ...]
    chances: tuple[float, ...]
    scale: int
    unit: str

    @classmethod
    def of(cls, odds: WagerOdds) -> RoundDistribution:
        """That of a wager whose rows are its whole result; a jackpot counts at its amount."""
        rows: dict[Fraction, Fraction] = {}
        for row in odds.outcomes:
            net = odds.net(row)
            chance = Fraction(row.combinations, odds.combinations)
            rows[net] = rows.get(net, Fraction(0)) + chance
        return cls.of_chances(rows, odds.unit)

    @classmethod
    def of_chances(
        cls, chances: Mapping[Fraction, Fraction] | Mapping[Fraction, float], unit: str
    ) -> RoundDistribution:
        scale = math.lcm(*(net.denominator for net in chances))
        ordered = sorted(chances)
        return cls(
            tuple(int(net * scale) for net in ordered),
            tuple(float(chances[net]) for net in ordered),
            scale,
            unit,
        )

    @property
    def mean(self) -> float:
        return self._moment(1)

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self._moment(2) - self._moment(1) ** 2)

    @property
    def losing(self) -> float:
        """The chance that a round loses."""
        return math.fsum(p for net, p in zip(self.nets, self.chances, strict=True) if net < 0)

    def _moment(self, power: int) -> float:
        pairs = zip(self.nets, self.chances, strict=True)
        return math.fsum(p * (net / self.scale) ** power for net, p in pairs)


@dataclass(frozen=True)
class Session:
    """The result of a number of independent rounds."""

    round: RoundDistribution
    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 10**9:
            raise SimulationError(f"--rounds {self.rounds}: 1 to 1,000,000,000")

    @cached_property
    def _points(self) -> tuple[int, int, Floats]:
        """The least net, the step between nets, and the chance of each.

        The transform is periodic; the period leaves out nets too far from the mean to occur.
        """
        nets, low = self.round.nets, self.round.nets[0]
        step = math.gcd(*(net - low for net in nets)) or 1
        whole = (nets[-1] - low) // step * self.rounds + 1
        spread = self.round.standard_deviation * self.round.scale / step
        wide = int(2 * 40 * spread * math.sqrt(self.rounds)) + 4 * (nets[-1] - low) // step + 1
        size = 1 << (min(whole, wide) - 1).bit_length() if min(whole, wide) > 1 else 1
        if size > MOST_POINTS:
            raise SimulationError(
                f"--rounds {self.rounds:,}: a session of these pays would need {size:,} points, "
                f"more than {MOST_POINTS:,}; ask for fewer --rounds, another --wager, or "
                "feltworks simulate, which samples"
            )
        one = np.zeros(size)
        for net, chance in zip(nets, self.round.chances, strict=True):
            one[(net - low) // step % size] += chance
        found = np.fft.irfft(np.fft.rfft(one) ** self.rounds, size) if size > 1 else one
        middle = round(self.rounds * (self.round.mean * self.round.scale - low) / step)
        first = 0 if whole <= size else middle - size // 2
        return self.rounds * low + first * step, step, np.maximum(np.roll(found, -first), 0.0)

    @property
    def chances(self) -> tuple[Floats, Floats]:
        """Nets in units, ascending, and the chance of each."""
        low, step, found = self._points
        return (low + step * np.arange(len(found))) / self.round.scale, found

    @property
    def ahead(self) -> float:
        nets, chances = self.chances
        return float(chances[nets > 0].sum())

    @property
    def even(self) -> float:
        nets, chances = self.chances
        return float(chances[nets == 0].sum())

    @property
    def mean(self) -> float:
        return self.rounds * self.round.mean

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.rounds) * self.round.standard_deviation

    def quantile(self, share: float) -> float:
        """The least net that a session does not exceed with this probability."""
        nets, chances = self.chances
        below = np.cumsum(chances)
        return float(nets[min(len(nets) - 1, int(np.searchsorted(below, share - 1e-12)))])

    def band(self, share: float) -> tuple[float, float]:
        """The middle range that a session falls into with this probability."""
        return self.quantile((1 - share) / 2), self.quantile((1 + share) / 2)


@dataclass(frozen=True)
class Ruin:
    """The chance that a bankroll is ruined in a number of rounds; `within` bounds the error."""

    chance: float
    within: float


def risk_of_ruin(round_: RoundDistribution, bankroll: Fraction, rounds: int) -> Ruin:
    """The chance that a bankroll falls to 0 or below within this many rounds."""
    start = math.ceil(bankroll * round_.scale)
    if start < 1:
        raise SimulationError(f"--bankroll {bankroll}: it must be above 0")
    spread = round_.standard_deviation * round_.scale
    best = max(round_.nets[-1], 1)
    safe = start + int(SPREADS * spread * math.sqrt(rounds) + max(0.0, round_.mean) * rounds) + best
    if safe * len(round_.nets) * rounds > MOST_STEPS * 50:
        raise SimulationError(
            f"--rounds {rounds:,} with a bankroll of {float(bankroll):,g}: too long to follow "
            "round by round; ask for fewer --rounds, or leave --bankroll out"
        )
    held = np.zeros(safe + 1)
    held[start] = 1.0
    ruined = out = 0.0
    for _ in range(rounds):
        after = np.zeros_like(held)
        for net, chance in zip(round_.nets, round_.chances, strict=True):
            if net >= 0:
                after[net:] += chance * held[: len(held) - net]
                out += chance * float(held[len(held) - net :].sum()) if net else 0.0
            else:
                after[1 : len(held) + net] += chance * held[1 - net :]
                ruined += chance * float(held[1 : 1 - net].sum())
        held = after
    return Ruin(ruined, out)


def longest_losing_run(losing: float, rounds: int, share: float) -> int:
    """The length that the longest run of losing rounds does not exceed with this probability."""
    length = 0
    while no_run_of(losing, length + 1, rounds) < share - 1e-12:
        length += 1
    return length


def no_run_of(losing: float, length: int, rounds: int) -> float:
    """The chance that no `length` rounds in a row all lose.

    The state is the number of rounds lost since the last win. The chance of never reaching `length`
    comes from a power of the transition matrix.
    """
    if length > rounds or losing <= 0:
        return 1.0
    step = np.zeros((length, length))
    step[:, 0] = 1 - losing
    for lost in range(length - 1):
        step[lost, lost + 1] = losing
    return float(np.linalg.matrix_power(step, rounds)[0].sum())


def session_report(
    round_: RoundDistribution, rounds: int, bankroll: Fraction | None = None
) -> dict[str, Any]:
    """A session as plain data, all of it computed from the exact distribution."""
    session = Session(round_, rounds)
    found: dict[str, Any] = {
        "label": "from the exact distribution, float64",
        "unit": round_.unit,
        "rounds": rounds,
        "mean": session.mean,
        "standard_deviation": session.standard_deviation,
        "ahead": session.ahead,
        "even": session.even,
        "behind": max(0.0, 1 - session.ahead - session.even),
        "quantiles": {str(share): session.quantile(share) for share in SHARES},
        "house_bands": {
            str(share): [-high for high in reversed(session.band(share))] for share in BANDS
        },
        "longest_losing_run": {
            str(share): longest_losing_run(round_.losing, rounds, share) for share in (0.5, 0.95)
        },
    }
    if bankroll is not None:
        ruin = risk_of_ruin(round_, bankroll, rounds)
        found["bankroll"] = float(bankroll)
        found["risk_of_ruin"] = ruin.chance
        found["risk_of_ruin_within"] = ruin.within
    return found
