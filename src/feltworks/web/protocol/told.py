"""Server to client: what a table tells, as models. Every amount is whole cents."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from feltworks.web.protocol.description import Description

Phase = Literal["waiting", "betting", "playing", "over", "closed"]


class Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Done(Told):
    type: Literal["done"] = "done"
    ref: str | int | None = None


class Refused(Told):
    type: Literal["refused"] = "refused"
    ref: str | int | None = None
    rule: str
    text: str


class Pong(Told):
    type: Literal["pong"] = "pong"
    ref: str | int | None = None


class You(Told):
    name: str
    stack_cents: int
    seats: list[int] = []


class Hello(Told):
    type: Literal["hello"] = "hello"
    protocol: int = 1
    you: You | None
    table: Description


class Revealed(Told):
    salt: str
    deck: str


class RoundNow(Told):
    """`number` is the house's, once the betting is closed."""

    number: int | None
    commitment: str
    revealed: Revealed | None = None
    outcome: Literal["settled", "voided"] | None = None
    stage: str | None = None
    posted: dict[str, int] = {}


class FreeSeat(Told):
    seat: int
    player: None = None


class TakenSeat(Told):
    seat: int
    player: str
    bot: bool
    you: bool
    connected: bool
    stack_cents: int
    in_round: bool
    folded: bool
    away: bool
    leaving: bool
    ready: bool
    button: bool
    net_cents: int | None = None


class CardAt(Told):
    card: str | None
    face: Literal["up", "down", "blind"]


class PlaceNow(Told):
    seat: int | None
    zone: str
    cards: list[CardAt]


class SpotNow(Told):
    seat: int
    wager: str
    cents: int
    tip: bool = False


class ArrangedNow(Told):
    row: list[str]
    forward: list[str]
    turned: list[str]


class SettledNow(Told):
    seat: int
    wager: str
    stake_cents: int
    returned_cents: int
    paid_cents: int
    net_cents: int
    reason: str
    tip: bool = False
    jackpot_cents: int = 0


class TurnNow(Told):
    waits_for: Literal["bets", "card", "decision", "nothing"]
    seat: int | None
    turn: int
    yours: bool


class ClockNow(Told):
    left_seconds: float
    of_seconds: float
    default: str | None = None


class Sizes(Told):
    least_cents: int
    most_cents: int
    step_cents: int
    only: list[int]


class ChoiceNow(Told):
    seat: int
    choice: str
    name: str
    amounts: Sizes | None
    sets: int
    wager: str | None
    affordable: bool


class BetNow(Told):
    seat: int
    wager: str
    name: str
    tip: bool
    out_cents: int
    amounts: Sizes | None


class MeterNow(Told):
    name: str
    displayed_cents: int


class Meters(Told):
    type: Literal["meters"] = "meters"
    jackpots: list[MeterNow]


class LedgerLine(Told):
    round: int
    net_cents: int


class FeltNow(Told):
    """The felt at one moment of a round."""

    stage: str | None
    cards: list[PlaceNow]
    spots: list[SpotNow]
    pot_cents: int
    burnt: int
    arranged: ArrangedNow | None
    settlement: list[SettledNow]


class TableNow(Told):
    type: Literal["table"] = "table"
    seq: int
    phase: Phase
    you: You | None
    round: RoundNow | None
    seats: list[TakenSeat | FreeSeat]
    cards: list[PlaceNow]
    spots: list[SpotNow]
    pot_cents: int
    burnt: int
    arranged: ArrangedNow | None
    settlement: list[SettledNow]
    turn: TurnNow
    clock: ClockNow | None
    choices: list[ChoiceNow]
    bets: list[BetNow]
    events: list[dict[str, Any]]
    jackpots: list[MeterNow]
    ledger: list[LedgerLine]
    notice: str | None = None
