"""From payments to entries of the log.

What a wager pays is decided elsewhere; here a payment is booked on the wager and on whatever rides
on it for the dealer, and claims to jackpots are paid once every claim of the round is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.payouts import JackpotPaid, Settled
from feltworks.round.rounding import amounts
from feltworks.rules.settlement import share_jackpot

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from feltworks.round.banked.felt import BankedLayout, BankedSpot
    from feltworks.rules.settlement import JackpotHit, Payment

Claim = tuple[int, str, "JackpotHit"]
"""A seat and wager that hit a jackpot."""


def book(
    layout: BankedLayout,
    spot: BankedSpot,
    wager: str,
    payment: Payment,
    tip_odds: Fraction | None = None,
) -> None:
    """Logs the settlement of a wager, and of the dealer's stake beside it.

    The stake for the dealer is settled like the wager unless it has odds of its own.
    """
    rounding = layout.plan.rules.table.pays_rounded
    stake = spot.stakes[wager]
    returned, paid = amounts(payment.odds, stake, rounding)
    layout.log.append(
        Settled(spot.seat, wager, stake, returned, paid + payment.cents, payment.case, payment.rows)
    )
    if wager in spot.tips:
        tip = spot.tips[wager]
        odds = payment.odds if tip_odds is None else tip_odds
        returned, paid = amounts(odds, tip, rounding)
        layout.log.append(
            Settled(spot.seat, wager, tip, returned, paid, payment.case, payment.rows, tip=True)
        )


def share_jackpots(layout: BankedLayout, claims: Iterable[Claim]) -> None:
    """Pays every claim of the round once all are known; broken cents stay in the jackpot."""
    by_jackpot: dict[str, list[Claim]] = {}
    for claim in claims:
        by_jackpot.setdefault(claim[2].jackpot, []).append(claim)
    for name, rivals in by_jackpot.items():
        shares = share_jackpot(layout.terms.jackpots[name], [hit for _, _, hit in rivals])
        for (seat, wager, _), share in zip(rivals, shares, strict=True):
            layout.log.append(JackpotPaid(seat, wager, name, int(share // 1)))
