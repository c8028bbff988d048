"""Which wagers a seat may place before the deal, and for how much.

A single wager is held against its own limits when it is bet; what must fit together (all required
wagers or none, a side wager by itself, one wager's size against another's) is judged when the
dealer closes the betting, because a player may bet in any order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.round.banked.tied import fixed_amount, tied_amounts
from feltworks.round.banked.wagers import WagerPlan
from feltworks.round.banked.withdrawing import withdraw, withdrawal_objection
from feltworks.round.contract import Amounts
from feltworks.round.reasons import Reason
from feltworks.round.telling import told
from feltworks.round.terms import MOST_CENTS
from feltworks.rules.written import dollars_text, number_text

if TYPE_CHECKING:
    from feltworks.regulation import WagerLaw
    from feltworks.round.banked.felt import BankedLayout, BankedSpot
    from feltworks.round.moves import Bet

NOT_NOW = Reason("betting-closed", "Wagers are placed before the deal, and the betting is closed.")


def bet_objection(layout: BankedLayout, bet: Bet) -> Reason | None:
    """Why this wager may not be placed now, or not be withdrawn where the amount is nothing."""
    if not layout.taking_bets:
        return NOT_NOW
    if type(bet.cents) is int and bet.cents == 0:
        return withdrawal_objection(layout, bet)
    amounts = bet_amounts(layout, bet.seat, bet.wager)
    if isinstance(amounts, Reason):
        return amounts
    return _amount_objection(layout.plan.wagers[bet.wager], amounts, bet.cents)


def apply_bet(layout: BankedLayout, bet: Bet) -> Reason | None:
    if reason := bet_objection(layout, bet):
        return reason
    layout.log.append(bet)
    if bet.cents:
        layout.own(bet.seat).stakes[bet.wager] = bet.cents
    else:
        withdraw(layout, bet)
    return None


def bet_amounts(layout: BankedLayout, seat: int, wager_id: str) -> Amounts | Reason:
    """What the seat may put on the wager now, or why nothing."""
    plan = layout.plan
    if type(seat) is not int or not 1 <= seat <= plan.seats:
        return Reason(
            "no-such-seat", f"There is no seat {told(seat)}: seats are 1 to {plan.seats}."
        )
    wager = plan.wagers.get(wager_id) if type(wager_id) is str else None
    if wager is None or not wager.on_offer:
        offered = ", ".join(w.id for w in plan.wagers.values() if w.on_offer)
        return Reason(
            "not-offered", f"{told(wager_id)} is not offered before the deal: {offered} are."
        )
    spot = layout.spots.get(seat)
    stakes = spot.stakes if spot else {}
    if wager_id in stakes:
        return Reason("already-out", f"Seat {seat} already has a wager on {wager.name}.")
    if wager.size is not None:
        return _tied_amount(layout, wager, stakes)
    least, most = _bounds(layout, wager)
    if wager.at_most is not None and wager.at_most.of in stakes:
        most = min(most, wager.at_most.cents(stakes[wager.at_most.of]))
    step = layout.terms.limits.chips[0]
    least, most = -(-least // step) * step, most // step * step
    if least > most:
        return Reason(
            "no-room",
            f"{wager.name} cannot be bet: its least is {dollars_text(least)} and its most "
            f"{dollars_text(most)}.",
        )
    return Amounts(least, most, step)


def _tied_amount(
    layout: BankedLayout, wager: WagerPlan, stakes: dict[str, int]
) -> Amounts | Reason:
    size = wager.size
    assert size is not None
    if size.cents is not None:
        return fixed_amount(size.cents)
    assert size.of is not None
    if size.of not in stakes:
        of = layout.plan.wagers[size.of].name
        return Reason("other-first", f"{wager.name} is {size}: place the {of} first.")
    return tied_amounts(size, stakes[size.of], layout.terms.limits.chips[0])


def _bounds(layout: BankedLayout, wager: WagerPlan) -> tuple[int, int]:
    limits = layout.terms.limits
    if wager.kind == "side":
        least, most = limits.side_minimum_cents, limits.side_maximum_cents
    else:
        least, most = limits.minimum_cents, limits.maximum_cents
    # The house may ask for more than the rules of play do, never for less.
    least = max(least, wager.minimum_cents or 0)
    if wager.most_cents is not None:
        most = min(most, wager.most_cents)
    law = layout.terms.law
    if law is not None:
        most = min(most, int(Fraction(law.largest.cents) / wager.reach))
    return least, most


def _amount_objection(wager: WagerPlan, amounts: Amounts, cents: int) -> Reason | None:
    if type(cents) is not int or abs(cents) > MOST_CENTS:
        return Reason("not-money", f"{wager.name} is bet in whole cents, not {told(cents)}.")
    if amounts.allows(cents):
        return None
    asked = dollars_text(cents)
    if amounts.only:
        allowed = " or ".join(map(dollars_text, amounts.only))
        return Reason("wrong-size", f"{wager.name} must be {allowed}, not {asked}.")
    if amounts.least_cents <= cents <= amounts.most_cents:
        chip = dollars_text(amounts.step_cents)
        return Reason("no-such-chips", f"{asked} cannot be made up: the smallest chip is {chip}.")
    return Reason(
        "outside-limits",
        f"{wager.name} is from {dollars_text(amounts.least_cents)} to "
        f"{dollars_text(amounts.most_cents)}, not {asked}.",
    )


def misfits(layout: BankedLayout) -> Reason | None:
    """Why the betting cannot be closed: nobody bets, or somebody's wagers do not fit together."""
    if not layout.taking_bets:
        return NOT_NOW
    if not layout.spots:
        return Reason("nobody-bets", "No wager is out: a round needs one seat at least.")
    for seat in sorted(layout.spots):
        if reason := misfit(layout, layout.spots[seat]):
            return reason
    return None


