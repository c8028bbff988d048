"""Opponents of three strengths for a ring table, each seeing only its own view.

The tourist looks at his own cards and likes to see the next one. The regular weighs the pot against
his chances as if everybody else's cards were random. The shark reads what the others have done,
bets when most of what goes in comes back to him, and now and then without anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.odds.equity import PotHand
from feltworks.players.ring.guessing import Dealer, Guess
from feltworks.players.ring.sight import Sight, sight
from feltworks.ring.betting import CALL, CHECK, FOLD
from feltworks.round.moves import Decide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.round.contract import Legal
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules


class BotError(FeltworksError):
    """A bot that there is not."""


class RingPlayer(Protocol):
    """Whoever decides for a seat from what that seat may see."""

    def decide(self, view: View) -> Decide: ...


@dataclass(frozen=True, slots=True)
class Temper:
    """What a bot makes of its guess.

    `raises_at` and `bets_at` are edges (1 is an average hand); `loose` is how much worse than the
    pot's odds a call may be; `bluffs` how often it bets a hand that has little.
    """

    weighs: bool
    counts_rivals: bool
    raises_at: float
    bets_at: float
    loose: float
    bluffs: float
    wavers: float


TEMPERS = {
    "tourist": Temper(
        weighs=False,
        counts_rivals=False,
        raises_at=1.7,
        bets_at=1.6,
        loose=0.35,
        bluffs=0.0,
        wavers=0.12,
    ),
    "regular": Temper(
        weighs=False,
        counts_rivals=True,
        raises_at=1.6,
        bets_at=1.35,
        loose=0.05,
        bluffs=0.0,
        wavers=0.0,
    ),
    "shark": Temper(
        weighs=True,
        counts_rivals=True,
        raises_at=1.15,
        bets_at=0.98,
        loose=-0.01,
        bluffs=0.1,
        wavers=0.0,
    ),
}


class Bot:
    """A player of some temper; the same seed plays the same way again."""

    def __init__(self, pot: PotHand, temper: Temper, *, seed: int, deals: int = 250) -> None:
        self.pot = pot
        self.temper = temper
        self._chance = Random(seed)
        self._dealer = Dealer(pot, self._chance, deals)

    def decide(self, view: View) -> Decide:
        """The bot's move; the turn must be its own."""
        here = sight(view, self.pot)
        guess = self._guess(here)
        temper, raising = self.temper, here.raising
        if raising is not None:
            wanted = temper.raises_at if here.call_cents else temper.bets_at
            bluff = len(here.rivals) == 1 and self._chance.random() < temper.bluffs
            if guess.edge >= wanted or (bluff and not here.call_cents):
                return self._raise(here, raising, guess)
        if not here.call_cents:
            return Decide(here.seat, CHECK)
        price = here.call_cents / (here.pot_cents + here.call_cents)
        choice = CALL if guess.part + temper.loose >= price else FOLD
        move = here.legal[choice].move
        assert isinstance(move, Decide)
        return move

    def _guess(self, here: Sight) -> Guess:
        temper = self.temper
        rivals = here.rivals if temper.counts_rivals else here.rivals[:1]
        guess = self._dealer.guess(here, rivals, weighed=temper.weighs)
        if not temper.wavers:
            return guess
        part = guess.part + temper.wavers * self._chance.gauss()
        return replace(guess, part=min(max(part, 0.0), 1.0))

    def _raise(self, here: Sight, raising: Legal, guess: Guess) -> Decide:
        """The least where there is one size only; else towards the pot, more with a better hand."""
        move, amounts = raising.move, raising.amounts
        assert isinstance(move, Decide) and amounts is not None
        if amounts.single is not None:
            return move
        pot = here.pot_cents + here.call_cents
        target = amounts.least_cents + int(pot * min(guess.part, 1.0) * 0.8)
        cents = min(target, amounts.most_cents) // amounts.step_cents * amounts.step_cents
        return Decide(here.seat, move.choice, max(cents, amounts.least_cents))


def bot(name: str, rules: Rules, *, seed: int = 0) -> Bot:
    """A bot by name for a game between players; a `BotError` names those there are."""
    return seat_bots({0: name}, rules, seed=seed)[0]


def seat_bots(names: Mapping[int, str], rules: Rules, *, seed: int = 0) -> dict[int, Bot]:
    """A bot for each seat, each with a mind of its own."""
    pot = PotHand.of(rules)
    for name in names.values():
        if name not in TEMPERS:
            known = ", ".join(TEMPERS)
            raise BotError(
                f"there is no bot {name!r}{did_you_mean(name, TEMPERS)}: there are {known}"
            )
    return {seat: Bot(pot, TEMPERS[name], seed=seed * 101 + seat) for seat, name in names.items()}
