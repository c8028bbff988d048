"""The end of a round, board by board: what every hand of the player comes up against.

For each board that stands for its kind, every hole hand that does so too is weighed: how
many deals it stands for, its pay class, and for each contest the dealer's hands that do
not qualify, lie below it, and lie up to it.
"""

from __future__ import annotations

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
from feltworks.odds.sweep import Sets, sweep_boards
from feltworks.odds.symmetry import Symmetry, suit_bits, weigh

HANDS_AT_ONCE = 400_000
KEEP = 3_000_000


@kernel
def lay_out(
    rest: NDArray[np.uint8], places: NDArray[np.uint8], out: NDArray[np.uint8]
) -> None:
    """The cards at given places of what is left of the deck, for each board."""
    for board in range(rest.shape[0]):
        for hand in range(places.shape[0]):
            for place in range(places.shape[1]):
                out[board, hand, place] = rest[board, places[hand, place]]


@kernel
def spread_board(boards: NDArray[np.uint8], hands: int, out: NDArray[np.uint8]) -> None:
    """Each board once for every hand on it."""
    for board in range(boards.shape[0]):
        for hand in range(hands):
            for place in range(boards.shape[1]):
                out[board, hand, place] = boards[board, place]


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

    def standing_only(self) -> BoardChunk:
        """A single board with just the hands that stand for their kind."""
        chosen = np.flatnonzero(self.weights[0])
        return BoardChunk(
            self.boards,
            np.ascontiguousarray(self.weights[:, chosen]),
            np.ascontiguousarray(self.holes[:, chosen]),
            {hand: np.ascontiguousarray(look[:, chosen]) for hand, look in self.looks.items()},
            np.ascontiguousarray(self.values[..., chosen]),
            np.ascontiguousarray(self.counts[..., chosen]),
        )


class Boards:
    """Walks over all boards at the end of a round, a chunk at a time."""

    def __init__(self, plan: Plan, space: CardSpace, keys: KeysUsed) -> None:
        self.plan = plan
        self.space = space
        self.contests = [_contest(plan, id_, keys) for id_ in plan.book.rules.contests]
        left = space.size - plan.board
        self.hole_places = combinations(left, plan.hole)
        self.hidden_places = combinations(left, plan.hidden)
        self.dealer_hands = comb(left - plan.hole, plan.hidden)
        self.looked_at = _hands_of_pay_tables(plan)
        self._kept: list[BoardChunk] | None = None

    @cached_property
    def sets(self) -> Sets:
        left = self.space.size - self.plan.board
        return Sets(left, self.plan.hidden, None if self.plan.board else self.space)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The boards that stand for their kind, and how many each stands for."""
        if not self.plan.board:
            return np.zeros((1, 0), np.uint8), np.ones(1, np.int64)
        symmetry = Symmetry(self.space, self.plan.board)
        chosen = symmetry.weights > 0
        return symmetry.hands[chosen], symmetry.weights[chosen]

    def chunks(self) -> Iterator[BoardChunk]:
        """All boards, once; kept for the next time when they are few."""
        if self._kept is not None:
            yield from self._kept
            return
        boards, weights = self.boards
        step = max(1, HANDS_AT_ONCE // len(self.hole_places))
        few = len(boards) * len(self.hole_places) <= KEEP
        kept = []
        for start in range(0, len(boards), step):
            chunk = self.chunk(boards[start : start + step], weights[start : start + step])
            kept += [chunk] if few else []
            yield chunk
        self._kept = kept if few else None

    @property
    def chunk_count(self) -> int:
        return -(-len(self.boards[0]) // max(1, HANDS_AT_ONCE // len(self.hole_places)))

    def on_board(self, cards: Sequence[Card]) -> BoardChunk:
        """One particular board, counted once."""
        board = np.array([self.space.in_order(cards)], np.uint8).reshape(1, len(cards))
        return self.chunk(board, np.ones(1, np.int64))

    def chunk(self, boards: NDArray[np.uint8], weights: NDArray[np.int64]) -> BoardChunk:
        space, plan = self.space, self.plan
        rest = np.zeros((len(boards), space.size - plan.board), np.uint8)
        leftover(boards, space.size, rest)
        holes = np.zeros((len(boards), *self.hole_places.shape), np.uint8)
        lay_out(rest, self.hole_places, holes)
        standing = np.zeros(holes.shape[:2], np.int64)
        weigh_on_boards(boards, holes, space.suits, space.ranks, space.suit_ranks, standing)
        hidden = np.zeros((len(boards), *self.hidden_places.shape), np.uint8)
        if plan.hidden:
            lay_out(rest, self.hidden_places, hidden)
        looks = _Looks(self, boards, holes, hidden)
        counts = np.zeros((len(boards), len(self.contests), 3, holes.shape[1]), np.int32)
        values = np.zeros((len(boards), len(self.contests), holes.shape[1]), np.int16)
        for number, contest in enumerate(self.contests):
            values[:, number] = looks.at(contest.player)
            self._sweep(contest, looks, standing, counts[:, number])
        seen = {hand: looks.at(hand) for hand in self.looked_at}
        chunk = BoardChunk(boards, standing * weights[:, None], holes, seen, values, counts)
        return chunk.standing_only() if len(boards) == 1 else chunk

    def _sweep(
        self,
        contest: ContestPlan,
        looks: _Looks,
        standing: NDArray[np.int64],
        counts: NDArray[np.int32],
    ) -> None:
        sweep_boards(
            (self.hole_places, looks.at(contest.player), standing),
            (self.hidden_places, looks.at(contest.dealer), self.hidden_weights),
            (contest.values, contest.qualifying),
            self.sets.tables,
            counts,
        )

    @cached_property
    def hidden_weights(self) -> NDArray[np.int64]:
        """Without a board suits are swapped among the dealer's hands too."""
        if self.plan.board:
            return np.ones(len(self.hidden_places), np.int64)
        return Symmetry(self.space, self.plan.hidden).weights


