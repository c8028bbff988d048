"""Blackjack made ready to be dealt: rules and strategy in, a job of shoes out.

The exact analysis is of a round from a full shoe. Rounds further down a shoe are on average the
same, but a cut card is reached sooner by rounds that take many cards, so the rounds of a shoe are
not a fair sample of such rounds (the cut-card effect); sampled and exact means differ by it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.arrays import Int32s, Int64s
from feltworks.blackjack.pays import bonus_odds
from feltworks.blackjack.plan import BlackjackPlan
from feltworks.cards import SUITS
from feltworks.errors import did_you_mean
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.blackjack.hands import TOP
from feltworks.odds.blackjack.shoe import value_of
from feltworks.odds.side import is_decided_by_cards
from feltworks.rules.amounts import Percent
from feltworks.rules.schema import Rules
from feltworks.simulate.blackjackhands import (
    DEALER,
    NOWHERE,
    PUSH_22,
    PUSH_22_ALL,
    BlackjackNumbers,
    PlayTables,
)
from feltworks.simulate.blackjackshoes import ShoePlay, StepTable
from feltworks.simulate.blackjacksteps import step_table
from feltworks.simulate.counters import CardCounter, CounterPlan
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate
from feltworks.simulate.seatwagers import SeatWagers, placed_wagers, sides_by_seat
from feltworks.simulate.shoejobs import ShoeJob, ShoeSides, ShoeStakes
from feltworks.simulate.shoereports import BlackjackReport
from feltworks.simulate.sides import SideWager, side_wager_of
from feltworks.simulate.strategycards import CardOdds
from feltworks.simulate.tally import Tally, units_of

if TYPE_CHECKING:
    from feltworks.simulate.mechanisms import GameToDeal

PUSHED = {"off": 0, "blackjack-wins": PUSH_22, "all": PUSH_22_ALL}
STRATEGIES = {"optimal": "composition", "basic": "basic"}
PILOT_SHOES = 200


@dataclass
class BlackjackGame:
    """The rules as numbers and tables for the kernel, and the exact analysis beside them."""

    rules: Rules
    plan: BlackjackPlan
    odds: BlackjackOdds
    seats: int
    plays: tuple[tuple[str, ...], ...]
    """The side wagers of each seat."""
    wagers: SeatWagers | None = None
    """What each seat bets; given where figures are in dollars."""
    counter: CounterPlan | None = None
    """How the first seat bets by its count."""

    @cached_property
    def scale(self) -> int:
        """How many smallest units of pay make up the first wager; surrender gives back half."""
        game = self.plan.game
        odds = [game.blackjack_pays.odds, *(row.pays.odds for row in game.bonus)]
        return math.lcm(2, *(each.denominator for each in odds))

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
            surrender=int(game.late_surrender or game.early_surrender),
            early_surrender=int(game.early_surrender),
            hits_soft_17=int(game.soft_17 == "hits"),
            unlike_tens=int(game.split_unlike_tens),
            push_22=PUSHED[game.push_22],
            blackjack_wins=int(game.blackjack_wins),
            rescue=int(game.rescue),
            by_suits=int(plan.pays.suits_matter),
            scale=self.scale,
            natural_pays=int(game.blackjack_pays.odds * self.scale),
            most_pays=int(self._sure.max()),
            natural_hand=self.odds.setting.hands.natural,
        )

    @cached_property
    def tables(self) -> PlayTables:
        setting, faces = self.odds.setting, self.plan.deck.faces
        ranks = list(self.plan.deck.ranks)
        return PlayTables(
            plays=self.odds.plays,
            may_double=setting.may_double,
            doubles_free=setting.free_doubles,
            splits_free=np.array([setting.splits_free(pair) for pair in range(10)]),
            sure=self._sure,
            after=np.array(setting.hands.after),
            totals=np.array(setting.hands.totals),
            ranks=np.array([ranks.index(card.rank) for card in faces], np.uint8),
            values=np.array([value_of(card) for card in faces], np.uint8),
            suits=np.array([1 << SUITS.index(card.suit) for card in faces], np.uint8),
        )

    @cached_property
    def _sure(self) -> Int32s:
        """What a hand wins before the dealer plays, in the shape of `PlayTables.sure`."""
        game, setting = self.plan.game, self.odds.setting
        hands = setting.hands
        sure = np.zeros((2, 2, 1 + len(SUITS), hands.count), np.int32)
        for split in (False, True):
            even = setting.sure_split if split else setting.sure
            sure[int(split), :, :, even.doubled] = self.scale
            if game.bonus and (game.bonus_after_split or not split):
                for hand in np.flatnonzero(hands.totals == TOP).tolist():
                    points = tuple(np.repeat(np.arange(1, 11), hands.cards[hand]).tolist())
                    for place, suit in enumerate((None, *SUITS)):
                        odds = bonus_odds(game, points, suit)
                        if odds is not None:
                            sure[int(split), 0, place, hand] = int(odds * self.scale)
        sure[0, 0, :, hands.natural] = 0
        return sure

    @cached_property
    def first_cards(self) -> tuple[tuple[int, str], ...]:
        """The seat and the zone of each first card of a round, with these wagers out."""
        plan, found = self.plan, []
        out = {plan.main, *(side for plays in self.plays for side in plays)}
        for order in plan.stages:
            if order.stage.if_out and not out & {*order.stage.if_out}:
                continue
            acts = order.script(tuple(range(1, self.seats + 1)))
            found += [act.place for act in acts if act.does != "turn"]
        return tuple(found)

    def shown_to(self, seat: int) -> list[tuple[str, int]]:
        """The zone and the place of each first card that a seat's wagers may look at: its own, and
        those of the table."""
        return [
            (zone, place)
            for place, (owner, zone) in enumerate(self.first_cards)
            if self.rules.zones.get(zone) != "player" or owner == seat + 1
        ]

    @cached_property
    def script(self) -> Int64s:
        """Where each first card goes: a seat, the dealer, or a zone that no blackjack hand uses."""
        goes = {self.plan.dealer_zone: DEALER}
        steps = [
            seat - 1 if zone == self.plan.zone else goes.get(zone, NOWHERE)
            for seat, zone in self.first_cards
        ]
        return np.array(steps, np.int64)

    @cached_property
    def sides(self) -> ShoeSides:
        book = self.plan.book
        places: list[dict[str, tuple[int, ...]]] = [{} for _ in range(self.seats)]
        for seat, zones in enumerate(places):
            for zone, place in self.shown_to(seat):
                zones[zone] = (*zones.get(zone, ()), place)
        played = dict.fromkeys(side for plays in self.plays for side in plays)
        wagers = tuple(side_wager_of(book, wager) for wager in played)
        return ShoeSides(book, wagers, tuple(places), self.plays)

    @cached_property
    def stakes(self) -> ShoeStakes | None:
        """What seats bet, in whole numbers; None if each plays one unit."""
        counter, burn = self._counting, self.house.burn
        if self.wagers is None and counter is None:
            return None
        bet_scale = 1 if counter is None else counter.plan.bet_scale
        if self.wagers is None:
            first = (1, *([bet_scale] * (self.seats - 1)))
            return ShoeStakes(first, {}, Fraction(self.scale * bet_scale), counter, burn)
        rows = [row for side in self.side_wagers for row in side.rows if row is not None]
        least = (100 * row.net.denominator for row in rows)
        scale = math.lcm(self.scale * bet_scale * 100, *least)
        placed = self.wagers.seats
        first = tuple(seat.get(self.rules.unit, 0) * scale // (100 * self.scale) for seat in placed)
        if counter is not None:
            first = (first[0] // bet_scale, *first[1:])
        pays = {}
        for side in self.side_wagers:
            nets = [row.net * scale / 100 if row else 0 for row in side.rows]
            cents = [seat.get(side.id, 0) for seat in placed]
            won = [[int(each * net) for net in nets] for each in cents]
            pays[side.id] = np.array(won, np.int64)
        return ShoeStakes(first, pays, Fraction(scale), counter, burn)

    @cached_property
    def _counting(self) -> CardCounter | None:
        if self.counter is None:
            return None
        return CardCounter(self.counter, self.plan.deck)

    @cached_property
    def play(self) -> ShoePlay:
        deck = self.plan.deck
        faces = {card: number for number, card in enumerate(deck.faces)}
        cards = np.array([faces[card] for card in deck.cards], np.uint8)
        tags = self._counting.tags if self._counting is not None else np.zeros(0, np.int64)
        return ShoePlay(self.house, self.tables, self.script, cards, tags)

    @cached_property
    def steps(self) -> StepTable:
        """The rounds of one seat as a table of steps; those of several are played card by card."""
        first = [goes if goes <= 0 or goes == DEALER else NOWHERE for goes in self.script.tolist()]
        return step_table(self.house, self.tables, first)

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        return self.sides.wagers

    def job(self, seed: int) -> ShoeJob:
        return ShoeJob(self.play, self.steps, self.seats, seed, self.sides, self.stakes)

    def units(self, rounds: int) -> int:
        """How many shoes hold about this many rounds, estimated from a few that are dealt."""
        return units_of(self.job(0), rounds, pilot=PILOT_SHOES)

    def write_rounds(self, path: Path, job: ShoeJob, rounds: int) -> None:
        """Write every round of the shoes that hold about this many rounds to a Parquet file."""
        from feltworks.simulate.roundfiles import blackjack_tables, write_tables

        write_tables(path, blackjack_tables(self, job, self.units(rounds)))

    def won_together(self, tally: Tally) -> Estimate:
        """What all seats together win in a round."""
        return BlackjackReport(tally, self).together

    def report(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, as plain data."""
        return BlackjackReport(tally, self).report()


