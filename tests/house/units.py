"""Units for a writer, as the tests of the books write them."""

from __future__ import annotations

from datetime import date

from feltworks.house.books import Event
from feltworks.house.ledger import accounts, move

DAY = date(2025, 11, 14)


def sold(player: str, cents: int, **more):
    """A unit that sells chips."""
    event = Event(
        kind="chips sold",
        subject=f"player {player}",
        day=DAY,
        postings=move(accounts.CAGE, accounts.player(player), cents, "chips"),
        **more,
    )
    return lambda batch: batch.write(event)
