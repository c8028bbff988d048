"""One seat's view as numbers, and moves as numbered actions, for any game.

The observation is made from the view alone, so that nothing can be learnt from it that the seat may
not know:

- `cards`: a row for each zone of the rules and one for further hands of one's own, a column for
  each face of the deck: how many such cards are known to lie there;
- `stage`: the number of the stage that has begun, 0 before the first;
- `stakes`: what the seat has out on each wager, in units;
- `chips`: the pot, then what each seat has put out in all, one's own first, in units;
- `action_mask`: 1 for every action that is open.

Action 0 is "go on": the only open action in a round without a decision for the seat. Every choice
of the rules follows, once for each size it may have: its least and its most, or each of a short
list.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from feltworks.blackjack.operations import NextHand
from feltworks.library.mechanisms import MECHANISMS
from feltworks.round import Decide
from feltworks.round.operations import StageBegun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltworks.library import Game
    from feltworks.round import Legal
    from feltworks.round.views import View

GO_ON = 0
SIZES = 4
"""The most sizes of one choice that are distinguished."""


class Encoding:
    """Numbers for one game at a table of this many seats, in units of `unit_cents`."""

    def __init__(self, game: Game, seats: int, unit_cents: int) -> None:
        self.seats, self.unit_cents = seats, unit_cents
        rules, deck = game.rules, game.deck
        choices = MECHANISMS[rules.game.mechanism].choices(rules)
        self._faces = {face: number for number, face in enumerate(deck.faces)}
        self._rows = {zone: number for number, zone in enumerate(rules.zones)}
        self._own_zones = [zone for zone, owner in rules.zones.items() if owner == "player"]
        self._stages = {stage.id: number for number, stage in enumerate(rules.stages, 1)}
        self._wagers = list(rules.wagers)
        self.actions = ("go-on", *(f"{each}:{size}" for each in choices for size in range(SIZES)))
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        self.action_space = spaces.Discrete(len(self.actions))
        card_count = (len(rules.zones) + 1, len(deck.faces))
        self.observation_space = spaces.Dict(
            {
                "cards": spaces.Box(0, max(deck.copies), card_count, np.int8),
                "stage": spaces.Discrete(len(rules.stages) + 1),
                "stakes": spaces.Box(0, np.inf, (len(self._wagers),), np.float32),
                "chips": spaces.Box(0, np.inf, (1 + seats,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def moves(self, legal: tuple[Legal, ...]) -> dict[int, Decide]:
        """The open decisions by the number of their action."""
        found: dict[int, Decide] = {}
        for each in legal:
            if isinstance(each.move, Decide):
                for size, cents in enumerate(_sizes(each)):
                    number = self._numbers[f"{each.move.choice}:{size}"]
                    found[number] = replace(each.move, cents=cents)
        return found

    def words(self, numbers: Iterable[int]) -> str:
        """Actions by their numbers, with what each does."""
        return ", ".join(f"{number} {self.actions[number]}" for number in numbers)

    def observation(self, view: View, seat: int) -> dict[str, Any]:
        """What the seat sees."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.moves(view.legal)) or [GO_ON]] = 1
        begun = [entry.stage for entry in view.log if isinstance(entry, StageBegun)]
        felt = view.felt
        stakes = [felt.stake_cents(seat, wager) for wager in self._wagers]
        return {
            "cards": self._cards(view, seat),
            "stage": np.int64(self._stages.get(begun[-1], 0) if begun else 0),
            "stakes": np.array(stakes, np.float32) / self.unit_cents,
            "chips": self._chips(view, seat),
            "action_mask": mask,
        }

    def _cards(self, view: View, seat: int) -> Any:  # noqa: ANN401 - an array
        counts = np.zeros(self.observation_space["cards"].shape or (), np.int8)
        in_play = _hand_in_play(view, seat)
        for (whose, zone), lying in view.felt.cards.items():
            if whose not in (None, seat):
                continue
            if in_play and whose == seat and self._own_zones:
                row = self._rows[self._own_zones[0]] if zone == in_play else -1
            else:
                row = self._rows.get(zone, -1)
            for each in lying:
                if each.card is not None:
                    counts[row, self._faces[each.card]] += 1
        return counts

    def _chips(self, view: View, seat: int) -> Any:  # noqa: ANN401 - an array
        chips = np.zeros(1 + self.seats, np.float32)
        for account, cents in view.felt.chips.items():
            if account.kind == "pot":
                chips[0] += cents
            elif account.kind == "stack" and account.seat is not None:
                chips[1 + (account.seat - seat) % self.seats] += max(-cents, 0)
        return chips / self.unit_cents


def _hand_in_play(view: View, seat: int) -> str:
    """The zone of the hand that a seat with several plays now; "" if it has one."""
    zone = ""
    for entry in view.log:
        if isinstance(entry, NextHand) and entry.seat == seat:
            zone = entry.zone
    return zone


def _sizes(legal: Legal) -> tuple[int | None, ...]:
    """The amounts of a choice that are distinguished."""
    amounts = legal.amounts
    if amounts is None:
        return (None,)
    if amounts.only:
        return amounts.only[:SIZES]
    return tuple(dict.fromkeys((amounts.least_cents, amounts.most_cents)))
