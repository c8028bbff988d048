"""Units for the writer, as the tests of the books write them."""

from __future__ import annotations

from datetime import date

from feltworks.house.ledger import accounts, move

DAY = date(2025, 11, 14)


def sold(player: str, cents: int, **more):
    """A unit that sells chips."""
    postings = move(accounts.CAGE, accounts.player(player), cents, "chips")
    return lambda batch: batch.write(
        "chips sold", f"player {player}", day=DAY, postings=postings, **more
    )
