"""The daily count: the boxes are emptied and the jackpot gets its due before the next opening.

What a house counts after closing is posted when it opens again: until then it belongs to the
jackpot, but is not on display.

A jackpot without a stated contribution gets the day's remainder: the drop, less what the tray paid
on the wager if the rules let the house take that out, less fees. One with a contribution gets that
part of what was wagered or lost, and the rest of the drop is the house's. A meter has taken its
contribution already; the count only empties its boxes. No count ever lowers a jackpot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from feltworks.jackpots.sharing import Parts, share_out, whole_cents
from feltworks.jackpots.state import (
    Carry,
    Change,
    JackpotRefused,
    JackpotState,
    Movement,
    StateT,
    moving,
)
from feltworks.money import money


@dataclass(frozen=True, slots=True)
class CountSums:
    """A count's arithmetic in cents: the drop = tray payouts + fees + house + addition.

    `to_house` is below zero if the house must put in what the drop does not hold; `shortfall` is
    what the next count still has to take out.
    """

    dropped: int
    tray_taken: int
    fees: int
    to_house: int
    addition: int
    shortfall: int
    carry: Carry


@dataclass(frozen=True, slots=True)
class CountedJackpot(Change[StateT]):
    """A count: its arithmetic, and where the addition went."""

    sums: CountSums
    parts: Parts


def check_fees(fees: int | None) -> None:
    """Refuses fees below zero."""
    if fees is not None and fees < 0:
        raise JackpotRefused(f"fees are {money(fees)}: they cannot be below zero")


def count_sums(state: JackpotState, dropped: int, fees: int | None = None) -> CountSums:
    """The arithmetic of a count; fees follow the jackpot's terms if no amount is given.

    Fees by hand stay within the terms if a house keeps the jackpot, whose approval allows no more.
    """
    terms, carry = state.terms, state.carry
    check_fees(fees)
    if fees and terms.contribution is not None:
        raise JackpotRefused(
            f"the jackpot {state.name} gets a set contribution: "
            "fees come only out of a day's remainder"
        )
    if terms.metered:
        return CountSums(dropped, 0, 0, dropped, 0, 0, carry)
    due = state.tray_paid + state.shortfall if terms.tray_payouts_deducted else 0
    taken = min(dropped, due)
    left = dropped - taken
    shortfall = due - taken if terms.shortfall == "carried" else 0
    contributed = terms.contributed_by(state.wagered, state.lost)
    if contributed is not None:
        addition, carried = whole_cents(contributed, carry.contribution)
        if terms.tray_payouts_deducted:
            addition = min(addition, left)
        carry = replace(carry, contribution=carried)
        return CountSums(dropped, taken, 0, left - addition, addition, shortfall, carry)
    charged = fees
    if charged is None:
        charged, carried = whole_cents(terms.fees * left, carry.fees)
        carry = replace(carry, fees=carried)
    elif terms.posted_at_opening and charged > (most := ceil(terms.fees * left)):
        raise JackpotRefused(
            f"fees of {money(charged)} cannot be taken from {state.name}: the house file's fees "
            f"on the {money(left)} that the count leaves are {money(most)} at most"
        )
    if charged > left:
        raise JackpotRefused(
            f"fees of {money(charged)} cannot be taken: the count of {state.name} "
            f"leaves {money(left)}"
        )
    return CountSums(dropped, taken, charged, 0, left - charged, shortfall, carry)


def count(state: StateT, dropped: int, fees: int | None = None) -> CountedJackpot[StateT]:
    """The count of a jackpot whose boxes hold `dropped`, which is what was lost since the last."""
    sums = count_sums(state, dropped, fees)
    parts = share_out(sums.addition, state.terms, state.held, sums.carry)
    moved = moving(
        Movement("boxes", "house", dropped, "drop"),
        Movement("house", "fees", sums.fees, "fees"),
        *parts.movements("counted" if state.terms.posted_at_opening else "displayed"),
    )
    after = replace(
        state,
        held=state.held.moved(moved),
        wagered=0,
        lost=0,
        tray_paid=0,
        shortfall=sums.shortfall,
        carry=parts.carry,
    )
    return CountedJackpot(after, moved, sums, parts)


def post(state: StateT) -> Change[StateT]:
    """Puts what was counted on display, as far as a cap leaves room; the rest is kept above it."""
    held, cap = state.held, state.terms.cap
    room = held.counted if cap is None else max(0, cap - held.displayed)
    shown = min(held.counted, room)
    moved = moving(
        Movement("counted", "displayed", shown, "posting"),
        Movement("counted", "reserve", held.counted - shown, "above cap"),
    )
    return Change(replace(state, held=held.moved(moved)), moved)
