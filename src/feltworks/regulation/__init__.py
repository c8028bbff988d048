"""The state's limits and conditions as dated data: what was lawful on a given day, by which text.

Nothing here reads a clock: a house names the date whose rules it runs under. All data is in
`state.toml`. A limit is a dated fact: it says from when a rule holds, where it is written, and how
sure we are of it. Facts on one subject form a list, the oldest first; the one in force on a day is
the latest that had begun by then. A fact without a date holds before all others.

`wager_law` is for play against the house; `ring_law` for players against each other, which the
house-banked limits do not cover. `conditions` are those of the letters that approved a game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from math import ceil
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, TypeAdapter

from feltworks.errors import FeltworksError


class RegulationError(FeltworksError):
    """A question that the state's rules do not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What every dated rule has; `since` is None for the oldest rule known."""

    since: Annotated[date | None, Field(alias="from")] = None
    source: str
    confidence: Literal["read", "part", "second-hand", "recall"]


F = TypeVar("F", bound=Fact)


class DatedFacts(Generic[F]):
    """The facts on one subject of the data file, read on first use."""

    def __init__(self, kind: type[F], subject: str) -> None:
        self._kind = kind
        self._subject = subject

    @cached_property
    def _facts(self) -> tuple[F, ...]:
        read = TypeAdapter(self._kind).validate_python
        return tuple(map(read, _in_cents(state_file()[self._subject])))

    def in_force(self, on: date) -> F:
        """The fact that holds on that day."""
        begun = [fact for fact in self._facts if fact.since is None or fact.since <= on]
        if not begun:
            first = self._facts[0].since
            raise RegulationError(f"no rule is known for {on}: the oldest one begins on {first}")
        return begun[-1]


def _in_cents(value: Any) -> Any:  # noqa: ANN401 - whatever a data file can hold
    """The same data with dollars converted to cents, also in the names of the keys."""
    if isinstance(value, list):
        return [_in_cents(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key.replace("dollars", "cents"): each * 100 if key.endswith("dollars") else _in_cents(each)
        for key, each in value.items()
    }


@cache
def state_file() -> dict[str, Any]:
    """The data file, read once."""
    text = files("feltworks.regulation").joinpath("state.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


# --- play against the house --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SomeTables:
    """A higher limit that a house may use on a few of its tables."""

    cents: int
    tables: int


@dataclass(frozen=True, slots=True)
class SmallGames:
    """Of all games on a hand, how many must be small, and how small that is."""

    games: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestWager(Fact):
    """The largest single wager."""

    cents: int
    some_tables: SomeTables | None = None

    @property
    def most_cents(self) -> int:
        """The most at any table; the house checks how many tables may go so high."""
        return self.cents if self.some_tables is None else max(self.cents, self.some_tables.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesOnAHand(Fact):
    """How many separate games one hand of cards may play."""

    most: int
    small: SmallGames | None = None
    progressives_counted: bool = True

    @property
    def most_above_small(self) -> int:
        """How many of them may be bet for more than the small amount."""
        return self.most - (self.small.games if self.small else 0)


@dataclass(frozen=True, slots=True)
class WagerLaw:
    """The limits of house-banked play in force together."""

    largest: LargestWager
    games: GamesOnAHand


LARGEST_WAGERS = DatedFacts(LargestWager, "largest_wager")
GAMES_ON_A_HAND = DatedFacts(GamesOnAHand, "games_on_a_hand")


def wager_law(on: date) -> WagerLaw:
    """The limits of house-banked play on that day."""
    return WagerLaw(LARGEST_WAGERS.in_force(on), GAMES_ON_A_HAND.in_force(on))


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLaw(Fact):
    """The limits of a game between players."""

    largest_cents: int
    rounds: int
    wagers_a_round: int


ring_law = DatedFacts(RingLaw, "ring").in_force
"""The limits of play between players on a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutCap(Fact):
    """How low a table may cap what it pays on odds; a progressive jackpot is never capped by it.

    A cap must leave room for the best prize of an ordinary wager: the largest wager at the top
    odds, counted only up to `odds_counted_to`, or the smallest wager at the full top odds,
    whichever is more. The cap on all players together is a multiple of that.
    """

    odds_counted_to: int
    table_times_player: int

    def least_player_cap_cents(
        self, minimum_cents: int, maximum_cents: int, top_odds: Fraction
    ) -> int:
        """The lowest cap on one player's prize that is lawful."""
        at_maximum = maximum_cents * min(top_odds, Fraction(self.odds_counted_to))
        return ceil(max(at_maximum, minimum_cents * top_odds))

    def least_table_cap_cents(self, player_cap_cents: int) -> int:
        """The lowest cap on all prizes of a round together, given a player's."""
        return self.table_times_player * player_cap_cents


payout_cap = DatedFacts(PayoutCap, "payout_cap").in_force
"""The rule on caps on a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotLaw(Fact):
    """What the state requires of a house that keeps a progressive jackpot.

    The house holds the money in custody: the amount on display may fall only for the reasons in
    `may_fall_because`, which maps the short name of each to its words. Each needs its document.
    """

    may_fall_because: Mapping[str, str]
    deposit_within_days: int

    def allows_fall(self, reason: str) -> bool:
        """Whether the displayed amount may go down for that reason."""
        return reason in self.may_fall_because

    def cap_is_lawful(self, cap_cents: int, displayed_cents: int) -> bool:
        """A cap may be set at or above the amount on display, never below."""
        return cap_cents >= displayed_cents


@cache
def jackpot_law() -> JackpotLaw:
    """The one text known on jackpots, whatever the day."""
    return JackpotLaw(**state_file()["jackpots"])


# --- conditions of the letters that approved a game ----------------------------------------------

HouseKind = Literal["commercial", "tribal"]
KINDS: tuple[HouseKind, ...] = ("commercial", "tribal")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; `letters` are the years of the letters that state it.

    `binds` says who has to fulfil it: for the game's owner's conditions a house needs no document.
    A condition about a `jackpot` applies only if a table plays for one that is kept in that way.
    """

    id: str
    says: str
    letters: tuple[int, ...]
    houses: tuple[HouseKind, ...]
    binds: Literal["house", "owner"] = "house"
    jackpot: Literal["manual", "meter", "fees"] | None = None


def conditions(kind: HouseKind, letter: int) -> tuple[Condition, ...]:
    """What a house of that kind must have on file for a game approved in that year's letter."""
    known = all_conditions()
    years = sorted({year for condition in known for year in condition.letters})
    if letter not in years:
        raise RegulationError(
            f"no approval letter of {letter} is known: there are letters of "
            f"{' and '.join(map(str, years))}"
        )
    if kind not in KINDS:
        raise RegulationError(f"a house is {' or '.join(KINDS)}, not {kind!r}")
    return tuple(c for c in known if kind in c.houses and letter in c.letters)


@cache
def all_conditions() -> tuple[Condition, ...]:
    read = TypeAdapter(Condition).validate_python
    return tuple(read({"id": id, **table}) for id, table in state_file()["conditions"].items())
