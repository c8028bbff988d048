"""Books written anew by somebody who owns the database and knows how they are made.

Every hash, link, number, balance and index is made again from the records as he wants them, and the
triggers are put back: what then still shows is what the audit derives, or what lies outside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, update

from feltworks.house import House
from feltworks.house.books import schema
from feltworks.house.books.chain import GENESIS, Record, index_record, latest, sealed

from . import tampering

KEPT = ("papers", "moves")


@dataclass
class Page:
    """A record before it is hashed; its number is its place."""

    at: str
    day: str
    kind: str
    subject: str
    round: int | None
    content: dict[str, Any]

    @property
    def facts(self) -> dict[str, Any]:
        return self.content["facts"]


Rewrite = Callable[[list[Page]], list[Page]]


def rewrite(house: House, change: Rewrite) -> None:
    """Writes the whole of the books again from changed pages."""
    with house.database.engine.begin() as connection:
        rows = connection.execute(schema.records.select().order_by("number")).all()
        head = connection.execute(schema.head.select()).one()
        records = [Record(*row) for row in rows]
        pages = change([Page(r.at, r.day, r.kind, r.subject, r.round, r.content) for r in records])
        tampering.unprotect(connection)
        moves = connection.execute(schema.moves.select()).all()
        for table in reversed(schema.metadata.sorted_tables):
            if table.name not in ("papers", "head", "lease"):
                connection.execute(delete(table))
        _filled(connection, pages, head, moves)
        tampering.protect(connection)


def _filled(connection, pages: list[Page], head, moves) -> None:
    index, accounts, standings = defaultdict(list), {}, {}
    balances: defaultdict[str, int] = defaultdict(int)
    states: dict[str, Any] = {}
    previous, last_round = GENESIS, 0
    for number, page in enumerate(pages, start=1):
        for line in page.content.get("postings", ()):
            balances[line[0]] += line[1]
            line[3] = balances[line[0]]
        if "after" in page.content:
            page.content["before"] = states.get(page.subject)
            states[page.subject] = page.content["after"]
        heading = (number, page.at, page.day, page.kind, page.subject, page.round)
        record = sealed(heading, page.content, previous)
        previous = record.hash
        index_record(index, record, page.content)
        held, state = latest(record, page.content)
        accounts |= held
        if state is not None:
            standings[page.subject] = state
        if page.kind == "round opened":
            last_round = page.round
    rows = {**index, "accounts": list(accounts.values()), "standings": list(standings.values())}
    rounds = {row["number"] for row in index["rounds"]}
    rows["moves"] = [dict(row._mapping) for row in moves if row.round in rounds]
    for table in schema.metadata.sorted_tables:
        if rows.get(table.name):
            connection.execute(insert(table), rows[table.name])
    connection.execute(
        update(schema.head).values(
            number=len(pages), hash=previous, day=pages[-1].day, last_round=last_round
        )
    )


def nth(pages: list[Page], kind: str, place: int = -1) -> Page:
    """One of the pages of a kind, the last by default."""
    return [page for page in pages if page.kind == kind][place]
