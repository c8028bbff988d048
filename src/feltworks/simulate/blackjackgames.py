"""Blackjack made ready to be dealt: rules and strategy in, a job of shoes out.

The exact analysis is of a round from a full shoe. Rounds further down a shoe are on average the
same, but a cut card is reached sooner by rounds that take many cards, so the rounds of a shoe are
not a fair sample of such rounds (the cut-card effect); sampled and exact means differ by it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.blackjack.plan import BlackjackPlan
from feltworks.errors import did_you_mean
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.blackjack.shoe import value_of
from feltworks.rules.schema import Rules
from feltworks.simulate.blackjackplay import (
    DEALER,
    MOST_HANDS,
    NOWHERE,
    BlackjackNumbers,
    PlayTables,
    SeatHands,
)
from feltworks.simulate.blackjackshoes import ShoePlay, deal_shoes, new_steps
from feltworks.simulate.blackjacksteps import UNSHUFFLED, StepTable, step_table
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate, estimate_of
from feltworks.simulate.shoes import new_shoes
from feltworks.simulate.tablegames import check_seats
from feltworks.simulate.tally import Tally

STRATEGIES = {"optimal": "composition", "basic": "basic"}
PILOT_SHOES = 200
SHOES_AT_ONCE = 1 << 20
STREAM = "shoes 2"
"""Which cards a number deals; another name where that changes."""


@dataclass(frozen=True)
class ShoeJob:
    """The shoes of one seed."""

    play: ShoePlay
    steps: StepTable
    seats: int
    seed: int

    @cached_property
    def fingerprint(self) -> str:
        play = self.play
        digest = hashlib.sha256(f"{STREAM} {self.seed} {self.seats} {play.house}".encode())
        for part in (play.script, play.deck, *play.tables):
            digest.update(part.tobytes())
        return digest.hexdigest()

    @property
    def nets(self) -> int:
        """How many nets a seat can have: from all its hands doubled and lost to all won."""
        house = self.play.house
        return 2 * max(2 * MOST_HANDS * house.scale, house.natural_pays) + 1

    def nothing(self) -> Tally:
        return Tally(0, 0, np.zeros(self.seats * self.nets, np.int64), (0,) * 7)

    def deal(self, first: int, units: int) -> Tally:
        found, house = self.nothing(), self.play.house
        shoes = new_shoes(house.size, house.cut_at, UNSHUFFLED)
        for start in range(0, units, SHOES_AT_ONCE):
            now = min(SHOES_AT_ONCE, units - start)
            counts, totals = np.zeros((self.seats, self.nets), np.int64), np.zeros(7, np.int64)
            deal_shoes(
                np.uint64(self.seed),
                np.uint64(first + start),
                now,
                shoes,
                self.play,
                self.steps,
                new_steps(self.seats),
                new_felt(self.seats),
                counts,
                totals,
            )
            figures = tuple(map(int, totals))
            found = found + Tally(now, figures[0], counts.reshape(-1), figures)
        return found


def new_felt(seats: int) -> SeatHands:
    def by_hand() -> NDArray[np.int64]:
        return np.zeros((seats, MOST_HANDS), np.int64)

    def first_cards() -> NDArray[np.int64]:
        return np.zeros((seats, MOST_HANDS, 2), np.int64)

    return SeatHands(
        hand=by_hand(),
        size=by_hand(),
        ranks=first_cards(),
        values=first_cards(),
        stake=by_hand(),
        state=by_hand(),
        split=by_hand(),
        net=by_hand(),
        hands=np.zeros(seats, np.int64),
        dealer=np.zeros(4, np.int64),
    )


@dataclass
class BlackjackGame:
    """The rules worked out for the kernel, and the exact analysis beside it."""

    rules: Rules
    plan: BlackjackPlan
    odds: BlackjackOdds
    seats: int

    @cached_property
    def scale(self) -> int:
        """The smallest unit of pay, as a part of the first wager: surrender gives back half."""
        return math.lcm(2, self.plan.game.blackjack_pays.odds.denominator)

    @cached_property
    def house(self) -> BlackjackNumbers:
        game, plan = self.plan.game, self.plan
        return BlackjackNumbers(
            size=plan.deck.size,
            burn=game.burn,
            cut_at=plan.cut_at,
            first_cards=plan.first_cards,
            peek=int(game.peek),
            takes_all=int(plan.pays.takes_added_stakes),
            split_hands=game.split_hands,
            resplit_aces=int(game.resplit_aces),
            one_card_to_aces=int(game.one_card_to_split_aces),
            double_after_split=int(game.double_after_split),
            late_surrender=int(game.late_surrender),
            hits_soft_17=int(game.soft_17 == "hits"),
            unlike_tens=int(game.split_unlike_tens),
            scale=self.scale,
            natural_pays=int(game.blackjack_pays.odds * self.scale),
            natural_hand=self.odds.setting.hands.natural,
        )

    @cached_property
    def tables(self) -> PlayTables:
        plays, setting = self.odds.plays, self.odds.setting
        faces = self.plan.deck.faces
        ranks = list(self.plan.deck.ranks)
        return PlayTables(
            hits=plays.hits,
            doubles=plays.doubles,
            splits=plays.splits,
            surrenders=plays.surrenders,
            may_double=setting.may_double,
            after=np.array(setting.hands.after),
            totals=np.array(setting.hands.totals),
            ranks=np.array([ranks.index(card.rank) for card in faces], np.uint8),
            values=np.array([value_of(card) for card in faces], np.uint8),
        )

    @cached_property
    def script(self) -> NDArray[np.int64]:
        """Where each of the first cards goes, with no wager out but the first."""
        plan, steps = self.plan, []
        for order in plan.stages:
            if order.stage.if_out and plan.main not in order.stage.if_out:
                continue
            for slot in order.script(tuple(range(1, self.seats + 1))):
                seat, zone = slot.place
                if slot.does == "turn":
                    continue
                mine, his = zone == plan.zone, zone == plan.dealer_zone
                steps.append(seat - 1 if mine else DEALER if his else NOWHERE)
        return np.array(steps, np.int64)

    @cached_property
    def play(self) -> ShoePlay:
        deck = self.plan.deck
        faces = {card: number for number, card in enumerate(deck.faces)}
        cards = np.array([faces[card] for card in deck.cards], np.uint8)
        return ShoePlay(self.house, self.tables, self.script, cards)

    @cached_property
    def steps(self) -> StepTable:
        """The rounds of one seat as steps; several are played by hand."""
        first = [goes if goes <= 0 or goes == DEALER else NOWHERE for goes in self.script.tolist()]
        return step_table(self.house, self.tables, first)

    def job(self, seed: int) -> ShoeJob:
        return ShoeJob(self.play, self.steps, self.seats, seed)

    def units(self, rounds: int) -> int:
        """Shoes for about so many rounds, by a few that are dealt to see."""
        pilot = self.job(0).deal(0, PILOT_SHOES)
        return max(1, -(-rounds * PILOT_SHOES // pilot.rounds))

    def shown(self, tally: Tally) -> Estimate:
        """What all seats win in a round; the error is that of whole shoes.

        The mean is a ratio of two sums over shoes, so its error is that of what each shoe won
        less the mean times its rounds.
        """
        rounds, _, won, squares, r_r, w_w, r_w = tally.totals
        mean = Fraction(won, rounds)
        left = max(Fraction(0), w_w - 2 * mean * r_w + mean**2 * r_r)
        error = math.sqrt(left) / rounds / self.scale
        spread = estimate(rounds, Fraction(won, self.scale), Fraction(squares, self.scale**2))
        return Estimate(spread.mean, spread.standard_deviation, error)

    def sheet(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, with the exact figures of a full shoe's first round."""
        counts = tally.counts.reshape(self.seats, -1)
        middle = counts.shape[1] // 2
        nets = [Fraction(place - middle, self.scale) for place in range(counts.shape[1])]
        together = self.shown(tally)
        seats = []
        for seat in range(self.seats):
            figures = estimate_of(zip(nets, map(int, counts[seat]), strict=True))
            by_shoe = together.standard_error if self.seats == 1 else figures.standard_error
            row = {**figures.as_json(), "standard_error": by_shoe, "hold": -figures.mean}
            seats.append({"seat": seat + 1, **row})
        found: dict[str, Any] = {
            "unit": self.rules.unit,
            "shoes": tally.units,
            "void_rounds": tally.totals[1],
            "seats": seats,
            "house": {
                "mean": -together.mean,
                "standard_error": together.standard_error,
                "standard_deviation": together.standard_deviation,
                "hold": -together.mean / self.seats,
            },
            "exact_mean": self.odds.expected_value,
            "exact_is_of": "the first round of a full shoe",
            "notes": [
                f"{tally.units:,} shoes, cut card after {self.house.cut_at} of "
                f"{self.house.size} cards, {tally.rounds / tally.units:.2f} rounds a shoe",
                "standard errors of one seat and of the house are by shoe; those of several seats "
                "take their own rounds as independent; hold is of the first wager",
                "the exact mean is of the first round of a full shoe: rounds down to a cut card "
                "differ from it",
            ],
        }
        if self.seats == 1:
            chances = self.odds.chances
            found["outcomes"] = [
                {
                    "id": "win" if net > 0 else "lose" if net < 0 else "push",
                    "net": float(net),
                    "count": int(count),
                    "sampled": int(count) / tally.rounds,
                    "exact": chances.get(net),
                }
                for net, count in zip(nets, counts[0], strict=True)
                if count or net in chances
            ]
        return found


def prepare_blackjack(
    rules: Rules, *, strategy: str = "basic", seats: int = 1, sides: Sequence[str] = ()
) -> BlackjackGame:
    """The game by a strategy: `basic` by totals, `optimal` by the cards of each hand."""
    check_seats(rules, seats)
    if sides:
        raise SimulationError(
            f"--side {sides[0]}: beside blackjack only the first wager is simulated; what side "
            "wagers pay is counted exactly by `feltworks odds`"
        )
    if strategy not in STRATEGIES:
        raise SimulationError(
            f"--strategy {strategy!r}{did_you_mean(strategy, STRATEGIES)}: in blackjack there is "
            f"{', '.join(STRATEGIES)}"
        )
    odds = blackjack_odds(rules, strategy=STRATEGIES[strategy])
    return BlackjackGame(rules, BlackjackPlan(rules), odds, seats)
