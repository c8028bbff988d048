"""The results of shoes as plain data: seats, house, outcomes, side wagers, a counter.

Rounds of a shoe depend on each other, so every standard error of a seat or the house is by shoe.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.arrays import Int64s
from feltworks.odds.naming import result_id
from feltworks.simulate.blackjackshoes import (
    BASE,
    OF_SEAT,
    ROUNDS,
    ROUNDS_BY_SHOE,
    SQUARES,
    WON,
    WON_BY_SHOE,
)
from feltworks.simulate.counters import COUNT_BINS, HIGHEST, LOWEST, CounterPlan
from feltworks.simulate.figures import Estimate, estimate, estimate_of, seat_row
from feltworks.simulate.packrounds import MAIN
from feltworks.simulate.shoejobs import OF_COUNTER
from feltworks.simulate.sides import PaidWager
from feltworks.simulate.tally import Tally

if TYPE_CHECKING:
    from feltworks.simulate.blackjackgames import BlackjackGame
    from feltworks.simulate.packgames import PackGame

HUNDRED = 100


@dataclass(frozen=True)
class ShoeFigures(ABC):
    """The figures of a tally of shoes."""

    tally: Tally

    @property
    @abstractmethod
    def scale(self) -> Fraction:
        """How many of the parts that the tally's totals are in make a unit, or a dollar."""

    @property
    def together(self) -> Estimate:
        """What all seats won in a round."""
        return self._won(self.tally.totals[WON : SQUARES + 1] + self.tally.totals[WON_BY_SHOE:BASE])

    def at(self, seat: int) -> Estimate:
        """What one of the seats, counted from 0, won in a round."""
        first = BASE + OF_SEAT * seat
        return self._won(self.tally.totals[first : first + OF_SEAT])

    def _won(self, sums: Sequence[int]) -> Estimate:
        """What a round won on average, with the error computed from whole shoes."""
        won, squares, w_w, r_w = sums
        rounds, r_r = self.tally.totals[ROUNDS], self.tally.totals[ROUNDS_BY_SHOE]
        _, error = _ratio(won, rounds, w_w, r_w, r_r)
        spread = estimate(rounds, won / self.scale, squares / self.scale**2)
        return replace(spread, standard_error=error / float(self.scale))

    def average_bet(self, plan: CounterPlan) -> float:
        """What the counter at the first seat bet on average, in units."""
        return self.tally.totals[-OF_COUNTER] / self.tally.rounds / plan.bet_scale

    def counter_json(
        self, plan: CounterPlan, nets: Iterable[Sequence[tuple[Fraction, int]]], **about: str
    ) -> dict[str, Any]:
        """The first seat by its count: what it bets and wins, and what a unit is worth at each true
        count, from the possible results and how often each came up there."""
        won, tally = self.at(0), self.tally
        return {
            "seat": 1,
            **about,
            "count": plan.name,
            "tags": dict(plan.tags),
            "spread": [[float(count), float(bet)] for count, bet in plan.steps],
            "average_bet": self.average_bet(plan),
            "won_in_100_rounds": won.mean * HUNDRED,
            "standard_error_in_100_rounds": won.standard_error * HUNDRED,
            "won_in_100_shoes": won.mean * tally.rounds / tally.units * HUNDRED,
            "by_count": self._by_count(nets),
        }

    def _by_count(self, nets: Iterable[Sequence[tuple[Fraction, int]]]) -> list[dict[str, Any]]:
        """What one unit of the counter's wager won at each true count (rounded down); the errors
        treat rounds as independent."""
        rows = []
        for count, here in zip(range(LOWEST, HIGHEST + 1), nets, strict=True):
            if times := sum(each for _, each in here):
                share = times / self.tally.rounds
                rows.append({"count": count, "share": share, **asdict(estimate_of(here))})
        return rows

    def shoe_note(self, cut_at: int, size: int) -> str:
        tally = self.tally
        return (
            f"{tally.units:,} shoes, cut card after {cut_at} of {size} cards, "
            f"{tally.rounds / tally.units:.2f} rounds a shoe"
        )


def _ratio(won: int, over: int, w_w: int, o_w: int, o_o: int) -> tuple[Fraction, float]:
    """A ratio of two sums over shoes and its standard error: that of what each shoe won less the
    ratio times what it is divided by. The last three are sums of squares and products by shoe."""
    ratio = Fraction(won, over)
    left = max(Fraction(0), w_w - 2 * ratio * o_w + ratio**2 * o_o)
    return ratio, math.sqrt(left) / over


