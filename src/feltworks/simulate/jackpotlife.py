"""The life of a jackpot: years of days, played by the exact chances of its wager.

A day is a number of wagers at the exact chances of their rows, with a count at its end by
`jackpots`; a hit pays a prize and restarts the jackpot. The chances of a wager are exact; the days
are sampled from NumPy's Philox generator with the seed, and labelled as sampled. Hits of one day
come one after the other, each paid from what is displayed by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from feltworks.errors import did_you_mean
from feltworks.jackpots import JackpotState, Play, count, play, restart, terms_from
from feltworks.odds.keys import KeysUsed
from feltworks.odds.progressive import progressive
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_DAYS = 10_000_000


class PlayedDay(NamedTuple):
    """How often each outcome of the wager came up, and those that won from the jackpot, in
    order."""

    counts: Sequence[int]
    hits: Sequence[int]


@dataclass
class JackpotLife:
    """What happened to a jackpot over the simulated days."""

    days: int = 0
    wagers: int = 0
    hits: list[int] = field(default_factory=list)
    """What each hit was paid, in cents."""
    found: list[int] = field(default_factory=list)
    """What was displayed at each hit."""
    between: list[int] = field(default_factory=list)
    """Days between hits."""
    restarts: int = 0
    seeded: int = 0
    """Restarts for which the house added seed money, because the jackpot's own was not enough."""
    seed_cents: int = 0
    """What the house has put in, the first start included, and has not been paid back."""
    short_days: int = 0
    """Days whose boxes held less than the tray had paid."""
    held_cents: int = 0
    """What is displayed at the end."""
    income_cents: int = 0
    """What the house kept of the wagers, less the tray's prizes and what went into the jackpot."""


@dataclass(frozen=True)
class JackpotGame:
    """A jackpot, the wager that plays for it, and that wager's exact odds."""

    id: str
    rules: Rules
    odds: WagerOdds
    wager_cents: int

    @property
    def wager(self) -> str:
        return self.rules.jackpots[self.id].wager

    def live(self, days: int, wagers_a_day: int, seed: int) -> JackpotLife:
        """Simulate a number of days with the same number of wagers each."""
        chances = [Fraction(row.combinations, self.odds.combinations) for row in self.odds.outcomes]
        draw = np.random.Generator(np.random.Philox(seed))
        rows = draw.multinomial(wagers_a_day, [float(chance) for chance in chances], size=days)
        hitting = self.hitting

        def played() -> Iterator[PlayedDay]:
            for row in rows:
                hits = draw.permutation(np.repeat(hitting, row[hitting]))
                yield PlayedDay(row.tolist(), hits.tolist())

        return self.follow(played())

    @property
    def hitting(self) -> list[int]:
        """The outcomes that win from the jackpot."""
        return [place for place, row in enumerate(self.odds.outcomes) if row.share]

    def follow(self, played: Iterable[PlayedDay]) -> JackpotLife:
        """Take the jackpot through days that were played."""
        begun = restart(JackpotState(self.id, terms_from(self.rules.jackpots[self.id])))
        # The first amount on display is the house's money as much as any later seed.
        life, since = JackpotLife(seed_cents=begun.seed, income_cents=-begun.seed), 0
        state = begun.state
        for day in played:
            since += 1
            for place in day.hits:
                state = self._hit(state, place, life)
                life.between.append(since)
                since = 0
            state = self._day(state, day.counts, life)
            life.days += 1
            life.wagers += sum(day.counts)
        life.held_cents = state.held.displayed
        return life

    def _hit(self, state: JackpotState, place: int, life: JackpotLife) -> JackpotState:
        """Pay one hit; the hitting wager's own stake is booked with the day's other wagers."""
        share, shown = self.odds.outcomes[place].share, state.held.displayed
        prize = int(share * shown)
        won = play(state, Play(prize=prize, winners=1))
        life.hits.append(prize)
        life.found.append(shown)
        filled_up = won.state.held.seed_out - state.held.seed_out
        life.seed_cents += filled_up
        life.income_cents -= filled_up
        if not won.restarts:
            return won.state
        begun = restart(won.state)
        life.restarts += 1
        life.seeded += begun.seed > 0
        life.seed_cents += begun.seed
        life.income_cents -= begun.seed
        return begun.state

    def _day(self, state: JackpotState, rows: Sequence[int], life: JackpotLife) -> JackpotState:
        """Book the day's wagers and the count at its end."""
        lost = tray = Fraction(0)
        for row, times in zip(self.odds.outcomes, rows, strict=True):
            kept = max(Fraction(0), -row.net) if row.kept is None else row.kept
            lost += kept * times
            tray += (row.net + kept) * times
        lost_cents, tray_cents = int(lost * self.wager_cents), int(tray * self.wager_cents)
        wagered = sum(rows) * self.wager_cents
        state = play(state, Play(wagered=wagered, lost=lost_cents, tray_paid=tray_cents)).state
        counted = count(state, state.lost)
        life.short_days += lost_cents < tray_cents
        recovered = counted.parts.seed
        life.income_cents += lost_cents - tray_cents - counted.parts.total + recovered
        life.seed_cents -= recovered
        return counted.state