def misfit(layout: BankedLayout, spot: BankedSpot) -> Reason | None:
    """Why a seat's wagers cannot be dealt to as they lie."""
    plan, stakes, seat = layout.plan, spot.stakes, spot.seat
    missing = [wager for wager in plan.required if wager.id not in stakes]
    if missing and len(missing) < len(plan.required):
        return Reason("required-missing", f"Seat {seat} needs a wager on {missing[0].name} too.")
    alone = bool(plan.required) and bool(missing)
    for id, cents in stakes.items():
        wager = plan.wagers[id]
        if alone and not wager.alone:
            needed = " and ".join(w.name for w in plan.required)
            return Reason("not-alone", f"Seat {seat} has {wager.name} without {needed}.")
        if alone and cents < (wager.minimum_alone_cents or 0):
            least = dollars_text(wager.minimum_alone_cents or 0)
            return Reason(
                "below-alone", f"Seat {seat} must bet {least} or more on {wager.name} alone."
            )
        cap = wager.at_most
        if cap is not None and cap.of in stakes and cents > cap.cents(stakes[cap.of]):
            times, of = number_text(cap.times), plan.wagers[cap.of].name
            return Reason(
                "above-other", f"Seat {seat} has more on {wager.name} than {times} x {of}."
            )
    return _too_many_games(layout, spot)


def _too_many_games(layout: BankedLayout, spot: BankedSpot) -> Reason | None:
    plan = layout.plan
    sides = [id for id in spot.stakes if plan.wagers[id].kind == "side"]
    most_sides = plan.rules.offer.at_most
    if most_sides is not None and len(sides) > most_sides:
        return Reason(
            "too-many-side-wagers",
            f"Seat {spot.seat} has {len(sides)} side wagers; the rules allow {most_sides}.",
        )
    return None if layout.terms.law is None else _unlawful(layout, spot, layout.terms.law)


def _unlawful(layout: BankedLayout, spot: BankedSpot, law: WagerLaw) -> Reason | None:
    """Too many separate games on one hand of cards, or too many that are not small."""
    games: dict[str, int] = {}
    for id, cents in spot.stakes.items():
        game = layout.plan.wagers[id].game
        games[game] = max(games.get(game, 0), cents)
    if len(games) > law.games.most:
        return Reason(
            "too-many-games",
            f"Seat {spot.seat} plays {len(games)} games on one hand; the state allows "
            f"{law.games.most} ({law.games.source}).",
        )
    small = law.games.small
    if small is None:
        return None
    large = sum(cents > small.cents for cents in games.values())
    if large <= law.games.most_above_small:
        return None
    return Reason(
        "too-many-large-games",
        f"Seat {spot.seat} bets more than {dollars_text(small.cents)} on {large} games; the state "
        f"allows {law.games.most_above_small} ({law.games.source}).",
    )
