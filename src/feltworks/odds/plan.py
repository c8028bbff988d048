"""What is known when: the stages of a rules file read as levels.

At each level the player learns cards: his own first, then open cards, which together are called the
board, whoever may use them. The dealer's face-down cards come last and are counted, not visited. A
stage without a decision belongs to the level after it.

Of the groups of a round one is the hole, the player's first cards, and one is hidden, the dealer's
last. All others are the board, even those that are not seen before the end. If the dealer's hand
has to be looked at rather than counted, nothing is hidden and the round is `shown`: his cards are
part of the last board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from feltworks.odds.dealing import CardGroup, Dealing, Drawn, SeenCard
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Stage

MOST_RANK_BITS = 62
"""The ranks that a board holds in one suit, group by group, are bits of one number."""


@dataclass(frozen=True)
class Level:
    """A moment at which cards are seen: the open cards of each group, and the stage that decides,
    if any."""

    board: tuple[int, ...]
    stage: Stage | None

    @property
    def cards(self) -> int:
        return sum(self.board)


@dataclass(frozen=True)
class LevelPlan:
    """A round as the solver sees it."""

    book: Handbook = field(compare=False, repr=False)
    hole_group: CardGroup | None
    groups: tuple[CardGroup, ...]
    hidden_group: CardGroup | None
    levels: tuple[Level, ...]
    order: tuple[SeenCard, ...] = ()
    """The cards in the order in which they are seen."""
    shown: bool = False

    @cached_property
    def hole(self) -> int:
        return self.hole_group.cards if self.hole_group is not None else 0

    @cached_property
    def hidden(self) -> int:
        return self.hidden_group.cards if self.hidden_group is not None else 0

    @cached_property
    def board(self) -> int:
        """How many cards lie open at the end."""
        return self.levels[-1].cards

    def columns(self, hand_id: str, level: int = -1) -> list[list[int]]:
        """Where the cards of a hand lie at a level, zone by zone.

        Columns from 0 up are those of the hole, or of the dealer's hidden cards; a column
        below 0 is a board card, counted from -1.
        """
        drawn = self.book.rules.hands[hand_id].from_
        found = []
        for zone in drawn:
            columns: list[int] = []
            for group in (self.hole_group, self.hidden_group):
                if group is not None and group.zone == zone and group.is_in(drawn):
                    columns += range(group.cards)
            at = 0
            for group, cards in zip(self.groups, self.levels[level].board, strict=True):
                if group.zone == zone and group.is_in(drawn):
                    columns += [-1 - place for place in range(at, at + cards)]
                at += cards
            found.append(columns)
        return found


@dataclass(frozen=True)
class InPlay:
    """What the wagers in question look at: hands of contests and of pay tables."""

    players: tuple[str, ...]
    dealers: tuple[str, ...]
    paid: tuple[str, ...]
    shown: bool = False
    """Whether the dealer's hand has to be looked at, because counting is not enough."""


def make_plan(rules: Rules, book: Handbook, in_play: InPlay, keys: KeysUsed) -> LevelPlan:
    """Read the stages; refuses a key that cannot be weighed by its name."""
    plan = _Laying(Dealing(rules, keys), book, in_play).plan()
    _check_deck(plan)
    return plan


class _Laying:
    """Assigns every group its part: hole, hidden or board."""

    def __init__(self, dealing: Dealing, book: Handbook, in_play: InPlay) -> None:
        self.dealing = dealing
        self.book = book
        self.in_play = in_play
        hands = (*in_play.players, *in_play.dealers, *in_play.paid)
        for hand in hands:
            self._check_dealt(hand)
        self.board = dealing.cut([self._drawn(hand) for hand in hands])

    def _drawn(self, hand: str) -> Drawn:
        return self.book.rules.hands[hand].from_

    def _check_dealt(self, hand: str) -> None:
        for zone, count in self._drawn(hand).items():
            if count > len(self.dealing.seen[zone]):
                raise OddsRefused(
                    f"hands.{hand}.from.{zone}", "it draws on cards that may not be dealt"
                )

    def plan(self) -> LevelPlan:
        hole = self._take_hole()
        hidden = None if self.in_play.shown else self._take_hidden()
        stages: Sequence[Stage | None] = self.dealing.levels
        end = len(stages)
        after = {
            when is None for _, moments in self.board for when in moments if when in (None, end)
        }
        # Cards shown after the last decision come before those that are never shown.
        stages = [*stages, *[None] * max(len(after), not stages)]
        last = len(stages) - 1
        levels = [
            Level(
                tuple(
                    sum((last if when is None else when) <= number for when in moments)
                    for _, moments in self.board
                ),
                stage,
            )
            for number, stage in enumerate(stages)
        ]
        groups = tuple(group for group, _ in self.board)
        order = tuple(self.dealing.order)
        shown = bool(self.in_play.dealers) and hidden is None
        return LevelPlan(self.book, hole, groups, hidden, tuple(levels), order, shown)

    def _take_hole(self) -> CardGroup | None:
        """The player's cards at the first level, as many as lie in one group."""
        first = [
            (sum(when == 0 for when in moments), -place)
            for place, (group, moments) in enumerate(self.board)
            if self.book.rules.zones[group.zone] == "player"
        ]
        cards, place = max(first, default=(0, 0))
        if not cards:
            return None
        return self._taken(-place, lambda when: when == 0)

    def _take_hidden(self) -> CardGroup | None:
        """The largest group of cards, unseen at every decision, that only the dealer's hands
        use."""
        end = len(self.dealing.levels)
        for is_hidden in (lambda when: when is None, lambda when: when == end):
            unseen = [
                (sum(map(is_hidden, moments)), -place)
                for place, (group, moments) in enumerate(self.board)
                if self._is_dealers_alone(group)
            ]
            cards, place = max(unseen, default=(0, 0))
            if cards:
                return self._taken(-place, is_hidden)
        return None

    def _taken(self, place: int, chosen: Callable[[int | None], bool]) -> CardGroup:
        """Makes some cards of a group a group of their own; the others stay on the board."""
        group, moments = self.board[place]
        left = [when for when in moments if not chosen(when)]
        rest = CardGroup(group.zone, group.first, group.stop, len(left))
        self.board[place : place + 1] = [(rest, left)] if left else []
        return CardGroup(group.zone, group.first, group.stop, len(moments) - len(left))

    def _is_dealers_alone(self, group: CardGroup) -> bool:
        others = (*self.in_play.players, *self.in_play.paid)
        return any(group.is_in(self._drawn(hand)) for hand in self.in_play.dealers) and not any(
            group.is_in(self._drawn(hand)) for hand in others
        )


def _check_deck(plan: LevelPlan) -> None:
    deck = plan.book.deck
    copies = zip(deck.faces, deck.copies, strict=True)
    if any(count > 1 and not face.is_joker for face, count in copies):
        raise OddsRefused("game.deck", "a deck that holds a card twice is not weighed for play yet")
    dealt = plan.hole + plan.board + plan.hidden
    if dealt > deck.size:
        raise OddsRefused("game.deck", f"one player needs {dealt} cards; it has {deck.size}")
    if not dealt:
        raise OddsRefused("stages", "the player gets no cards")
    if len(plan.groups) * len(deck.ranks) > MOST_RANK_BITS:
        raise OddsRefused("hands", f"they cut the open cards into {len(plan.groups)} parts")
