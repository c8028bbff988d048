"""Recall: what the books say about one round, and rounds found by table, seat, player or time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sqlalchemy import Select, select

from feltworks.errors import FeltworksError
from feltworks.house.books import Reader, Record, kinds, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.errors import BooksError, HouseError
from feltworks.house.people import player_of

IN_FLIGHT = "in flight"
"""The outcome of a round that is open: begun, and neither settled nor voided."""

MOST_FOUND = 10_000
LARGEST_SEAT = 99


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round as the books have it: its records, with who sits where and what each seat staked.

    `closing` is the record that settled or voided it, None while it is open. The `transcript`
    exists if the round was played out, and is read only by `recall`.
    """

    number: int
    records: Sequence[Record]
    opening: Record
    closing: Record | None
    players: Mapping[int, str]
    stakes: Mapping[int, int]
    transcript: str | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """What was recorded when the round began."""
        return self.opening.facts

    @property
    def day(self) -> date:
        return date.fromisoformat(self.opening.day)

    @property
    def table(self) -> str:
        table: str = self.facts["table"]
        return table

    @property
    def held_back(self) -> dict[int, int]:
        """What payout limits held back from each seat, in cents."""
        facts = {} if self.closing is None else self.closing.facts
        return {int(seat): cents for seat, cents in facts.get("held_back", {}).items()}

    @property
    def outcome(self) -> str:
        if self.closing is None:
            return IN_FLIGHT
        outcome: str = self.closing.facts.get("outcome", kinds.OUTCOMES[self.closing.kind])
        return outcome

    def followed_by(self, record: Record, records: tuple[Record, ...]) -> RoundRecord:
        """The round with one more record, the last of `records`."""
        closing, stakes = self.closing, self.stakes
        if record.kind == kinds.ROUND_HELD:
            stakes = _with_stakes(stakes, record)
        elif record.kind in kinds.OUTCOMES and closing is None:
            closing = record
        return RoundRecord(self.number, records, self.opening, closing, self.players, stakes)

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "table": self.table,
            "outcome": self.outcome,
            "opened_at": self.opening.at,
            "closed_at": None if self.closing is None else self.closing.at,
            "players": {str(seat): player for seat, player in self.players.items()},
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


def round_record(records: Sequence[Record], number: int) -> RoundRecord:
    """A round put together from its records; a `HouseError` if there is no such round."""
    opening = closing = None
    stakes: Mapping[int, int] = {}
    for record in records:
        kind = record.kind
        if kind in (kinds.ROUND_OPENED, kinds.ROUND_HELD):
            if kind == kinds.ROUND_OPENED and opening is None:
                opening = record
            stakes = _with_stakes(stakes, record)
        elif kind in kinds.OUTCOMES and closing is None:
            closing = record
    if opening is None:
        raise HouseError(f"there is no round {number}")
    players = {int(seat): player for seat, player in opening.facts["players"].items()}
    return RoundRecord(number, tuple(records), opening, closing, players, stakes)


def _with_stakes(stakes: Mapping[int, int], record: Record) -> dict[int, int]:
    added: dict[str, int] = record.facts["stakes"]
    return {**stakes, **{int(seat): stakes.get(int(seat), 0) + added[seat] for seat in added}}


def recall(reader: Reader, number: int) -> RoundRecord:
    """Everything about a round; a `HouseError` if there is no such round."""
    records = reader.of_round(number)
    with readable(number):
        found = round_record(records, number)
        paper = None if found.closing is None else found.closing.facts.get("transcript")
    return replace(found, transcript=None if paper is None else reader.paper(paper))


@contextmanager
def readable(number: int) -> Iterator[None]:
    """Turns any error from damaged records of a round into one sentence."""
    try:
        yield
    except FeltworksError:
        raise
    except UNREADABLE:
        raise BooksError(
            f"the records of round {number} cannot be read: `feltworks audit` names the broken one"
        ) from None


# --- rounds in a list --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundQuery:
    """Which rounds to find; a field that is None matches everything. Times are ISO texts in UTC."""

    table: str | None = None
    player: str | None = None
    seat: int | None = None
    since: str | None = None
    until: str | None = None
    outcome: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class FoundRound:
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


def find(reader: Reader, query: RoundQuery) -> list[FoundRound]:
    """The rounds that match, the latest first."""
    rounds, seatings = schema.rounds.c, schema.seatings.c
    wanted = _matching(reader, query).order_by(rounds.number.desc()).limit(query.limit)
    rows = reader.connection.execute(wanted).all()
    players: dict[int, dict[int, str]] = defaultdict(dict)
    seated = select(schema.seatings).where(seatings.round.in_([row.number for row in rows]))
    for row in reader.connection.execute(seated.order_by(seatings.round, seatings.seat)):
        players[row.round][row.seat] = row.player
    return [
        FoundRound(row.number, row.table, row.at, row.outcome or IN_FLIGHT, players[row.number])
        for row in rows
    ]


def find_numbers(reader: Reader, query: RoundQuery) -> list[int]:
    """Every round that matches, the first one first; the query's `limit` is ignored."""
    wanted = _matching(reader, query).order_by(schema.rounds.c.number)
    return list(reader.connection.scalars(wanted))


def _matching(reader: Reader, query: RoundQuery) -> Select[Any]:
    """The SQL query for the rounds that match; a player is named as he is called."""
    _check(query)
    rounds, closings, seatings = schema.rounds.c, schema.closings.c, schema.seatings.c
    wanted = select(rounds.number, rounds.table, rounds.at, closings.outcome).outerjoin(
        schema.closings, closings.round == rounds.number
    )
    # One row of seatings must match both: that player at that seat.
    sat = select(seatings.round).where(seatings.round == rounds.number)
    if query.player is not None:
        sat = sat.where(seatings.player == player_of(reader, query.player))
    if query.seat is not None:
        sat = sat.where(seatings.seat == query.seat)
    if query.player is not None or query.seat is not None:
        wanted = wanted.where(sat.exists())
    if query.table is not None:
        wanted = wanted.where(rounds.table == query.table)
    if query.since is not None:
        wanted = wanted.where(rounds.at >= query.since)
    if query.until is not None:
        wanted = wanted.where(rounds.at < query.until)
    if query.outcome is not None:
        outcome = None if query.outcome == IN_FLIGHT else query.outcome
        wanted = wanted.where(closings.outcome == outcome)
    return wanted


def _check(query: RoundQuery) -> None:
    """Refuses a query that no round can match."""
    if not 1 <= query.limit <= MOST_FOUND:
        raise HouseError(f"between 1 and {MOST_FOUND:,} rounds are listed, not {query.limit}")
    if query.outcome not in (None, IN_FLIGHT, *kinds.OUTCOMES.values()):
        outcomes = ", ".join((*kinds.OUTCOMES.values(), IN_FLIGHT))
        raise HouseError(f"no round ends {query.outcome!r}: outcomes are {outcomes}")
    if query.seat is not None and not 1 <= query.seat <= LARGEST_SEAT:
        raise HouseError(f"there is no seat {query.seat}: seats are numbered from 1")
