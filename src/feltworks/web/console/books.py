"""The books at the console: the state of the house, its event log, and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from feltworks.errors import FeltworksError
from feltworks.house import House, RoundQuery
from feltworks.house.audit.rounds import Verification
from feltworks.house.books import Record
from feltworks.house.books.reader import Reader
from feltworks.house.errors import BooksError
from feltworks.house.rounds.recall import RoundRecord
from feltworks.house.staff import LONGEST_REASON
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayLook, MayRead, MayVoid
from feltworks.web.dependencies import JsonRequest, TheFloor, TheHouse
from feltworks.web.protocol.copying import Copied

router = APIRouter(prefix="/api/console", tags=["console"])
READ_AT_ONCE = 500
MOST_READ = 20_000
Text = Annotated[str | None, Query(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class HouseReply(BaseModel):
    """The state of the house; `purses` are the totals of all accounts of each kind, in cents."""

    name: str
    kind: str
    under: str
    day: str
    records: int
    seal: str
    rounds: int
    rounds_in_flight: list[int]
    purses: dict[str, int]


class EventReply(Copied):
    """One record of the books; a posting is account, cents, purpose and balance after."""

    number: int
    hash: str
    at: str
    day: str
    kind: str
    subject: str
    round: int | None
    facts: dict[str, Any]
    postings: list[tuple[str, int, str, int]]


class EventsReply(BaseModel):
    """Records, the latest first; `before` requests the earlier ones, and is None at the end."""

    events: list[EventReply]
    before: int | None


class RoundListed(BaseModel):
    """A round in a list."""

    round: int
    table: str
    at: str
    outcome: str
    players: dict[str, str]


class RoundReply(BaseModel):
    """A round in full, checked again from end to end."""

    round: int
    table: str
    outcome: str
    opened_at: str
    closed_at: str | None
    players: dict[str, str]
    held_back_cents: dict[int, int] = Field(
        description="What a payout limit held back from a seat."
    )
    transcript: str | None
    holds: bool
    shuffle: str
    violations: list[dict[str, Any]]
    records: list[dict[str, Any]]


@router.get("/house", responses=NOT_ADMITTED)
def house_state(house: TheHouse, member: MayRead) -> HouseReply:
    """The house at a glance."""
    with house.database.reading() as reader:
        state = reader.state("house") or {}
        purses, head = reader.purses(), reader.head()
        open_rounds = reader.open_rounds()
    return HouseReply(
        name=state.get("name", ""),
        kind=state.get("kind", ""),
        under=state.get("under", ""),
        day=head.day,
        records=head.number,
        seal=head.seal,
        rounds=head.last_round,
        rounds_in_flight=open_rounds,
        purses=purses,
    )


@router.get("/events", responses=NOT_ADMITTED)
def events(
    house: TheHouse,
    member: MayRead,
    before: Annotated[int | None, Query(ge=1, le=2**62)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    kind: Text = None,
    subject: Text = None,
) -> EventsReply:
    """The event log, the latest first; `kind` and `subject` match parts of those fields."""
    found: list[Record] = []
    last_seen: int | None = None
    with house.database.reading() as reader:
        for record in _backward(reader, before):
            last_seen = record.number
            if _fits(record, kind, subject):
                found.append(record)
                if len(found) == limit:
                    break
    more = last_seen if last_seen is not None and last_seen > 1 else None
    return EventsReply(events=[_reply(record) for record in found], before=more)


def _backward(reader: Reader, before: int | None) -> Iterator[Record]:
    """Records backwards from the latest, as far as one request may look."""
    head = reader.head().number
    last = head if before is None else min(before - 1, head)
    furthest = max(0, last - MOST_READ)
    while last > furthest:
        first = max(furthest, last - READ_AT_ONCE)
        yield from reversed(list(reader.chain(first, last)))
        last = first


def _fits(record: Record, kind: str | None, subject: str | None) -> bool:
    return (not kind or kind.lower() in record.kind.lower()) and (
        not subject or subject.lower() in record.subject.lower()
    )


def _reply(record: Record) -> EventReply:
    postings = [tuple(line) for line in record.content.get("postings", ())]
    return EventReply.of(record, postings=postings)


@router.get("/rounds", responses=NOT_ADMITTED)
def find_rounds(
    house: TheHouse,
    member: MayRead,
    table: Text = None,
    player: Text = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[RoundListed]:
    """Rounds by table and player, the latest first."""
    query = RoundQuery(table=table or None, player=player or None, limit=limit)
    found = house.find(query)
    called = house.names(player for each in found for player in each.players.values())
    return [
        RoundListed(**{**each.as_json(), "players": _called(each.players, called)})
        for each in found
    ]


def _called(players: Mapping[int, str], names: Mapping[str, str]) -> dict[str, str]:
    return {str(seat): names[player] for seat, player in players.items()}


Number = Annotated[int, Field(ge=1, le=2**62)]


class LookRequest(BaseModel):
    """Why somebody looks at hands that were not shown."""

    why: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]


@router.get("/rounds/{number}", responses=REFUSED)
def show_round(house: TheHouse, member: MayRead, number: Number) -> RoundReply:
    """A round in full: its records and transcript, and whether everything about it holds.

    Between players the transcript has the cards that were shown, and the others sealed.
    """
    try:
        record, checked = house.public_round(number), house.verify(number)
    except BooksError:
        raise
    except FeltworksError:
        raise HTTPException(404, "There is no such round.") from None
    return _round_reply(house, record, checked)


@router.post("/rounds/{number}/look", responses=REFUSED)
def look_at_round(
    house: TheHouse, auditor: MayLook, number: Number, wanted: LookRequest
) -> RoundReply:
    """Every card of a round, for a dispute. Who looks and why is recorded in the books."""
    record = house.look(number, by=f"staff {auditor.name}", why=wanted.why)
    checked = house.verify(number)
    return _round_reply(house, record, checked)


class VoidRequest(JsonRequest):
    """Why an open round is void."""

    because: Annotated[str, Field(min_length=1, max_length=LONGEST_REASON)]


@router.post("/rounds/{number}/void", responses=REFUSED)
async def void_open_round(
    house: TheHouse, floor: TheFloor, member: MayVoid, number: Number, wanted: VoidRequest
) -> EventReply:
    """Voids an open round: every stake goes back, and its table is informed and goes on."""
    closing = await run_in_threadpool(house.void, number, by=member.name, because=wanted.because)
    floor.round_ended(number)
    return _reply(closing)


def _round_reply(house: House, record: RoundRecord, checked: Verification) -> RoundReply:
    players = _called(record.players, house.names(record.players.values()))
    return RoundReply(
        **{**record.as_json(), "players": players},
        held_back_cents=record.held_back,
        holds=checked.holds,
        shuffle=checked.shuffle,
        violations=[violation.as_json() for violation in checked.violations],
    )
