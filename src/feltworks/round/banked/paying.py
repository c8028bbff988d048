"""From payments to chips: odds become cents by the rounding the rules state.

What a wager pays is decided elsewhere; here a payment is booked on the wager and on whatever rides
on it for the dealer, and claims to jackpots are paid once every claim of the round is known.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.round.payouts import JackpotPaid, Settled
from feltworks.rules.settlement import share_jackpot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltworks.round.banked.felt import BankedLayout, BankedSpot
    from feltworks.rules.settlement import JackpotHit, Payment

Claim = tuple[int, str, "JackpotHit"]
"""A seat and wager that hit a jackpot."""


def book(layout: BankedLayout, spot: BankedSpot, wager: str, payment: Payment) -> None:
    """Logs the settlement of a wager, and of the dealer's stake beside it."""
    rounding = layout.plan.rules.table.pays_rounded
    stake = spot.stakes[wager]
    returned, paid = amounts(payment.odds, stake, rounding)
    layout.log.append(
        Settled(spot.seat, wager, stake, returned, paid + payment.cents, payment.case, payment.rows)
    )
    if wager in spot.tips:
        tip = spot.tips[wager]
        returned, paid = amounts(payment.odds, tip, rounding)
        layout.log.append(
            Settled(spot.seat, wager, tip, returned, paid, payment.case, payment.rows, tip=True)
        )


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


def share_jackpots(layout: BankedLayout, claims: Iterable[Claim]) -> None:
    """Pays every claim of the round once all are known; broken cents stay in the jackpot."""
    by_jackpot: dict[str, list[Claim]] = {}
    for claim in claims:
        by_jackpot.setdefault(claim[2].jackpot, []).append(claim)
    for name, rivals in by_jackpot.items():
        shares = share_jackpot(layout.terms.jackpots[name], [hit for _, _, hit in rivals])
        for (seat, wager, _), share in zip(rivals, shares, strict=True):
            layout.log.append(JackpotPaid(seat, wager, name, int(share // 1)))
