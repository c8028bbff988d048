"""Opponents of three strengths for a ring table, each seeing only its own view.

The tourist looks at his own cards and likes to see the next one. The regular weighs the pot against
his chances as if everybody else's cards were random. The shark takes into account what the others
have done, bets when most of what goes in comes back to him, and now and then bluffs.

A bot estimates its part of the pot by dealing the unknown cards a few hundred times. A rival's
cards are random, but how he has bet makes some of them likelier. Each deal gets a weight that says
how well it fits what he did: for the first betting round by the strength of his starting hand, and
after that by whether his hand would beat another one dealt at random on the same board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.odds.equity import PotHand, against_one
from feltworks.odds.equity.boards import starts
from feltworks.odds.equity.sampling import drawn_cards
from feltworks.players.ring.advice import RingPosition, ring_position
from feltworks.ring.betting import CALL, CHECK, FOLD
from feltworks.round.moves import Decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from feltworks.players.ring.advice import Rival
    from feltworks.round.contract import Legal
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules

UNFIT_WEIGHT = 0.2
"""The weight of a deal in which a rival's hand does not warrant what he did; 1 where it does."""
CALLED_WITH = 0.65
RAISED_WITH = 0.3
"""The best part of all starting hands that a rival is taken to call with, and to raise with."""


class BotError(FeltworksError):
    """A name that no bot has."""


class RingPlayer(Protocol):
    """Whatever decides for a seat from what that seat may see."""

    def decide(self, view: View) -> Decide: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a bot plays, given its estimate.

    `raises_at` and `bets_at` are edges (1 is an average hand); `loose` is how far below the pot's
    price its part may be for a call; `bluffs` is how often it bets a weak hand. `weighs` says
    whether it takes the rivals' bets into account, `counts_rivals` whether it reckons with all of
    them or with one. `wavers` is the standard deviation of its misjudgement.
    """

    raises_at: float
    bets_at: float
    loose: float
    bluffs: float = 0.0
    wavers: float = 0.0
    weighs: bool = False
    counts_rivals: bool = True


TEMPERS = {
    "tourist": Temper(raises_at=1.7, bets_at=1.6, loose=0.35, wavers=0.12, counts_rivals=False),
    "regular": Temper(raises_at=1.6, bets_at=1.35, loose=0.05),
    "shark": Temper(raises_at=1.15, bets_at=0.98, loose=-0.01, bluffs=0.1, weighs=True),
}


class Bot:
    """A player of some temper; the same seed plays the same way again."""

    def __init__(self, pot: PotHand, temper: Temper, *, seed: int, deals: int = 250) -> None:
        self.pot = pot
        self.temper = temper
        self._chance = Random(seed)
        self._sampler = PotSampler(pot, self._chance, deals)

    def decide(self, view: View) -> Decide:
        """The bot's move; the turn must be its own."""
        here = ring_position(view, self.pot)
        estimate = self._estimate(here)
        temper, raising = self.temper, here.raising
        if raising is not None:
            wanted = temper.raises_at if here.call_cents else temper.bets_at
            bluff = len(here.rivals) == 1 and self._chance.random() < temper.bluffs
            if estimate.edge >= wanted or (bluff and not here.call_cents):
                return self._raise(here, raising, estimate)
        if not here.call_cents:
            return Decide(here.seat, CHECK)
        price = here.call_cents / (here.pot_cents + here.call_cents)
        choice = CALL if estimate.part + temper.loose >= price else FOLD
        move = here.legal[choice].move
        assert isinstance(move, Decide)
        return move

    def _estimate(self, here: RingPosition) -> PotEstimate:
        temper = self.temper
        rivals = here.rivals if temper.counts_rivals else here.rivals[:1]
        estimate = self._sampler.estimate(here, rivals, weighed=temper.weighs)
        if not temper.wavers:
            return estimate
        part = estimate.part + temper.wavers * self._chance.gauss()
        return replace(estimate, part=min(max(part, 0.0), 1.0))

    def _raise(self, here: RingPosition, raising: Legal, estimate: PotEstimate) -> Decide:
        """The least where there is one size only; else towards the pot, more with a better hand."""
        move, amounts = raising.move, raising.amounts
        assert isinstance(move, Decide) and amounts is not None
        if amounts.single is not None:
            return move
        pot = here.pot_cents + here.call_cents
        target = amounts.least_cents + int(pot * min(estimate.part, 1.0) * 0.8)
        cents = min(target, amounts.most_cents) // amounts.step_cents * amounts.step_cents
        return Decide(here.seat, move.choice, max(cents, amounts.least_cents))


