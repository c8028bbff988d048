"""The picture of a table, part by part: how it stands, as one client may see it.

It goes to everybody at the table with every move, so its parts are typed dictionaries, which cost
nothing to make. Every amount is whole cents.
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

Phase = Literal["waiting", "betting", "playing", "over", "closed"]


class You(TypedDict):
    name: str
    stack_cents: int
    seats: list[int]


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
    won_cents: int
    held_back_cents: int
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
