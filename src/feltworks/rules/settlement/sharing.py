"""How the winners of one round share a jackpot.

Hits of the same percentage form a tier. Alone, a tier pays its percentage to each winner
or splits it, as its row says, and never more than the jackpot holds. When tiers of
different percentages are hit together, each lower tier's percentage is paid once and
split, and the highest tier takes its own percentage or what the others leave, if that
is less. Shares are exact fractions of a cent; who books them carries the fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from feltworks.rules.settlement.payments import JackpotHit


def share_jackpot(amount_cents: int, hits: Sequence[JackpotHit]) -> tuple[Fraction, ...]:
    """What each hit of one jackpot in one round gets, in cents, in the order given."""
    tiers = sorted({hit.share for hit in hits}, reverse=True)
    parts: dict[Fraction, Fraction] = {}
    lower = Fraction(0)
    for share in reversed(tiers):
        winners = [hit for hit in hits if hit.share == share]
        if len(tiers) == 1 and all(hit.several == "each" for hit in winners):
            pool = min(Fraction(1), share * len(winners))
        else:
            pool = min(share, 1 - lower)
            lower += pool
        parts[share] = pool / len(winners)
    return tuple(amount_cents * parts[hit.share] for hit in hits)
