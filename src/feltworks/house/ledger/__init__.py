"""The ledger: where every cent is, moved in balanced entries that are never changed afterwards."""

from feltworks.house.ledger.accounts import PURSES, LedgerAccount, Purse, read_account
from feltworks.house.ledger.postings import Posting, checked, move

__all__ = ["PURSES", "LedgerAccount", "Posting", "Purse", "checked", "move", "read_account"]
