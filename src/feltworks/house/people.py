"""Guests and their names: the chain knows a guest by a pseudonym, a table beside it has his name.

What is in the chain can never be removed. So a guest plays under a random pseudonym, and his name
is in the table `people`, which is no part of the chain: to forget a guest, his name is deleted
there, and his chips and rounds stay as they are. The name of a guest who was not seen for some
weeks may be taken by somebody else, who is another player. Players of older books, of the terminal
and of demonstrations are in the chain by their own names; a player without a row here is called
what the chain calls him.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import bindparam, delete, insert, select, update

from feltworks.house.books import Batch, Reader, Record, schema
from feltworks.house.books.reader import chunked
from feltworks.house.errors import HouseError
from feltworks.house.ledger import accounts
from feltworks.house.staff import by_whom

FREE_AFTER_DAYS = 30
"""How long a name is kept for a guest who does not come; as long as his browser remembers him."""

PSEUDONYM = re.compile(r"guest [0-9a-f]{10}")
MOST_LISTED = 100
GUEST_FORGOTTEN = "guest forgotten"
_PEOPLE = schema.people.c
_PLAYER_OF = select(_PEOPLE.player).where(_PEOPLE.folded == bindparam("folded"))


@dataclass(frozen=True, slots=True)
class Person:
    """A guest of the house; one without a name was forgotten, or his name was given to another."""

    player: str
    name: str | None
    seen: str


def new_pseudonym() -> str:
    """The name of a new guest in the chain."""
    return f"guest {secrets.token_hex(5)}"


def player_of(reader: Reader, name: str) -> str:
    """The player with this name: the guest who has it, or a player whom the chain calls so."""
    found: str | None = reader.connection.scalar(_PLAYER_OF, {"folded": name.casefold()})
    return name if found is None else found


def shown_names(reader: Reader, players: Iterable[str] | None = None) -> dict[str, str]:
    """The names to show for players; without players, those of every guest who has a name."""
    query = select(_PEOPLE.player, _PEOPLE.name).where(_PEOPLE.name.is_not(None))
    if players is None:
        return {row.player: row.name for row in reader.connection.execute(query)}
    wanted = sorted(set(players))
    shown = {player: player for player in wanted}
    for part in chunked(wanted):
        some = query.where(_PEOPLE.player.in_(part))
        shown.update({row.player: row.name for row in reader.connection.execute(some)})
    return shown


def people(reader: Reader, part_of_name: str = "") -> list[Person]:
    """Guests by a part of their name, those who were here last first."""
    query = select(_PEOPLE.player, _PEOPLE.name, _PEOPLE.seen)
    if part_of_name:
        query = query.where(_PEOPLE.folded.contains(part_of_name.casefold(), autoescape=True))
    query = query.order_by(_PEOPLE.seen.desc(), _PEOPLE.player).limit(MOST_LISTED)
    return [Person(*row) for row in reader.connection.execute(query)]


def names_in_use(reader: Reader, *, besides: str) -> list[str]:
    """The names of guests who were here lately, except those of one player."""
    query = select(_PEOPLE.name).where(_PEOPLE.name.is_not(None), _PEOPLE.player != besides)
    return list(reader.connection.scalars(query.where(_PEOPLE.seen >= _earliest(reader))))


def _earliest(reader: Reader) -> str:
    """The day since which a guest must have been here to keep his name."""
    today = date.fromisoformat(reader.head().day).toordinal()
    return date.fromordinal(max(1, today - FREE_AFTER_DAYS)).isoformat()


def is_taken(reader: Reader, name: str) -> bool:
    """Whether somebody with that name was here lately, by the days of the books."""
    earliest = _earliest(reader)
    query = select(_PEOPLE.seen).where(_PEOPLE.folded == name.casefold())
    seen: str | None = reader.connection.scalar(query)
    if seen is not None and seen >= earliest:
        return True
    last = _last_in_chain(reader, name)
    # Older books kept a guest's first sale under his name, whatever its capitals.
    if sale := reader.keyed(f"guest {name.casefold()}"):
        last = max(last, _last_in_chain(reader, sale.subject.removeprefix("player ")))
    return last >= earliest


def _last_in_chain(reader: Reader, name: str) -> str:
    """The last day on which chips moved for a player of that name in the chain; empty if none."""
    row, record = schema.accounts.c, schema.records.c
    query = select(record.day).where(
        record.number == row.record, row.name == str(accounts.player(name))
    )
    return str(reader.connection.scalar(query) or "")


def claim(batch: Batch, name: str, player: str) -> bool:
    """Gives a name to a new player; returns whether it was free. Repeating it is harmless."""
    connection = batch.connection
    there = connection.scalar(select(_PEOPLE.name).where(_PEOPLE.player == player))
    if there == name:
        return True
    if is_taken(batch.reader, name):
        return False
    folded = name.casefold()
    gone = update(schema.people).where(_PEOPLE.folded == folded)
    connection.execute(gone.values(name=None, folded=None))
    row = {"player": player, "name": name, "folded": folded, "seen": batch.day}
    connection.execute(insert(schema.people).values(row))
    return True


def note_seen(batch: Batch, player: str) -> None:
    """Notes that a guest is here, so that he keeps his name for some more weeks."""
    seen = update(schema.people).where(_PEOPLE.player == player, _PEOPLE.seen < batch.day)
    batch.connection.execute(seen.values(seen=batch.day))


def forget(batch: Batch, name: str, *, staff: str) -> Record:
    """Deletes a guest's name, given the name or his pseudonym; everything else about him stays."""
    who = by_whom(batch, "keep", staff)
    player = player_of(batch.reader, name)
    query = select(_PEOPLE.name).where(_PEOPLE.player == player)
    if batch.reader.connection.scalar(query) is None:
        if batch.reader.is_used(accounts.player(player)) and not PSEUDONYM.fullmatch(player):
            raise HouseError(
                f"{player} stands in the chain by that name, from older books or the terminal: "
                "it cannot be taken out without breaking the chain"
            )
        raise HouseError(f"there is no guest called {name}")
    batch.connection.execute(delete(schema.people).where(_PEOPLE.player == player))
    return batch.write(GUEST_FORGOTTEN, f"player {player}", facts=who)
