"""From payments to entries of the log.

What a wager pays is decided elsewhere, as odds; a table pays cents. The rules say how fractions of
a cent are rounded. A payment is booked for the wager and for the dealer's stake beside it, and
claims to jackpots are paid once every claim of the round is known. What payout limits of the table
hold back is known once the wagers that are settled together are settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from feltworks.round.core.layout import AnyLayout, JackpotClaim, Spot
from feltworks.round.payouts import (
    JackpotPaid,
    JackpotUndone,
    Settled,
    Undone,
    is_limited,
    within_limits,
)
from feltworks.rules.settlement import Payment, share_jackpot


def pay(
    layout: AnyLayout, spot: Spot, wager: str, payment: Payment, tip_odds: Fraction | None = None
) -> Settled:
    """Settles a wager of a spot that may be changed, and the dealer's stake beside it.

    The stake for the dealer is settled like the wager unless it has odds of its own. Hits on
    jackpots are paid by `share_jackpots`.
    """
    spot.settled = spot.settled | {wager}
    rounding = layout.plan.rules.table.pays_rounded
    stake = spot.stakes[wager]
    returned, paid = amounts(payment.odds, stake, rounding)
    settled = Settled(
        spot.seat, wager, stake, returned, paid + payment.cents, payment.case, payment.rows
    )
    layout.log.append(settled)
    if payment.hits:
        layout.new_claims += tuple(JackpotClaim(spot.seat, wager, hit) for hit in payment.hits)
    if wager in spot.tips:
        tip = spot.tips[wager]
        odds = payment.odds if tip_odds is None else tip_odds
        returned, paid = amounts(odds, tip, rounding)
        layout.log.append(
            Settled(spot.seat, wager, tip, returned, paid, payment.case, payment.rows, tip=True)
        )
    return settled


def apply_payout_limits(layout: AnyLayout) -> None:
    """Hold back what the log's new settlements pay above the table's payout limits.

    What was paid earlier in the round has used up a part of the limits. If a void hand has given
    some of that back, earlier settlements are undone and settled again with more.
    """
    limits = layout.terms.payout_limits
    if not limits:
        return
    log, start = layout.log, layout.limited_to
    layout.limited_to = len(log)
    if not any(isinstance(entry, Settled | Undone) for entry in log[start:]):
        return
    standing: dict[Settled, int] = {}
    for at, entry in enumerate(log):
        if isinstance(entry, Settled) and is_limited(entry, layout.plan.progressive):
            standing[entry] = at
        elif isinstance(entry, Undone):
            standing.pop(entry.settled, None)
    paid, due = Counter[int](), Counter[int]()
    for settled, at in standing.items():
        if at < start:
            paid[settled.seat] += settled.paid_cents
            due[settled.seat] += settled.held_back_cents
        else:
            due[settled.seat] += settled.won_cents
    room = within_limits(due, limits, paid)
    for settled, at in standing.items():
        # A seat's wagers are paid in the order in which they were settled.
        before = settled.paid_cents if at < start else 0
        more = min(settled.won_cents - before, room[settled.seat])
        room[settled.seat] -= more
        now = before + more
        if now == settled.paid_cents:
            continue
        held_back = settled.won_cents - now
        changed = replace(settled, paid_cents=now, held_back_cents=held_back)
        layout.change_stack(settled.seat, now - settled.paid_cents)
        if at < start:
            log += [Undone(settled), changed]
        else:
            log[at] = changed
    layout.limited_to = len(log)


def share_jackpots(layout: AnyLayout) -> None:
    """Pays every new claim, once all are known; fractions of cents stay in the jackpot."""
    claims, layout.new_claims = layout.new_claims, ()
    if claims:
        layout.claims += (claims,)
    for name in dict.fromkeys(claim.hit.jackpot for claim in claims):
        layout.log += _shares(layout, name, claims)


def _shares(layout: AnyLayout, name: str, claims: Sequence[JackpotClaim]) -> list[JackpotPaid]:
    """What each claim to that jackpot is paid."""
    rivals = [claim for claim in claims if claim.hit.jackpot == name]
    shares = share_jackpot(layout.terms.jackpots[name], [claim.hit for claim in rivals])
    return [
        JackpotPaid(claim.seat, claim.wager, name, int(share // 1))
        for claim, share in zip(rivals, shares, strict=True)
    ]


def share_again(layout: AnyLayout, void_seat: int) -> None:
    """Corrects the others' shares after a hand that shared a jackpot is void.

    Each share that changes goes back into the jackpot and is paid again from the same posted
    amount, as if the void hand had never claimed any of it. What it claimed and was not paid yet
    is forgotten.
    """
    layout.new_claims = tuple(each for each in layout.new_claims if each.seat != void_seat)
    before = layout.claims
    layout.claims = tuple(
        tuple(claim for claim in together if claim.seat != void_seat) for together in before
    )
    for together, left in zip(before, layout.claims, strict=True):
        for name in sorted({each.hit.jackpot for each in together if each.seat == void_seat}):
            paid = {(each.seat, each.wager): each for each in _shares(layout, name, together)}
            for due in _shares(layout, name, left):
                was = paid[due.seat, due.wager]
                if was != due:
                    layout.log += [JackpotUndone(was), due]


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
