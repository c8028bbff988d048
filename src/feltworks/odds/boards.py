"""The end of a round, board by board: what every hand of the player comes up against.

For each board that stands for its kind, every hole hand that does so too is weighed: how
many deals it stands for, its pay class, and for each contest the dealer's hands that do
not qualify, lie below it, and lie up to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Card
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, combinations
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.pays import PayClasses
from feltworks.odds.plan import Plan
from feltworks.odds.side import is_free_side
from feltworks.odds.sweep import Counters, counters, sweep
from feltworks.odds.symmetry import Symmetry, suit_bits, weigh

HANDS_AT_ONCE = 400_000
KEEP = 3_000_000


@kernel
def lay_out(rest: NDArray[np.uint8], places: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """The cards at given places of what is left of the deck, for each board."""
    for board in range(rest.shape[0]):
        for hand in range(places.shape[0]):
            for place in range(places.shape[1]):
                out[board, hand, place] = rest[board, places[hand, place]]


@kernel
def lay_hands(
    boards: NDArray[np.uint8],
    own: NDArray[np.uint8],
    columns: NDArray[np.int64],
    faces: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """The faces each hand is drawn from; a column below 0 is a board card, counted from -1."""
    row = 0
    for board in range(own.shape[0]):
        for hand in range(own.shape[1]):
            for place in range(len(columns)):
                column = columns[place]
                if column < 0:
                    out[row, place] = faces[boards[board, -1 - column]]
                else:
                    out[row, place] = faces[own[board, hand, column]]
            row += 1


@kernel
def leftover(boards: NDArray[np.uint8], size: int, out: NDArray[np.uint8]) -> None:
    """The cards not on each board, ascending."""
    for board in range(boards.shape[0]):
        place = 0
        for card in range(size):
            taken = False
            for held in boards[board]:
                taken = taken or held == card
            if not taken:
                out[board, place] = card
                place += 1


@kernel
def alike_with_board(
    board: NDArray[np.uint8],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    deck_bits: NDArray[np.int64],
    alike: NDArray[np.int64],
) -> None:
    """Suits that deck and board treat alike get the same mark."""
    suit_bits(board, suits, ranks, alike)
    bits = alike.copy()
    for suit in range(len(alike)):
        alike[suit] = suit
        for other in range(suit):
            if bits[other] == bits[suit] and deck_bits[other] == deck_bits[suit]:
                alike[suit] = alike[other]
                break


@kernel
def weigh_on_boards(
    boards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    deck_bits: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """How many hands each stands for on its board, 0 when another stands for it."""
    alike = np.zeros(len(deck_bits), np.int64)
    for board in range(len(boards)):
        alike_with_board(boards[board], suits, ranks, deck_bits, alike)
        if np.all(alike == np.arange(len(alike))):
            weights[board] = 1
        else:
            weigh(hands[board], suits, ranks, alike, weights[board])


@dataclass(frozen=True)
class ContestPlan:
    """A contest: the player's and the dealer's hand, and the first value that qualifies."""

    id: str
    player: str
    dealer: str
    values: int
    qualifying: int


@dataclass(frozen=True)
class BoardChunk:
    """Some boards with every hole hand on each; arrays begin with board and hand."""

    boards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    """Deals of board and hole that each pair stands for; 0 where another stands for it."""
    holes: NDArray[np.uint8]
    looks: dict[str, NDArray[np.int16]]
    """The value of each of the player's hands."""
    values: NDArray[np.int16]
    """The player's value in each contest, by board, contest and hand."""
    counts: NDArray[np.int32]
    """By board, contest, unqualified / below / up to, and hand."""

    def classes(self, classes: PayClasses) -> NDArray[np.int64]:
        """The pay class of every hole hand."""
        number = np.zeros(self.weights.shape, np.int64)
        for hand in classes.hands:
            number = number * len(hand.examples) + hand.of_value[self.looks[hand.hand]]
        return number


