"""Rounds dealt from the top of packs, many at once: what a game says of its rounds.

A game that can be dealt without the solver of decisions (nobody decides, cards are drawn by rule, a
choice follows from a few cards) is described here in one way: every seat's round ends in one of a
list of endings, each with the result of every wager. A game turns the next cards of many rounds
into the numbers of their endings; seats with amounts of their own, shoes dealt to a cut card, a
counter's bets, tallies, checkpoints, reports and Parquet follow for all such games alike.

Another kind of game is a class derived from `PackRounds`, which `tableready` names; the simplest is
here, that of games decided by the longest flush.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.cases import CASES, case_numbers
from feltworks.odds.keys import KeysUsed
from feltworks.odds.outcomes import round_id_of
from feltworks.odds.pays import PaidCase, Pays
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.odds.suitgame import SuitGame
from feltworks.odds.suitkernels import HANDS_PLAYED, PlayedHands
from feltworks.odds.tree import Tree
from feltworks.round.core.order import DealerAct, deal_order
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Stage
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.roundfiles import numbered
from feltworks.simulate.sides import SideRow, side_wager_of

MAIN = "main"
"""All required wagers together, with what is added to them during the round."""
BURNT = (0, "")
"""In place of the owner and the zone of a card."""
LaidCards = tuple[tuple[int, str], Int64s]
"""The owner (a seat, or 0 for the house) and the zone of a card, and its face number by round: -1
where no card was dealt there."""


@dataclass(frozen=True)
class PackEnding:
    """One way in which a round can end for a seat."""

    rows: Mapping[str, SideRow]
    """By side wager, and under `MAIN`: the outcome as the exact odds name it, and what one unit
    won; for the main game that is the rules' unit."""
    staked: Fraction = Fraction(1)
    """What the main game had out at the end, in the rules' unit."""


@dataclass(frozen=True)
class EndedRounds:
    """Rounds that were played: each seat's ending by its number, and how many cards the round
    took."""

    endings: Int64s
    """Ending numbers by seat and round."""
    taken: Int64s
    """By round: the cards taken, burnt ones included."""


class PackRounds(ABC):
    """How rounds of one game are played; it is pickled and sent to other processes.

    `wagers` are those that at least one seat plays. A stage that is dealt only with a wager out
    takes place if that wager is in `out`; None means all stages.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        wagers: Sequence[str],
        *,
        out: Collection[str] | None = None,
        most_cards: int | None = None,
    ) -> None:
        self.rules, self.seats, self.wagers = rules, seats, tuple(wagers)
        self.book = Handbook(rules)
        self.deck = self.book.deck
        self.identity = " ".join(("optimal", *wagers))
        """What the numbers of endings depend on beside the rules: wagers played, a strategy."""
        self.scripts = [
            (stage, self.script(stage, range(1, seats + 1)))
            for stage in rules.stages
            if out is None or not stage.if_out or {*out} & {*stage.if_out}
        ]
        """What is dealt and burnt in each stage that takes place."""
        acts = [act for _, script in self.scripts for act in script]
        self.dealt = [act.place if act.does == "deal" else BURNT for act in acts]
        """The seat (0 is the house) and the zone of each card, or `BURNT`."""
        self.burnt = tuple(at for at, place in enumerate(self.dealt) if place == BURNT)
        """Which of a round's cards nobody sees, counted from 0."""
        self.most_cards = len(self.dealt) if most_cards is None else most_cards
        """Cards that a round takes at most, the burnt ones included."""
        if self.most_cards > self.deck.size:
            raise SimulationError(
                f"--seats {seats}: they would need {self.most_cards} cards; the deck has "
                f"{self.deck.size}"
            )

    def script(self, stage: Stage, seats: Iterable[int]) -> list[DealerAct]:
        """The cards that a stage deals and burns, in order, with these seats taking part."""
        acts = deal_order(self.rules, stage).script(tuple(seats))
        return [act for act in acts if act.does != "turn"]

    @property
    @abstractmethod
    def endings(self) -> tuple[PackEnding | None, ...]:
        """Endings by number; None for a number that no round can end with."""

    @abstractmethod
    def played(self, faces: UInt8s) -> EndedRounds:
        """Play rounds from their next `most_cards` cards, by card and round, as face numbers."""

    def shown_cards(self, faces: UInt8s, seat: int) -> dict[str, Int64s]:
        """The cards that a seat, counted from 0, has seen at the end, by zone and place
        (`hole_1`)."""
        return numbered(
            (zone, cards) for (owner, zone), cards in self.laid(faces) if owner in (0, seat + 1)
        )

    def laid(self, faces: UInt8s) -> Iterable[LaidCards]:
        """The cards as they lie at the end of each round."""
        dealt = enumerate(self.dealt)
        return [(place, faces[at].astype(np.int64)) for at, place in dealt if place != BURNT]

    def exact(self, wager: str) -> WagerOdds:
        """The exact odds of a wager, or of `MAIN`."""
        if wager != MAIN and is_decided_by_cards(self.rules, wager):
            return side_wager(self.rules, self.book, wager, KeysUsed(self.rules))
        return self.played_odds(wager)

    @abstractmethod
    def played_odds(self, wager: str) -> WagerOdds:
        """The exact odds of `MAIN`, or of a wager that more than its own cards decide."""

    def places(self, seat: int, zone: str) -> list[int]:
        """Which of a round's cards lie in a zone, as they are dealt."""
        owner = self.owner(seat, zone)
        return [at for at, place in enumerate(self.dealt) if place == (owner, zone)]

    def owner(self, seat: int, zone: str) -> int:
        """Whose cards a seat sees in a zone: its own, or those of the house, 0."""
        return seat if self.rules.zones[zone] == "player" else 0

    def held(self, faces: UInt8s, seat: int, hand: str) -> UInt8s:
        """The cards of a hand, one row for each round."""
        drawn = self.rules.hands[hand].from_.items()
        places = [at for zone, count in drawn for at in self.places(seat, zone)[:count]]
        return np.ascontiguousarray(faces[places].T)


