"""The state of a table: one value that acts change and pictures are drawn from.

A table is in one of five phases, each with its own data. An act is one thing that happens to a
table: a function (see `runner.ACTS`) that changes the state and returns the act that follows at
once, if any. What happens later is `due`. Acts refer to each other by `Act`, which avoids circular
imports of their modules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from time import monotonic
from typing import ClassVar, Literal

from feltworks.cards import PlayerSeed, Reveal
from feltworks.house.rounds.sheet import Sheet
from feltworks.pit import TableDeck
from feltworks.web.floor.coach import Weighing
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.describe import describe
from feltworks.web.floor.liveround import Decision, LiveRound, PastDecision
from feltworks.web.mechanisms import WebMechanism, mechanism_of
from feltworks.web.protocol.description import Description
from feltworks.web.protocol.picture import LedgerLine
from feltworks.web.seating.chairs import Chairs
from feltworks.web.settings import Settings

LEDGER_LINES = 12
SESSION_DECISIONS = 300


@dataclass(frozen=True, slots=True)
class Waiting:
    """No round is open: nobody is there to deal to, or the table waits for something."""

    name: ClassVar[Literal["waiting"]] = "waiting"
    live: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Betting:
    """A deck is committed to and wagers are placed.

    It is `closing` while seeds are opened and the wagers go into escrow.
    """

    name: ClassVar[Literal["betting"]] = "betting"
    live: LiveRound
    closing: bool = False


@dataclass(frozen=True, slots=True)
class Playing:
    """Stakes are in escrow, and the round has the house's number."""

    name: ClassVar[Literal["playing"]] = "playing"
    live: LiveRound
    number: int