def jackpot_game(rules: Rules, jackpot: str | None = None) -> JackpotGame:
    """A jackpot of a game by its id, or the only one if no id is given."""
    if not rules.jackpots:
        raise SimulationError(f"{rules.game.id} has no jackpot")
    if jackpot is None and len(rules.jackpots) > 1:
        raise SimulationError(f"--jackpot: say which of {', '.join(rules.jackpots)}")
    id_ = jackpot or next(iter(rules.jackpots))
    if id_ not in rules.jackpots:
        raise SimulationError(
            f"--jackpot {id_!r}{did_you_mean(id_, rules.jackpots)}: there is "
            f"{', '.join(rules.jackpots)}"
        )
    wager = rules.jackpots[id_].wager
    odds = side_wager(rules, Handbook(rules), wager, KeysUsed(rules))
    size = rules.wagers[wager].size
    if size is None or size.cents is None or not odds.jackpot_share:
        raise SimulationError(
            f"jackpots.{id_}: its wager has no fixed size, or no row pays from it"
        )
    return JackpotGame(id_, rules, odds, size.cents)


def life_report(game: JackpotGame, days: int, wagers_a_day: int, seed: int) -> dict[str, Any]:
    """The life of a jackpot as plain data, its exact averages beside it."""
    if not 1 <= days <= MOST_DAYS:
        raise SimulationError(f"--days {days}: 1 to {MOST_DAYS:,}")
    if not 1 <= wagers_a_day <= 10**9:
        raise SimulationError(f"--wagers {wagers_a_day}: 1 to 1,000,000,000 a day")
    return {
        "label": "sampled from exact chances",
        "jackpot": game.id,
        "seed": seed,
        "days": days,
        "wagers_a_day": wagers_a_day,
        **life_figures(game, game.live(days, wagers_a_day, seed)),
    }


def life_figures(game: JackpotGame, life: JackpotLife) -> dict[str, Any]:
    """The simulated life of a jackpot as plain data."""
    exact = progressive(game.rules, game.rules.jackpots[game.id].wager, game.odds)
    assert exact is not None
    average = exact.average_dollars
    return {
        "hits": len(life.hits),
        "restarts": life.restarts,
        "found_dollars": _spread(life.found, 100),
        "paid_dollars": _spread(life.hits, 100),
        "days_between_hits": _spread(life.between, 1),
        "exact_wagers_between_hits": float(exact.wagers_per_jackpot_hit),
        "exact_average_found_dollars": None if average is None else float(average),
        "house_seed_needed": life.seeded / life.restarts if life.restarts else None,
        "seed_dollars": life.seed_cents / 100,
        "short_days": life.short_days / life.days,
        "house_income_dollars": life.income_cents / 100,
        "house_income_per_wager": life.income_cents / (game.wager_cents * life.wagers),
    }


def _spread(found: Sequence[int], per: int) -> dict[str, float] | None:
    """Mean, standard error and quantiles; None without values."""
    if not found:
        return None
    values = np.array(found, np.float64) / per
    error = values.std() / np.sqrt(len(values))
    quantiles = {str(share): float(np.quantile(values, share)) for share in SHARES}
    return {"mean": float(values.mean()), "standard_error": float(error), **quantiles}
