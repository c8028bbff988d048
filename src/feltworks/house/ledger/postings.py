"""Postings: an entry is a list of them that adds up to nothing.

Entries are made of moves, each with both of its ends, so that they balance by construction; the
sum is checked all the same before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from feltworks.house.errors import LedgerError
from feltworks.house.ledger.accounts import PURSES, LedgerAccount
from feltworks.money import money

LARGEST_CENTS = 10**15
"""Far above any stack or jackpot, and far below what the columns hold."""


class Posting(NamedTuple):
    """So many cents to an account, or from it when below zero, and what for."""

    account: LedgerAccount
    cents: int
    purpose: str


def move(
    source: LedgerAccount, target: LedgerAccount, cents: int, purpose: str
) -> tuple[Posting, ...]:
    """Chips from one account to another; nothing at all when there are none to move."""
    if not cents:
        return ()
    return Posting(source, -cents, purpose), Posting(target, cents, purpose)


def checked(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The same postings, if they make an entry; a `LedgerError` where they do not."""
    entry = tuple(postings)
    for posting in entry:
        if type(posting.cents) is not int:
            raise LedgerError(f"{posting.account} is posted {posting.cents!r}: cents are whole")
        if abs(posting.cents) > LARGEST_CENTS:
            raise LedgerError(
                f"{posting.account} is posted {money(posting.cents)}: "
                f"no single amount is above {money(LARGEST_CENTS)}"
            )
        if posting.account.purse not in PURSES:
            named = str(posting.account)
            raise LedgerError(f"there is no account {named!r}: purses are {', '.join(PURSES)}")
    if left_over := sum(posting.cents for posting in entry):
        raise LedgerError(f"the entry does not balance: {money(left_over)} is left over")
    return entry
