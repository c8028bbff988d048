"""The ledger: where every cent is, moved in balanced entries that are never changed afterwards."""

from feltworks.house.ledger.accounts import PURSES, Purse, purse_of
from feltworks.house.ledger.postings import Posting, checked, move

__all__ = ["PURSES", "Posting", "Purse", "checked", "move", "purse_of"]