@dataclass(frozen=True, slots=True)
class Over:
    """The round is booked; its result and its deck are shown for a while.

    Between players only single cards of the deck are opened: see `LiveRound.openings`.
    """

    name: ClassVar[Literal["over"]] = "over"
    live: LiveRound
    number: int
    outcome: Literal["settled", "voided"]
    net_cents: Mapping[int, int] = field(default_factory=dict)
    reveal: Reveal | None = None


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The house has closed the table."""

    name: ClassVar[Literal["closed"]] = "closed"
    live: ClassVar[None] = None


Phase = Waiting | Betting | Playing | Over | TableClosed


class Act(Enum):
    """What can happen to a table, by name."""

    OPEN = auto()
    CLOSE_BETTING = auto()
    DEAL = auto()
    TIME_IS_UP = auto()
    DECIDE_BY_DEFAULT = auto()
    SETTLE = auto()
    RESUME = auto()
    SEATS_CHANGED = auto()
    LOOK_AGAIN = auto()
    RELEASE = auto()
    CATCH_UP = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Due:
    """An act that happens when the clock, set to this many seconds, runs out."""

    act: Act
    seconds: float
    at: float

    def seconds_left(self) -> float:
        return max(0.0, self.at - monotonic())


@dataclass(frozen=True, slots=True)
class Owed:
    """A round that was broken off and must still be voided: why, and whose stakes it holds."""

    why: str
    players: frozenset[str]


@dataclass
class GuestSession:
    """What a guest has played at a table since he came: his latest decisions, as far as weighed.

    While a review is made, `listeners` are those of his connections that requested it.
    """

    rounds: int = 0
    net_cents: int = 0
    decisions: deque[tuple[PastDecision, Weighing | None]] = field(
        default_factory=lambda: deque(maxlen=SESSION_DECISIONS)
    )
    listeners: set[Connection] = field(default_factory=set)


@dataclass
class SeedExchange:
    """`hashes` are what players sent for the next deck, by seat, with the player's name.

    `asked` are those whose seeds the present deck requested before a restart and has not got;
    `opening` are those requested now, with what they have opened.
    """

    hashes: dict[int, tuple[str, str]] = field(default_factory=dict)
    asked: Mapping[int, tuple[str, PlayerSeed]] = field(default_factory=dict)
    opening: dict[int, PlayerSeed] = field(default_factory=dict)

    def ask(self, asked: Mapping[int, tuple[str, PlayerSeed]]) -> None:
        """Requests their seeds."""
        self.asked = {}
        for seat, (_, given) in asked.items():
            self.opening[seat] = given
            if seat in self.hashes and self.hashes[seat][1] == given.hash:
                del self.hashes[seat]

    def forget(self) -> None:
        """Resets the exchange for another deck."""
        self.asked, self.opening = {}, {}


@dataclass
class TableState:
    """`stacks` are the players' stacks in the books, `present` the guests who are connected.

    `owed` are rounds to be voided, by number; `seq` numbers the broadcasts. `books_away` is set
    while the table waits for the house's books, `held_by` while a member of the staff has stopped
    play; `stops_for` is who wants it stopped before the round is settled. A table that `closes`
    does so when its round is over. `faults` counts the steps that failed since the table last got
    on, `last_fault` is the last of them.
    """

    sheet: Sheet
    description: Description
    chairs: Chairs
    deck: TableDeck
    phase: Phase = field(default_factory=Waiting)
    due: Due | None = None
    notice: str | None = None
    owed: dict[int, Owed] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    ledger: dict[str, deque[LedgerLine]] = field(default_factory=dict)
    sessions: dict[str, GuestSession] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)
    seeds: SeedExchange = field(default_factory=SeedExchange)
    seq: int = 0
    books_away: bool = False
    held_by: str | None = None
    stops_for: str | None = None
    closes: bool = False
    faults: int = 0
    last_fault: str = ""

    @classmethod
    def of(cls, sheet: Sheet, settings: Settings) -> TableState:
        """A new table without players."""
        chairs = mechanism_of(sheet.rules).chairs(sheet, settings)
        return cls(sheet, describe(sheet, settings, chairs), chairs, TableDeck(sheet.dealt))

    def post(self, sheet: Sheet, settings: Settings) -> None:
        """Takes over the house's new terms; people keep their seats if the seats work alike."""
        fresh = TableState.of(sheet, settings)
        is_same_kind = mechanism_of(sheet.rules).chairs is self.mechanism.chairs
        fresh.deck.shuffles, fresh.deck.pack = self.deck.shuffles, self.deck.pack
        self.sheet, self.description, self.deck = sheet, fresh.description, fresh.deck
        if self.chairs.taken and is_same_kind:
            self.chairs.ring = fresh.chairs.ring
        else:
            self.chairs = fresh.chairs

    @property
    def name(self) -> str:
        return self.sheet.table

    @property
    def mechanism(self) -> WebMechanism:
        return mechanism_of(self.sheet.rules)

    def begin_play(self, live: LiveRound, number: int) -> None:
        """Begins a round, which nobody has stopped."""
        self.phase = Playing(live, number)
        self.held_by = self.stops_for = None
        self.closes = False
        self.clear_faults()

    def clear_faults(self) -> None:
        """A round has begun, gone on or ended: earlier faults are over."""
        self.faults, self.last_fault = 0, ""

    @property
    def live(self) -> LiveRound | None:
        return self.phase.live

    # --- the clock --------------------------------------------------------------------------

    def start_clock(self, seconds: float, act: Act) -> None:
        self.due = Due(act, seconds, monotonic() + seconds)

    def stop_clock(self) -> None:
        self.due = None

    @property
    def is_alone(self) -> bool:
        """Whether one person is here without a clock: nobody waits for him, and he wants none.

        At a table that is to close the house waits, so clocks run.
        """
        people = self.chairs.people
        players = {chair.player for chair in people}
        return (
            not self.closes
            and players <= self.present
            and len(players) == 1
            and not any(chair.clocked for chair in people)
        )

    # --- who is in it and what they have ----------------------------------------------------

    def stack(self, player: str) -> int:
        """A player's stack in the books, less what he has bet before the deal."""
        return self.stacks.get(player, 0) - self.out_before_deal(player)

    def out_before_deal(self, player: str) -> int:
        """What a player has bet that is not in the books yet."""
        if not isinstance(self.phase, Betting) or self.phase.live.dealt_in:
            return 0
        return sum(bet.cents for bet in self.phase.live.wagers.of(self.chairs.of(player)))

    def is_in_round(self, seat: int) -> bool:
        """Whether the player at the seat must stay until the round is over."""
        match self.phase:
            case Playing(live):
                return live.players.get(seat) == self.chairs.taken[seat].player
            case Betting(live, closing):
                return seat in live.dealt_in or (closing and bool(live.wagers.of([seat])))
        return False

    def is_busy(self, guest: str) -> bool:
        """Whether the guest has wagers out here."""
        match self.phase:
            case Playing(live):
                return guest in live.players.values()
            case Betting(live, closing):
                mine = self.chairs.of(guest)
                return closing or bool(live.dealt_in & set(mine) or live.wagers.of(mine))
        return False

    def waits_for(self, decision: Decision) -> bool:
        """Whether the table still waits for this decision."""
        live = decision.live
        is_played = isinstance(self.phase, Playing) and self.phase.live is live
        return is_played and live.turn == decision.turn

    def enter(self, player: str, number: int, net_cents: int) -> None:
        """Adds a line to the player's ledger."""
        lines = self.ledger.setdefault(player, deque(maxlen=LEDGER_LINES))
        lines.appendleft(LedgerLine(round=number, net_cents=net_cents))

    def remember(self, live: LiveRound, net_cents: Mapping[int, int]) -> None:
        """Adds a finished round to the sessions of the guests who played it."""
        people = {chair.player for chair in self.chairs.people}
        for player in people & set(live.players.values()):
            session = self.sessions.setdefault(player, GuestSession())
            seats = live.seats_of(player)
            session.rounds += 1
            session.net_cents += sum(net_cents.get(seat, 0) for seat in seats)
            if not self.mechanism.between_players:
                session.decisions.extend(live.past_decisions(seats))
