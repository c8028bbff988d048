"""The results of blackjack shoes as plain data: seats, house, outcomes, side wagers, a counter.

Rounds of a shoe depend on each other, so every standard error here is by shoe.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.odds.result import plain_name
from feltworks.simulate.blackjackshoes import BASE, OF_SEAT
from feltworks.simulate.counters import CounterPlan
from feltworks.simulate.figures import seat_row
from feltworks.simulate.shoestakes import OF_COUNTER, ShoeFigures
from feltworks.simulate.tally import Tally

if TYPE_CHECKING:
    from feltworks.simulate.blackjackgames import BlackjackGame


@dataclass(frozen=True)
class BlackjackReport:
    """A tally and the game it belongs to."""

    game: BlackjackGame
    tally: Tally

    def report(self) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of a full shoe's first round."""
        game, tally, figures = self.game, self.tally, self.figures
        seats = [self._seat(seat) for seat in range(game.seats)]
        staked = sum(row.pop("staked") for row in seats)
        found: dict[str, Any] = {
            "unit": game.rules.unit if game.wagers is None else "dollar",
            "shoes": tally.units,
            "void_rounds": tally.totals[1],
            "seats": seats,
            "house": figures.together.house_json(staked),
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

    @property
    def figures(self) -> ShoeFigures:
        stakes = self.game.stakes
        scale = Fraction(self.game.scale) if stakes is None else stakes.scale
        return ShoeFigures(self.tally, scale)

    def _seat(self, seat: int) -> dict[str, Any]:
        """One seat; what it has staked here is what it bets before the deal, on average."""
        game, figures, bet = self.game, self.figures, 1.0
        won = figures.at(seat) if len(self.tally.totals) > BASE else figures.together
        if game.counter is not None and seat == 0:
            bet = figures.average_bet(game.counter)
        bets = game.wagers.seats[seat] if game.wagers else None
        if bets is not None:
            first = bets.get(game.rules.unit, 0)
            bet = (first * bet + sum(bets.values()) - first) / 100
        return seat_row(seat, won, bet, bets)

    def _notes(self) -> list[str]:
        game = self.game
        notes = [
            self.figures.shoe_note(game.house.cut_at, game.house.size),
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
                "id": plain_name(net),
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
        found = self.figures.counter_json(plan, by_count)
        if self.tally.totals[-OF_COUNTER] and (game.wagers is None or not game.plays[0]):
            found |= self._of_money_bet()
        return found

    def _of_money_bet(self) -> dict[str, float]:
        """What one unit of money bet has won: a ratio of sums over shoes, like the mean."""
        game, (bets, b_b, b_w) = self.game, self.tally.totals[-OF_COUNTER:]
        assert game.stakes is not None and game.counter is not None
        won, _, w_w, _ = self.tally.totals[BASE : BASE + OF_SEAT]
        ratio = Fraction(won, bets)
        left = max(Fraction(0), w_w - 2 * ratio * b_w + ratio**2 * b_b)
        unit = Fraction(1)
        if game.wagers is not None:
            unit = Fraction(game.wagers.seats[0][game.rules.unit], 100)
        part = game.stakes.scale * unit / game.counter.bet_scale
        return {
            "won_of_money_bet": float(ratio / part),
            "standard_error_of_money_bet": math.sqrt(left) / bets / float(part),
        }
