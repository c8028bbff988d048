"""Changes of a jackpot by hand booked, never without a paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltworks import jackpots
from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.booking import postings, refusals, standing_after, state_of
from feltworks.house.jackpots.standing import in_play, posted_subject, subject

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page, Record


def adjust(
    page: Page, name: str, by_cents: int, because: str, *, document: str, day: date
) -> Record:
    """Raises or lowers a jackpot for a stated reason."""
    before = in_play(page, name)
    paper = _paper(document)
    with refusals():
        change = jackpots.adjust(state_of(page, before), by_cents, because)
    return page.write(
        Event(
            kind="jackpot adjusted",
            subject=subject(name),
            day=day,
            facts={"by": by_cents, "because": because, "document": paper},
            postings=postings(name, change.movements),
            after=standing_after(before, change.state).as_json(),
        )
    )


def add_seed(page: Page, name: str, cents: int, *, document: str, day: date) -> Record:
    """The house advances more seed to a jackpot."""
    before = in_play(page, name)
    with refusals():
        change = jackpots.add_seed(state_of(page, before), cents)
    return page.write(
        Event(
            kind="jackpot seeded",
            subject=subject(name),
            day=day,
            facts={"seed": cents, "document": _paper(document)},
            postings=postings(name, change.movements),
            after=standing_after(before, change.state).as_json(),
        )
    )


def set_cap(page: Page, name: str, cap: int | None, *, document: str, day: date) -> Record:
    """Posts a cap on the display, or takes it down with None."""
    before = in_play(page, name)
    with refusals():
        capped = jackpots.set_cap(state_of(page, before), cap)
    return page.write(
        Event(
            kind="jackpot capped",
            subject=posted_subject(name),
            day=day,
            facts={"document": _paper(document)},
            after={"terms": capped.terms.as_json(), "tables": list(before.tables)},
        )
    )


def remove(page: Page, name: str, *, document: str, day: date, into: str | None = None) -> Record:
    """Takes a jackpot out of play; its money goes into custody, or into another jackpot."""
    before = in_play(page, name)
    for table in before.tables:
        state = page.standing(f"table {table}")
        if state is not None and state["open"]:
            raise HouseError(f"table {table} plays for {name}: close it first")
    if before.awaits_count:
        raise HouseError(f"{name} has not been counted since it was last played for: count it")
    if into == name:
        raise HouseError(f"{name} cannot be moved into itself")
    heir = None if into is None else in_play(page, into)
    with refusals():
        heir_state = None if heir is None else state_of(page, heir)
        change = jackpots.remove(state_of(page, before), heir_state)
    paper = _paper(document)
    removed = page.write(
        Event(
            kind="jackpot removed",
            subject=subject(name),
            day=day,
            facts={"document": paper, "into": into},
            postings=postings(name, change.movements, heir=into),
            after=replace(standing_after(before, change.state), status="removed").as_json(),
        )
    )
    if heir is not None and change.heir is not None:
        page.write(
            Event(
                kind="jackpot inherited",
                subject=subject(heir.name),
                day=day,
                facts={"from": name, "document": paper},
                after=standing_after(heir, change.heir).as_json(),
            )
        )
    return removed


def _paper(document: str) -> str:
    paper = document.strip()
    if not paper or not paper.isprintable() or len(paper) > 200:
        raise HouseError("a document is named in one printable line of at most 200 characters")
    return paper
