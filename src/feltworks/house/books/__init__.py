"""The books: one chain of records, tables that index it, and the pen that writes both.

Everything that happens is a record; a record may carry an entry of the ledger. Records are never
changed and each holds the hash of the one before it. All other tables are indexes: what they say
follows from the records, so that an audit makes them again and compares.
"""

from feltworks.house.books.chain import GENESIS, Event, Record
from feltworks.house.books.database import Database
from feltworks.house.books.page import Page
from feltworks.house.books.pen import Pen

__all__ = ["GENESIS", "Database", "Event", "Page", "Pen", "Record"]
