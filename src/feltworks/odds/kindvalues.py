"""Values of hands on boards of kinds, looked up with cards of each kind.

A ranking looks at suits only if all cards of a hand share one. So with a suit distinguished a hand
has the value of its ranks alone, which the plain view knows, unless board and hand hold as many
cards of that suit as the hand takes: only those are looked up.

The plain view lays out a board so that no suit matters on it. If the deck has no such cards the
board is crowded: then a suit matters however it is dealt, the suited views have all of its deals,
and what the plain one says of it cancels out; but its values are not those of ranks alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int16s, Int32s, Int64s, UInt8s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, CardTables
from feltworks.odds.handvalues import hand_faces
from feltworks.odds.kindflushes import FlushTable, insert_flushes
from feltworks.odds.kinds import KindDeck, KindSets, as_plain, wild_ranks
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import EVERY

KIND_HANDS_AT_ONCE = 100_000
"""Boards of kinds come in chunks of about so many hands."""
Values = Int16s
"""Values by board and hand."""


class PartialBoard(NamedTuple):
    """A board of kinds for which cards are being laid."""

    kinds: UInt8s
    cards: UInt8s
    """Those laid so far."""
    room: Int64s
    """How many more cards of each suit may be laid."""


@inlined
def fitting_step(
    board: PartialBoard, place: int, step: int, deck: KindDeck, by_rank: Int64s
) -> int:
    """The first step from the given one on, suits in turn, at which a card fits a place: one of its
    kind that does not lie there yet, in a suit with room left. As many as suits if none does."""
    ranks, suits, distinguished = deck
    kinds, cards, room = board
    kind = int(kinds[place])
    for at in range(step, suits):
        suit = (place + at) % suits
        card = by_rank[kind % ranks * suits + suit]
        fits = card >= 0 and (suit == distinguished) == (kind >= ranks) and room[suit] > 0
        for before in range(place):
            fits = fits and cards[before] != card
        if fits:
            return at
    return suits


@kernel
def lay_board_kinds(
    boards: UInt8s,
    least: int,
    deck: KindDeck,
    by_rank: Int64s,
    laid: UInt8s,
) -> None:
    """Cards for kinds on boards, fewer than `least` of every suit but the one distinguished, or any
    where that cannot be. Tried card by card, taking back what leads nowhere."""
    _, suits, distinguished = deck
    size = boards.shape[1]
    steps, room = np.zeros(size + 1, np.int64), np.zeros(suits, np.int64)
    for board in range(len(boards)):
        kinds, cards, place = boards[board], laid[board], 0
        room[:], steps[:] = least - 1, 0
        if distinguished >= 0:
            room[distinguished] = size
        while place < size:
            step = fitting_step(
                PartialBoard(kinds, cards, room), place, steps[place], deck, by_rank
            )
            if step < suits:
                suit = (place + step) % suits
                cards[place] = by_rank[int(kinds[place]) % deck.ranks * suits + suit]
                room[suit] -= 1
                steps[place] = step + 1
                place += 1
                steps[place] = 0
            elif place > 0:
                place -= 1
                room[(place + steps[place] - 1) % suits] += 1
            else:
                room[:], steps[:] = size, 0


@kernel
def lay_hole_kinds(
    laid: UInt8s,
    sets: UInt8s,
    deck: KindDeck,
    cards: CardTables,
    out: UInt8s,
) -> None:
    """Cards for the kinds in hands, none of them on the board; any cards if the board leaves too
    few."""
    ranks, _, distinguished = deck
    card_suits, card_ranks, _ = cards
    free = np.zeros((2 * ranks, len(card_suits)), np.uint8)
    count = np.zeros(2 * ranks, np.int64)
    taken = np.zeros(len(card_suits), np.bool_)
    for board in range(len(laid)):
        taken[:], count[:] = False, 0
        for card in laid[board]:
            taken[card] = True
        for card in range(len(card_suits)):
            kind = card_ranks[card] + (ranks if card_suits[card] == distinguished else 0)
            if not taken[card]:
                free[kind, count[kind]] = card
                count[kind] += 1
        for hand in range(len(sets)):
            before, run = -1, 0
            for place in range(sets.shape[1]):
                kind = int(sets[hand, place])
                run = run + 1 if kind == before else 0
                before = kind
                out[board, hand, place] = free[kind, run % max(count[kind], 1)]


def laid_boards(space: CardSpace, boards: KindSets, least: int) -> UInt8s:
    """Cards for boards of kinds, as `lay_board_kinds` lays them."""
    laid = np.zeros(boards.sets.shape, np.uint8)
    lay_board_kinds(boards.sets, least, boards.kinds.deck, space.by_rank, laid)
    return laid


def laid_hands(space: CardSpace, hands: KindSets, boards: UInt8s, some: Flags | slice) -> UInt8s:
    """Cards for some hands of kinds on each board."""
    sets = hands.sets[some]
    laid = np.zeros((len(boards), *sets.shape), np.uint8)
    lay_hole_kinds(boards, sets, hands.kinds.deck, space.tables, laid)
    return laid


@dataclass(eq=False)
class KindValues:
    """Values on some boards of kinds, each looked up once."""

    plan: LevelPlan
    space: CardSpace
    boards: UInt8s
    """Laid out as cards."""
    holes: KindSets
    hidden: KindSets
    """The player's hands and the dealer's; the same object if they have the same size."""
    value_keys: Mapping[str, object]
    """For each hand what its values depend on: hands with the same key have the same."""
    suited: SuitedBoards | None = None
    """What is known of the boards beforehand, if a suit is distinguished."""
    _known: dict[object, Values] = field(default_factory=dict, init=False)

    def players(self, hand_id: str) -> Values:
        """The values of a player's hand, by board and hole."""
        return self._values(hand_id, self.holes)

    def dealers(self, hand_id: str) -> Values:
        """The values of a dealer's hand, by board and hidden cards."""
        return self._values(hand_id, self.hidden)

    def inside(self, hand_id: str) -> Int16s:
        """The value the dealer would have with each subset of a player's hole cards."""
        values, size = self.dealers(hand_id), self.hidden.size
        if self.hidden is self.holes:
            return values[:, :, None]
        parts = itertools.combinations(range(self.holes.size), size)
        columns = [values[:, self.hidden.find(self.holes.sets[:, list(part)])] for part in parts]
        if not columns:
            return np.zeros((len(self.boards), len(self.holes), 0), np.int16)
        return np.ascontiguousarray(np.stack(columns, axis=2))

    def _values(self, hand_id: str, hands: KindSets) -> Values:
        key = (self.value_keys[hand_id], hands.size)
        if key not in self._known:
            self._known[key] = self._found(hand_id, hands)
        return self._known[key]

    def _found(self, hand_id: str, hands: KindSets) -> Values:
        """Values of ranks alone; with a distinguished suit, flushes are looked up and inserted."""
        if (suited := self.suited) is None:
            return self._looked_up(hand_id, hands, EVERY, EVERY)
        ranking = self.plan.book.ranking(hand_id)
        chooser = self.plan.book.chooser(hand_id)
        draws_on_all = sum(chooser.zones.values()) == hands.size + self.boards.shape[1]
        # The table of flushes takes every wild rank of the view for a card of the suit.
        same_wild = wild_ranks(self.plan, self.space, [hand_id]) == hands.kinds.wild
        by_table = ranking.minds_suits and chooser.is_free and draws_on_all and same_wild
        of_boards = suited.with_flushes if by_table else suited.by_ranks
        values = of_boards(hand_id, hands)
        if len(rows := np.flatnonzero(suited.crowded)):
            values[rows] = self._looked_up(hand_id, hands, rows, EVERY)
        if ranking.minds_suits and not by_table:
            self._insert_flushes(hand_id, hands, suited.counts, values)
        return values

    def _insert_flushes(
        self, hand_id: str, hands: KindSets, on_boards: Int64s, values: Values
    ) -> None:
        """Look up the hands that hold enough cards of the suit, wild ones included, together with
        those `on_boards`."""
        of_suit = (hands.sets >= hands.kinds.ranks) | np.isin(hands.sets, hands.kinds.wild)
        held, needed = of_suit.sum(axis=1), self.plan.book.ranking(hand_id).cards
        for count in range(self.boards.shape[1] + 1):
            rows = np.flatnonzero(on_boards == count)
            enough = held + count >= needed
            if len(rows) and enough.any():
                found = self._looked_up(hand_id, hands, rows, enough)
                values[np.ix_(rows, np.flatnonzero(enough))] = found

    def _looked_up(
        self,
        hand_id: str,
        hands: KindSets,
        rows: Int64s | slice,
        some: Flags | slice,
    ) -> Values:
        """The values of some hands on some boards, a few boards at a time."""
        chooser, compiled = self.plan.book.chooser(hand_id), self.plan.book.compiled(hand_id)
        at_once = max(1, KIND_HANDS_AT_ONCE // len(hands))
        all_boards, found = self.boards[rows], []
        for first in range(0, len(all_boards), at_once):
            boards = all_boards[first : first + at_once]
            laid = laid_hands(self.space, hands, boards, some)
            faces = hand_faces(self.plan, self.space, hand_id, boards, laid)
            values = chooser.row_values(compiled, faces).astype(np.int16, copy=False)
            found.append(values.reshape(laid.shape[:2]))
        return found[0] if len(found) == 1 else np.concatenate(found)


@dataclass(frozen=True)
class SuitedBoards:
    """Some boards with a distinguished suit: how many of its cards lie there, and the same boards
    among all plain ones."""

    counts: Int64s
    plain: KindValues
    plain_rows: Int32s
    crowded: Flags
    """Whether the plain board is crowded, so that its values are not those of ranks alone."""
    flushes: Callable[[str, KindSets], FlushTable]
    """The flushes of a hand on these boards."""

    def by_ranks(self, hand_id: str, hands: KindSets) -> Values:
        """The values of hands by their ranks alone."""
        known, plain_hands = self._in_plain(hand_id, hands)
        return np.take(known[self.plain_rows], plain_hands, axis=1)

    def with_flushes(self, hand_id: str, hands: KindSets) -> Values:
        """The values of hands by their ranks, or by their flushes if these are better."""
        known, plain_hands = self._in_plain(hand_id, hands)
        values = np.empty((len(self.plain_rows), len(hands)), np.int16)
        flushes = self.flushes(hand_id, hands)
        insert_flushes(known, self.plain_rows, plain_hands, flushes, values)
        return values

    def _in_plain(self, hand_id: str, hands: KindSets) -> tuple[Values, Int32s]:
        """What the plain view knows, and its rows for these hands."""
        plain = self.plain
        if hands.size == plain.holes.size:
            return plain.players(hand_id), as_plain(hands, plain.holes)
        return plain.dealers(hand_id), as_plain(hands, plain.hidden)
