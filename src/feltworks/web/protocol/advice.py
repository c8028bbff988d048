"""Server to client, from the coach: what one's own choices are worth, and what mistakes cost."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from feltworks.web.protocol.replies import Reply


class ChoiceWorth(Reply):
    choice: str
    cents: int | None
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
