"""Between the books and the arithmetic of jackpots.

A jackpot's state lies in two places of the books: what the standing says, and the balances of the
accounts that are not on display. `state_of` puts them together for `feltworks.jackpots`; what that
gives back becomes the standing after the change and the postings of its entry.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from feltworks.house.errors import HouseError
from feltworks.house.jackpots.standing import holdings
from feltworks.house.ledger import accounts, move
from feltworks.jackpots import JackpotRefused, JackpotState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltworks.house.books import Page
    from feltworks.house.jackpots.standing import Standing
    from feltworks.house.ledger import LedgerAccount, Posting
    from feltworks.jackpots import Movement, Place


def state_of(page: Page, standing: Standing) -> JackpotState:
    """The state behind a standing.

    The display is the standing's: when a round's play is booked, its prize has left the ledger
    already.
    """
    return JackpotState(
        name=standing.name,
        terms=standing.terms,
        held=replace(holdings(page, standing.name), displayed=standing.displayed),
        wagered=standing.wagered,
        lost=standing.lost,
        tray_paid=standing.tray_paid,
        shortfall=standing.shortfall,
        carry=standing.carry,
    )


def standing_after(before: Standing, state: JackpotState) -> Standing:
    """The standing once the jackpot is in that state."""
    return replace(
        before,
        displayed=state.held.displayed,
        wagered=state.wagered,
        lost=state.lost,
        tray_paid=state.tray_paid,
        shortfall=state.shortfall,
        carry=state.carry,
    )


def postings(
    name: str,
    movements: Iterable[Movement],
    *,
    boxes: Mapping[str, int] | None = None,
    heir: str | None = None,
) -> list[Posting]:
    """The entry for a jackpot's movements, given what each table's box holds when it is emptied.

    What players won and lost is left out: the round's own entry has it.
    """
    at = _accounts(name, heir)
    booked: list[Posting] = []
    for movement in movements:
        source, target, purpose = movement.source, movement.target, movement.purpose
        if source == "boxes":
            for table, cents in (boxes or {}).items():
                booked += move(accounts.drop(table, name), at[target], cents, purpose)
        elif "players" not in (source, target):
            booked += move(at[source], at[target], movement.cents, purpose)
    return booked


def _accounts(name: str, heir: str | None) -> dict[Place, LedgerAccount]:
    first, second, reserve = accounts.undisplayed(name)
    at: dict[Place, LedgerAccount] = {
        "displayed": accounts.displayed(name),
        "first": first,
        "second": second,
        "reserve": reserve,
        "seed": accounts.seed(name),
        "fees": accounts.fees(name),
        "custody": accounts.custody(name),
        "house": accounts.HOUSE,
    }
    return at if heir is None else {**at, "heir": accounts.displayed(heir)}


@contextmanager
def refusals() -> Iterator[None]:
    """What a jackpot refuses, the house refuses."""
    try:
        yield
    except JackpotRefused as refused:
        raise HouseError(str(refused)) from None
