"""The results of rounds from packs as plain data: seats, house, outcomes, side wagers, a counter.

Every standard error is by shoe; if packs are shuffled for every round, that is by round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.arrays import Int64s
from feltworks.simulate.counters import COUNT_BINS, CounterPlan
from feltworks.simulate.figures import Estimate, estimate_of, outcome_rows, seat_row
from feltworks.simulate.packrounds import MAIN
from feltworks.simulate.shoestakes import ShoeFigures
from feltworks.simulate.sides import chances_of, counts_by_row
from feltworks.simulate.tally import Tally

if TYPE_CHECKING:
    from feltworks.simulate.packgames import PackGame


@dataclass(frozen=True)
class PackReport:
    """A tally and the game it belongs to."""

    game: PackGame
    tally: Tally

    @property
    def figures(self) -> ShoeFigures:
        return ShoeFigures(self.tally, self.game.stakes.scale)

    def report(self) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of full packs."""
        game, figures = self.game, self.figures
        seats = [self._seat(seat) for seat in range(game.rounds.seats)]
        staked = sum(row["staked"] for row in seats)
        found: dict[str, Any] = {
            "unit": game.rules.unit if game.wagers is None else "dollar",
            "seats": seats,
            "house": figures.together.house_json(staked),
            "notes": self._notes(),
        }
        if game.wagers is None and game.counter is None:
            exact = game.rounds.exact(game.first)
            found["exact_mean"] = float(exact.mean_without_jackpot)
            found["exact_standard_deviation"] = exact.standard_deviation
        if game.cut_at is not None:
            found["shoes"] = self.tally.units
        if game.counter is not None:
            found["counter"] = self._counter(game.counter)
        if len(seats) == 1 and game.wagers is None and game.counter is None:
            found |= self._outcomes(game.first, self._counts[0])
        played = [game.first] if game.wagers is not None else []
        found["side_wagers"] = [
            self._side(wager)
            for wager in [*played, *(side.id for side in game.side_wagers)]
            if any(wager in plays for plays in game.plays)
        ]
        return found

    @property
    def _counts(self) -> Int64s:
        """How often rounds ended in each way, by seat."""
        return self.game.job(0).by_seat(self.tally)

    # --- seats -----------------------------------------------------------------------------

    def _seat(self, seat: int) -> dict[str, Any]:
        game = self.game
        won = self.figures.at(seat)
        bets, staked = self._bets(seat), 0.0
        for wager, bet in bets.items():
            times = 1.0
            if game.counter is not None and seat == 0 and wager == game.counted:
                times = self.figures.average_bet(game.counter)
            staked += float(bet * self._out(seat, wager)) * times
        row = seat_row(seat, won, staked, game.wagers.seats[seat] if game.wagers else None)
        if game.wagers is not None and (game.counter is None or seat):
            means = {wager: game.rounds.exact(wager).mean_without_jackpot for wager in bets}
            worth = sum((bet * means[wager] for wager, bet in bets.items()), Fraction(0))
            row["exact_mean"] = float(worth)
        return row

    def _bets(self, seat: int) -> dict[str, Fraction]:
        """What a seat bets on each of its wagers, in dollars; without amounts only on the first."""
        game = self.game
        if game.wagers is None:
            return {game.first: Fraction(1)}
        placed = game.wagers.seats[seat]
        unit = game.rules.unit
        return {
            wager: Fraction(placed.get(unit if wager == MAIN else wager, 0), 100)
            for wager in game.plays[seat]
        }

    def _out(self, seat: int, wager: str) -> Fraction:
        """How much one unit of a wager had grown to at the end of a round, on average."""
        if wager != MAIN:
            return Fraction(1)
        out, rounds = Fraction(0), 0
        for end, count in zip(self.game.rounds.endings, self._counts[seat].tolist(), strict=True):
            if end is not None:
                out, rounds = out + end.staked * count, rounds + count
        return out / rounds

    def _notes(self) -> list[str]:
        game = self.game
        if game.cut_at is None:
            return []
        return [
            self.figures.shoe_note(game.cut_at, game.rounds.deck.size),
            "standard errors are by shoe; exact figures are of a round from full packs",
        ]

    # --- how rounds ended ------------------------------------------------------------------

    def _outcomes(self, wager: str, counts: Int64s) -> dict[str, Any]:
        counted = counts_by_row(self.game.rows_of(wager), counts)
        rows, fit = outcome_rows(counted, chances_of(self.game.rounds.exact(wager)))
        # Rounds of one shoe are no independent sample, and chi-square takes them for one.
        independent = self.game.cut_at is None
        return {"outcomes": rows, "chi_square": fit.as_json() if fit and independent else None}

    def _side(self, wager: str) -> dict[str, Any]:
        """A wager over all seats that play it, in units of its own, jackpot shares not included."""
        game = self.game
        seats = [seat for seat, plays in enumerate(game.plays) if wager in plays]
        counts = self._counts[seats]
        counted = counts_by_row(game.rows_of(wager), counts.sum(axis=0))
        found = estimate_of((net, count) for (_, net), count in counted.items())
        # Seats may share all their cards: then many of them tell no more than one.
        error = found.standard_error * len(seats) ** 0.5
        report = {
            "wager": wager,
            **Estimate(found.mean, found.standard_deviation, error).as_json(),
            "standard_error_holds_for": self._error_of(len(seats)),
            "exact_mean_without_jackpot": float(game.rounds.exact(wager).mean_without_jackpot),
            **self._outcomes(wager, counts.sum(axis=0)),
        }
        if len(seats) > 1:
            report["chi_square"] = None
        return report

    def _error_of(self, seats: int) -> str:
        if self.game.cut_at is not None:
            return "rounds of a shoe as if independent"
        return "one seat" if seats == 1 else "seats that end alike, at most"

    # --- the counter at the first seat -------------------------------------------------------

    def _counter(self, plan: CounterPlan) -> dict[str, Any]:
        """The first seat by its count: what it bets and wins, and what a unit is worth at each."""
        game = self.game
        return {
            "seat": 1,
            "wager": game.rules.unit if game.counted == MAIN else game.counted,
            **self.figures.counter_json(plan),
            "by_count": self._by_count(),
        }

    def _by_count(self) -> list[dict[str, Any]]:
        game = self.game
        of_first = game.rows_of(game.counted)
        table = self.tally.counts[-COUNT_BINS * len(of_first) :].reshape(COUNT_BINS, -1)
        found = [counts_by_row(of_first, here) for here in table]
        nets = [[(net, times) for (_, net), times in here.items()] for here in found]
        return self.figures.by_count(nets)
