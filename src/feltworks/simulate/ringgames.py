"""Games among players, decided by bots.

Every seat begins every round with the same stack. Rounds are dealt by the kernel of
`simulate.ringrounds`; nearly all of its time goes into the bots' estimates, for which they deal the
unknown cards. `RingJob.round` plays a round through the engine instead and gives the same cents:
the deck and each bot's random numbers come from the number of the round, and any split gives the
same integers. Rules that the kernel does not support, such as cards that their owner may not look
at, are played that way throughout, ten times slower.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.arrays import Int64s
from feltworks.money import dollars_text
from feltworks.odds.equity import PotHand
from feltworks.odds.equity.kernels import next_random
from feltworks.pit import OpenTable, open_table, play_out
from feltworks.players.ring.bots import TEMPERS, Bot
from feltworks.round import Button, Limits, NoMoreBets, SitIn, Terms
from feltworks.round.chips import net_cents
from feltworks.round.moves import Move
from feltworks.round.viewers import player
from feltworks.round.views import view
from feltworks.rules.loader import Loaded
from feltworks.simulate.dealing import (
    CARDS_A_WORD,
    LOW,
    draw_lanes,
    drawn_deck,
    mixed,
    new_draws,
)
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate
from feltworks.simulate.ringbots import CHANCE_BLOCK, RingCode, new_state, ring_code
from feltworks.simulate.ringrounds import play_ring_rounds
from feltworks.simulate.roundfiles import named, seat_table
from feltworks.simulate.tally import LoadedGame, LoadedJob, Tally, whole_dot

if TYPE_CHECKING:
    from feltworks.simulate.mechanisms import GameToDeal

LIMITS = Limits(10_00, 40_00)
STACK_CENTS = 100 * LIMITS.maximum_cents
"""Every seat begins every round with a hundred of the largest bets in front of it."""

SEATS = 6
"""The number of seats if none is given and the rules have room for them."""

LANES = 64
"""Decks drawn side by side."""


class RoundChance(Random):
    """One bot's random numbers in one round: a stream that starts from the round's own words."""

    def __init__(self, seed: int, number: int, seat: int) -> None:
        super().__init__(0)
        counter = (number & LOW, number >> 32, CHANCE_BLOCK, seat)
        one, other, _, _ = mixed(*map(np.uint64, (*counter, seed & LOW, seed >> 32)))
        self._state = np.array([one | other << 32], np.uint64)

    def random(self) -> float:
        return (self.getrandbits(64) >> 11) * 2.0**-53

    def getrandbits(self, bits: int, /) -> int:
        return int(next_random(self._state)) >> 64 - bits


@dataclass(frozen=True)
class RingJob(LoadedJob):
    """The rounds of one seed. Totals are sum and squares of each seat, then of the house."""

    bots: tuple[str, ...]
    seed: int

    @property
    def fingerprint(self) -> str:
        chosen = sorted(self.loaded.chosen.items())
        told = f"ring rounds {self.loaded.sha256} {chosen} {self.bots} {self.seed}"
        return hashlib.sha256(told.encode()).hexdigest()

    @cached_property
    def table(self) -> OpenTable:
        return open_table(self.loaded)

    @cached_property
    def pot(self) -> PotHand:
        return PotHand.of(self.loaded.rules)

    @cached_property
    def code(self) -> RingCode | None:
        """The arrays that the kernel deals by; None if rounds must be played through the engine."""
        tempers = [TEMPERS[name] for name in self.bots]
        return ring_code(self.loaded.rules, Terms(LIMITS), STACK_CENTS, self.pot, tempers)

    def empty_tally(self) -> Tally:
        return Tally(0, 0, np.zeros(0, np.int64), (0,) * (2 * len(self.bots) + 2))

    def deal(self, first: int, units: int) -> Tally:
        nets = self.nets(first, units)
        each = [*nets.T, -nets.sum(axis=1)]
        totals = [total for won in each for total in (int(won.sum()), whole_dot(won, won))]
        return Tally(units, units, np.zeros(0, np.int64), tuple(totals))

    def nets(self, first: int, units: int) -> Int64s:
        """What each seat won, in cents, a row for each round."""
        code = self.code
        if code is None:
            return np.array([self.round(first + done) for done in range(units)], np.int64)
        seats, deck = len(self.bots), self.table.deck.size
        found = np.zeros((units, seats), np.int64)
        words = -(-code.script.shape[2] * code.script.shape[0] // CARDS_A_WORD)
        state, draws = new_state(code, seats), new_draws(min(words * CARDS_A_WORD, deck), LANES)
        seed = np.uint64(self.seed)
        for done in range(0, units, LANES):
            number = np.uint64(first + done)
            draw_lanes(seed, number, deck, draws)
            play_ring_rounds(seed, number, draws.cards, code, state, found[done : done + LANES])
        return found

    def rounds_table(self, first: int, rounds: int) -> Any:  # noqa: ANN401 - an Arrow table
        """What every seat won, in dollars."""
        won, names = self.nets(first, rounds) / 100, [*TEMPERS]

        def columns(seat: int) -> dict[str, Any]:
            kind = np.full(rounds, names.index(self.bots[seat]))
            return {"bot": named(kind, names), "net": won[:, seat]}

        return seat_table(first, rounds, len(self.bots), columns)

    def round(self, number: int) -> list[int]:
        """What each seat won in one round through the engine, in cents."""
        table = self.table
        bots = {
            seat + 1: Bot(self.pot, TEMPERS[name], RoundChance(self.seed, number, seat))
            for seat, name in enumerate(self.bots)
        }
        opening: list[Move] = [
            *(SitIn(seat, STACK_CENTS) for seat in bots),
            Button(number % len(bots) + 1),
            NoMoreBets(),
        ]
        done = play_out(
            table.open_round(Terms(LIMITS)).play_all(opening),
            drawn_deck(table.deck, self.seed, number),
            lambda now, seat: bots[seat].decide(view(now, player(seat))),
        )
        return [net_cents(done.log, seat) for seat in bots]


@dataclass
class RingGame(LoadedGame):
    """A table of bots."""

    loaded: Loaded
    bots: tuple[str, ...]
    rounds_timed = 16

    def job(self, seed: int) -> RingJob:
        return RingJob(self.loaded, self.bots, seed)

    def _estimate(self, tally: Tally, place: int) -> Estimate:
        total, squares = tally.totals[2 * place : 2 * place + 2]
        return estimate(tally.rounds, Fraction(total, 100), Fraction(squares, 100**2))

    def won_together(self, tally: Tally) -> Estimate:
        """What all seats together win in a round: below zero, the part that the house takes."""
        return self._estimate(tally, len(self.bots)).negated

    def report(self, tally: Tally) -> dict[str, Any]:
        seats = [
            {"seat": place + 1, "bot": name, **asdict(self._estimate(tally, place))}
            for place, name in enumerate(self.bots)
        ]
        return {
            "unit": "dollar",
            "seats": seats,
            "house": asdict(self._estimate(tally, len(self.bots))),
            "notes": [
                f"bots from seat 1 on: {', '.join(self.bots)}",
                f"every seat begins every round with {dollars_text(STACK_CENTS)}",
            ],
        }


def ring_game(game: GameToDeal) -> RingGame:
    """A game among players as it is asked for; without seats as many play as the rules say."""
    game.refuse_shoe()
    settings = game.settings
    if settings.wagers:
        raise SimulationError("--wagers: among players the bots bet as they see fit")
    return prepare_ring(
        game.loaded, strategy=game.strategy, seats=settings.seats, sides=settings.sides
    )


def prepare_ring(
    loaded: Loaded, *, strategy: str = "bots", seats: int | None = None, sides: Sequence[str] = ()
) -> RingGame:
    """A table of bots: all three kinds in turn, or the named kinds in turn. `seats` None means as
    many as the rules allow, up to six."""
    if sides:
        raise SimulationError(f"--side {sides[0]}: wagers beside the pot are not simulated")
    ring = loaded.rules.ring
    assert ring is not None
    least, most = ring.players_at_least, min(loaded.rules.table.most_seats, ring.players_at_most)
    if seats is None:
        seats = max(least, min(SEATS, most))
    if not least <= seats <= most:
        allowed = f"{least} to {most}" if least < most else f"{most}"
        raise SimulationError(f"--seats {seats}: among players {allowed}")
    names = tuple(TEMPERS) if strategy == "bots" else tuple(strategy.split(","))
    unknown = [name for name in names if name not in TEMPERS]
    if unknown:
        raise SimulationError(
            f"--strategy {strategy!r}: among players it is bots, or names of {', '.join(TEMPERS)} "
            "with commas between"
        )
    return RingGame(loaded, tuple(names[seat % len(names)] for seat in range(seats)))
