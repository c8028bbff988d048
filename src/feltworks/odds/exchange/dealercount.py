"""An exchange against a dealer's hand, counted over all deals.

For each open card of the dealer, up to swaps of suits, there are four steps: his hands are counted
for every last hand of the player and every card that may have been given up (`count_dealers`); the
last decision is weighed; the best card to give up is found for every deal; and, forward, it is
counted how often each state is reached and how it ends. Draws of more cards are compared with the
best of these (`widerdraws`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace, binomials, combinations
from feltworks.odds.errors import OddsRefused
from feltworks.odds.estimate import LONG_SECONDS, duration_text
from feltworks.odds.exchange.dealer import DealerPositions
from feltworks.odds.exchange.dealerkernels import (
    EXCHANGED,
    STOOD,
    CountedStates,
    HandPlaces,
    choose_cards,
    count_dealers,
    count_states,
    follow_choices,
    weigh_states,
)
from feltworks.odds.exchange.game import Draw, ExchangeGame
from feltworks.odds.exchange.positionkernels import note_choices
from feltworks.odds.exchange.subsets import part_numbers
from feltworks.odds.exchange.widerdraws import ChosenCards, DealtHands, WiderDraws
from feltworks.odds.forward import EndingCounts
from feltworks.odds.pays import Pays
from feltworks.odds.progress import Progress, silent
from feltworks.odds.sums import MOST_WORTH, NARROW
from feltworks.odds.symmetry import Symmetry
from feltworks.odds.walk import SolvedPlay
from feltworks.rules.handbook import Handbook, without_cards

DEAL_SECONDS = 8e-6
"""The cost of a deal with one open card, all cards that may replace one of five included."""
BOUND_SECONDS = 1e-6
"""The additional cost for every number of cards beyond one that may be given up."""


@dataclass(frozen=True)
class ExchangeWays:
    """What may follow an exchange, then what may follow without one: by way and choice."""

    draws: tuple[Draw | None, Draw | None]
    endings: Int64s
    choices: Int64s


@dataclass(frozen=True)
class BoardChoices:
    """The best choices for the canonical hands beside some open cards, by number of the hand: the
    cards kept as bits, and the decision after as `note_choices` encodes it."""

    masks: UInt8s
    after: UInt8s


@dataclass(frozen=True)
class BoardCount:
    """How the deals beside some open cards end: those in which at most one card is given up, then
    the others by number of cards; how many have equal choices; and the choices."""

    ends: Int64s
    by_count: dict[int, NDArray[np.object_]]
    tied: int
    choices: BoardChoices


class DealerExchange(DealerPositions, SolvedPlay):
    """All deals of a game in which cards may be given up, against a dealer."""

    def __init__(self, game: ExchangeGame, pays: Pays | None = None) -> None:
        super().__init__(game)
        self.pays = pays or game.pays
        self.tree = game.tree
        self.choices: list[BoardChoices] = []
        """The best play beside each of `open_cards`, once all was counted."""
        self._check()

    def _check(self) -> None:
        game, key = self.game, f"stages.{self.game.stage.id}.decide"
        for count in range(game.cards + 1):
            if sum(count in draw.counts for draw in game.draws) > 1:
                raise OddsRefused(key, f"two choices give up {count} cards each")
        if self.ways.draws == (None, None):
            raise OddsRefused(
                key, "against a dealer an exchange is counted where no card or one may be given up"
            )
        largest = int(np.abs(self.pays.table).max(initial=1))
        deals = comb(game.space.size, game.cards) * comb(game.space.size, game.plan.board)
        most = max(
            [deals * self.common, *(self.deals_after(count) for count, _ in self.wider.draws)]
        )
        if most * largest >= MOST_WORTH:
            raise OddsRefused("stages", "its deals do not fit whole numbers of 64 bits")

    @property
    def rest(self) -> int:
        """How many cards are left beside the dealer's open ones."""
        return self.game.space.size - self.game.plan.board

    @cached_property
    def totals(self) -> list[int]:
        """How many hands the dealer has after an exchange of a card, and without one."""
        left = self.rest - self.game.cards
        return [comb(left - 1, self.game.plan.hidden), comb(left, self.game.plan.hidden)]

    @cached_property
    def common(self) -> int:
        """A common multiple of the numbers of deals that follow with and without an exchange."""
        return lcm((self.rest - self.game.cards) * self.totals[EXCHANGED], self.totals[STOOD])

    @cached_property
    def wider(self) -> WiderDraws:
        """The draws of more than one card."""
        return WiderDraws(self, self.common)

    @cached_property
    def ways(self) -> ExchangeWays:
        game = self.game
        found = tuple(
            next((draw for draw in game.draws if count in draw.counts), None) for count in (1, 0)
        )
        after = [[] if draw is None else game.after(draw.history) for draw in found]
        most = max(map(len, after))
        endings = np.zeros((2, most), np.int64)
        for way, choices in enumerate(after):
            endings[way, : len(choices)] = [choice.ending for choice in choices]
        return ExchangeWays((found[0], found[1]), endings, np.array([len(each) for each in after]))

    @property
    def seconds_to_solve(self) -> float:
        """About how long a count takes."""
        boards = int((self.open_cards.weights > 0).sum())
        each = DEAL_SECONDS + BOUND_SECONDS * len(self.wider.draws)
        return boards * comb(self.rest, self.game.cards) * each / 6

    def choose(self, progress: Progress = silent) -> None:
        """Does nothing: the best choices are found as deals are counted."""

    def count(self, progress: Progress = silent) -> EndingCounts:
        is_long = self.seconds_to_solve > LONG_SECONDS
        # Draws of more cards may be refused; that mostly shows with the first open cards.
        announced_at = 1 if self.wider.draws else 0
        counts: list[tuple[BoardCount, int]] = []
        of = int((self.open_cards.weights > 0).sum())
        for row in np.flatnonzero(self.open_cards.weights):
            if is_long and len(counts) == announced_at:
                told = duration_text(self.seconds_to_solve)
                progress(f"an exchange against a dealer is to be counted: about {told}", 0, 0)
            progress("open cards of the dealer", len(counts), of)
            board, weight = self.open_cards.hands[row], int(self.open_cards.weights[row])
            counts.append((self._on_board(board), weight))
        self.choices = [found.choices for found, _ in counts]
        return self._put_together(counts)

    @cached_property
    def open_cards(self) -> Symmetry:
        """The dealer's open cards, up to swaps of suits."""
        return Symmetry(self.game.space, [self.game.plan.board])

    def _put_together(self, counts: Sequence[tuple[BoardCount, int]]) -> EndingCounts:
        """The counts on all boards, each weighted by how often it comes, over the same number of
        deals."""
        used = {count for found, _ in counts for count in found.by_count}
        common = lcm(self.common, *map(self.deals_after, used))
        total = np.zeros(self.pays.table.shape, object)
        tied = 0
        for found, weight in counts:
            tied += found.tied * weight * common
            total += found.ends.astype(object) * (weight * (common // self.common))
            for count, ends in found.by_count.items():
                total += ends * (weight * (common // self.deals_after(count)))
        if total.sum() >= MOST_WORTH:
            raise OddsRefused("stages", "its deals do not fit whole numbers of 64 bits")
        return EndingCounts(total.astype(np.int64), {self.game.stage.id: tied})

    def _on_board(self, board: UInt8s) -> BoardCount:
        """How all deals with those open cards end, and how many have equal choices."""
        dealt = self._dealt(board)
        hands, states, ways = dealt.hands, dealt.states, self.ways
        best = np.zeros(states.counted.shape[1:], self._worth_type)
        taken = np.zeros(best.shape, np.int8)
        weigh_states(states, self.pays.table[ways.endings], ways.choices, best, taken)
        lays = ((self.rest - self.game.cards) * self.totals[EXCHANGED], self.totals[STOOD])
        scales = np.array([self.common // each for each in lays])
        chosen = ChosenCards.of(len(hands))
        choose_cards(hands, dealt.found, best, scales, self._tie_ranks, *chosen.arrays)
        by_count = self.wider.choose(dealt, chosen, self._tie_ranks) if self.wider.draws else {}
        reached = np.zeros(best.shape, np.int32)
        follow_choices(hands, dealt.weights, dealt.found, chosen.given_up, reached)
        ends = np.zeros(self.pays.table.shape, np.int64)
        count_states(states, ways.endings, taken, reached, scales, ends)
        tied = int(dealt.weights[chosen.tied].sum())
        return BoardCount(ends, by_count, tied, self._noted(dealt, chosen, taken))

    def _noted(self, dealt: DealtHands, chosen: ChosenCards, taken: Int8s) -> BoardChoices:
        """The choices on a board, hands by their numbers again."""
        after = np.zeros(len(taken), np.uint8)
        note_choices(dealt.hands, taken, self.ways.choices[EXCHANGED], after)
        cards = self.game.cards
        by_number = np.argsort(part_numbers(dealt.hands, list(range(cards)), len(dealt.rest)))
        return BoardChoices(chosen.masks(cards)[by_number], after[by_number])

    @property
    def _tie_ranks(self) -> Int64s:
        """By way to exchange: its rank among equal worths, the lowest wins; 0 if not allowed."""
        draws = self.game.draws
        return np.array([0 if each is None else 1 + draws.index(each) for each in self.ways.draws])

    def _dealt(self, board: UInt8s) -> DealtHands:
        """The player's hands beside those open cards, and the dealer's against each."""
        rest = np.array([n for n in range(self.game.space.size) if n not in board], np.uint8)
        left, symmetry = self.hands_beside(board)
        canonical = np.flatnonzero(symmetry.weights > 0)
        values = self._values(self.contest.player, rest[symmetry.hands[canonical]])
        rising = np.argsort(values, kind="stable")
        canonical, values = canonical[rising], values[rising]
        hands = symmetry.hands[canonical]
        numbers, swaps = symmetry.canonical_numbers()
        place_of = np.zeros(len(symmetry.hands), np.int32)
        place_of[canonical] = np.arange(len(canonical))
        return DealtHands(
            board=tuple(board.tolist()),
            rest=rest,
            hands=hands,
            weights=symmetry.weights[canonical],
            states=CountedStates(
                classes=self.game.classes_of(rest[hands]),
                counted=self._counted(board, rest, hands, values),
                totals=np.array(self.totals),
            ),
            found=HandPlaces(
                place_of[numbers], swaps, left.swapped, binomials(len(rest), self.game.cards)
            ),
        )

    def hands_beside(self, board: UInt8s) -> tuple[CardSpace, Symmetry]:
        """The cards that the open ones leave, and the player's hands of them."""
        space = self.game.space
        shown = [space.card(int(card)) for card in board]
        deck = Handbook(without_cards(self.game.rules, shown)).deck
        left = CardSpace(deck, swap_suits=space.swap_suits)
        # Suits are alike if both the whole deck and what is left of it hold the same ranks in them.
        both = np.stack([space.suit_ranks, left.suit_ranks], axis=1)
        alike = np.unique(both, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
        return left, Symmetry(left, [self.game.cards], alike)

    def _counted(self, board: UInt8s, rest: UInt8s, hands: UInt8s, values: Int32s) -> Int32s:
        """The dealer's hands that do not qualify, lie below each hand, and up to it."""
        hidden = self.game.plan.hidden
        dealers = combinations(len(rest), hidden)
        laid = np.concatenate([rest[dealers], np.tile(board, (len(dealers), 1))], axis=1)
        theirs = self._values(self.contest.dealer, laid)
        order = np.argsort(theirs, kind="stable")
        sizes = [comb(len(rest), size) for size in range(hidden)]
        starts = np.cumsum([0, *sizes[:-1]]).astype(np.int64)
        table = np.zeros((sum(sizes), len(rest) + 1), np.int32)
        counted = np.zeros((3, len(hands), len(rest) + 1), np.int32)
        count_dealers(
            hands,
            values,
            dealers[order],
            theirs[order],
            theirs,
            self.contest.qualifying,
            binomials(len(rest), self.game.cards),
            starts,
            table,
            counted,
        )
        return counted

    @property
    def _worth_type(self) -> type[np.signedinteger]:
        """The smallest type that holds the worth of all the dealer's hands against one of the
        player's."""
        most = int(np.abs(self.pays.table).max(initial=1)) * max(self.totals)
        return np.int32 if most < NARROW else np.int64

    def with_pays(self, pays: Pays) -> DealerExchange:
        return DealerExchange(self.game, pays)
