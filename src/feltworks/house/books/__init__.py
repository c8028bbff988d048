"""The books: one chain of records, tables that index it, and the writer that writes both.

Everything that happens is a record; a record may carry an entry of the ledger. Records are never
changed and each holds the hash of the one before it. All other tables are indexes: what they say
follows from the records, so that an audit makes them again and compares.
"""

from feltworks.house.books.batch import Batch
from feltworks.house.books.chain import Record
from feltworks.house.books.database import Database
from feltworks.house.books.reader import Head, Reader, State
from feltworks.house.books.writer import Clock, Unit, Writer, utc_now

__all__ = [
    "Batch",
    "Clock",
    "Database",
    "Head",
    "Reader",
    "Record",
    "State",
    "Unit",
    "Writer",
    "utc_now",
]
