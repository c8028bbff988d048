"""Seats without a person: best play and bots at a round, and what they know there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest import MonkeyPatch

from feltworks.cards import Card
from feltworks.cli.playtable import advice_lines
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.fromrules import blackjack_odds, blackjack_of, shoe_of
from feltworks.odds.blackjack.plays import best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import TEN
from feltworks.odds.equity import PotHand
from feltworks.odds.positionadvice import PositionError
from feltworks.players.advice import DecisionAdvice
from feltworks.players.causes import HandCauses
from feltworks.players.expectation import BackgroundCount, Expectation
from feltworks.players.mechanisms import MECHANISMS, table_causes
from feltworks.players.optimal import Optimal, position
from feltworks.players.ring.advice import PotAdvice, RingPosition, advise, ring_position
from feltworks.players.ring.bots import TEMPERS, BotError, bot, seat_bots
from feltworks.players.ring.estimating import stronger_starts
from feltworks.round import Decide, Round
from feltworks.round.views import View
from feltworks.rules.schema import Rules

__all__ = [
    "BOTS",
    "BackgroundCount",
    "BestPlayer",
    "BotError",
    "DecisionAdvice",
    "Expectation",
    "PositionError",
    "bot",
    "causes",
    "odds_of_round",
    "position",
    "pot_advice",
    "pot_position",
    "seat_bots",
    "share_of_stronger_starts",
    "value_if_tens_are_split",
]

BOTS = tuple(TEMPERS)


@dataclass(frozen=True)
class SeatAdvice:
    """Every choice of a seat with its value in units, the best one first."""

    choices: tuple[tuple[Decide, Fraction | float], ...]
    left_out: tuple[Card, ...]
    best_by_count: tuple[tuple[Decide, Fraction | float], ...]
    """For an exchange, the best choice for each number of cards."""

    @property
    def best(self) -> Decide:
        return self.choices[0][0]

    @property
    def values(self) -> dict[str, Fraction | float]:
        return {move.choice: value for move, value in self.choices}


class BestPlayer:
    """Whoever plays a game best; `decide` and `advise` look only at what the seat may see."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._advisor = MECHANISMS[rules.game.mechanism].advisor(rules)

    def decide(self, round: Round, seat: int) -> Decide:
        return self._advisor.weigh(round, seat).best

    def choices(self, round: Round, seat: int) -> list[str]:
        """The choices of the seat, the best one first."""
        return [move.choice for move, _ in self._advisor.weigh(round, seat).choices]

    def advise(self, round: Round, seat: int, hands: Sequence[int] = ()) -> SeatAdvice:
        """Evaluate every choice; `hands` are other seats of the same player."""
        known = {"hands": hands} if hands else {}
        found: DecisionAdvice = self._advisor.weigh(round, seat, **known)
        return SeatAdvice(found.choices, found.left_out, found.best_by_count)

    def lines(self, round: Round, seat: int) -> list[str]:
        """The advice as a terminal prints it."""
        return list(advice_lines(self._advisor.weigh(round, seat), round))

    def pretend(self, monkeypatch: MonkeyPatch, ways: list[Mapping[str, Fraction]]) -> None:
        """Say that every decision comes up with these wagers out."""
        monkeypatch.setattr(self._advisor.advisor, "histories", lambda decision: ways)


def causes(round: Round, seat: int) -> tuple[str, ...]:
    """Explain the values of a seat against a dealer in sentences, without solving the game."""
    advisor = Optimal.__new__(Optimal)
    advisor.causes = HandCauses(round.rules)
    return table_causes(advisor, round, seat, ())


@dataclass(frozen=True)
class RoundOdds:
    """What a round of blackjack is worth in units, and how likely each net result is."""

    expected_value: float
    chances: Mapping[Fraction, float]
    within: float
    """How far off a chance may be."""


def odds_of_round(rules: Rules) -> RoundOdds:
    """The odds of a round of blackjack under the best play, insurance aside."""
    found = blackjack_odds(rules)
    return RoundOdds(found.expected_value, found.chances, found.distribution.within)


def value_if_tens_are_split(rules: Rules) -> float:
    """What a round of blackjack is worth to a player who splits every pair of tens he may."""
    setting = Setting(shoe_of(rules), blackjack_of(rules))
    plays, _ = best_plays(setting)
    plays.splits[:, TEN] = True
    return expected_value(setting, plays, weigh(setting, plays))


_POTS: dict[str, PotHand] = {}


def _pot(rules: Rules) -> PotHand:
    if rules.game.id not in _POTS:
        _POTS[rules.game.id] = PotHand.of(rules)
    return _POTS[rules.game.id]


def pot_position(view: View, rules: Rules) -> RingPosition:
    """What the player among others knows whose view and turn it is."""
    return ring_position(view, _pot(rules))


def pot_advice(view: View, rules: Rules) -> PotAdvice:
    """That player's part of the pot against what staying in costs."""
    return advise(view, _pot(rules))


def share_of_stronger_starts(rules: Rules, cards: Sequence[Card]) -> float:
    """How many of all starting hands are stronger, as a part of them."""
    pot = _pot(rules)
    return float(stronger_starts(pot)[tuple(pot.faces(cards))])
