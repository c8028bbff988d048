"""Changing a jackpot by hand: only for reasons the state knows, and never without a paper.

The house is custodian of the money. What is on display falls only as the law's list says; a cap
may be posted at or above the display; a jackpot that is taken out of play keeps every cent, in
custody or in another jackpot.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.sharing import Holdings
from feltworks.house.jackpots.standing import (
    holdings,
    in_play,
    posted_subject,
    subject,
)
from feltworks.house.ledger import accounts, move
from feltworks.regulation import jackpot_law
from feltworks.rules.written import money

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page, Record
    from feltworks.house.jackpots.standing import Standing
    from feltworks.house.ledger import Posting

RISES = {
    "malfunction": "a malfunction of the meter was put right",
    "added": "the house added to it",
}


def adjust(
    page: Page, name: str, by_cents: int, because: str, *, document: str, day: date
) -> Record:
    """Raises or lowers a jackpot for a stated reason."""
    before, held = in_play(page, name), holdings(page, name)
    paper = _paper(document)
    if not by_cents:
        raise HouseError("an adjustment of nothing is none: say by how much")
    if by_cents > 0:
        postings, shown = _rise(before, by_cents, because)
    else:
        postings, shown = _fall(before, held, -by_cents, because)
    return page.write(
        Event(
            kind="jackpot adjusted",
            subject=subject(name),
            day=day,
            facts={"by": by_cents, "because": because, "document": paper},
            postings=postings,
            after=replace(before, displayed=before.displayed + shown).as_json(),
        )
    )


def _rise(before: Standing, cents: int, because: str) -> tuple[tuple[Posting, ...], int]:
    if because not in RISES:
        raise HouseError(f"a jackpot is not raised because of {because!r}: {_listed(RISES)}")
    if because == "added":
        _check_room(before, cents)
    return move(accounts.HOUSE, accounts.displayed(before.name), cents, "adjustment"), cents


def _check_room(before: Standing, cents: int) -> None:
    """Nobody puts money on display above a posted cap; only a malfunction may have shown it."""
    grown, cap = before.displayed + cents, before.terms.cap
    if cap is not None and grown > cap:
        raise HouseError(
            f"{before.name} would display {money(grown)}, {money(grown - cap)} above its cap"
        )


def _fall(
    before: Standing, held: Holdings, cents: int, because: str
) -> tuple[tuple[Posting, ...], int]:
    """The entry, and by how much the display changes."""
    law, name, cap = jackpot_law(), before.name, before.terms.cap
    reasons = {id: says for id, says in law.may_fall_because.items() if id != "won"}
    if because not in reasons:
        raise HouseError(
            f"a jackpot may not fall because of {because!r} ({law.source}): {_listed(reasons)}"
        )
    shown = accounts.displayed(name)
    if because == "undisplayed-receipts":
        _at_most(cents, held.reserve, f"{name} holds undisplayed above its cap")
        return move(accounts.reserve(name), accounts.HOUSE, cents, "adjustment"), 0
    if because == "above-cap":
        above = 0 if cap is None else max(0, held.displayed - cap)
        _at_most(cents, above, f"the display of {name} stands above its posted cap")
        return move(shown, accounts.reserve(name), cents, "above cap"), -cents
    if because == "seed-recovered":
        _at_most(cents, min(held.seed_out, held.displayed), f"of the seed of {name} is still out")
        return move(shown, accounts.seed(name), cents, "seed recovered"), -cents
    _at_most(cents, held.displayed, f"{name} displays")
    return move(shown, accounts.HOUSE, cents, "adjustment"), -cents


def _at_most(cents: int, most: int, what: str) -> None:
    if cents > most:
        raise HouseError(f"{money(cents)} cannot be taken: {money(most)} is what {what}")


def add_seed(page: Page, name: str, cents: int, *, document: str, day: date) -> Record:
    """The house advances more seed to a jackpot."""
    before = in_play(page, name)
    if cents <= 0:
        raise HouseError(f"a seed is an amount above zero, not {money(cents)}")
    _check_room(before, cents)
    return page.write(
        Event(
            kind="jackpot seeded",
            subject=subject(name),
            day=day,
            facts={"seed": cents, "document": _paper(document)},
            postings=move(accounts.seed(name), accounts.displayed(name), cents, "seed"),
            after=replace(before, displayed=before.displayed + cents).as_json(),
        )
    )


def set_cap(page: Page, name: str, cap: int | None, *, document: str, day: date) -> Record:
    """Posts a cap on the display, or takes it down with None."""
    before, law = in_play(page, name), jackpot_law()
    if cap is not None and not law.cap_is_lawful(cap, before.displayed):
        raise HouseError(
            f"a cap of {money(cap)} is {money(before.displayed - cap)} below what {name} displays: "
            f"it may be set at or above that ({law.source})"
        )
    if cap is not None and cap < before.terms.seed:
        raise HouseError(
            f"a cap of {money(cap)} is below the {money(before.terms.seed)} that {name} starts with"
        )
    terms = replace(before.terms, cap=cap)
    return page.write(
        Event(
            kind="jackpot capped",
            subject=posted_subject(name),
            day=day,
            facts={"document": _paper(document)},
            after={"terms": terms.as_json(), "tables": list(before.tables)},
        )
    )


def remove(page: Page, name: str, *, document: str, day: date, into: str | None = None) -> Record:
    """Takes a jackpot out of play; its money goes into custody, or into another jackpot."""
    before, held = in_play(page, name), holdings(page, name)
    for table in before.tables:
        state = page.standing(f"table {table}")
        if state is not None and state["open"]:
            raise HouseError(f"table {table} plays for {name}: close it first")
    if before.awaits_count:
        raise HouseError(f"{name} has not been counted since it was last played for: count it")
    target = accounts.custody(name) if into is None else _heir(page, name, into, held)
    postings = [
        posting
        for source in (accounts.displayed(name), *accounts.undisplayed(name))
        for posting in move(source, target, page.cents(source), "removal")
    ]
    if into is not None:
        heir = in_play(page, into)
        grown = heir.displayed + held.displayed + held.undisplayed
        after = replace(heir, displayed=grown)
    removed = page.write(
        Event(
            kind="jackpot removed",
            subject=subject(name),
            day=day,
            facts={"document": _paper(document), "into": into},
            postings=postings,
            after=replace(before, displayed=0, status="removed").as_json(),
        )
    )
    if into is not None:
        page.write(
            Event(
                kind="jackpot inherited",
                subject=subject(into),
                day=day,
                facts={"from": name, "document": _paper(document)},
                after=after.as_json(),
            )
        )
    return removed


def _heir(page: Page, name: str, into: str, held: Holdings) -> str:
    if into == name:
        raise HouseError(f"{name} cannot be moved into itself")
    heir = in_play(page, into)
    _check_room(heir, held.displayed + held.undisplayed)
    return accounts.displayed(into)


def _paper(document: str) -> str:
    paper = document.strip()
    if not paper or not paper.isprintable() or len(paper) > 200:
        raise HouseError("a document is named in one printable line of at most 200 characters")
    return paper


def _listed(reasons: dict[str, str]) -> str:
    return "reasons are " + ", ".join(f"{id} ({says})" for id, says in reasons.items())
