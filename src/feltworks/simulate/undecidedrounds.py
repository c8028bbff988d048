"""Games without decisions, dealt from packs: the cards are laid out and the hands are read.

Every wager is settled by the classes of `odds.classes` and by the results of contests, as
`odds.undecided` counts them. If a seat's hands use only a few cards, the ending is looked up in one
table of all ways in which these can lie. Cards may be drawn by rule (`DrawnRounds`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Int32s, Int64s, UInt8s
from feltworks.hands.totals import NO_CARD
from feltworks.odds.cases import CASES, case_numbers
from feltworks.odds.classes import pay_classes
from feltworks.odds.contests import paid_in_units
from feltworks.odds.dealpays import compared_by
from feltworks.odds.draws import rows_where, total_values
from feltworks.odds.keys import KeysUsed
from feltworks.odds.naming import round_id
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards
from feltworks.odds.tree import opening_stakes
from feltworks.odds.undecided import UndecidedGame
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Cases
from feltworks.rules.settlement import Payment, Situation, settle
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.packrounds import MAIN, EndedRounds, LaidCards, PackEnding, PackRounds
from feltworks.simulate.sides import SideRow, side_row

MOST_TABLED = 1 << 18
MOST_ENDINGS = 1 << 18


class UndecidedRounds(PackRounds):
    """Rounds of one such game."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        super().__init__(rules, seats, wagers, out=wagers)
        self.identity = " ".join(self.wagers)
        self._undecided = UndecidedGame(self.book, KeysUsed(rules))
        decided = {wager: self._undecided.contest_of(wager) for wager in self.wagers}
        contests = tuple(dict.fromkeys(id_ for id_ in decided.values() if id_ is not None))
        self._contest_of = decided
        self.classes = pay_classes(self.book, self.wagers, contests, KeysUsed(rules))
        if self.classes.count > MOST_ENDINGS:
            raise SimulationError(
                f"wagers: {', '.join(self.wagers)} together can end in {self.classes.count:,} "
                f"ways, and the limit is {MOST_ENDINGS:,}; play fewer of them at once"
            )

    # --- what an ending pays ---------------------------------------------------------------

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        return tuple(self._ending(number) for number in range(self.classes.count))

    def _ending(self, number: int) -> PackEnding | None:
        held, paid = self.classes.held(number), dict[str, Payment]()
        if held is None:
            return None
        for wager, id_ in self._contest_of.items():
            situation = Situation(held)
            if id_ is not None:
                qualified, result = CASES[self.classes.case(number, id_) or 0]
                if not qualified and self.rules.contests[id_].qualifier is None:
                    return None
                situation = Situation(held, qualified=qualified, result=result)
            pay = settle if is_decided_by_cards(self.rules, wager) else paid_in_units
            paid[wager] = pay(self.book, wager, situation)
        required = [wager for wager in paid if wager in self.rules.wagers_of("required")]
        rows = {
            wager: side_row(self.book, wager, payment)
            for wager, payment in paid.items()
            if wager not in required
        }
        if not required:
            return PackEnding(rows)
        stakes = dict(opening_stakes(self.rules, required))
        nothing = Fraction(0)
        net = sum((stake * paid[wager].odds for wager, stake in stakes.items()), nothing)
        main = SideRow(round_id([paid[wager] for wager in stakes], net), net, nothing)
        return PackEnding({MAIN: main, **rows}, sum(stakes.values(), nothing))

    def played_odds(self, wager: str) -> WagerOdds:
        return self._undecided.main() if wager == MAIN else self._undecided.side(wager)

    # --- dealing ---------------------------------------------------------------------------

    def played(self, faces: UInt8s) -> EndedRounds:
        endings = np.stack([self._numbers(faces[places]) for places in self._places])
        return EndedRounds(endings, np.full(faces.shape[1], self.most_cards, np.int64))

    @cached_property
    def _looked_at(self) -> tuple[tuple[str, int], ...]:
        """The cards that decide: the zone, and the place of the card in it."""
        pairs = [self._undecided.contests[id_] for id_ in self.classes.contests]
        hands = [each.hand for each in self.classes.hands]
        hands += [hand for pair in pairs for hand in (pair.player, pair.dealer)]
        over = (self.rules.totals[hand].over for hand in hands if hand in self.rules.totals)
        zones: dict[str, int] = {}
        for hand in [*hands, *(other for other in over if other is not None)]:
            for zone, count in self.rules.drawn_from(hand).items():
                zones[zone] = max(zones.get(zone, 0), count)
        return tuple((zone, place) for zone, count in zones.items() for place in range(count))

    @cached_property
    def _places(self) -> tuple[list[int], ...]:
        """By seat: the places in the deal of the cards that decide."""
        return tuple(
            [self.places(seat, zone)[which] for zone, which in self._looked_at]
            for seat in range(1, self.seats + 1)
        )

    def _numbers(self, cards: UInt8s) -> Int64s:
        """The endings of many rounds, from the cards that decide, by card and round."""
        table = self._table
        if table is None:
            return self._read(np.ascontiguousarray(cards.T))
        index = np.zeros(cards.shape[1], np.int64)
        for card in cards:
            index *= len(self.deck.faces)
            index += card
        found: Int64s = table[index]
        return found

    @cached_property
    def _table(self) -> Int64s | None:
        """The ending by the faces of the cards that decide, if they are few."""
        faces, cards = len(self.deck.faces), len(self._looked_at)
        if faces**cards > MOST_TABLED:
            return None
        rows = np.array(list(itertools.product(range(faces), repeat=cards)), np.uint8)
        held = np.stack([(rows == face).sum(axis=1) for face in range(faces)], axis=1)
        possible = (held <= np.array(self.deck.copies)).all(axis=1)
        table = np.zeros(len(rows), np.int64)
        table[possible] = self._read(rows[possible])
        return table

    def _read(self, rows: UInt8s) -> Int64s:
        """The ending of each row of deciding cards."""
        number = np.zeros(len(rows), np.int64)
        for each in self.classes.hands:
            values, held = self._values(rows, each.hand)
            number = number * len(each.examples) + each.of(self.deck, values, held)
        for id_ in self.classes.contests:
            contest = self._undecided.contests[id_]
            mine, _ = self._values(rows, contest.player)
            his, shown = self._values(rows, contest.dealer)
            one = compared_by(self.book, contest.player, mine)
            other = compared_by(self.book, contest.dealer, his)
            qualified = np.ones(len(rows), np.bool_)
            phrase = self.rules.contests[id_].qualifier
            if phrase is not None:
                qualified = self.book.test(contest.dealer, phrase).mask(his, shown)
            number = number * len(CASES) + case_numbers(one, other, qualified)
        return number

    def _values(self, rows: UInt8s, hand: str) -> tuple[Int32s, UInt8s]:
        """The value of a hand in each row, and its cards."""
        held = np.ascontiguousarray(rows[:, self._columns(hand)])
        if hand in self.rules.totals:
            over = self.rules.totals[hand].over
            asked = {id_: self._columns(id_) for id_ in (hand, over) if id_ is not None}
            return total_values(self.book, hand, rows, asked).astype(np.int32), held
        chooser = self.book.chooser(hand)
        return chooser.row_values(self.book.compiled(hand), held).astype(np.int32), held

    def _columns(self, hand: str) -> list[int]:
        return [
            self._looked_at.index((zone, place))
            for zone, count in self.rules.drawn_from(hand).items()
            for place in range(count)
        ]


