"""The house's books: limits, ledger, progressive jackpots and an audit trail.

What comes in is a house file (the card room, its tables, its jackpots, its approvals) and finished
rounds, by the contract that every engine keeps. What goes out is tables that may be dealt at, one
settlement for every round, statements, and an audit that anybody can repeat.

The idea is one chain of records. Whatever happens, a chip sold, a stake put into escrow, a round
settled, a jackpot counted, is a record that holds the hash of the one before it; what moves money
carries a balanced entry. Records are never changed. Balances, indexes and the present state of
tables and jackpots follow from them, so that an audit makes everything again from the chain and
says where the books first differ. Checks are functions that return all they find.

Three habits keep money from being lost or made. Stakes lie in escrow from before the first card,
and every round ends in one entry that empties it: settled, or voided with its stakes returned by a
rule or a supervisor. The deck is in the books, sealed, before its digest is shown, and every move
before it is answered: a round that is interrupted goes on from its last answered move, in the next
process that deals. Every step has a key: requested twice, it is done once. And one writer writes
everything: it holds the head of the chain, and nothing is reported as done before it is on disk.

What a wager pays is not computed here: the engines ask `rules.settlement`, and the house books the
result. What happens to a jackpot is computed in `jackpots`, from a state that the house reads out
of its books. What the house may do is not decided here either: `regulation` has the state's limits
and conditions by date, and this package holds tables and jackpots against them.
"""

from feltworks.house.cardroom import (
    CardRoom,
    HouseFileError,
    Objection,
    load_house,
    practice_house,
    read_house,
)
from feltworks.house.errors import BooksAway, BooksError, HouseError, LedgerError, Violation
from feltworks.house.house import House
from feltworks.house.opening import RoomOpening
from feltworks.house.rounds.recall import RoundQuery, RoundRecord
from feltworks.house.rounds.settling import Settlement

__all__ = [
    "BooksAway",
    "BooksError",
    "CardRoom",
    "House",
    "HouseError",
    "HouseFileError",
    "LedgerError",
    "Objection",
    "RoomOpening",
    "RoundQuery",
    "RoundRecord",
    "Settlement",
    "Violation",
    "load_house",
    "practice_house",
    "read_house",
]
