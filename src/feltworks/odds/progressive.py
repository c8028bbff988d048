"""A wager that plays for a jackpot: what it is worth at every amount.

Its value is a linear function of the jackpot: what the other prizes return, plus a fixed amount for
every dollar posted. Over time each wager adds the same amount on average and a hit takes its share
of what is there, so the average jackpot that a winner finds is the amount at which both balance,
with the seed put back whenever the whole jackpot is won:

    average = (chance of the whole jackpot * seed + what a wager adds) / mean share
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from feltworks.errors import FeltworksError
from feltworks.odds.result import WagerOdds
from feltworks.rules.schema import Rules
from feltworks.rules.schema.wagers import Jackpot

Basis = Literal["average", "seed", "given"]
STATED = "the contribution that the rules state"
REMAINDER = (
    "what the tray's prizes leave of each dollar, as if no day fell short of them and no fee "
    "were taken"
)
LOSING = "every losing dollar"


class JackpotError(FeltworksError):
    """An amount that no jackpot can have."""


@dataclass(frozen=True)
class Progressive:
    """The worth of a jackpot wager: amounts in dollars, values in units of the wager.

    Odds are quoted at `quoted_dollars`, which `quoted` explains. `added_dollars` is what a wager
    adds to the jackpot on average, `added_note` explains it, or why it is not known; then there is
    no average jackpot either.
    """

    jackpot: str
    quoted_dollars: Fraction
    quoted: Basis
    value_without_jackpot: Fraction
    value_per_dollar: Fraction
    break_even_dollars: Fraction
    wagers_per_hit: Fraction
    wagers_per_jackpot_hit: Fraction
    fixed_return: Fraction
    seed_dollars: Fraction
    added_dollars: Fraction | None
    added_note: str
    average_dollars: Fraction | None

    def value_at(self, dollars: Fraction) -> Fraction:
        return self.value_without_jackpot + self.value_per_dollar * dollars


class QuotedJackpot(NamedTuple):
    """The amount, in units, that odds are quoted at, and what it is."""

    units: Fraction
    basis: Basis


def progressive(
    rules: Rules, wager_id: str, odds: WagerOdds, *, given: bool = False
) -> Progressive | None:
    """The figures of a jackpot wager; None for a wager that pays no share of a jackpot.

    `given` says that somebody named the amount the odds are quoted at.
    """
    jackpot_id = jackpot_of(rules, wager_id)
    if jackpot_id is None or not odds.jackpot_share:
        return None
    jackpot, unit = rules.jackpots[jackpot_id], unit_dollars(rules, wager_id)
    without = odds.mean_without_jackpot
    seed = Fraction(jackpot.seed.cents, 100)
    added, note = added_units(jackpot, odds)
    average = None if added is None else average_units(odds, seed / unit, added) * unit
    return Progressive(
        jackpot=jackpot_id,
        quoted_dollars=odds.jackpot_units * unit,
        quoted="given" if given else standing_jackpot(rules, wager_id, odds).basis,
        value_without_jackpot=without,
        value_per_dollar=odds.jackpot_share / unit,
        break_even_dollars=max(-without / odds.jackpot_share, Fraction(0)) * unit,
        wagers_per_hit=1 / any_prize(odds),
        wagers_per_jackpot_hit=1 / _chance(odds, share_at_least=None),
        fixed_return=fixed_return(odds),
        seed_dollars=seed,
        added_dollars=None if added is None else added * unit,
        added_note=note,
        average_dollars=average,
    )


def jackpot_of(rules: Rules, wager_id: str) -> str | None:
    """The jackpot that a wager plays for."""
    named = (id_ for id_, jackpot in rules.jackpots.items() if jackpot.wager == wager_id)
    return next(named, None)


def unit_dollars(rules: Rules, wager_id: str) -> Fraction:
    """The fixed size of a jackpot wager."""
    size = rules.wagers[wager_id].size
    assert size is not None and size.cents is not None, "refused before it is counted"
    return Fraction(size.cents, 100)


def standing_jackpot(rules: Rules, wager_id: str, odds: WagerOdds) -> QuotedJackpot:
    """The amount that odds are quoted at if no other is given.

    It is the average if the rules state a contribution that gives one, otherwise the seed.
    """
    jackpot_id = jackpot_of(rules, wager_id)
    if jackpot_id is None or not odds.jackpot_share:
        return QuotedJackpot(Fraction(0), "seed")
    jackpot = rules.jackpots[jackpot_id]
    seed = Fraction(jackpot.seed.cents, 100) / unit_dollars(rules, wager_id)
    added, _ = added_units(jackpot, odds)
    if jackpot.contribution is None or added is None:
        return QuotedJackpot(seed, "seed")
    return QuotedJackpot(average_units(odds, seed, added), "average")


def at_jackpot(rules: Rules, wager_id: str, odds: WagerOdds, dollars: Fraction) -> WagerOdds:
    """The same odds with this amount in the jackpot."""
    if dollars < 0:
        raise JackpotError(f"a jackpot of {float(dollars):,.2f} dollars: it must be 0 or more")
    return replace(odds, jackpot_units=dollars / unit_dollars(rules, wager_id))


def average_units(odds: WagerOdds, seed: Fraction, added: Fraction) -> Fraction:
    """The jackpot that winners find on average, if it starts at `seed` and each wager adds
    `added`."""
    whole = _chance(odds, share_at_least=Fraction(1))
    return (whole * seed + added) / odds.jackpot_share


def added_units(jackpot: Jackpot, odds: WagerOdds) -> tuple[Fraction | None, str]:
    """What a wager adds to its jackpot on average, and why."""
    if jackpot.seed_recovery != "none":
        return None, "the house takes the seed out of what is added, at a pace of its own"
    if jackpot.backups is not None and jackpot.backups_kept:
        return None, "backup jackpots take a part of what is added"
    if jackpot.below_seed == "filled-up" and any(0 < row.share < 1 for row in odds.outcomes):
        return None, "the house fills up to the seed what a share leaves, whenever that is less"
    if jackpot.contribution is None:
        if jackpot.tray_payouts_deducted:
            return -odds.mean_without_jackpot, REMAINDER
        return _lost(odds), LOSING
    of = Fraction(1) if jackpot.contribution_of == "wagered" else _lost(odds)
    return jackpot.contribution.part * of, STATED


def any_prize(odds: WagerOdds) -> Fraction:
    """The chance of a prize of any kind."""
    paid = sum(row.combinations for row in odds.outcomes if row.net > 0 or row.share > 0)
    return Fraction(paid, odds.combinations)


def fixed_return(odds: WagerOdds) -> Fraction:
    """What prizes other than the jackpot return, including a returned stake."""
    paid = (row for row in odds.outcomes if not row.share)
    back = sum(((row.net + row.staked) * row.combinations for row in paid), Fraction(0))
    return back / odds.combinations


def _lost(odds: WagerOdds) -> Fraction:
    """The part of the wager that goes into the box, including winners' own stakes if they lose
    them."""
    lost = (max(Fraction(0), -row.net) if row.kept is None else row.kept for row in odds.outcomes)
    kept = (row.combinations * each for row, each in zip(odds.outcomes, lost, strict=True))
    return sum(kept, Fraction(0)) / odds.combinations


def _chance(odds: WagerOdds, share_at_least: Fraction | None) -> Fraction:
    """The chance of a share of at least this size, or of any."""
    hits = (row for row in odds.outcomes if row.share and row.share >= (share_at_least or 0))
    return Fraction(sum(row.combinations for row in hits), odds.combinations)
