"""The ledger: where every cent is, moved in balanced entries that are never changed afterwards.

An entry is a list of postings that adds up to zero. It is made of moves, each with both of its
ends, so that it balances by construction; the sum is checked all the same before anything is
written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from feltworks.house.errors import LedgerError
from feltworks.house.ledger.accounts import PURSES, LedgerAccount, Purse, read_account
from feltworks.money import money

__all__ = ["PURSES", "LedgerAccount", "Posting", "Purse", "checked", "move", "read_account"]

LARGEST_CENTS = 10**15
"""Far above any stack or jackpot, and far below what the columns hold."""


class Posting(NamedTuple):
    """Cents to an account, or from it if below zero, and their purpose."""

    account: LedgerAccount
    cents: int
    purpose: str


def move(
    source: LedgerAccount, target: LedgerAccount, cents: int, purpose: str
) -> tuple[Posting, ...]:
    """The two postings that move chips from one account to another; none if there are no chips."""
    if not cents:
        return ()
    return Posting(source, -cents, purpose), Posting(target, cents, purpose)


def checked(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The same postings; raises a `LedgerError` if they are no entry."""
    entry = tuple(postings)
    left_over = 0
    for account, cents, _ in entry:
        if type(cents) is not int:
            raise LedgerError(f"{account} is posted {cents!r}: cents are whole")
        if abs(cents) > LARGEST_CENTS:
            raise LedgerError(
                f"{account} is posted {money(cents)}: "
                f"no single amount is above {money(LARGEST_CENTS)}"
            )
        if account.purse not in PURSES:
            named = str(account)
            raise LedgerError(f"there is no account {named!r}: purses are {', '.join(PURSES)}")
        left_over += cents
    if left_over:
        raise LedgerError(f"the entry does not balance: {money(left_over)} is left over")
    return entry
