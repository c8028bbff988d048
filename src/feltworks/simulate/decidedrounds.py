"""Games of few cards with decisions, dealt from packs under the best play.

`odds.laidout` has laid out every deal of one seat. So a seat's choice is looked up by the cards it
sees, and the end of its round by all its cards. Seats share the packs and the dealer: each stage is
dealt as at a table, to the seats that still take part in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.odds.dealpays import grouped_payments
from feltworks.odds.keys import KeysUsed
from feltworks.odds.laidout import LaidOutGame
from feltworks.odds.result import WagerOdds
from feltworks.odds.seendeals import SeenGroup
from feltworks.odds.side import is_decided_by_cards
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Stage
from feltworks.simulate.errors import NotDealtAtOnce, SimulationError
from feltworks.simulate.packrounds import MAIN, EndedRounds, LaidCards, PackEnding, PackRounds
from feltworks.simulate.sides import SideRow, side_row

MOST_COLUMNS = 7
"""The most cards of one seat's round that one integer can encode."""
FACES = 256
"""Cards are digits to this base in the number of a deal: a face is one byte."""
Lying = dict[tuple[int, str], list[Int64s]]
"""Face numbers by owner and zone, card by card; -1 in rounds that did not deal the card."""


class DecidedRounds(PackRounds):
    """Rounds of one such game."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        super().__init__(rules, seats, wagers)
        self.sides = tuple(id_ for id_ in wagers if rules.wagers[id_].kind == "side")
        self.game = LaidOutGame(self.book, KeysUsed(rules), beside=self.sides)
        self.seen = self.game.seen
        self._refuse()

    def _refuse(self) -> None:
        for side in self.sides:
            if not (is_decided_by_cards(self.rules, side) or self.seen.is_settled_first(side)):
                raise SimulationError(f"settle.{side}: what it comes to hangs on the play")
        if len(self._columns) > MOST_COLUMNS:
            raise NotDealtAtOnce(
                f"stages: {len(self._columns)} cards decide a round, and rounds of up to "
                f"{MOST_COLUMNS} are looked up"
            )
        if self.seen.draws_by_rule:
            raise NotDealtAtOnce("stages: cards are drawn by rule after a decision")
        late = [self._is_conditional(zone, place) for _, zone, place in self._columns]
        if late != sorted(late):
            raise NotDealtAtOnce("stages: cards that may not be dealt come before others")

    @cached_property
    def _columns(self) -> list[tuple[SeenGroup, str, int]]:
        return [
            (group, group.zone, place)
            for group in self.seen.groups
            for place in range(group.first, group.stop)
        ]

    def _is_conditional(self, zone: str, place: int) -> bool:
        dealt = 0
        for stage in self.rules.stages:
            for step in stage.deal:
                if step.to == zone:
                    dealt += step.cards or 0
                    if place < dealt:
                        return bool(stage.if_out)
        return False

    # --- what an ending pays ---------------------------------------------------------------

    @cached_property
    def _ended(self) -> tuple[list[Int64s], tuple[PackEnding, ...]]:
        """By ending of the tree: the number of each deal's pack ending; and the list of those
        endings."""
        numbers: list[Int64s] = []
        endings: list[PackEnding] = []
        beside = {
            side: self.game.pays.settled.on_wager(side, self.rules.settle[side].contest)
            for side in self.sides
        }
        for number, paid in enumerate(self.game.pays.paid):
            together = {**paid, **beside}
            group, every = grouped_payments(together, len(self.seen.dealt.ways))
            numbers.append(group + len(endings))
            for payments in every:
                on_main = {id_: payments[id_] for id_ in paid}
                name, net = self.game.outcome_name(number, on_main), self.game.net(number, on_main)
                rows = {MAIN: SideRow(name, net, Fraction(0))}
                for side in beside:
                    rows[side] = side_row(self.book, side, payments[side])
                endings.append(PackEnding(rows, self.game.tree.endings[number].out))
        return numbers, tuple(endings)

    @property
    def endings(self) -> tuple[PackEnding | None, ...]:
        return self._ended[1]

    def played_odds(self, wager: str) -> WagerOdds:
        return self.game.main() if wager == MAIN else self.game.with_side(wager)

    # --- play ------------------------------------------------------------------------------

    def played(self, faces: UInt8s) -> EndedRounds:
        endings, taken, _ = self._play(faces)
        return EndedRounds(endings, taken)

    def laid(self, faces: UInt8s) -> list[LaidCards]:
        _, _, lying = self._play(faces)
        return [(place, cards) for place, some in lying.items() for cards in some]

    def _play(self, faces: UInt8s) -> tuple[Int64s, Int64s, Lying]:
        rounds = faces.shape[1]
        at, lying = np.zeros(rounds, np.int64), Lying()
        node = np.zeros((self.seats, rounds), np.int64)
        fold = np.full((self.seats, rounds), -1, np.int64)
        level, before = 0, Counter[str]()
        for stage in self.rules.stages:
            if stage.deal:
                served = (fold < 0) & self._has_out(stage, level, node)
                self._deal(stage, before, faces, at, served, lying)
            if stage.decide:
                for seat in range(self.seats):
                    self._decide(level, seat + 1, lying, node[seat], fold[seat])
                level += 1
        endings = [
            self._endings_of(seat + 1, lying, node[seat], fold[seat]) for seat in range(self.seats)
        ]
        return np.stack(endings), at, lying

    def _has_out(self, stage: Stage, level: int, node: Int64s) -> Flags:
        """Which seats have one of the wagers out that a stage is dealt for."""
        tree = self.game.tree
        last = level == len(tree.levels)
        stakes = [each.stakes for each in (tree.last_endings if last else tree.levels[level])]
        out = [not stage.if_out or bool({w for w, _ in some} & {*stage.if_out}) for some in stakes]
        return np.array(out)[node]

    def _deal(
        self,
        stage: Stage,
        before: Counter[str],
        faces: UInt8s,
        at: Int64s,
        served: Flags,
        lying: Lying,
    ) -> None:
        """Deal a stage in every round to the seats that it serves; rounds without such a seat skip
        it."""
        bits = (served << np.arange(self.seats)[:, None]).sum(axis=0)
        for some in np.unique(bits[bits > 0]).tolist():
            rows = np.flatnonzero(bits == some)
            dealt: Counter[tuple[int, str]] = Counter()
            seats = (seat + 1 for seat in range(self.seats) if some >> seat & 1)
            for act in self.script(stage, seats):
                if act.does == "deal":
                    place = before[act.place[1]] + dealt[act.place]
                    cards = lying.setdefault(act.place, [])
                    while len(cards) <= place:
                        cards.append(np.full(faces.shape[1], -1, np.int64))
                    cards[place][rows] = faces[at[rows], rows]
                    dealt[act.place] += 1
                at[rows] += 1
        for step in stage.deal:
            before[step.to or ""] += step.cards or 0

    def _codes(self, seat: int, lying: Lying, columns: Sequence[int], rounds: int) -> Int64s:
        """The cards in these columns as one number for each round, encoded as in a laid-out
        deal."""
        suits, by_group = len(self.deck.suits), defaultdict[SeenGroup, list[Int64s]](list)
        for column in columns:
            group, zone, place = self._columns[column]
            cards = lying.get((self.owner(seat, zone), zone), [])
            lies = cards[place] if place < len(cards) else np.full(rounds, -1, np.int64)
            lies = lies - lies % suits if self.seen.by_rank else lies
            by_group[group].append(np.where(lies < 0, 0, lies))
        codes = np.zeros(rounds, np.int64)
        for some in by_group.values():
            for cards in np.sort(np.stack(some), axis=0):
                codes = codes * FACES + cards
        return codes

    def _dealt_codes(self, columns: Sequence[int]) -> Int64s:
        codes = np.zeros(len(self.seen.dealt.ways), np.int64)
        for column in columns:
            codes = codes * FACES + self.seen.dealt.faces[:, column]
        return codes

    @cached_property
    def _positions(self) -> list[tuple[Int64s, Int64s]]:
        """By level: the codes of all positions in ascending order, and one deal leading to each."""
        found = []
        for level in range(len(self.game.tree.levels)):
            codes = self._dealt_codes(self.seen.seen_columns(level))
            found.append(np.unique(codes, return_index=True))
        return [(codes, first.astype(np.int64)) for codes, first in found]

    def _decide(self, level: int, seat: int, lying: Lying, node: Int64s, fold: Int64s) -> None:
        codes, first = self._positions[level]
        here = self._codes(seat, lying, self.seen.seen_columns(level), len(node))
        deal = first[np.minimum(np.searchsorted(codes, here), len(codes) - 1)]
        now = node.copy()
        for number, each in enumerate(self.game.tree.levels[level]):
            chosen = self.game.chosen(level, number)[deal]
            branches = [*enumerate(each.branches)]
            if each.unasked is not None:
                branches.append((-1, each.unasked))
            for place, branch in branches:
                rows = (now == number) & (fold < 0) & (chosen == place)
                if branch.fold is not None:
                    fold[rows] = branch.fold
                elif branch.to is not None:
                    node[rows] = branch.to

    @cached_property
    def _all_codes(self) -> Int64s:
        return self._dealt_codes(range(len(self._columns)))

    def _endings_of(self, seat: int, lying: Lying, node: Int64s, fold: Int64s) -> Int64s:
        """The ending of each round. A card that was not dealt is taken for the first of the deck:
        no ending without it depends on which it is."""
        numbers, _ = self._ended
        codes = self._codes(seat, lying, range(len(self._columns)), len(node))
        deal = np.minimum(np.searchsorted(self._all_codes, codes), len(self._all_codes) - 1)
        ending = np.where(fold >= 0, fold, node + len(self.game.tree.folds))
        found = np.zeros(len(node), np.int64)
        for number, of_deal in enumerate(numbers):
            rows = ending == number
            found[rows] = of_deal[deal[rows]]
        return found
