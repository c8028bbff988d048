"""What players gain by showing each other their cards, in games whose decisions are solved.

A player who knows his neighbours' cards knows that they are not in the deck. So neighbours' cards
are drawn at random, the game is solved exactly without them, and rounds are dealt from the rest.
The rounds are played as by somebody who knows only his own cards; at each decision we note what the
choice gives away against the best choice of somebody who knows more. By the performance difference
lemma these amounts, added up over a round, are on average exactly what the knowledge is worth; by
decision they show where the gain comes from. Deals are sampled, so the figures have errors.

Where a single neighbour's cards come in few kinds, the whole gain is exact as well: the value of
the game without each kind, weighted by how often it is dealt, less the value of the full deck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from feltworks.cards import Card
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.progress import Progress, silent
from feltworks.odds.solver import Solver
from feltworks.odds.strategy import seconds_to_solve
from feltworks.odds.symmetry import Symmetry
from feltworks.pit import OpenTable, open_table, play_out, posted_seeds
from feltworks.players.optimal import Optimal, position
from feltworks.round import Decide, NoMoreBets, Round, Terms
from feltworks.round.contract import with_required_bets
from feltworks.rules.handbook import without_cards
from feltworks.rules.loader import Loaded
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate

DEALS_A_SET = 50
MOST_KINDS = 400


@dataclass
class GivenAway:
    """What was given away in rounds, in units, summed for each set of neighbours' cards."""

    by_set: list[float] = field(default_factory=list)
    decided: int = 0
    changed: int = 0

    def estimate(self, deals: int) -> Estimate:
        """The mean; sets are drawn independently, so its error comes from how they differ."""
        means = [Fraction(gained) / deals for gained in self.by_set]
        squares = sum((mean * mean for mean in means), Fraction(0))
        return estimate(len(means), sum(means, Fraction(0)), squares)