class PlayedBeside(PackRounds):
    """Rounds whose main game is played in its own way, with side wagers that cards alone decide."""

    def __init__(
        self, rules: Rules, seats: int, wagers: Sequence[str], *, most_cards: int | None = None
    ) -> None:
        super().__init__(rules, seats, wagers, most_cards=most_cards)
        sides = [id_ for id_ in wagers if rules.wagers[id_].kind == "side"]
        for side in sides:
            if not is_decided_by_cards(rules, side):
                raise SimulationError(f"settle.{side}: what it comes to hangs on the play")
        self.sides = [side_wager_of(self.book, side) for side in sides]

    def endings_beside(
        self, tree: Tree, pays: Pays, slots: Iterable[PaidCase]
    ) -> tuple[PackEnding | None, ...]:
        """Every way in which the main game can end, with each class of the side wagers; None for
        empty classes."""
        found = list[PackEnding | None]()
        for slot in slots:
            main = SideRow(round_id_of(tree, pays, slot), pays.net[slot], Fraction(0))
            for rows in itertools.product(*(side.rows for side in self.sides)):
                told = {side.id: row for side, row in zip(self.sides, rows, strict=True) if row}
                known = len(told) == len(rows)
                out = tree.endings[slot.ending].out
                found.append(PackEnding({MAIN: main, **told}, out) if known else None)
        return tuple(found)

    def numbers_beside(self, main: Int64s, faces: UInt8s, seat: int) -> Int64s:
        """The numbers of those endings, from the numbers of the main game's endings."""
        for side in self.sides:
            hands = (self.book.chooser(each.hand) for each in side.classes.hands)
            zones = dict.fromkeys(zone for hand in hands for zone in hand.zones)
            shown = {zone: faces[self.places(seat, zone)].T for zone in zones}
            main = main * len(side.rows) + side.numbers(self.book, shown)
        return main


class SuitRounds(PlayedBeside):
    """Rounds of a game decided by the longest flush: `odds.suitgame` plays all kinds of hands once,
    some millions, and remembers the best play of each, which is looked up."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        super().__init__(rules, seats, wagers)
        self.game = SuitGame(self.book, KeysUsed(rules))

    @cached_property
    def _hands(self) -> PlayedHands:
        return self.game.played(kinds=int(self.game.played().totals[HANDS_PLAYED]))

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        """Endings by branch and case, and by class of each side wager."""
        cases = itertools.product(self.game.endings, range(len(CASES)))
        slots = (PaidCase(ending, case, 0) for ending, case in cases)
        return self.endings_beside(self.game.tree, self.game.pays, slots)

    def played_odds(self, wager: str) -> WagerOdds:
        return self.game.main()

    def played(self, faces: UInt8s) -> EndedRounds:
        contest, compiled = self.game.contest, self.game.compiled
        his = compiled.values(self.held(faces, 0, contest.dealer))
        endings = []
        for seat in range(1, self.seats + 1):
            cards = self.held(faces, seat, contest.player)
            known = np.searchsorted(self._hands.codes, self.game.codes_of(cards))
            case = case_numbers(compiled.values(cards), his, his >= contest.qualifying)
            number = self._hands.chosen[known].astype(np.int64) * len(CASES) + case
            endings.append(self.numbers_beside(number, faces, seat))
        return EndedRounds(np.stack(endings), np.full(faces.shape[1], self.most_cards, np.int64))