@dataclass(frozen=True)
class Places:
    """Sets of places in what is left of the deck, how many sets each stands for, and the
    counters of their subsets with their signs."""

    sets: NDArray[np.uint8]
    weights: NDArray[np.int64]
    counters: Counters

    def __len__(self) -> int:
        return len(self.sets)

    @cached_property
    def counted(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        return self.counters.of(self.sets)

    def only(self, weights: NDArray[np.int64]) -> Places:
        """Those that have a weight."""
        chosen = weights > 0
        return Places(self.sets[chosen], weights[chosen], self.counters)


class Boards:
    """Walks over all boards at the end of a round, a chunk at a time."""

    def __init__(self, plan: Plan, space: CardSpace, keys: KeysUsed) -> None:
        self.plan = plan
        self.space = space
        self.contests = [_contest(plan, id_, keys) for id_ in plan.book.rules.contests]
        self.dealer_hands = comb(space.size - plan.board - plan.hole, plan.hidden)
        self.looked_at = _hands_of_pay_tables(plan)
        self._kept: list[BoardChunk] | None = None

    @cached_property
    def counters(self) -> Counters:
        left = self.space.size - self.plan.board
        return counters(left, self.plan.hidden, None if self.plan.board else self.space)

    def _places(self, size: int) -> Places:
        """Without a board suits can be swapped, and one set of each kind is enough."""
        if self.plan.board:
            sets = combinations(self.space.size - self.plan.board, size)
            return Places(sets, np.ones(len(sets), np.int64), self.counters)
        symmetry = Symmetry(self.space, size)
        return Places(symmetry.hands, symmetry.weights, self.counters).only(symmetry.weights)

    @cached_property
    def holes(self) -> Places:
        return self._places(self.plan.hole)

    @cached_property
    def hidden(self) -> Places:
        same = self.plan.hidden == self.plan.hole
        return self.holes if same else self._places(self.plan.hidden)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The boards that stand for their kind, and how many each stands for."""
        symmetry = Symmetry(self.space, self.plan.board)
        chosen = symmetry.weights > 0
        return symmetry.hands[chosen], symmetry.weights[chosen]

    @property
    def _at_once(self) -> int:
        return max(1, HANDS_AT_ONCE // len(self.holes))

    @property
    def chunk_count(self) -> int:
        return -(-len(self.boards[0]) // self._at_once)

    def chunks(self) -> Iterator[BoardChunk]:
        """All boards, once; kept for the next time when they are few."""
        if self._kept is not None:
            yield from self._kept
            return
        boards, weights = self.boards
        few = len(boards) * len(self.holes) <= KEEP
        kept = []
        for start in range(0, len(boards), self._at_once):
            here = slice(start, start + self._at_once)
            chunk = self.chunk(boards[here], weights[here])
            kept += [chunk] if few else []
            yield chunk
        self._kept = kept if few else None

    def on_board(self, cards: Sequence[Card]) -> BoardChunk:
        """One particular board, counted once."""
        board = np.array([self.space.in_order(cards)], np.uint8).reshape(1, len(cards))
        return self.chunk(board, np.ones(1, np.int64))

    def chunk(self, boards: NDArray[np.uint8], weights: NDArray[np.int64]) -> BoardChunk:
        """Everything about some boards."""
        holes, standing = self._standing(boards)
        looks = _Looks(self, boards, holes)
        shape = (len(boards), len(self.contests), 3, len(holes))
        counts = np.zeros(shape, np.int32)
        values = np.zeros((shape[0], shape[1], shape[3]), np.int16)
        for number, contest in enumerate(self.contests):
            values[:, number] = looks.players(contest.player)
            sweep(
                (values[:, number], standing, *holes.counted, looks.inside(contest.dealer)),
                (looks.dealers(contest.dealer), self.hidden.weights, self.hidden.counted[0]),
                (contest.values, contest.qualifying),
                self.counters.shares,
                counts[:, number],
            )
        seen = {hand: looks.players(hand) for hand in self.looked_at}
        return BoardChunk(boards, standing * weights[:, None], looks.holes, seen, values, counts)

    def _standing(self, boards: NDArray[np.uint8]) -> tuple[Places, NDArray[np.int64]]:
        """The hole hands on some boards and how many each stands for there.

        On a single board with very many hands only those that stand for their kind are
        kept; on many boards all hands are, so that the boards share one list.
        """
        space, holes = self.space, self.holes
        if not self.plan.board:
            return holes, holes.weights[None, :]
        standing = np.zeros((len(boards), len(holes)), np.int64)
        cards = dealt(boards, space.size, holes.sets)
        weigh_on_boards(boards, cards, space.suits, space.ranks, space.suit_ranks, standing)
        if len(holes) <= HANDS_AT_ONCE:
            return holes, standing
        few = holes.only(standing[0])
        return few, few.weights[None, :]


def dealt(boards: NDArray[np.uint8], cards: int, sets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cards that sets of places mean on each board."""
    rest = np.zeros((len(boards), cards - boards.shape[1]), np.uint8)
    leftover(boards, cards, rest)
    out = np.zeros((len(boards), *sets.shape), np.uint8)
    lay_out(rest, sets, out)
    return out


class _Looks:
    """Values of the hands of a chunk, each looked up once."""

    def __init__(self, owner: Boards, boards: NDArray[np.uint8], holes: Places) -> None:
        self.owner = owner
        self.boards = boards
        self.holes = self._laid_out(holes)
        self.hidden = self.holes if owner.hidden is holes else self._laid_out(owner.hidden)
        self._known: dict[object, NDArray[np.int16]] = {}

    def _laid_out(self, places: Places) -> NDArray[np.uint8]:
        return dealt(self.boards, self.owner.space.size, places.sets)

    def players(self, hand_id: str) -> NDArray[np.int16]:
        """The values of a player's hand, by board and hole."""
        return self._values(hand_id, self.holes)

    def dealers(self, hand_id: str) -> NDArray[np.int16]:
        """The values of a dealer's hand, by board and hidden cards."""
        return self._values(hand_id, self.hidden)

    def inside(self, hand_id: str) -> NDArray[np.int16]:
        """The value the dealer would have with each part of a player's hole cards."""
        hole, hidden = self.owner.plan.hole, self.owner.plan.hidden
        parts = list(itertools.combinations(range(hole), hidden))
        columns = [
            self._values(hand_id, self.holes if hole == hidden else self.holes[:, :, list(part)])
            for part in parts
        ]
        if not columns:
            return np.zeros((*self.holes.shape[:2], 0), np.int16)
        return np.ascontiguousarray(np.stack(columns, axis=2))

    def _values(self, hand_id: str, own: NDArray[np.uint8]) -> NDArray[np.int16]:
        plan = self.owner.plan
        look = (_look_key(plan, hand_id), id(own))
        if look not in self._known:
            chooser, compiled = plan.book.chooser(hand_id), plan.book.compiled(hand_id)
            columns = self._columns(hand_id, own.shape[2])
            faces = np.zeros((own.shape[0] * own.shape[1], len(columns)), np.uint8)
            lay_hands(self.boards, own, columns, self.owner.space.faces, faces)
            values = chooser.row_values(compiled, faces).astype(np.int16, copy=False)
            if own is not self.holes and own is not self.hidden:
                return values.reshape(own.shape[:2])
            self._known[look] = values.reshape(own.shape[:2])
        return self._known[look]

    def _columns(self, hand_id: str, own: int) -> NDArray[np.int64]:
        """Where the cards of a hand lie, zone by zone."""
        plan = self.owner.plan
        columns: list[int] = []
        for zone in plan.book.rules.hands[hand_id].from_:
            if zone == plan.board_zone:
                columns += [-1 - place for place in range(plan.board)]
            if zone in (plan.hole_zone, plan.dealer_zone):
                columns += range(own)
        return np.array(columns, np.int64)


def _look_key(plan: Plan, hand_id: str) -> tuple[object, ...]:
    """Hands with the same key have the same values on the same cards."""
    hand = plan.book.rules.hands[hand_id]
    zones = tuple(
        (zone == plan.board_zone, zone in (plan.hole_zone, plan.dealer_zone)) for zone in hand.from_
    )
    least = tuple(hand.at_least.get(zone, 0) for zone in hand.from_)
    return plan.book.ranking(hand_id), zones, least, hand.use


def _contest(plan: Plan, id_: str, keys: KeysUsed) -> ContestPlan:
    contest = plan.book.rules.contests[id_]
    for name in (contest.player, contest.dealer):
        check_hand(plan, name)
    if plan.book.ranking(contest.player) != plan.book.ranking(contest.dealer):
        raise OddsRefused(f"contests.{id_}", "hands of two rankings cannot be compared")
    compiled = plan.book.compiled(contest.dealer)
    size = len(compiled.classes)
    qualifying = 0
    if contest.qualifies is not None:
        test = plan.book.test(contest.dealer, contest.qualifies)
        if test.values is None or test.values.stop != size:
            raise OddsRefused(
                f"contests.{id_}.qualifies", "only 'HAND or better' is weighed as a qualifier"
            )
        qualifying = test.values.start
    keys.use(f"contests.{id_}")
    return ContestPlan(id_, contest.player, contest.dealer, size, qualifying)


def check_hand(plan: Plan, name: str) -> None:
    """Refuse a hand that is drawn from cards the plan does not follow."""
    hand = plan.book.rules.hands[name]
    for zone, count in hand.from_.items():
        if count != plan.zone_cards(zone):
            raise OddsRefused(
                f"hands.{name}.from.{zone}",
                f"it draws on {count} of {plan.zone_cards(zone)} cards; only whole zones are "
                "weighed for play yet",
            )


def _hands_of_pay_tables(plan: Plan) -> list[str]:
    """The hands that the pay tables of wagers in play look at."""
    rules = plan.book.rules
    hands = dict.fromkeys(
        rules.pays[table].hand
        for wager, cells in rules.settle.items()
        if not is_free_side(rules, wager)
        for cell in cells.cells.values()
        for pay in cell
        for table in pay.all_tables
    )
    for hand in hands:
        check_hand(plan, hand)
    return list(hands)
