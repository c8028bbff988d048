"""Changing a jackpot by hand: only for reasons the state knows, and only as far as its money goes.

The house is custodian of the money. The display falls only for the reasons in the law's list; a cap
may be posted at or above the display; a manual jackpot is not lowered below its seed; a jackpot
that is taken out of play keeps every cent, in custody or in another jackpot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from feltworks.jackpots.sharing import above_backup_cap
from feltworks.jackpots.state import (
    Change,
    JackpotRefused,
    JackpotState,
    Movement,
    OwnPlace,
    Place,
    StateT,
    moving,
)
from feltworks.money import money
from feltworks.regulation import jackpot_law

RISES = {
    "malfunction": "a malfunction of the meter was put right",
    "added": "the house added to it",
}


def adjust(state: StateT, by_cents: int, because: str) -> Change[StateT]:
    """Raises or lowers a jackpot for a stated reason."""
    if not by_cents:
        raise JackpotRefused("an adjustment of nothing is none: say by how much")
    rises = by_cents > 0
    return _changed(state, (_rise if rises else _fall)(state, abs(by_cents), because))


def _changed(state: StateT, movement: Movement) -> Change[StateT]:
    held = state.held.moved([movement])
    # A primary that was lowered may no longer lift the cap on its backups.
    return lower_backups(replace(state, held=held), movement)


def lower_backups(state: StateT, *before: Movement) -> Change[StateT]:
    """Takes backups down to their cap where the terms ask for it; follows the movements before."""
    moved = above_backup_cap(state.terms, state.held)
    return Change(replace(state, held=state.held.moved(moved)), (*before, *moved))


def _rise(state: JackpotState, cents: int, because: str) -> Movement:
    if because not in RISES:
        listed = reasons_listed(rises=True)
        raise JackpotRefused(f"a jackpot is not raised because of {because!r}: {listed}")
    if because == "added":
        _check_room(state, cents)
    return Movement("house", "displayed", cents, "adjustment")


def _check_room(state: JackpotState, cents: int) -> None:
    """Refuses to raise the display above a posted cap; a raise because of a malfunction is not
    checked."""
    grown, cap = state.held.displayed + cents, state.terms.cap
    if cap is not None and grown > cap:
        raise JackpotRefused(
            f"{state.name} would display {money(grown)}, {money(grown - cap)} above its cap"
        )


def _fall(state: JackpotState, cents: int, because: str) -> Movement:
    law, name, held, cap = jackpot_law(), state.name, state.held, state.terms.cap
    if because not in _falls():
        listed = reasons_listed(rises=False)
        raise JackpotRefused(
            f"a jackpot may not fall because of {because!r} ({law.source}): {listed}"
        )
    if because == "undisplayed-receipts":
        _at_most(cents, held.reserve, f"{name} holds undisplayed above its cap")
        return Movement("reserve", "house", cents, "adjustment")
    if because == "above-cap":
        above = 0 if cap is None else max(0, held.displayed - cap)
        _at_most(cents, above, f"the display of {name} stands above its posted cap")
        return Movement("displayed", "reserve", cents, "above cap")
    _at_most(cents, held.displayed, f"{name} displays")
    if state.terms.posted_at_opening and held.displayed - cents < state.terms.seed:
        raise JackpotRefused(
            f"{money(cents)} cannot be taken: {name} displays {money(held.displayed)}, and a "
            f"jackpot kept by hand is not lowered under its seed of {money(state.terms.seed)}"
        )
    if because == "seed-recovered":
        _at_most(cents, held.seed_out, f"of the seed of {name} is still out")
        return Movement("displayed", "seed", cents, "seed recovered")
    return Movement("displayed", "house", cents, "adjustment")


def _at_most(cents: int, most: int, what: str) -> None:
    if cents > most:
        raise JackpotRefused(f"{money(cents)} cannot be taken: {money(most)} is what {what}")


def _falls() -> dict[str, str]:
    """The reasons for which a jackpot is lowered by hand, with what each means."""
    return {id: says for id, says in jackpot_law().may_fall_because.items() if id != "won"}


def reasons_listed(*, rises: bool) -> str:
    """The reasons that are allowed for raising or lowering a jackpot, in words."""
    reasons = RISES if rises else _falls()
    return "reasons are " + ", ".join(f"{id} ({says})" for id, says in reasons.items())


def add_seed(state: StateT, cents: int) -> Change[StateT]:
    """The house advances more seed to a jackpot."""
    if cents <= 0:
        raise JackpotRefused(f"a seed is an amount above zero, not {money(cents)}")
    _check_room(state, cents)
    return _changed(state, Movement("seed", "displayed", cents, "seed"))


def set_cap(state: StateT, cap: int | None) -> StateT:
    """Posts a cap on the display, or removes it with None."""
    name, law, displayed = state.name, jackpot_law(), state.held.displayed
    if cap is not None and not law.cap_is_lawful(cap, displayed):
        raise JackpotRefused(
            f"a cap of {money(cap)} is {money(displayed - cap)} below what {name} displays: "
            f"it may be set at or above that ({law.source})"
        )
    if cap is not None and cap < state.terms.seed:
        raise JackpotRefused(
            f"a cap of {money(cap)} is below the {money(state.terms.seed)} that {name} starts with"
        )
    return replace(state, terms=replace(state.terms, cap=cap))


@dataclass(frozen=True, slots=True)
class Removed(Change[StateT]):
    """A jackpot that holds nothing any more, and the one that inherited it."""

    heir: StateT | None


def remove(state: StateT, heir: StateT | None = None) -> Removed[StateT]:
    """Takes all of a jackpot's money into custody, or puts it on the display of another."""
    held = state.held
    target: Place = "custody"
    if heir is not None:
        target, legacy = "heir", held.displayed + held.undisplayed
        _check_room(heir, legacy)
        grown = replace(heir.held, displayed=heir.held.displayed + legacy)
        heir = replace(heir, held=grown)
    places: tuple[OwnPlace, ...] = get_args(OwnPlace)
    moved = moving(*(Movement(at, target, getattr(held, at), "removal") for at in places))
    return Removed(replace(state, held=held.moved(moved)), moved, heir)
