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
from feltworks.simulate.figures import Estimate
from feltworks.simulate.shoestakes import (
    OF_COUNTER,
    average_bet,
    counter_json,
    won_at,
    won_together,
    worth_by_count,
)
from feltworks.simulate.tally import Tally

if TYPE_CHECKING:
    from feltworks.simulate.blackjackgames import BlackjackGame


@dataclass(frozen=True)
class ShoeSheet:
    """A tally and the game it belongs to."""

    game: BlackjackGame
    tally: Tally

    def sheet(self) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of a full shoe's first round."""
        game, tally, together = self.game, self.tally, self.together
        seats = [self._seat(seat) for seat in range(game.seats)]
        staked = sum(row.pop("staked_for_hold") for row in seats)
        found: dict[str, Any] = {
            "unit": game.rules.unit if game.wagers is None else "dollar",
            "shoes": tally.units,
            "void_rounds": tally.totals[1],
            "seats": seats,
            "house": together.house_json(staked),
        }
        if game.wagers is None:
            found["exact_mean"] = game.odds.expected_value
            found["exact_is_of"] = "the first round of a full shoe"
        found["notes"] = self._notes()
        if game.sides is not None:
            found["side_wagers"] = game.sides.sheets(tally, game.job(0).counter_counts)
        if game.counter is not None:
            found["counter"] = self._counter(game.counter)
        # Bets that vary with a count make one ending win different amounts.
        if game.seats == 1 and game.counter is None:
            found["outcomes"] = self._outcomes()
        return found

    @property
    def together(self) -> Estimate:
        """What all seats won in a round."""
        return won_together(self.tally.totals, self._scale)

    @property
    def _scale(self) -> Fraction:
        """How many parts, in which totals are kept, make a unit or a dollar."""
        stakes = self.game.stakes
        return Fraction(self.game.scale) if stakes is None else stakes.scale

    def _seat(self, seat: int) -> dict[str, Any]:
        """One seat; `staked_for_hold` is what it bets before the deal, on average."""
        game, totals, won, bet = self.game, self.tally.totals, self.together, 1.0
        if len(totals) > BASE:
            won = won_at(seat, totals, self._scale)
        if game.counter is not None and seat == 0:
            bet = average_bet(game.counter, self.tally)
        row: dict[str, Any] = {"seat": seat + 1}
        if game.wagers is not None:
            bets = game.wagers.seats[seat]
            row["wagers"] = {wager: cents / 100 for wager, cents in bets.items()}
            first = bets.get(game.rules.unit, 0)
            bet = (first * bet + sum(bets.values()) - first) / 100
        hold = -won.mean / bet if bet else None
        return {**row, **won.as_json(), "hold": hold, "staked_for_hold": bet}

    def _notes(self) -> list[str]:
        game, tally = self.game, self.tally
        notes = [
            f"{tally.units:,} shoes, cut card after {game.house.cut_at} of "
            f"{game.house.size} cards, {tally.rounds / tally.units:.2f} rounds a shoe",
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
        """The first seat by its count: what it bets and wins, and what a unit is worth at each."""
        game = self.game
        found: dict[str, Any] = {
            "seat": 1,
            **counter_json(plan, self.tally, self._scale),
            "by_count": self._by_count(),
        }
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

    def _by_count(self) -> list[dict[str, Any]]:
        nets, size = self._nets, self.game.job(0).counter_counts
        table = self.tally.counts[-size:].reshape(-1, len(nets)).tolist()
        return worth_by_count(
            [list(zip(nets, here, strict=True)) for here in table], self.tally.rounds
        )