Laid = dict[tuple[int, str, int], UInt8s]
"""The card in every round, by seat (0 is the house), zone and place in the zone."""


class DrawnRounds(UndecidedRounds):
    """Rounds of a game whose stages draw or end by totals that lie open.

    Rounds take different numbers of cards. In each stage those that draw put their next cards into
    the zone. The others have `NO_CARD` in that place, and go on in the next stage with the card
    they did not take.
    """

    def played(self, faces: UInt8s) -> EndedRounds:
        laid, taken = self._lay(faces)
        endings = []
        for seat in range(1, self.seats + 1):
            places = [(self.owner(seat, zone), zone, which) for zone, which in self._looked_at]
            cards = [laid[place] for place in places]
            endings.append(self._read(np.stack(cards, axis=1)))
        return EndedRounds(np.stack(endings), taken)

    def laid(self, faces: UInt8s) -> list[LaidCards]:
        laid, _ = self._lay(faces)
        return [
            ((owner, zone), np.where(card == NO_CARD, -1, card.astype(np.int64)))
            for (owner, zone, _), card in laid.items()
        ]

    def _lay(self, faces: UInt8s) -> tuple[Laid, Int64s]:
        """The cards where they lie in each round, and how many cards each round has taken."""
        rounds = np.arange(faces.shape[1])
        taken, over = np.zeros(len(rounds), np.int64), np.zeros(len(rounds), np.bool_)
        laid: Laid = {}
        for stage, script in self.scripts:
            draws = ~over
            if stage.draws_if:
                draws &= self._hold(stage.draws_if, laid, len(rounds))
            for act in script:
                if act.does == "deal":
                    which = sum(place[:2] == act.place for place in laid)
                    card = faces[np.minimum(taken, len(faces) - 1), rounds]
                    laid[(*act.place, which)] = np.where(draws, card, np.uint8(NO_CARD))
                taken += draws
            if stage.ends_if:
                over |= self._hold(stage.ends_if, laid, len(rounds))
        return laid, taken

    def _hold(self, cases: Cases, laid: Laid, rounds: int) -> Flags:
        """The rounds in which one of the cases holds at this stage."""
        none = np.full(rounds, NO_CARD, np.uint8)
        asked = dict.fromkeys(hand for case in cases for hand in case)
        over = (self.rules.totals[hand].over for hand in asked)
        cards: list[UInt8s] = []
        columns: dict[str, list[int]] = {}
        for hand in dict.fromkeys((*asked, *(other for other in over if other is not None))):
            first = len(cards)
            for zone, count in self.rules.totals[hand].from_.items():
                cards += [laid.get((0, zone, which), none) for which in range(count)]
            columns[hand] = list(range(first, len(cards)))
        return rows_where(self.book, cases, np.stack(cards, axis=1), columns)
