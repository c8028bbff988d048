"""Client to server: the requests that a table accepts.

A message is read strictly. A message that fits no model is refused with one sentence and changes
nothing; whether a move is lawful is for the round to decide.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

MOST_CENTS = 10**12
LONGEST_MESSAGE = 4_096

Seat = Annotated[int, Field(ge=1, le=30)]
Cents = Annotated[int, Field(ge=0, le=MOST_CENTS)]
Word = Annotated[str, Field(min_length=1, max_length=80)]


class TableRequest(BaseModel):
    """Base of all; `ref` is repeated in the answer."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    ref: Annotated[str, Field(max_length=60)] | int | None = None


class SitRequest(TableRequest):
    type: Literal["sit"]
    seat: Seat
    cents: Cents | None = None


class OwnSeatRequest(TableRequest):
    """Base of requests that only the player at the seat may send."""

    seat: Seat


class StandRequest(OwnSeatRequest):
    type: Literal["stand"]


class LeaveLaterRequest(OwnSeatRequest):
    """Stand up when the round is over, or cancel that."""

    type: Literal["leave_later"]
    later: bool


class AwayRequest(OwnSeatRequest):
    type: Literal["away"]
    away: bool


class PostBlindsRequest(OwnSeatRequest):
    """Post the owed blinds and be dealt in, or wait for the big blind instead."""

    type: Literal["post_blinds"]
    now: bool


class AddChipsRequest(OwnSeatRequest):
    type: Literal["add_chips"]
    cents: Cents


class BetRequest(OwnSeatRequest):
    type: Literal["bet", "tip"]
    wager: Word
    cents: Cents


class SeedHashRequest(OwnSeatRequest):
    """The hash of a seed that the player will open when the next deck is dealt."""

    type: Literal["seed_hash"]
    hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class OpenSeedRequest(OwnSeatRequest):
    type: Literal["open_seed"]
    seed: Annotated[str, Field(min_length=1, max_length=64)]


class ReadyRequest(TableRequest):
    """The bets are made, or after a round the result has been seen."""

    type: Literal["ready"]


class ClockRequest(TableRequest):
    """Whether a player who is alone at the table wants a clock."""

    type: Literal["clock"]
    on: bool


class DecideRequest(TableRequest):
    type: Literal["decide"]
    seat: Seat
    choice: Word
    cents: Cents | None = None
    cards: Annotated[tuple[Annotated[str, Field(max_length=3)], ...], Field(max_length=20)] = Field(
        (), strict=False
    )
    turn: int | None = None


class AddBotRequest(TableRequest):
    type: Literal["add_bot"]
    seat: Seat | None = None
    temper: Word | None = None


class RemoveBotRequest(TableRequest):
    type: Literal["remove_bot"]
    seat: Seat


class CoachRequest(TableRequest):
    type: Literal["coach"]
    on: bool


class SessionRequest(TableRequest):
    """How the guest has played at this table since he came."""

    type: Literal["session"]


class ResyncRequest(TableRequest):
    type: Literal["resync"]


class PingRequest(TableRequest):
    type: Literal["ping"]


AnyRequest = (
    SitRequest
    | StandRequest
    | LeaveLaterRequest
    | AwayRequest
    | PostBlindsRequest
    | AddChipsRequest
    | BetRequest
    | SeedHashRequest
    | OpenSeedRequest
    | ReadyRequest
    | ClockRequest
    | DecideRequest
    | AddBotRequest
    | RemoveBotRequest
    | CoachRequest
    | SessionRequest
    | ResyncRequest
    | PingRequest
)
READER: TypeAdapter[AnyRequest] = TypeAdapter(Annotated[AnyRequest, Field(discriminator="type")])


def read_request(text: str | bytes) -> AnyRequest | str:
    """The request, or one sentence that says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        return f"A message has at most {LONGEST_MESSAGE} characters."
    try:
        return READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"][1:])
        what = first["msg"]
        return f"This message cannot be read: {f'{where}: ' if where else ''}{what}."[:300]
    except (ValueError, RecursionError):
        return "This message cannot be read: it is not JSON."
