"""The books at the console: how the house stands, its event log, and rounds looked up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel, Field

from feltworks.errors import FeltworksError
from feltworks.house import RoundQuery
from feltworks.web.console.guards import CLOSED, REFUSED, OnStaff, house_of

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.reader import Reader

router = APIRouter(prefix="/api/console", tags=["console"])
LOOKED_AT_ONCE = 500
MOST_LOOKED_AT = 20_000
Text = Annotated[str | None, Query(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class HouseTold(BaseModel):
    """How the house stands; purses are what all accounts of a kind hold together, in cents."""

    name: str
    kind: str
    under: str
    day: str
    records: int
    seal: str
    rounds: int
    rounds_in_flight: list[int]
    purses: dict[str, int]


class EventTold(BaseModel):
    """One record of the books; a posting is account, cents, purpose and balance after."""

    number: int
    at: str
    day: str
    kind: str
    subject: str
    round: int | None
    facts: dict[str, Any]
    postings: list[tuple[str, int, str, int]]
    hash: str


class EventsTold(BaseModel):
    """Records, the latest first; `before` asks for those before them, None when there are none."""

    events: list[EventTold]
    before: int | None


class RoundListed(BaseModel):
    """A round in a list."""

    round: int
    table: str
    at: str
    outcome: str
    players: dict[str, str]


class RoundTold(BaseModel):
    """A round in full, checked again from end to end."""

    round: int
    table: str
    outcome: str
    opened_at: str
    closed_at: str | None
    players: dict[str, str]
    transcript: str | None
    holds: bool
    shuffle: str
    violations: list[dict[str, Any]]
    records: list[dict[str, Any]]


@router.get("/house", responses=CLOSED)
def house_stands(request: Request, member: OnStaff) -> HouseTold:
    """The house at a glance."""
    with house_of(request.app).database.reading() as reader:
        state = reader.state("house") or {}
        purses, head = reader.purses(), reader.head()
        flying = reader.open_rounds()
    return HouseTold(
        name=state.get("name", ""),
        kind=state.get("kind", ""),
        under=state.get("under", ""),
        day=head.day,
        records=head.number,
        seal=f"{head.number}:{head.hash}",
        rounds=head.last_round,
        rounds_in_flight=flying,
        purses=purses,
    )


@router.get("/events", responses=CLOSED)
def events(
    request: Request,
    member: OnStaff,
    before: Annotated[int | None, Query(ge=1, le=2**62)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    kind: Text = None,
    subject: Text = None,
) -> EventsTold:
    """The event log, the latest first; `kind` and `subject` are parts of what is looked for."""
    found: list[Record] = []
    last_seen: int | None = None
    with house_of(request.app).database.reading() as reader:
        for record in _backward(reader, before):
            last_seen = record.number
            if _fits(record, kind, subject):
                found.append(record)
                if len(found) == limit:
                    break
    more = last_seen if last_seen is not None and last_seen > 1 else None
    return EventsTold(events=[_told(record) for record in found], before=more)


def _backward(reader: Reader, before: int | None) -> Iterator[Record]:
    """Records from the latest on, as far back as one request looks."""
    head = reader.head().number
    last = head if before is None else min(before - 1, head)
    furthest = max(0, last - MOST_LOOKED_AT)
    while last > furthest:
        first = max(furthest, last - LOOKED_AT_ONCE)
        yield from reversed(list(reader.chain(first, last)))
        last = first


def _fits(record: Record, kind: str | None, subject: str | None) -> bool:
    return (not kind or kind.lower() in record.kind.lower()) and (
        not subject or subject.lower() in record.subject.lower()
    )


def _told(record: Record) -> EventTold:
    content = record.content
    return EventTold(
        number=record.number,
        at=record.at,
        day=record.day,
        kind=record.kind,
        subject=record.subject,
        round=record.round,
        facts=content.get("facts", {}),
        postings=[tuple(line) for line in content.get("postings", ())],
        hash=record.hash,
    )


@router.get("/rounds", responses=CLOSED)
def find_rounds(
    request: Request,
    member: OnStaff,
    table: Text = None,
    player: Text = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[RoundListed]:
    """Rounds by table and player, the latest first."""
    query = RoundQuery(table=table or None, player=player or None, limit=limit)
    found = house_of(request.app).find(query)
    return [RoundListed.model_validate(each.as_json()) for each in found]


@router.get("/rounds/{number}", responses=REFUSED)
def show_round(
    request: Request,
    member: OnStaff,
    number: Annotated[int, Field(ge=1, le=2**62)],
) -> RoundTold:
    """A round in full: its records and transcript, and whether everything about it holds."""
    house = house_of(request.app)
    try:
        story, checked = house.recall(number), house.verify(number)
    except FeltworksError:
        raise HTTPException(404, "There is no such round.") from None
    told = story.as_json()
    return RoundTold.model_validate(
        {
            **told,
            "holds": checked.holds,
            "shuffle": checked.shuffle,
            "violations": [violation.as_json() for violation in checked.violations],
        }
    )
