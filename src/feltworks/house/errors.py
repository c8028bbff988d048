"""What the house refuses, told in one sentence."""

from __future__ import annotations

from feltworks.errors import FeltworksError


class HouseError(FeltworksError):
    """Something the house will not do, and why."""


class BooksError(HouseError):
    """Books that cannot be reached, read or written."""


class LedgerError(HouseError):
    """An entry that does not balance, or that would take what is not there."""
