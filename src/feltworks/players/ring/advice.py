"""Advice for a person at a ring table: his part of the pot against what it costs to stay in.

The others' cards are taken as random, whatever they have bet. Against one or two of them the part
is counted; against more it is sampled and comes with its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.equity import PotHand, UncountableError, equity, sampled_equity
from feltworks.players.advice import DecisionAdvice
from feltworks.players.ring.position import ring_position
from feltworks.round.viewers import player
from feltworks.round.views import view

if TYPE_CHECKING:
    from feltworks.odds.equity import Share
    from feltworks.round import Round
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules

SAMPLED_DEALS = 20_000


@dataclass(frozen=True, slots=True)
class PotAdvice:
    """`share` against `rivals` random hands; `price` is the part of the pot that a call costs."""

    share: Share
    rivals: int
    pot_cents: int
    call_cents: int

    @property
    def price(self) -> Fraction:
        """The part of the pot a call must win on average to pay for itself."""
        if not self.call_cents:
            return Fraction(0)
        return Fraction(self.call_cents, self.pot_cents + self.call_cents)

    @property
    def pays(self) -> bool:
        """Whether staying in pays for itself against random hands."""
        return self.share.part >= self.price


def advise(view: View, pot: PotHand, *, seed: int = 0) -> PotAdvice:
    """What the player whose view it is, and whose turn, should know."""
    here = ring_position(view, pot)
    rivals = len(here.rivals)
    try:
        share = equity(pot, [here.own], here.board, unknown_hands=rivals)[0]
    except UncountableError:
        share = sampled_equity(
            pot, [here.own], here.board, unknown_hands=rivals, deals=SAMPLED_DEALS, seed=seed
        )[0]
    return PotAdvice(share, rivals, here.pot_cents, here.call_cents)


class PotAdvisor:
    """Advises every seat of a game from its own view."""

    def __init__(self, rules: Rules) -> None:
        self.pot = PotHand.of(rules)

    def weigh(self, round: Round, seat: int) -> DecisionAdvice:
        return DecisionAdvice(pot=advise(view(round, player(seat)), self.pot))