@dataclass(frozen=True)
class BlackjackReport(ShoeFigures):
    """A tally of blackjack shoes and the game it belongs to."""

    game: BlackjackGame

    @property
    def scale(self) -> Fraction:
        stakes = self.game.stakes
        return Fraction(self.game.scale) if stakes is None else stakes.scale

    def report(self) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of a full shoe's first round."""
        game, tally = self.game, self.tally
        seats = [self._seat(seat) for seat in range(game.seats)]
        staked = sum(row.pop("staked") for row in seats)
        found: dict[str, Any] = {
            "unit": game.rules.unit if game.wagers is None else "dollar",
            "shoes": tally.units,
            "void_rounds": tally.totals[1],
            "seats": seats,
            "house": self.together.house_json(staked),
        }
        if game.wagers is None:
            found["exact_mean"] = game.odds.expected_value
            found["exact_is_of"] = "the first round of a full shoe"
        found["notes"] = self._notes()
        if game.side_wagers:
            book, job = game.sides.book, game.job(0)
            found["side_wagers"] = [
                side.report(book, job, tally, game.plays) for side in game.side_wagers
            ]
        if game.counter is not None:
            found["counter"] = self._counter(game.counter)
        # By a count one ending wins another amount each time; units are told by count.
        if game.seats == 1 and game.counter is None:
            found["outcomes"] = self._outcomes()
        return found

    def _seat(self, seat: int) -> dict[str, Any]:
        """One seat; what it has staked here is what it bets before the deal, on average."""
        game, bet = self.game, 1.0
        won = self.at(seat) if len(self.tally.totals) > BASE else self.together
        if game.counter is not None and seat == 0:
            bet = self.average_bet(game.counter)
        bets = game.wagers.seats[seat] if game.wagers else None
        if bets is not None:
            first = bets.get(game.rules.unit, 0)
            bet = (first * bet + sum(bets.values()) - first) / 100
        return seat_row(seat, won, bet, bets)

    def _notes(self) -> list[str]:
        game = self.game
        notes = [
            self.shoe_note(game.house.cut_at, game.house.size),
            "standard errors are by shoe; hold is of what is bet before the deal",
        ]
        if game.wagers is None:
            notes.append(
                "the exact mean is of the first round of a full shoe: rounds down to a cut card "
                "differ from it"
            )
        return notes

    # --- how rounds ended ------------------------------------------------------------------

    @property
    def _nets(self) -> list[Fraction]:
        """What a unit can win."""
        count = self.game.job(0).nets
        return [Fraction(place - count // 2, self.game.scale) for place in range(count)]

    def _outcomes(self) -> list[dict[str, Any]]:
        game, nets, chances = self.game, self._nets, self.game.odds.chances
        stake = 1 if game.wagers is None else game.wagers.seats[0].get(game.rules.unit, 0) / 100
        return [
            {
                "id": result_id(net),
                "net": float(net) * stake,
                "count": int(count),
                "sampled": int(count) / self.tally.rounds,
                "exact": chances.get(net),
            }
            for net, count in zip(nets, self.tally.counts, strict=False)
            if count or net in chances
        ]

    # --- the counter at the first seat -------------------------------------------------------

    def _counter(self, plan: CounterPlan) -> dict[str, Any]:
        game, nets, size = self.game, self._nets, self.game.job(0).counter_counts
        table = self.tally.counts[-size:].reshape(-1, len(nets)).tolist()
        by_count = [list(zip(nets, here, strict=True)) for here in table]
        found = self.counter_json(plan, by_count)
        if self.tally.totals[-OF_COUNTER] and (game.wagers is None or not game.plays[0]):
            found |= self._of_money_bet()
        return found

    def _of_money_bet(self) -> dict[str, float]:
        """What one unit of money bet has won."""
        game, (bets, b_b, b_w) = self.game, self.tally.totals[-OF_COUNTER:]
        assert game.stakes is not None and game.counter is not None
        won, _, w_w, _ = self.tally.totals[BASE : BASE + OF_SEAT]
        ratio, error = _ratio(won, bets, w_w, b_w, b_b)
        unit = Fraction(1)
        if game.wagers is not None:
            unit = Fraction(game.wagers.seats[0][game.rules.unit], 100)
        part = game.stakes.scale * unit / game.counter.bet_scale
        return {
            "won_of_money_bet": float(ratio / part),
            "standard_error_of_money_bet": error / float(part),
        }


@dataclass(frozen=True)
class PackReport(ShoeFigures):
    """A tally of rounds from packs and the game it belongs to; if packs are shuffled for every
    round, a shoe is a round."""

    game: PackGame

    @property
    def scale(self) -> Fraction:
        return self.game.stakes.scale

    def report(self) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of full packs."""
        game = self.game
        seats = [self._seat(seat) for seat in range(game.rounds.seats)]
        staked = sum(row["staked"] for row in seats)
        found: dict[str, Any] = {
            "unit": game.rules.unit if game.wagers is None else "dollar",
            "seats": seats,
            "house": self.together.house_json(staked),
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
        won = self.at(seat)
        bets, staked = game.bets(seat), 0.0
        for wager, bet in bets.items():
            times = 1.0
            if game.counter is not None and seat == 0 and wager == game.counted:
                times = self.average_bet(game.counter)
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
            self.shoe_note(game.cut_at, game.rounds.deck.size),
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
        return self.counter_json(plan, nets, wager=game.bet_on(game.counted))
