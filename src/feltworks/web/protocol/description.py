"""What a table is, sent once: all that a page needs to lay out the felt, from the rules file."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from feltworks.house.rounds.sheet import Sheet
from feltworks.web.protocol.copying import Copied, Text


class GameName(Copied):
    id: str
    name: str
    title: str


class PostedLimits(Copied):
    minimum_cents: int
    maximum_cents: int
    side_minimum_cents: int
    side_maximum_cents: int


class PayoutLimitsShown(BaseModel):
    """The most that pay tables pay in a round; null where there is no such limit.

    `says` are both limits in a sentence, empty if there are none.
    """

    player_cents: int | None
    table_cents: int | None
    says: str

    @classmethod
    def of(cls, sheet: Sheet) -> PayoutLimitsShown:
        """What a table posts."""
        limits, says = sheet.payout_limits, sheet.posted_payout_limits
        return cls(player_cents=limits.player, table_cents=limits.table, says=says)


class PayRowShown(Copied):
    id: str
    hand: str
    pays: Text


class PayTableShown(Copied):
    """`name` is the wager's, unless it has several tables or this one pays a bonus."""

    id: str
    name: str
    rows: list[PayRowShown]


class ReasonShown(BaseModel):
    """A reason in the log in words for people, and the same if the wager was lost for it."""

    told: str
    lost: str


class WagerShown(Copied):
    """`kind`: required opens the hand, side is a choice before the deal, decision comes later.

    `equals` is the wager that it must equal; `reasons` are those of the log that this game has
    other words for.
    """

    id: str
    name: str
    kind: Literal["required", "side", "decision"]
    on_offer: bool
    equals: str | None
    says: str | None
    jackpot: str | None
    tables: list[PayTableShown]
    reasons: dict[str, ReasonShown]


class SidesShown(BaseModel):
    """Whose hands a contest compares; `player` is empty if they are the players' own."""

    player: str
    dealer: str


class ZoneShown(BaseModel):
    id: str
    owner: Literal["player", "dealer", "table"]


class RankingShown(BaseModel):
    """Which hand beats which, the best first."""

    title: str
    hands: list[str]


class StageShown(BaseModel):
    id: str
    name: str


class Procedure(Copied):
    dealer_shows: str
    hands_discussed: bool
    tips: bool
    shoe: bool


class ClockShown(Copied):
    betting_seconds: float
    decision_seconds: float
    result_seconds: float


class RingShown(BaseModel):
    """The stakes of a game between players, and what a player may bring to his seat."""

    structure: str
    small_blind_cents: int
    big_blind_cents: int
    ante_cents: int
    least_buy_in_cents: int
    usual_buy_in_cents: int


class Description(Copied):
    """A table with its sign, its felt and its rules."""

    table: str
    between_players: bool
    seats: int
    most_hands: int
    game: GameName
    options: dict[str, str]
    limits: PostedLimits
    payout_limits: PayoutLimitsShown
    chips: list[int]
    wagers: list[WagerShown]
    rankings: list[RankingShown]
    contests: dict[str, SidesShown]
    zones: list[ZoneShown]
    stages: list[StageShown]
    procedure: Procedure
    clock: ClockShown
    ring: RingShown | None
    tempers: list[str]
    jackpots: dict[str, str]
    approved: bool
    verdict: str
    practice: str | None = None
    """The kept game that a private table deals; None at a table of the house."""
