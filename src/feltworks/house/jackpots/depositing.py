"""The separate bank account that a jackpot's money lies in, as its documents tell of it.

The account is level when it holds what the jackpot holds, on display and off. Later accruals may
wait for their deposit as long as the state allows, but a seed may not: an account that a new seed
leaves short is no longer level. Whatever leaves the jackpot is paid from the account, as far as it
has the money. A withdrawal for anything else must leave the account level. Whenever the account is
short, play for the jackpot stops.

A bank account holds no chips, so a deposit moves nothing in the ledger: the books note what the
account holds beside the jackpot, deposit by deposit, each with its day, reference and document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from feltworks.house.jackpots.keeping import HouseJackpot, JackpotRecord
from feltworks.house.ledger import LARGEST_CENTS
from feltworks.jackpots import JackpotRefused
from feltworks.money import money
from feltworks.regulation import jackpot_law


def deposit_record(before: HouseJackpot, asked: Mapping[str, Any], day: date) -> JackpotRecord:
    """A deposit to a jackpot's account, or a withdrawal if below zero."""
    cents, dated = asked["deposit"], date.fromisoformat(asked["dated"])
    account, held = before.terms.account, before.held.displayed + before.held.undisplayed
    if account is None:
        raise JackpotRefused(
            f"no separate account is named for {before.name}: the house file names it with account"
        )
    if not cents:
        raise JackpotRefused("a deposit of nothing is none: say how much")
    if abs(cents) > LARGEST_CENTS:
        raise JackpotRefused(f"a deposit is {money(LARGEST_CENTS)} at most")
    if dated > day:
        raise JackpotRefused(f"a deposit of {dated} cannot be recorded on {day}, before it is made")
    banked = (before.banked or 0) + cents
    if banked < 0:
        raise JackpotRefused(f"{account} is short of {money(-banked)}: it cannot have paid that")
    level_on = before.level_on if cents > 0 else None
    after = replace(before, banked=banked, level_on=day if banked >= held else level_on)
    facts = {"deposit": cents, "account": account, **asked}
    return JackpotRecord("jackpot deposited", after, facts, ())


def paid_from_account(jackpot: HouseJackpot, cents: int) -> HouseJackpot:
    """The jackpot after this much has left it: its account paid it, as far as it had the money."""
    if jackpot.banked is None:
        return jackpot
    return replace(jackpot, banked=max(0, jackpot.banked - cents))


def with_seed(jackpot: HouseJackpot, seed: int) -> HouseJackpot:
    """The jackpot after the house has advanced seed, which must be in the account at once.

    Only accruals may wait, so an account that the seed leaves short is no longer level.
    """
    held = jackpot.held.displayed + jackpot.held.undisplayed
    if not seed or jackpot.banked is None or jackpot.banked >= held:
        return jackpot
    return replace(jackpot, level_on=None)


def account_record(before: HouseJackpot) -> JackpotRecord:
    """The change to another account, which does not yet hold what the old one held."""
    facts = {"account": before.terms.account}
    after = replace(before, banked=None, level_on=None)
    return JackpotRecord("jackpot account changed", after, facts, ())


def shortage(jackpot: HouseJackpot, on: date) -> str | None:
    """What a jackpot's account is short of on a day, which stops play for it; None if nothing."""
    account, law = jackpot.terms.account, jackpot_law()
    held, banked = jackpot.held.displayed + jackpot.held.undisplayed, jackpot.banked or 0
    if account is None or banked >= held:
        return None
    level_on = jackpot.level_on
    if level_on is not None and (on - level_on).days <= law.deposit_within_days:
        return None
    since = "" if level_on is None else f", and was last level on {level_on}"
    return (
        f"{account} holds {money(banked)} of the {money(held)} that the jackpot {jackpot.name} "
        f"holds{since}: play for it stops until {money(held - banked)} is deposited"
    )
