"""Games by the longest flush, dealt: the best play of every kind of hand is looked up.

`odds.suitgame` plays all kinds of hands once, some millions, and remembers what each does.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import WagerOdds
from feltworks.odds.rowcounts import Landing, RowCounts
from feltworks.odds.side import is_free_side, pay_tables, side_wager
from feltworks.odds.suitgame import PlayedHands, SuitGame
from feltworks.odds.suitkernels import CASES
from feltworks.round.core.order import deal_order
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Situation, settle
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.packrounds import MAIN, EndedRounds, PackEnding
from feltworks.simulate.sides import SideRow, side_row

Ints = NDArray[np.int64]


class SuitRounds:
    """Rounds of one such game; `wagers` are those that some seat plays."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        self.rules, self.seats = rules, seats
        self.book = Handbook(rules)
        self.deck = self.book.deck
        self.game = SuitGame(self.book, KeysUsed(rules))
        self.identity = " ".join(("optimal", *wagers))
        self.burnt: tuple[int, ...] = ()
        self.sides: dict[str, tuple[RowCounts, list[Landing]]] = {}
        for side in (id_ for id_ in wagers if rules.wagers[id_].kind == "side"):
            if not is_free_side(rules, side):
                raise SimulationError(f"settle.{side}: what it comes to hangs on the play")
            counts = RowCounts(self.book, tuple(pay_tables(rules, side)), f"settle.{side}")
            self.sides[side] = counts, counts.landings()
        self._dealt = [
            slot.place if slot.does == "deal" else (0, "")
            for stage in rules.stages
            for slot in deal_order(rules, stage).script(tuple(range(1, seats + 1)))
            if slot.does != "turn"
        ]
        self.most_cards = len(self._dealt)
        if self.most_cards > self.deck.size:
            raise SimulationError(
                f"--seats {seats}: they would need {self.most_cards} cards; the deck has "
                f"{self.deck.size}"
            )

    @cached_property
    def _hands(self) -> PlayedHands:
        return self.game.played(kinds=self.game.played().kinds)

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        found = []
        lands = [[(side, each) for each in some] for side, (_, some) in self.sides.items()]
        for branch, case in itertools.product(range(len(self.game.endings)), range(CASES)):
            name, net = self.game.name(branch, case), self.game.nets[branch][case]
            for some in itertools.product(*lands):
                rows = {MAIN: SideRow(name, net, Fraction(0))}
                for side, landing in some:
                    payment = settle(self.book, side, Situation(held=landing.held))
                    rows[side] = side_row(self.book, side, payment, "")
                found.append(PackEnding(rows, self.game.endings[branch].out))
        return tuple(found)

    def exact(self, wager: str) -> WagerOdds:
        if wager == MAIN:
            return self.game.main()
        return side_wager(self.rules, self.book, wager, KeysUsed(self.rules))

    def _drawn(self, faces: NDArray[np.uint8], hand: str, seat: int) -> NDArray[np.uint8]:
        """The cards of a hand, a row for each round."""
        places = []
        for zone, count in self.book.chooser(hand).zones.items():
            owner = seat if self.rules.zones[zone] == "player" else 0
            places += [at for at, place in enumerate(self._dealt) if place == (owner, zone)][:count]
        return np.ascontiguousarray(faces[places].T)

    def played(self, faces: NDArray[np.uint8]) -> EndedRounds:
        contest, compiled = self.game.contest, self.game.compiled
        his = compiled.values(self._drawn(faces, contest.dealer, 0))
        qualified = (his >= contest.qualifying).astype(np.int64)
        endings = []
        for seat in range(1, self.seats + 1):
            cards = self._drawn(faces, contest.player, seat)
            mine = compiled.values(cards)
            known = np.searchsorted(self._hands.codes, self.game.codes_of(cards))
            case = CASES // 2 * qualified + 1 - np.sign(mine.astype(np.int64) - his)
            number = self._hands.chosen[known].astype(np.int64) * CASES + case
            for counts, lands in self.sides.values():
                number = number * len(lands) + self._landed(faces, seat, counts, lands)
            endings.append(number)
        return EndedRounds(np.stack(endings), np.full(faces.shape[1], self.most_cards, np.int64))

    def _landed(
        self, faces: NDArray[np.uint8], seat: int, counts: RowCounts, lands: Sequence[Landing]
    ) -> Ints:
        """Where a side wager's hands land, by number."""
        sizes = [len(self.rules.pays[table].rows) + 1 for table in counts.tables]
        codes = np.zeros(faces.shape[1], np.int64)
        for table, size in zip(counts.tables, sizes, strict=True):
            hand, tests = self.rules.pays[table].hand, counts.tests(table)
            cards = self._drawn(faces, hand, seat)
            values = self.book.chooser(hand).row_values(self.book.compiled(hand), cards)
            rows = np.full(len(cards), len(tests), np.int64)
            for place in reversed(range(len(tests))):
                rows[tests[place].mask(values, cards)] = place
            codes = codes * size + rows
        number = np.zeros(int(np.prod(sizes)), np.int64)
        for at, landing in enumerate(lands):
            number[np.ravel_multi_index(landing.rows, sizes)] = at
        found: Ints = number[codes]
        return found

    def told(self, faces: NDArray[np.uint8], seat: int) -> dict[str, Ints]:
        count: dict[str, int] = {}
        found = {}
        for place, (owner, zone) in enumerate(self._dealt):
            if zone and owner in (0, seat + 1):
                count[zone] = count.get(zone, 0) + 1
                found[f"{zone}_{count[zone]}"] = faces[place].astype(np.int64)
        return found