@dataclass(frozen=True)
class SharedCards:
    """A table at which `players` know each other's cards."""

    loaded: Loaded
    players: int
    sets: int = 100
    seed: int = 1

    def __post_init__(self) -> None:
        rules = self.loaded.rules
        if not is_solved(rules) or not any(stage.decide for stage in rules.stages):
            raise SimulationError(
                f"{rules.game.id}: sharing cards is weighed where decisions stand in the stages"
            )
        if not 2 <= self.players <= rules.table.seats:
            raise SimulationError(
                f"--players {self.players}: {rules.game.id} has {rules.table.seats} seats, and two "
                "are needed to share"
            )
        if exchange_stages(rules):
            raise SimulationError(
                f"{rules.game.id}: sharing cards is not weighed where cards are given up for "
                "others; `feltworks odds` and `feltworks strategy` tell of a player by himself"
            )
        if not self.cards_each:
            raise SimulationError(
                f"{rules.game.id}: no player has cards of his own before he decides, so there is "
                "nothing to share"
            )

    @property
    def cards_each(self) -> int:
        """How many of his own cards a player knows at the first decision."""
        rules, seen = self.loaded.rules, 0
        for stage in rules.stages:
            for step in stage.deal:
                is_own = step.to is not None and rules.zones[step.to] == "player"
                seen += step.cards or 0 if is_own and step.face != "blind" else 0
            if stage.decide:
                break
        return seen

    @property
    def known(self) -> int:
        """How many cards of neighbours a player knows."""
        return (self.players - 1) * self.cards_each

    def seconds(self) -> float:
        """About how long solving the game without one set takes."""
        rules = self.loaded.rules
        gone = open_table(self.loaded).deck.cards[:: max(1, 52 // self.known)][: self.known]
        return seconds_to_solve(without_cards(rules, gone))

    def sampled(self, progress: Progress = silent) -> dict[str, GivenAway]:
        """What was given away by decision, in the order of the stages, and under "" in total."""
        table = open_table(self.loaded)
        plain = Optimal(self.loaded.rules)
        draw = Random(self.seed)
        noted: dict[str, GivenAway] = {
            **{stage.id: GivenAway() for stage in self.loaded.rules.stages if stage.decide},
            "": GivenAway(),
        }
        for done in range(self.sets):
            progress("sets of shared cards", done, self.sets)
            cards = list(table.deck.cards)
            draw.shuffle(cards)
            knowing = Optimal(without_cards(self.loaded.rules, cards[: self.known]))
            left = cards[self.known :]
            given: defaultdict[str, float] = defaultdict(float)
            for _ in range(DEALS_A_SET):
                draw.shuffle(left)
                _played(table, left, plain, knowing, noted, given)
            for decision, found in noted.items():
                found.by_set.append(given[decision] if decision else sum(given.values()))
        return noted

    def exact(self, progress: Progress = silent) -> Fraction | None:
        """The whole gain, if the neighbours' cards come in few kinds; None if in many."""
        solver = Solver(self.loaded.rules)
        kinds = list(self._kinds(solver))
        if len(kinds) > MOST_KINDS:
            return None
        full = solver.main({}).expected_value
        total, worth = 0, Fraction(0)
        for done, (cards, weight) in enumerate(kinds):
            progress("kinds of shared cards", done, len(kinds))
            thin = Solver(without_cards(self.loaded.rules, cards)).main({})
            worth += weight * thin.expected_value
            total += weight
        return worth / total - full

    def _kinds(self, solver: Solver) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Sets of neighbours' cards that no swap of suits makes alike, and how many each counts
        for."""
        space = solver.boards.space
        if self.known > 2:
            # Several neighbours come in far more kinds than anybody would solve.
            yield from [((), 1)] * (MOST_KINDS + 1)
            return
        symmetry = Symmetry(space, [self.known])
        for hand, weight in zip(symmetry.hands, symmetry.weights, strict=True):
            if weight:
                yield tuple(space.card(card) for card in hand), int(weight)


def _played(
    table: OpenTable,
    order: list[Card],
    plain: Optimal,
    knowing: Optimal,
    noted: dict[str, GivenAway],
    given: defaultdict[str, float],
) -> None:
    """Play one round as somebody who knows his own cards only, and note what that gives away
    compared with somebody who knows more."""

    def decide(round: Round, seat: int) -> Decide:
        choice, better = plain.decide(round, seat), knowing.weigh(round, seat)
        values = {move: Fraction(value) for move, value in better.choices}
        lost = max(values.values()) - values[choice]
        stage = position(round, seat).stage
        for found in (noted[stage], noted[""]):
            found.decided += 1
            found.changed += lost > 0
        given[stage] += float(lost)
        return choice

    round = table.open_round(Terms(jackpots=posted_seeds(table)))
    play_out(with_required_bets(round, 1).play(NoMoreBets()), order, decide)


def sharing_report(shared: SharedCards, *, exact: bool, progress: Progress) -> dict[str, Any]:
    """What players who share their cards can gain, and what the house has left."""
    gain = shared.exact(progress) if exact else None
    if exact and gain is None:
        raise SimulationError(
            f"--exact: {shared.known} shared cards come in too many kinds; leave --exact out"
        )
    noted = shared.sampled(progress)
    whole = noted[""].estimate(DEALS_A_SET)
    edge = -Solver(shared.loaded.rules).main({}).expected_value
    return {
        "players": shared.players,
        "cards_known": shared.known,
        "label": f"sampled: {shared.sets} sets of shared cards, {DEALS_A_SET} rounds with each",
        "decisions": [
            {
                "decision": decision,
                "changed": found.changed / found.decided if found.decided else 0.0,
                **_gain(found.estimate(DEALS_A_SET)),
            }
            for decision, found in noted.items()
            if decision
        ],
        "in_all": _gain(whole),
        "exact": None if gain is None else {"gain": float(gain), "fraction": str(gain)},
        "house_edge": float(edge),
        "house_edge_when_shared": float(edge) - (whole.mean if gain is None else float(gain)),
    }


def _gain(found: Estimate) -> dict[str, float]:
    return {"gain": found.mean, "standard_error": found.standard_error}
