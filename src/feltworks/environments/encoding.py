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
of the rules follows, once for each size it may have: its least and its most, or each of a list. A
choice that gives up cards follows once for each set of them: `draw:0:1-3` gives up the seat's first
and third card, in the order of the columns of `cards`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from feltworks.blackjack.operations import NextHand
from feltworks.errors import FeltworksError
from feltworks.library.mechanisms import MECHANISMS
from feltworks.round import Decide
from feltworks.round.operations import StageBegun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltworks.cards import Card
    from feltworks.library import Game
    from feltworks.round import Legal
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules

GO_ON = 0
SIZES = 4
"""A choice that gives up no cards has an action for so many sizes, even if it has fewer."""
MOST_ACTIONS = 100_000


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
        self._rules = rules
        self.actions = ("go-on", *(action for each in choices for action in _actions(rules, each)))
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

    def moves(self, view: View) -> dict[int, Decide]:
        """The open decisions by the number of their action."""
        found: dict[int, Decide] = {}
        for each in view.legal:
            if isinstance(each.move, Decide):
                for size, cents in enumerate(_sizes(each)):
                    for places, cards in self._given_up(view, each):
                        number = self._numbers[_action(each.move.choice, size, places)]
                        found[number] = replace(each.move, cents=cents, cards=cards)
        return found

    def _given_up(
        self, view: View, legal: Legal
    ) -> Iterator[tuple[tuple[int, ...], tuple[Card | None, ...]]]:
        """Every set of cards that a choice may give up, with the places of the cards."""
        move = legal.move
        assert isinstance(move, Decide)
        if legal.discards is None:
            yield (), move.cards
            return
        choices = {each.id: each for each in self._rules.stage(_stage(view)).decide}
        discard = choices[move.choice].discard
        assert discard is not None
        lying = view.felt.cards.get((move.seat, discard.of), ())
        held = sorted((each.card for each in lying if each.card), key=self._faces.__getitem__)
        for count in legal.discards:
            for places in combinations(range(len(held)), count):
                yield places, tuple(held[place] for place in places)

    def words(self, numbers: Iterable[int]) -> str:
        """Actions by their numbers, with what each does."""
        return ", ".join(f"{number} {self.actions[number]}" for number in numbers)

    def observation(self, view: View, seat: int) -> dict[str, Any]:
        """What the seat sees."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.moves(view)) or [GO_ON]] = 1
        felt = view.felt
        stakes = [felt.stake_cents(seat, wager) for wager in self._wagers]
        return {
            "cards": self._cards(view, seat),
            "stage": np.int64(self._stages.get(_stage(view), 0)),
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


def _stage(view: View) -> str:
    """The stage that has begun last; "" before the first."""
    begun = [entry.stage for entry in view.log if isinstance(entry, StageBegun)]
    return begun[-1] if begun else ""


def _actions(rules: Rules, choice: str) -> list[str]:
    """The actions of a choice: its sizes, each with every set of cards that it may give up."""
    found: dict[str, None] = {}
    held: dict[str, int] = {}
    for stage in rules.stages:
        for step in stage.deal:
            if step.to is not None:
                held[step.to] = held.get(step.to, 0) + (step.cards or 0)
        for each in stage.decide:
            if each.id != choice or each.discard is None:
                continue
            cards, counts = held[each.discard.of], range(each.discard.least, each.discard.most + 1)
            if sum(comb(cards, count) for count in counts) * len(each.sized()) > MOST_ACTIONS:
                raise FeltworksError(
                    f"{rules.game.id}: {choice} has more than {MOST_ACTIONS:,} ways to give up "
                    "cards, too many for the actions of an environment"
                )
            for size in range(len(each.sized())):
                for count in counts:
                    for places in combinations(range(cards), count):
                        found[_action(choice, size, places)] = None
    if found:
        return list(found)
    everywhere = (each for stage in rules.stages for each in stage.decide)
    sized = (len(each.sized()) for each in everywhere if each.id == choice)
    return [_action(choice, size, ()) for size in range(max([SIZES, *sized]))]


def _action(choice: str, size: int, places: tuple[int, ...]) -> str:
    """The name of an action; places of cards are counted from 1."""
    cards = "-".join(str(place + 1) for place in places)
    return f"{choice}:{size}:{cards}" if cards else f"{choice}:{size}"


def _sizes(legal: Legal) -> tuple[int | None, ...]:
    """The amounts of a choice; of a range its two ends."""
    amounts = legal.amounts
    if amounts is None:
        return (None,)
    if amounts.only:
        return amounts.only
    return tuple(dict.fromkeys((amounts.least_cents, amounts.most_cents)))
