"""Side wagers beside the pot: banked by the house, bet before the deal, settled after the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring.opening import LARGEST_STACK_CENTS
from feltworks.round.contract import Amounts
from feltworks.round.reasons import Reason
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.regulation.wagers import GamesOnAHand
    from feltworks.ring.layout import Layout
    from feltworks.round.moves import Bet

BETTING_CLOSED = Reason(
    "betting-closed", "Side wagers are placed before the deal, and the betting is closed."
)


def bet_amounts(layout: Layout, seat: int, wager_id: str) -> Amounts | Reason:
    """What the seat may put on the side wager now, or why nothing."""
    plan = layout.plan
    if wager_id not in plan.side_wagers:
        offered = ", ".join(plan.side_wagers) or "none"
        return Reason("not-offered", f"{wager_id!r} is not offered beside the pot: {offered} is.")
    wager = plan.rules.wagers[wager_id]
    if seat not in layout.sitting:
        return Reason("not-in", f"Seat {seat} does not sit in, and side wagers are for players.")
    placed = layout.side.get(seat, {})
    if wager_id in placed:
        return Reason("already-out", f"Seat {seat} already has a wager on {wager.name}.")
    if reason := _too_many(layout, seat, len(placed) + 1):
        return reason
    limits, chip = layout.terms.limits, layout.stakes.chip
    if wager.size is not None and wager.size.cents is not None:
        least = most = wager.size.cents
    else:
        # The house may ask for more than the rules of play do, never for less.
        least = max(limits.side_minimum_cents, wager.minimum.cents if wager.minimum else 0)
        most = limits.side_maximum_cents
        if wager.at_most is not None and wager.at_most.cents is not None:
            most = min(most, wager.at_most.cents)
    law = layout.terms.law
    if law is not None:
        most = min(most, law.largest.cents, _most_beside(layout, placed, law.games))
    # A player keeps at least a chip to play the pot with.
    most = min(most, layout.stack_of(seat) - chip)
    least, most = -(-least // chip) * chip, most // chip * chip
    if least > most:
        return Reason(
            "no-room", f"Seat {seat} cannot bet {wager.name}: its least is {dollars_text(least)}."
        )
    return Amounts(least, most, chip)


def _too_many(layout: Layout, seat: int, sides: int) -> Reason | None:
    most = layout.plan.rules.offer.at_most
    if most is not None and sides > most:
        return Reason("too-many-side-wagers", f"The rules allow {most} side wagers to a hand.")
    law = layout.terms.law
    # The pot itself is one of the games that a hand of cards plays.
    if law is not None and sides + 1 > law.games.most:
        return Reason(
            "too-many-games",
            f"Seat {seat} would play {sides + 1} games on one hand; the state allows "
            f"{law.games.most} ({law.games.source}).",
        )
    return None


def _most_beside(layout: Layout, placed: Mapping[str, int], law: GamesOnAHand) -> int:
    """The most that the state allows beside the pot and what is placed: some games stay small."""
    if law.small is None:
        return LARGEST_STACK_CENTS
    bet = layout.stakes.most_bet
    is_large = [cents > law.small.cents for cents in placed.values()]
    is_large.append(bet is None or bet > law.small.cents)
    return LARGEST_STACK_CENTS if sum(is_large) < law.most_above_small else law.small.cents


def bet_objection(layout: Layout, bet: Bet) -> Reason | None:
    """Why this side wager may not be placed now."""
    if layout.stage_at >= 0:
        return BETTING_CLOSED
    amounts = bet_amounts(layout, bet.seat, bet.wager)
    if isinstance(amounts, Reason):
        return amounts
    if type(bet.cents) is int and amounts.allows(bet.cents):
        return None
    name = layout.plan.rules.wagers[bet.wager].name
    return Reason(
        "wrong-size",
        f"{name} is from {dollars_text(amounts.least_cents)} to "
        f"{dollars_text(amounts.most_cents)} in chips of {dollars_text(amounts.step_cents)}.",
    )


def apply_bet(layout: Layout, bet: Bet) -> Reason | None:
    if reason := bet_objection(layout, bet):
        return reason
    placed = {**layout.side.get(bet.seat, {}), bet.wager: bet.cents}
    layout.side = {**layout.side, bet.seat: placed}
    layout.log.append(bet)
    return None
