"""Recall: rounds found by number, table, seat, player or time, and one round told in full."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from feltworks.errors import FeltworksError
from feltworks.house.books import schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.books.index import OUTCOMES
from feltworks.house.errors import BooksError, HouseError
from feltworks.house.rounds.flight import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltworks.house.books import Record
    from feltworks.house.books.reader import Reader
    from feltworks.house.rounds.flight import Told

IN_FLIGHT = "in flight"
MOST_FOUND = 10_000
LARGEST_SEAT = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which rounds are looked for; what is None may be anything. Times are ISO texts in UTC."""

    table: str | None = None
    player: str | None = None
    seat: int | None = None
    since: str | None = None
    until: str | None = None
    outcome: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Found:
    """A round in a list."""

    number: int
    table: str
    at: str
    outcome: str
    players: dict[int, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "table": self.table,
            "at": self.at,
            "outcome": self.outcome,
            "players": {str(seat): player for seat, player in self.players.items()},
        }


def find(reader: Reader, query: Query) -> list[Found]:
    """The rounds that fit, the latest first."""
    if not 1 <= query.limit <= MOST_FOUND:
        raise HouseError(f"between 1 and {MOST_FOUND:,} rounds are listed, not {query.limit}")
    if query.outcome not in (None, IN_FLIGHT, *OUTCOMES.values()):
        outcomes = ", ".join((*OUTCOMES.values(), IN_FLIGHT))
        raise HouseError(f"no round ends {query.outcome!r}: outcomes are {outcomes}")
    if query.seat is not None and not 1 <= query.seat <= LARGEST_SEAT:
        raise HouseError(f"there is no seat {query.seat}: seats are numbered from 1")
    rounds, closings, seatings = schema.rounds.c, schema.closings.c, schema.seatings.c
    wanted = (
        select(rounds.number, rounds.table, rounds.at, closings.outcome)
        .outerjoin(schema.closings, closings.round == rounds.number)
        .order_by(rounds.number.desc())
        .limit(query.limit)
    )
    if query.player is not None or query.seat is not None:
        # One row of seatings must fit both: that player at that seat.
        sat = select(seatings.round).where(seatings.round == rounds.number)
        if query.player is not None:
            sat = sat.where(seatings.player == query.player)
        if query.seat is not None:
            sat = sat.where(seatings.seat == query.seat)
        wanted = wanted.where(sat.exists())
    if query.table is not None:
        wanted = wanted.where(rounds.table == query.table)
    if query.since is not None:
        wanted = wanted.where(rounds.at >= query.since)
    if query.until is not None:
        wanted = wanted.where(rounds.at < query.until)
    if query.outcome == IN_FLIGHT:
        wanted = wanted.where(closings.outcome.is_(None))
    elif query.outcome is not None:
        wanted = wanted.where(closings.outcome == query.outcome)
    rows = reader.connection.execute(wanted).all()
    players = _players(reader, [row.number for row in rows])
    return [
        Found(row.number, row.table, row.at, row.outcome or IN_FLIGHT, players.get(row.number, {}))
        for row in rows
    ]


def _players(reader: Reader, numbers: Iterable[int]) -> dict[int, dict[int, str]]:
    seated: dict[int, dict[int, str]] = {}
    seatings = schema.seatings.c
    query = (
        select(schema.seatings)
        .where(seatings.round.in_(list(numbers)))
        .order_by(seatings.round, seatings.seat)
    )
    for row in reader.connection.execute(query):
        seated.setdefault(row.round, {})[row.seat] = row.player
    return seated


@dataclass(frozen=True, slots=True)
class Story:
    """A round in full: every record about it, and its transcript if it was played out."""

    number: int
    told: Told
    records: tuple[Record, ...]
    transcript: str | None

    @property
    def outcome(self) -> str:
        closing = self.told.closing
        if closing is None:
            return IN_FLIGHT
        outcome: str = closing.facts.get("outcome", OUTCOMES[closing.kind])
        return outcome

    def as_json(self) -> dict[str, Any]:
        closing = self.told.closing
        return {
            "round": self.number,
            "table": self.told.table,
            "outcome": self.outcome,
            "opened_at": self.told.opening.at,
            "closed_at": None if closing is None else closing.at,
            "players": {str(seat): player for seat, player in self.told.players.items()},
            "records": [
                {
                    "number": record.number,
                    "at": record.at,
                    "kind": record.kind,
                    "subject": record.subject,
                    "hash": record.hash,
                    **record.content,
                }
                for record in self.records
            ],
            "transcript": self.transcript,
        }


@contextmanager
def readable(number: int) -> Iterator[None]:
    """A round whose records somebody damaged is told of in one sentence."""
    try:
        yield
    except FeltworksError:
        raise
    except UNREADABLE:
        raise BooksError(
            f"the records of round {number} cannot be read: `feltworks audit` names the broken one"
        ) from None


def story(reader: Reader, number: int) -> Story:
    """Everything about a round; a `HouseError` where there is none of that number."""
    records = reader.of_round(number)
    with readable(number):
        so_far = told(records, number)
        paper = None if so_far.closing is None else so_far.closing.facts.get("transcript")
    text = None if paper is None else reader.paper(paper)
    return Story(number, so_far, tuple(records), text)