class _Looks:
    """Values of the hands of a chunk, each looked up once."""

    def __init__(
        self,
        owner: Boards,
        boards: NDArray[np.uint8],
        holes: NDArray[np.uint8],
        hidden: NDArray[np.uint8],
    ) -> None:
        self.owner = owner
        self.boards = boards
        self.holes = holes
        self.hidden = hidden
        self._known: dict[object, NDArray[np.int16]] = {}

    def at(self, hand_id: str) -> NDArray[np.int16]:
        """The values of a hand by board and hand."""
        plan = self.owner.plan
        hand = plan.book.rules.hands[hand_id]
        own = self.hidden if plan.dealer_zone in hand.from_ else self.holes
        look = _look_key(plan, hand_id, own.shape[2])
        if look not in self._known:
            chooser, compiled = plan.book.chooser(hand_id), plan.book.compiled(hand_id)
            zones = {zone: self._faces(zone, own) for zone in hand.from_}
            values = chooser.values(compiled, zones).astype(np.int16, copy=False)
            self._known[look] = values.reshape(own.shape[:2])
        return self._known[look]

    def _faces(self, zone: str, own: NDArray[np.uint8]) -> NDArray[np.uint8]:
        plan, faces = self.owner.plan, self.owner.space.faces
        parts = []
        if zone == plan.board_zone:
            board = np.zeros((*own.shape[:2], self.boards.shape[1]), np.uint8)
            spread_board(self.boards, own.shape[1], board)
            parts.append(board)
        if zone in (plan.hole_zone, plan.dealer_zone):
            parts.append(own)
        cards = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=2)
        return faces[cards.reshape(-1, cards.shape[2])]


def _look_key(plan: Plan, hand_id: str, own: int) -> tuple[object, ...]:
    """Hands with the same key have the same values on the same cards."""
    hand = plan.book.rules.hands[hand_id]
    zones = tuple(
        (zone == plan.board_zone, zone in (plan.hole_zone, plan.dealer_zone)) for zone in hand.from_
    )
    least = tuple(hand.at_least.get(zone, 0) for zone in hand.from_)
    return plan.book.ranking(hand_id), zones, least, hand.use, own


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
    """The player's hands that some pay table looks at, as far as the plan knows their cards."""
    rules = plan.book.rules
    known = {plan.hole_zone, plan.board_zone}
    hands = dict.fromkeys(table.hand for table in rules.pays.values())
    return [
        hand
        for hand in hands
        if all(
            zone in known and count == plan.zone_cards(zone)
            for zone, count in rules.hands[hand].from_.items()
        )
    ]
