"""Server to client: the messages of a table besides its picture. Every amount is in whole cents."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from feltworks.web.protocol.copying import Copied
from feltworks.web.protocol.description import Description
from feltworks.web.protocol.picture import MeterNow, You


class Reply(Copied):
    model_config = ConfigDict(frozen=True)


class DoneReply(Reply):
    type: Literal["done"] = "done"
    ref: str | int | None = None


class RefusedReply(Reply):
    type: Literal["refused"] = "refused"
    ref: str | int | None = None
    rule: str
    text: str


class PongReply(Reply):
    type: Literal["pong"] = "pong"
    ref: str | int | None = None


class HelloReply(Reply):
    type: Literal["hello"] = "hello"
    protocol: int = 1
    you: You | None
    table: Description


class MetersReply(Reply):
    type: Literal["meters"] = "meters"
    jackpots: list[MeterNow]


class ChoiceWorth(Reply):
    choice: str
    cents: int | None
    cards: list[str] = Field(default_factory=list)
    value: float
    fraction: str | None
    best: bool


class EquityNow(Reply):
    part: float
    exact: bool
    standard_error: float
    rivals: int
    call_cents: int
    price: float
    pays: bool


class AdviceReply(Reply):
    type: Literal["advice"] = "advice"
    seat: int
    turn: int
    state: Literal["ready", "preparing", "unavailable"]
    text: str | None = None
    unit: str | None = None
    exact: bool = True
    choices: list[ChoiceWorth] = Field(default_factory=list)
    equity: EquityNow | None = None
    causes: list[str] = Field(default_factory=list)


class CostlyChoice(Reply):
    seat: int
    stage: str | None
    turn: int
    chose: str
    best: str
    cost: float
    cost_cents: int


class ReviewReply(Reply):
    type: Literal["review"] = "review"
    round: int | None
    unit: str
    mistakes: list[CostlyChoice]


class WorthPractising(Reply):
    """A kind of decision that was played wrong, with the hand that cost most."""

    stage: str
    chose: str
    best: str
    times: int
    cost_cents: int
    cards: str
    board: str


class SessionReviewReply(Reply):
    """`right` of the `decisions` were the best; the others cost this much on average."""

    type: Literal["session"] = "session"
    state: Literal["ready", "preparing", "unavailable"]
    text: str | None = None
    rounds: int
    net_cents: int
    decisions: int = 0
    right: int = 0
    cost_cents: int = 0
    practise: list[WorthPractising] = Field(default_factory=list)