def blackjack_game(game: GameToDeal) -> BlackjackGame:
    """A game of blackjack as it is asked for."""
    rules, part = game.rules, game.settings.penetration
    if part is not None:
        assert rules.blackjack is not None
        dealt = rules.blackjack.model_copy(update={"penetration": Percent(part)})
        rules = rules.model_copy(update={"blackjack": dealt})
    return prepare_blackjack(
        rules,
        strategy=game.strategy,
        seats=game.seats,
        sides=game.settings.sides,
        wagers=placed_wagers(game),
        counter=game.settings.counter,
    )


def prepare_blackjack(
    rules: Rules,
    *,
    strategy: str = "basic",
    seats: int = 1,
    sides: Sequence[str] = (),
    wagers: SeatWagers | None = None,
    counter: CounterPlan | None = None,
) -> BlackjackGame:
    """The game under a strategy: `basic` by totals, `optimal` by the cards of each hand, or a
    strategy card from a file.

    `sides` are the side wagers of all seats, unless `wagers` gives each seat's own.
    """
    plays = sides_by_seat(rules, seats, sides, wagers)
    for side in dict.fromkeys(side for each in plays for side in each):
        if not is_decided_by_cards(rules, side):
            raise SimulationError(
                f"--side {side}: beside blackjack those are simulated that first cards decide"
            )
    odds: BlackjackOdds
    if strategy in STRATEGIES:
        odds = blackjack_odds(rules, strategy=STRATEGIES[strategy])
    elif Path(strategy).suffix:
        odds = CardOdds(rules, Path(strategy))
    else:
        raise SimulationError(
            f"--strategy {strategy!r}{did_you_mean(strategy, STRATEGIES)}: in blackjack there is "
            f"{', '.join(STRATEGIES)}, or a .csv file as `feltworks strategy --export` writes it"
        )
    return BlackjackGame(rules, BlackjackPlan(rules), odds, seats, plays, wagers, counter)
