"""Opponents of three strengths for a ring table, each seeing only its own view.

The tourist looks at his own cards and likes to see the next one. The regular weighs the pot against
his chances as if everybody else's cards were random. The shark takes into account what the others
have done, bets when most of what goes in comes back to him, and now and then bluffs.

How a bot estimates its part of the pot: `players.ring.estimating`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.odds.equity import PotHand
from feltworks.players.ring.advice import RingPosition, ring_position
from feltworks.players.ring.estimating import PotEstimate, pot_estimate
from feltworks.ring.betting import CALL, CHECK, FOLD
from feltworks.round.moves import Decide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.round.contract import Legal
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules


class BotError(FeltworksError):
    """A name that no bot has."""


class RingPlayer(Protocol):
    """Decides for a seat from what that seat may see."""

    def decide(self, view: View) -> Decide: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a bot plays, given its estimate.

    `raises_at` and `bets_at` are edges (1 is an average hand); `loose` is how far below the pot's
    price its part may be for a call; `bluffs` is how often it bets a weak hand. `weighs` says
    whether it takes the rivals' bets into account, `counts_rivals` whether it considers all of them
    or only one. `wavers` is the standard deviation of its misjudgement.
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
    """A player of some temper; with the same random numbers it plays the same way again."""

    def __init__(self, pot: PotHand, temper: Temper, chance: Random) -> None:
        self.pot = pot
        self.temper = temper
        self._chance = chance

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
        seed = self._chance.getrandbits(64)
        estimate = pot_estimate(self.pot, here, rivals, weighed=temper.weighs, seed=seed)
        if not temper.wavers:
            return estimate
        part = estimate.part + temper.wavers * self._chance.gauss()
        return replace(estimate, part=min(max(part, 0.0), 1.0))

    def _raise(self, here: RingPosition, raising: Legal, estimate: PotEstimate) -> Decide:
        """The only size if there is one; otherwise towards the pot, more with a better hand."""
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

    Callers that seat bots repeatedly pass the `pot`: it caches what is known of starting hands,
    which takes half a second to find.
    """
    pot = pot or PotHand.of(rules)
    for name in names.values():
        if name not in TEMPERS:
            known = ", ".join(TEMPERS)
            raise BotError(
                f"there is no bot {name!r}{did_you_mean(name, TEMPERS)}: there are {known}"
            )
    return {
        seat: Bot(pot, TEMPERS[name], Random(seed * 101 + seat)) for seat, name in names.items()
    }
