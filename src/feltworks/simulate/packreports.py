"""The results of rounds from packs as plain data: seats, house, outcomes, side wagers, a counter.

Every standard error is by shoe; if packs are shuffled for every round, that is by round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.arrays import Int64s
from feltworks.simulate.counters import COUNT_BINS, CounterPlan
from feltworks.simulate.figures import seat_row
from feltworks.simulate.packrounds import MAIN
from feltworks.simulate.shoestakes import ShoeFigures
from feltworks.simulate.sides import PaidWager
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
        is_in_units = game.wagers is None and game.counter is None
        if is_in_units:
            exact = game.rounds.exact(game.first)
            found["exact_mean"] = float(exact.mean_without_jackpot)
            found["exact_standard_deviation"] = exact.standard_deviation
        if game.cut_at is not None:
            found["shoes"] = self.tally.units
        if game.counter is not None:
            found["counter"] = self._counter(game.counter)
        if len(seats) == 1 and is_in_units:
            # Rounds of one shoe are no independent sample.
            is_sample = game.cut_at is None
            first = game.paid(game.first)
            found |= first.outcomes(self._counts[0], exact, is_sample=is_sample)
        told = [*game.side_wagers]
        if game.wagers is not None and any(game.first in plays for plays in game.plays):
            told.insert(0, game.paid(game.first))
        found["side_wagers"] = [self._side(wager) for wager in told]
        return found

    @property
    def _counts(self) -> Int64s:
        """How often rounds ended in each way, by seat."""
        return self.game.job(0).by_seat(self.tally)

    # --- seats -----------------------------------------------------------------------------

    def _seat(self, seat: int) -> dict[str, Any]:
        game = self.game
        won = self.figures.at(seat)
        bets, staked = game.bets(seat), 0.0
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

    def _side(self, wager: PaidWager) -> dict[str, Any]:
        """A wager over all seats that play it; these may share all their cards."""
        game = self.game
        seats = sum(wager.id in plays for plays in game.plays)
        error_of = "one seat" if seats == 1 else "seats that end alike, at most"
        if game.cut_at is not None:
            error_of = "rounds of a shoe as if independent"
        return wager.sampled(
            game.job(0).side_counts_of(self.tally, wager.id),
            game.rounds.exact(wager.id),
            error_of,
            is_sample=game.cut_at is None and seats == 1,
            alike=seats,
        )

    # --- the counter at the first seat -------------------------------------------------------

    def _counter(self, plan: CounterPlan) -> dict[str, Any]:
        game = self.game
        varied = game.paid(game.counted)
        table = self.tally.counts[-COUNT_BINS * len(varied.rows) :].reshape(COUNT_BINS, -1)
        found = [varied.counted(here) for here in table]
        nets = [[(net, times) for (_, net), times in here.items()] for here in found]
        return self.figures.counter_json(plan, nets, wager=game.bet_on(game.counted))
