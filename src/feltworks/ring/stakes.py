"""What a game costs on the house's terms: ante, blinds and bets, within the state's limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from feltworks.money import dollars_text
from feltworks.regulation import RingLaw, ring_law
from feltworks.round.terms import Terms, TermsError
from feltworks.rules.amounts import Size
from feltworks.rules.schema.mechanisms import Ring


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Amounts in cents. `most_bet` is the most that a bet or raise may add, None without limit.

    `wagers` is how many may be made in a betting round, a big blind being the first; `counts_short`
    says whether all-ins for less than a full one count. `least_full` is the least that counts as a
    full bet in fixed limit.
    """

    structure: Literal["fixed-limit", "spread-limit", "no-limit"]
    ante: int
    small_blind: int
    big_blind: int
    bet: int
    most_bet: int | None
    wagers: int
    chip: int
    big_blind_option: bool
    is_fixed: bool
    counts_short: bool
    least_full: int


def stakes_for(ring: Ring, terms: Terms, betting_rounds: int) -> Stakes:
    """The stakes of a table; a `TermsError` names what the house or the state does not allow."""
    limits = terms.limits
    most = {
        "fixed-limit": limits.minimum_cents,
        "spread-limit": limits.maximum_cents,
        "no-limit": None,
    }[ring.structure]
    law = None if terms.under is None else ring_law(terms.under)
    if law is not None and most is None:
        most = law.largest_cents
    bet = _whole_chips("minimum bet", limits.minimum_cents, terms)
    stakes = Stakes(
        structure=ring.structure,
        ante=_part("ante", ring.ante, terms) if ring.antes else 0,
        small_blind=_part("small blind", ring.small_blind, terms),
        big_blind=_part("big blind", ring.big_blind, terms),
        bet=bet,
        most_bet=most,
        wagers=ring.raises + 1,
        chip=limits.chips[0],
        big_blind_option=ring.big_blind_option,
        is_fixed=ring.structure == "fixed-limit",
        counts_short=ring.short_all_ins == "counted",
        least_full=-(-bet // 2) if ring.full_bet == "half" else bet,
    )
    if stakes.small_blind > stakes.big_blind:
        raise TermsError(
            f"the small blind of {dollars_text(stakes.small_blind)} is more than the big blind of "
            f"{dollars_text(stakes.big_blind)}"
        )
    if law is not None:
        _check_law(stakes, law, betting_rounds)
    return stakes


def _part(name: str, size: Size | None, terms: Terms) -> int:
    if size is None:
        return 0
    if size.cents is not None:
        return _whole_chips(name, size.cents, terms)
    exact = size.largest * terms.limits.minimum_cents
    if exact.denominator != 1:
        minimum = dollars_text(terms.limits.minimum_cents)
        raise TermsError(f"the {name} is {size}: {minimum} does not come out in whole cents")
    return _whole_chips(name, exact.numerator, terms)


def _whole_chips(name: str, cents: int, terms: Terms) -> int:
    chip = terms.limits.chips[0]
    if cents % chip:
        raise TermsError(
            f"the {name} would be {dollars_text(cents)}, which chips of {dollars_text(chip)} "
            "cannot make up: choose another minimum bet, or smaller chips"
        )
    return cents


def _check_law(stakes: Stakes, law: RingLaw, betting_rounds: int) -> None:
    """Checks the state's limits on games between players."""
    if betting_rounds > law.rounds:
        raise TermsError(
            f"the game has {betting_rounds} betting rounds; the state allows {law.rounds} "
            f"({law.source})"
        )
    if stakes.wagers > law.wagers_a_round:
        raise TermsError(
            f"a betting round would have {stakes.wagers} wagers; the state allows "
            f"{law.wagers_a_round}, a bet and {law.wagers_a_round - 1} raises ({law.source})"
        )
    assert stakes.most_bet is not None
    largest = max(stakes.most_bet, stakes.bet, stakes.big_blind)
    if largest > law.largest_cents:
        allowed = dollars_text(law.largest_cents)
        raise TermsError(
            f"a bet of {dollars_text(largest)} is above the state's {allowed} ({law.source})"
        )
    if stakes.ante > stakes.most_bet:
        raise TermsError(
            f"the ante of {dollars_text(stakes.ante)} is above the largest wager of the first "
            f"round, {dollars_text(stakes.most_bet)} ({law.source})"
        )
