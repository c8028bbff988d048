"""Server to client: the messages of a table. Every amount is in whole cents.

The picture of a table goes to everybody at it with every move, so its parts are typed dictionaries,
which are cheap to make; the rest are models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from feltworks.house import BooksAway, BooksError, LedgerError
from feltworks.web.protocol.description import Description

Phase = Literal["waiting", "betting", "playing", "over", "closed"]


class Reply(BaseModel):
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


class You(TypedDict):
    name: str
    stack_cents: int
    seats: list[int]


class HelloReply(Reply):
    type: Literal["hello"] = "hello"
    protocol: int = 1
    you: You | None
    table: Description


class Revealed(TypedDict):
    """A whole deck, its cards by slot; in scheme 1 the slots are dealt as they lie."""

    salt: str
    deck: str
    scheme: int


class OpenedCard(TypedDict):
    """One card, opened with its proof; `place` is when it was dealt, counted from 0."""

    place: int
    slot: int
    card: str
    salt: str
    proof: list[str]


class GivenSeed(TypedDict):
    """What a seat gave to the shuffle; `seed` is null if it was not opened."""

    seat: int
    hash: str
    seed: str | None


class SeedsNow(TypedDict):
    """`waiting` are your hashes for the next deck, `opening` those being opened now.

    `given` are the seeds of the present deck, once its order is fixed.
    """

    waiting: dict[int, str]
    opening: dict[int, str]
    given: list[GivenSeed]


class RoundNow(TypedDict):
    """`number` is the house's, once the betting is closed.

    A deck is `revealed` when it is finished. Between players it is not: `opened` are the cards that
    were shown, and your own.
    """

    number: int | None
    commitment: str
    slots: int
    revealed: Revealed | None
    opened: list[OpenedCard]
    outcome: Literal["settled", "voided"] | None
    stage: str | None
    posted: dict[str, int]


class FreeSeat(TypedDict):
    seat: int
    player: None


class TakenSeat(TypedDict):
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
    leaves_later: bool
    waits_for_blind: bool
    owes_cents: int | None
    posts_now: bool
    ready: bool
    button: bool
    net_cents: int | None


class CardAt(TypedDict):
    card: str | None
    face: Literal["up", "down", "blind"]


class PlaceNow(TypedDict):
    seat: int | None
    zone: str
    cards: list[CardAt]


class SpotNow(TypedDict):
    seat: int
    wager: str
    cents: int
    tip: bool


class ArrangedNow(TypedDict):
    row: list[str]
    forward: list[str]
    turned: list[str]


class SettledNow(TypedDict):
    seat: int
    wager: str
    stake_cents: int
    returned_cents: int
    paid_cents: int
    net_cents: int
    reason: str
    tip: bool
    jackpot_cents: int


class MadeNow(TypedDict):
    """A hand that decided the round and the cards that make it; `seat` null is the dealer's."""

    seat: int | None
    wager: str | None
    hand: str
    cards: list[str]


class TurnNow(TypedDict):
    waits_for: Literal["bets", "card", "decision", "nothing"]
    seat: int | None
    turn: int
    yours: bool
    holds: str | None
    default: str | None


class ClockNow(TypedDict):
    left_seconds: float
    of_seconds: float
    default: str | None


class Sizes(TypedDict):
    least_cents: int
    most_cents: int
    step_cents: int
    only: list[int]


class Discards(TypedDict):
    least: int
    most: int


class ChoiceNow(TypedDict):
    seat: int
    choice: str
    name: str
    amounts: Sizes | None
    sets: int
    discards: Discards | None
    wager: str | None
    affordable: bool


class BetNow(TypedDict):
    seat: int
    wager: str
    name: str
    tip: bool
    out_cents: int
    amounts: Sizes | None


class MeterNow(TypedDict):
    name: str
    displayed_cents: int


class MetersReply(Reply):
    type: Literal["meters"] = "meters"
    jackpots: list[MeterNow]


class LedgerLine(TypedDict):
    round: int
    net_cents: int


class FeltLayout(TypedDict):
    """What lies on the felt."""

    cards: list[PlaceNow]
    spots: list[SpotNow]
    pot_cents: int
    burnt: int
    arranged: ArrangedNow | None
    settlement: list[SettledNow]


class FeltNow(FeltLayout):
    """The felt at one moment of a round."""

    stage: str | None


class TableReply(FeltLayout):
    """The state of a table, as one client may see it; see docs/web.md for every key."""

    type: Literal["table"]
    seq: int
    phase: Phase
    you: You | None
    round: RoundNow | None
    seeds: SeedsNow
    seats: list[TakenSeat | FreeSeat]
    made: list[MadeNow]
    turn: TurnNow
    clock: ClockNow | None
    choices: list[ChoiceNow]
    bets: list[BetNow]
    events: list[dict[str, Any]]
    jackpots: list[MeterNow]
    ledger: list[LedgerLine]
    notice: str | None


class ChoiceWorth(Reply):
    choice: str
    cents: int | None
    cards: list[str] = []
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


BOOKS_AWAY = "The house's books cannot be reached. Your round is kept and goes on by itself."
BOOKS_BROKEN = "The house's books cannot be used just now."
FAULT = (
    "Something went wrong in the house, and it has been noted. Nothing is lost: what was played "
    "stands, and your chips are where they were. Look at the table, and try once more."
)
NOT_COVERED = "Somebody's chips do not cover what he would stake."


def error_text(error: Exception) -> str:
    """The text of an error for a person, without details of the books.

    It must not say which account is short either: the books know its owner by a pseudonym.
    """
    if isinstance(error, BooksAway):
        return BOOKS_AWAY
    if isinstance(error, LedgerError):
        return NOT_COVERED
    return BOOKS_BROKEN if isinstance(error, BooksError) else str(error)


def sentence(why: object) -> str:
    """A message of the house, as a sentence for a person."""
    text = (error_text(why) if isinstance(why, Exception) else str(why)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
