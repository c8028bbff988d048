"""From odds to chips: what goes back and what is paid, in whole cents.

Rules state odds; a table pays cents. Where the two do not come out even, the rules say to which
cent a pay is rounded, and every engine rounds here.
"""

from __future__ import annotations

from fractions import Fraction


def amounts(odds: Fraction, stake_cents: int, rounding: str) -> tuple[int, int]:
    """How much of the stake goes back, and what is won on it, in whole cents."""
    won = won_cents(odds, stake_cents, rounding)
    return (stake_cents, won) if won >= 0 else (max(0, stake_cents + won), 0)


def won_cents(odds: Fraction, stake_cents: int, rounding: str) -> int:
    """Odds times stake, to the cent: down, up, or to the nearest with halves up."""
    if odds.denominator == 1:
        return odds.numerator * stake_cents
    exact = odds * stake_cents
    if rounding == "up":
        return -int(-exact // 1)
    return int((exact + Fraction(1, 2) if rounding == "nearest" else exact) // 1)
