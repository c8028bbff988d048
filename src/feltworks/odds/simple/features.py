"""What a player can see at a glance: yes-or-no features of hole cards and open cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import RANK_WORDS
from feltworks.hands import Chooser, CompiledRanking, HandError, parse_hand
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.plan import Plan


def _board_zone(plan: Plan) -> str | None:
    return plan.piles[0].zone if plan.piles else None


def _dealer_zone(plan: Plan) -> str | None:
    return plan.hidden_pile.zone if plan.hidden_pile else None


Cards = NDArray[np.uint8]
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class Feature:
    """A yes-or-no question about the cards, in words and as a function over many rows."""

    text: str
    holds: Callable[[Cards, Cards], NDArray[np.bool_]]
    """From open cards and hole cards, one row each."""


def features(plan: Plan, space: CardSpace, board: int) -> list[Feature]:
    """Everything worth asking when so many cards lie open."""
    found = [
        *_high_cards(space, plan.hole),
        *_shape_of_hole(space, plan.hole),
        *(_with_board(plan, space) if board else []),
        *_draws(plan, space, board),
    ]
    for hand in dict.fromkeys(contest.player for contest in plan.book.rules.contests.values()):
        found += _made_hands(plan, space, hand, board)
    if not plan.book.rules.contests:
        for hand in dict.fromkeys(table.hand for table in plan.book.rules.pays.values()):
            found += _made_hands(plan, space, hand, board)
    return [*found, *(_without(feature) for feature in found)]


def _without(feature: Feature) -> Feature:
    """The same question the other way round."""
    text = feature.text.removeprefix("a ").removeprefix("an ")
    return Feature(f"no {text}", lambda boards, holes: ~feature.holds(boards, holes))


def _draws(plan: Plan, space: CardSpace, board: int) -> Iterator[Feature]:
    """Cards on the way to a flush or a straight, own and open ones together."""
    shared = bool(board) and _board_zone(plan) != _dealer_zone(plan)
    cards = plan.hole + (board if shared else 0)
    for count in range(max(2, cards - 3), min(cards, 5) + 1):
        number = NUMBER_WORDS[count]
        yield Feature(f"{number} cards of one suit", _suited(space, count, shared=shared))
        yield Feature(f"{number} cards to a straight", _in_a_row(space, count, shared=shared))


def _all_cards(boards: Cards, holes: Cards, *, shared: bool) -> Cards:
    return np.concatenate([holes, boards], axis=1) if shared else holes


def _suited(
    space: CardSpace, count: int, *, shared: bool
) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        suits = space.suits[_all_cards(boards, holes, shared=shared)]
        each = [(suits == suit).sum(axis=1) for suit in range(len(space.deck.suits))]
        jokers = (suits < 0).sum(axis=1)
        return np.asarray(np.max(each, axis=0) + jokers >= count)

    return holds


def _in_a_row(
    space: CardSpace, count: int, *, shared: bool
) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    """So many different ranks within a stretch as long as they are, one gap allowed."""

    def holds(boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        ranks = space.ranks[_all_cards(boards, holes, shared=shared)]
        best = np.zeros(len(ranks), np.int64)
        for low in range(-1, len(space.deck.ranks) - count):
            stretch = [
                (ranks == rank % len(space.deck.ranks)).any(axis=1)
                for rank in range(low, min(low + count + 1, len(space.deck.ranks)))
            ]
            best = np.maximum(best, np.sum(stretch, axis=0))
        return np.asarray(best >= count)

    return holds


def _rank_word(space: CardSpace, rank: int, *, plural: bool = False) -> str:
    return RANK_WORDS[space.deck.ranks[rank]][plural]


def _high_cards(space: CardSpace, hole: int) -> Iterator[Feature]:
    top = len(space.deck.ranks) - 1
    for count in range(1, hole + 1):
        for rank in range(1, top + 1):
            word = _rank_word(space, rank)
            article = "an" if word[0] in "aeiou" else "a"
            high = f"{word} or higher" if rank < top else word
            text = (
                f"{article} {high}"
                if count == 1
                else f"{NUMBER_WORDS[count]} cards of {word} or higher"
                if rank < top
                else f"{NUMBER_WORDS[count]} {_rank_word(space, rank, plural=True)}"
            )
            yield Feature(text, _counts_high(space, rank, count))


def _counts_high(
    space: CardSpace, rank: int, count: int
) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(_boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        return np.asarray((space.ranks[holes] >= rank).sum(axis=1) >= count)

    return holds


def _shape_of_hole(space: CardSpace, hole: int) -> Iterator[Feature]:
    ranks, suits = space.ranks, space.suits
    if space.deck.jokers:
        yield Feature("the joker", lambda _, holes: np.asarray((suits[holes] < 0).any(axis=1)))
    if hole < 2:
        return
    yield Feature(
        "all cards of one suit" if hole > 2 else "suited cards",
        lambda _, holes: np.asarray((suits[holes] == suits[holes[:, :1]]).all(axis=1)),
    )
    if hole > 2:
        return
    yield Feature("a pair in hand", lambda _, holes: ranks[holes[:, 0]] == ranks[holes[:, 1]])
    for gap in (1, 2):
        between = "next to each other" if gap == 1 else "with one rank between them at most"
        yield Feature(f"two cards {between}", _close(space, gap))
    for rank in range(1, len(space.deck.ranks)):
        word = _rank_word(space, rank, plural=True)
        text = f"a pair of {word} or better in hand"
        yield Feature(text, _pair_from(space, rank))


def _close(space: CardSpace, gap: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(_boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        apart = np.abs(space.ranks[holes[:, 0]] - space.ranks[holes[:, 1]])
        return np.asarray((apart <= gap) & (apart > 0))

    return holds


def _pair_from(space: CardSpace, rank: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(_boards: Cards, holes: Cards) -> NDArray[np.bool_]:
        first, second = space.ranks[holes[:, 0]], space.ranks[holes[:, 1]]
        return np.asarray((first == second) & (first >= rank))

    return holds


def _with_board(plan: Plan, space: CardSpace) -> Iterator[Feature]:
    ranks, suits = space.ranks, space.suits
    dealers = _board_zone(plan) == _dealer_zone(plan)
    whose = "the dealer's open card" if dealers else "an open card"
    yield Feature(
        f"a card of the same rank as {whose}",
        lambda boards, holes: np.asarray(
            (ranks[boards][:, :, None] == ranks[holes][:, None, :]).any(axis=(1, 2))
        ),
    )
    yield Feature(
        f"a card higher than {whose}" if dealers else "a card higher than every open card",
        lambda boards, holes: ranks[holes].max(axis=1) > ranks[boards].max(axis=1),
    )
    if dealers:
        for rank in range(1, len(space.deck.ranks) - 1):
            text = f"the dealer showing {_rank_word(space, rank)} or lower"
            yield Feature(text, _shows_at_most(space, rank))
        return
    yield Feature(
        "every card higher than every open card",
        lambda boards, holes: ranks[holes].min(axis=1) > ranks[boards].max(axis=1),
    )
    yield Feature(
        "a pair among the open cards",
        lambda boards, _: np.asarray(
            (np.diff(np.sort(ranks[boards], axis=1), axis=1) == 0).any(axis=1)
        ),
    )
    for count in (2, 3):
        if plan.board >= count:
            number = NUMBER_WORDS[count]
            yield Feature(f"{number} open cards of one suit", _open_suited(space, count))
    yield Feature("two open cards next to each other", _open_close(space, 1))
    yield Feature("two open cards with one rank between them at most", _open_close(space, 2))
    for rank in range(1, len(space.deck.ranks)):
        word = _rank_word(space, rank)
        yield Feature(f"an open {word} or higher", _opens_with(space, rank))
    yield Feature(
        "a card in suit with an open card",
        lambda boards, holes: np.asarray(
            (suits[boards][:, :, None] == suits[holes][:, None, :]).any(axis=(1, 2))
        ),
    )


def _open_suited(space: CardSpace, count: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(boards: Cards, _holes: Cards) -> NDArray[np.bool_]:
        each = [(space.suits[boards] == suit).sum(axis=1) for suit in range(len(space.deck.suits))]
        return np.asarray(np.max(each, axis=0) >= count)

    return holds


def _open_close(space: CardSpace, gap: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(boards: Cards, _holes: Cards) -> NDArray[np.bool_]:
        apart = np.diff(np.sort(space.ranks[boards], axis=1), axis=1)
        return np.asarray(((apart > 0) & (apart <= gap)).any(axis=1))

    return holds


def _opens_with(space: CardSpace, rank: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(boards: Cards, _holes: Cards) -> NDArray[np.bool_]:
        return np.asarray(space.ranks[boards].max(axis=1) >= rank)

    return holds


def _shows_at_most(space: CardSpace, rank: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
    def holds(boards: Cards, _holes: Cards) -> NDArray[np.bool_]:
        return np.asarray(space.ranks[boards].max(axis=1) <= rank)

    return holds


def _made_hands(plan: Plan, space: CardSpace, hand_id: str, board: int) -> Iterator[Feature]:
    """Thresholds of the hand as far as it can be seen now."""
    hand = plan.book.rules.hands[hand_id]
    seen = {
        zone: board if zone == _board_zone(plan) else count for zone, count in hand.from_.items()
    }
    zones = {zone: count for zone, count in seen.items() if count}
    compiled = plan.book.compiled(hand_id)
    use = hand.use or compiled.ranking.cards
    least = {zone: count for zone, count in hand.at_least.items() if zone in zones}
    if sum(zones.values()) < use:
        return
    look = _Look(space, plan, Chooser(zones, use, least), compiled)
    kind = f"{use}-card " if len(plan.book.rules.contests) > 1 else ""
    for phrase in _phrases(compiled):
        try:
            values = parse_hand(f"{phrase} or better", compiled).values
        except HandError:
            continue
        if values is not None and values.start > 0:
            article = "" if phrase.endswith("high") or phrase.startswith("two pair") else "a "
            yield Feature(f"{article}{kind}{phrase} or better", look.at_least(values.start))


class _Look:
    """Values of the hand seen so far; remembers the last rows it was asked about."""

    def __init__(
        self, space: CardSpace, plan: Plan, chooser: Chooser, compiled: CompiledRanking
    ) -> None:
        self.space = space
        self.plan = plan
        self.chooser = chooser
        self.compiled = compiled
        self._last: tuple[int, int, NDArray[np.signedinteger]] | None = None

    def values(self, boards: Cards, holes: Cards) -> NDArray[np.signedinteger]:
        asked = (id(boards), id(holes))
        if self._last is None or self._last[:2] != asked:
            parts = [boards if z == _board_zone(self.plan) else holes for z in self.chooser.zones]
            faces = self.space.faces[np.concatenate(parts, axis=1)]
            self._last = (*asked, self.chooser.row_values(self.compiled, faces))
        return self._last[2]

    def at_least(self, value: int) -> Callable[[Cards, Cards], NDArray[np.bool_]]:
        return lambda boards, holes: np.asarray(self.values(boards, holes) >= value)


def _phrases(compiled: CompiledRanking) -> Iterator[str]:
    """Hands worth naming: categories, pairs by rank, high cards by one and two ranks."""
    ranks = compiled.deck.ranks
    for category in compiled.ranking.categories:
        if category == "high card":
            for place, high in enumerate(ranks[1:], 1):
                yield f"{RANK_WORDS[high][0]} high"
                for second in ranks[:place] if place >= len(ranks) - 3 else ():
                    yield f"{RANK_WORDS[high][0]}-{RANK_WORDS[second][0]} high"
            continue
        yield category
        if category in ("pair", "three of a kind"):
            for rank in ranks:
                several = RANK_WORDS[rank][1]
                yield f"pair of {several}" if category == "pair" else f"three {several}"