def bot(name: str, rules: Rules, *, seed: int = 0) -> Bot:
    """A bot by name for a game between players; a `BotError` lists the names there are."""
    return seat_bots({0: name}, rules, seed=seed)[0]


def seat_bots(
    names: Mapping[int, str], rules: Rules, *, seed: int = 0, pot: PotHand | None = None
) -> dict[int, Bot]:
    """A bot for each seat, with a seed for each.

    Whoever seats bots again and again gives the `pot`: what is known of starting hands is kept by
    it, and takes half a second to find.
    """
    pot = pot or PotHand.of(rules)
    for name in names.values():
        if name not in TEMPERS:
            known = ", ".join(TEMPERS)
            raise BotError(
                f"there is no bot {name!r}{did_you_mean(name, TEMPERS)}: there are {known}"
            )
    return {seat: Bot(pot, TEMPERS[name], seed=seed * 101 + seat) for seat, name in names.items()}


@dataclass(frozen=True, slots=True)
class PotEstimate:
    """The part of the pot that a hand wins on average against so many rivals."""

    part: float
    rivals: int

    @property
    def edge(self) -> float:
        """The part over an equal share of the pot: above 1 is better than average."""
        return self.part * (self.rivals + 1)


@dataclass(frozen=True, slots=True)
class PotSampler:
    """Deals the unknown cards `deals` times for each estimate."""

    pot: PotHand
    chance: Random
    deals: int

    def estimate(
        self, here: RingPosition, rivals: Sequence[Rival], *, weighed: bool
    ) -> PotEstimate:
        """The part of the pot against those rivals; `weighed` by what they did, or not at all."""
        pot = self.pot
        own, board = pot.faces(here.own), pot.faces(here.board)
        free = pot.free_faces([*here.own, *here.board])
        missing, coming = pot.board_cards - len(board), pot.own_cards - len(own)
        seats = min(len(rivals), (len(free) - missing - coming) // pot.own_cards - 1)
        # One hand more than there are rivals: the one that theirs are compared with.
        drawn = np.empty((self.deals, missing + coming + (seats + 1) * pot.own_cards), np.uint8)
        drawn_cards(free, np.uint64(self.chance.getrandbits(64)), drawn)
        boards = np.concatenate([np.tile(board, (self.deals, 1)), drawn[:, :missing]], axis=1)
        mine = np.tile(own, (self.deals, 1))
        mine = np.concatenate([mine, drawn[:, missing : missing + coming]], axis=1)
        hands = drawn[:, missing + coming :].reshape(self.deals, seats + 1, pot.own_cards)
        values = pot.values(np.concatenate([mine[:, None], hands], axis=1), boards)
        weights = np.ones(self.deals)
        if weighed:
            for at, rival in enumerate(rivals[:seats]):
                weights *= self._weights(rival, hands[:, at], values[:, 1 + at], values[:, -1])
        best = values[:, 1:-1].max(axis=1, initial=-1)
        tied = (values[:, 1:-1] == values[:, :1]).sum(axis=1)
        shares = np.where(values[:, 0] >= best, 1.0 / (1 + tied), 0.0)
        return PotEstimate(float((shares * weights).sum() / weights.sum()), seats)

    def _weights(
        self, rival: Rival, hands: NDArray[Any], values: NDArray[Any], random_values: NDArray[Any]
    ) -> NDArray[np.float64]:
        """How well each deal's hand fits what the rival did."""
        weights = np.ones(self.deals)
        stronger = stronger_starts(self.pot)
        if stronger is not None and (rival.raised or rival.called):
            most = RAISED_WITH / rival.raised if rival.raised else CALLED_WITH
            fits = stronger[hands[:, 0], hands[:, 1]] < most
            weights *= np.where(fits, 1.0, UNFIT_WEIGHT)
        if rival.raised_later:
            weights *= np.where(values > random_values, 1.0, UNFIT_WEIGHT**rival.raised_later)
        return weights


@lru_cache(maxsize=16)
def stronger_starts(pot: PotHand) -> NDArray[np.float64] | None:
    """For each pair of faces, the part of all starting hands that are stronger; None if not pairs.

    0 is the strongest start, 1 the weakest.
    """
    if not pot.counts_unknown:
        return None
    kinds, number = starts(pot)
    parts = {start.name: share.part for start, share in against_one(pot)}
    stronger = np.zeros(len(kinds))
    better, hands = 0, sum(start.hands for start in kinds)
    for at in sorted(range(len(kinds)), key=lambda at: parts[kinds[at].name], reverse=True):
        stronger[at] = better / hands
        better += kinds[at].hands
    table: NDArray[np.float64] = stronger[np.maximum(number, 0)]
    return table
