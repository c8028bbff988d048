"""The covariances of wagers at two different seats of one round.

If no card belongs to a seat, two seats play, win and lose the same, and the covariances of one seat
are those of two: exact. Otherwise those of the required wagers are counted over all deals of two
seats, if that is quick enough, and kept on disk; the rest is sampled from a fixed seed: required
wagers by dealing a full table, side wagers that cards alone decide by dealing two seats and what
they share. The covariance of a required wager with a side wager of another seat is not known, nor
any of a side wager that depends on the play.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import WORTH_KEEPING_SECONDS, KeptCounts
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.moments import MAIN
from feltworks.odds.passes import cores
from feltworks.odds.progress import Progress
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards
from feltworks.odds.solver import Solver
from feltworks.odds.undecided import is_undecided
from feltworks.players.causes import drawn_places
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.mechanisms import SimulationSettings, make_ready, sampled_figures
from feltworks.simulate.running import ThreadPool, run
from feltworks.simulate.seatpairs import SeatPairs, seconds_of_pairs
from feltworks.simulate.sides import SideWager, side_wager_of
from feltworks.simulate.tablegames import prepare_table
from feltworks.simulate.tally import LoadedGame

MOST_SECONDS = 6.0
"""A count that takes longer is sampled instead, unless more is allowed."""
KIND = "between seats 1"
"""To be increased when what is kept on disk changes its meaning."""
SEED, ROUNDS, SHOE_ROUNDS, SIDE_ROUNDS = 1, 400_000, 100_000, 200_000
Covariances = Mapping[tuple[str, str], float]


def shares_every_card(rules: Rules) -> bool:
    """Whether all cards are the same for all seats. Then so is the best play, unless it depends on
    a side wager that only one of them has."""
    if not is_solved(rules) or "player" in rules.zones.values():
        return False
    return not any(stage.decide for stage in rules.stages) or all(
        is_decided_by_cards(rules, side) for side in rules.wagers_of("side")
    )


def counted_between_seats(
    loaded: Loaded, progress: Progress, most_seconds: float = MOST_SECONDS
) -> tuple[Fraction, WagerOdds] | None:
    """Exact: the covariance of the required wagers of two seats, and the odds of one; None if
    counting would take more than this many seconds of one core, or cannot be done."""
    rules = loaded.rules
    if not is_solved(rules) or is_undecided(rules, Handbook(rules)):
        return None
    try:
        if seconds_of_pairs(Solver(rules).walk({}).plan) > most_seconds:
            return None
        keeper = KeptCounts.of_user(loaded.chosen)
        known = None if keeper is None else keeper.find_figures(rules, KIND)
        if known is not None:
            odds = analyse(rules, kept=keeper, progress=progress).wagers[MAIN]
            return Fraction(known["covariance"]), odds
        started = time.perf_counter()
        game = prepare_table(rules, progress=progress)
        covariance, odds = SeatPairs(game).covariance(progress), game.exact
    except (SimulationError, OddsRefused):
        return None
    seconds = time.perf_counter() - started
    if keeper is not None and seconds > WORTH_KEEPING_SECONDS:
        keeper.add_figures(rules, KIND, {"covariance": str(covariance)}, seconds)
    return covariance, odds


def required_between_seats(loaded: Loaded, progress: Progress) -> float | None:
    """The covariance of the required wagers of two seats, sampled if it is not counted; None if
    such rounds cannot be dealt."""
    if (counted := counted_between_seats(loaded, progress)) is not None:
        return float(counted[0])
    seats = loaded.rules.table.seats
    rounds = ROUNDS if is_solved(loaded.rules) else SHOE_ROUNDS
    try:
        sheet, _ = sampled(loaded, seats, rounds, SEED, progress)
    except SimulationError:
        return None
    alone = sum(Fraction(seat["standard_deviation"]) ** 2 for seat in sheet["seats"])
    together = Fraction(sheet["house"]["standard_deviation"]) ** 2
    return float((together - alone) / (seats * (seats - 1)))


def sampled(
    loaded: Loaded, seats: int, rounds: int, seed: int, progress: Progress
) -> tuple[dict[str, Any], int]:
    """The results of a simulation with this many seats, and how many rounds it dealt; refused if
    rounds are played one at a time, because a useful sample would take hours."""
    ready = make_ready(loaded, SimulationSettings(seats=seats), progress)
    if isinstance(ready, LoadedGame):
        raise SimulationError(
            "rounds of this game are played through its engine one at a time, which takes too long "
            "to sample enough of them for a paper"
        )
    with closing(ThreadPool(cores())) as pool:
        tally = run(ready.job(seed), ready.units(rounds), pool)
    return sampled_figures(ready, tally), tally.rounds


def sides_between_seats(rules: Rules, wagers: Iterable[str]) -> Covariances:
    """Sampled: the covariances at two seats of side wagers that cards alone decide.

    Only of those that look at a card which both seats see: others share only the deck. Shares of
    jackpots are left out: two seats win one together so rarely that a sample of any size has only a
    handful of such rounds.
    """
    book = Handbook(rules)
    sides = [
        side_wager_of(book, wager)
        for wager in sorted(wagers)
        if wager in rules.wagers and is_decided_by_cards(rules, wager)
    ]
    looks = {side.id: _zones(book, side) for side in sides}
    sides = [
        side for side in sides if any(rules.zones[zone] != "player" for zone in looks[side.id])
    ]
    if not sides:
        return {}
    zones: Counter[str] = Counter()
    for side in sides:
        zones |= looks[side.id]
    one, other = _two_seats(book, zones)
    nets = {}
    for side in sides:
        pays = np.array([float(row.net) if row else 0.0 for row in side.rows])
        nets[side.id] = tuple(pays[side.numbers(book, faces)] for faces in (one, other))
    return {
        (a, b): _covariance(nets[a], nets[b]) for a, b in combinations_with_replacement(nets, 2)
    }


def _zones(book: Handbook, side: SideWager) -> Counter[str]:
    """How many cards of which zones a wager looks at: the most that one of its hands does."""
    found: Counter[str] = Counter()
    for hand in side.classes.hands:
        found |= Counter(book.chooser(hand.hand).zones)
    return found


def _two_seats(
    book: Handbook, zones: Mapping[str, int]
) -> tuple[dict[str, NDArray[np.uint8]], ...]:
    """The faces that two seats look at, by zone, a row for each round."""
    owners, copies = book.rules.zones, book.deck.copies
    own = [count for zone, count in zones.items() if owners[zone] == "player"]
    sizes = [*zones.values(), *own]
    cards = np.repeat(np.arange(len(copies)), copies).astype(np.uint8)
    draws = np.random.Generator(np.random.Philox(SEED))
    places = drawn_places(draws, len(cards), sum(sizes), SIDE_ROUNDS)
    dealt = map(np.ascontiguousarray, np.split(cards[places], np.cumsum(sizes)[:-1], axis=1))
    first = {zone: next(dealt) for zone in zones}
    second = {zone: next(dealt) if owners[zone] == "player" else first[zone] for zone in zones}
    return first, second


def _covariance(
    one: tuple[NDArray[np.float64], ...], other: tuple[NDArray[np.float64], ...]
) -> float:
    """The covariance of a wager at one seat and one at the other, averaged both ways."""
    there = np.cov(one[0], other[1])[0, 1]
    back = np.cov(one[1], other[0])[0, 1]
    return float(there + back) / 2
