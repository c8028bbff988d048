"""An exchange against a dealer's hand, one position at a time.

The dealer's hands with his open cards are valued once. The cards dealt to the player, kept or given
up, exclude some of them; `weigh_draws` counts the others against every hand that may follow from
the exchange. After the exchange the dealer's possible hands are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from feltworks.arrays import Flags, Int32s, Int64s, UInt8s
from feltworks.odds.cardspace import binomials, combinations
from feltworks.odds.cases import CASE_COUNT, fill_cases
from feltworks.odds.contests import CountedContest
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.game import ExchangeGame
from feltworks.odds.exchange.positionkernels import weigh_draws
from feltworks.odds.exchange.subsets import kept_columns
from feltworks.odds.progress import Progress, silent

MOST_STATES = 5_000_000
"""The most hands that may follow in one position when a certain number of cards is given up."""
KEPT_BOARDS = 52
"""How many are cached; the dealer's hands with one open card of a deck take four megabytes."""


@dataclass(frozen=True)
class DealerHandsByValue:
    """The dealer's hands with some open cards, by rising value: his other cards, the same as bits,
    and the values."""

    hidden: UInt8s
    bits: Int64s
    values: Int32s


@dataclass(frozen=True)
class DrawsWeighed:
    """All draws of one number of cards in a position: their worth, summed by the cards kept, and
    how they end under the best choices, by ending, class and case."""

    masks: tuple[int, ...]
    worths: Int64s
    ends: Int64s


class DealerPositions:
    """Answers positions of a game with a dealer."""

    def __init__(self, game: ExchangeGame) -> None:
        self.game = game
        self.pays = game.pays
        key = f"stages.{game.stage.id}.decide"
        for draw in game.draws:
            for count in draw.counts:
                self._check_draw(f"{key}.{draw.choice}.discard", count)
        self.dealers_with = lru_cache(maxsize=KEPT_BOARDS)(self._dealers_with)

    def _check_draw(self, key: str, count: int) -> None:
        left, hidden = self.left, self.game.plan.hidden
        if count + hidden > left:
            raise OddsRefused(
                key, f"{left} cards are left for the {count} given up and the dealer's {hidden}"
            )
        states = comb(self.game.cards, count) * comb(left, count)
        if states > MOST_STATES:
            raise OddsRefused(
                key,
                f"{states:,} hands can follow when {count} cards are given up; up to "
                f"{MOST_STATES:,} are weighed: let fewer cards be given up",
            )

    @property
    def left(self) -> int:
        """How many cards are left besides the player's and the dealer's open ones."""
        return self.game.space.size - self.game.cards - self.game.plan.board

    def deals_after(self, count: int) -> int:
        """In how many ways this many cards are replaced, and then the dealer's cards come."""
        return comb(self.left, count) * comb(self.left - count, self.game.plan.hidden)

    @property
    def contest(self) -> CountedContest:
        return self.game.contests[0]

    @property
    def seconds_to_get_ready(self) -> float:
        """Zero: nothing is prepared, each position is counted when it is asked about."""
        return 0.0

    def get_ready(self, progress: Progress = silent) -> None:
        """Does nothing: there is nothing to prepare."""

    def _values(self, hand: str, cards: UInt8s) -> Int32s:
        chooser, compiled = self.game.book.chooser(hand), self.game.book.compiled(hand)
        return chooser.row_values(compiled, self.game.space.faces[cards]).astype(np.int32)

    def _dealers_with(self, shown: tuple[int, ...]) -> DealerHandsByValue:
        game, hidden = self.game, self.game.plan.hidden
        left = np.array([n for n in range(game.space.size) if n not in shown], np.uint8)
        more = left[combinations(len(left), hidden)]
        hands = np.concatenate([more, np.tile(np.array(shown, np.uint8), (len(more), 1))], axis=1)
        values = self._values(self.contest.dealer, hands)
        order = np.argsort(values, kind="stable")
        bits = (np.int64(1) << more.astype(np.int64)).sum(axis=1)
        return DealerHandsByValue(more[order], bits[order], values[order])

    def _cases(self, value: int, shown: tuple[int, ...], gone: Sequence[int]) -> list[int]:
        """How many hands of the dealer there are for each of `CASES`."""
        dealers = self.dealers_with(shown)
        left = dealers.values[_without_cards(dealers, gone)]
        bounds = [self.contest.qualifying, value, value + 1]
        unqualified, below, up_to = np.searchsorted(left, bounds).tolist()
        cases = np.zeros(CASE_COUNT, np.int64)
        fill_cases(unqualified, below, up_to, len(left), cases)
        found: list[int] = cases.tolist()
        return found

    def last_worths(
        self, history: int, cards: Sequence[int], board: Sequence[int], given_up: Sequence[int]
    ) -> list[Fraction]:
        """What each choice after the exchange is worth."""
        hand = np.array([sorted(cards)], np.uint8)
        (pay_class,) = self.game.classes_of(hand)
        (value,) = self._values(self.contest.player, hand).tolist()
        cases = self._cases(value, tuple(board), [*cards, *given_up])
        hands = sum(cases)
        found = []
        for choice in self.game.after(history):
            pays = self.pays.table[choice.ending, pay_class].tolist()
            total = sum(pay * count for pay, count in zip(pays, cases, strict=True))
            found.append(Fraction(total, hands * self.pays.scale))
        return found

    def exchange_worths(
        self, cards: Sequence[int], board: Sequence[int]
    ) -> Iterator[tuple[int, int, Fraction]]:
        """Yields each draw, the cards kept as bits, and its worth."""
        for number, draw in enumerate(self.game.draws):
            for count in draw.counts:
                if count == 0:
                    stood = self.last_worths(draw.history, cards, board, ())
                    yield number, (1 << self.game.cards) - 1, max(stood)
                    continue
                found = self.weigh(draw.history, cards, board, self.masks_of(count))
                each = self.deals_after(count) * self.pays.scale
                for mask, worth in zip(found.masks, found.worths.tolist(), strict=True):
                    yield number, mask, Fraction(worth, each)

    def masks_of(self, count: int) -> tuple[int, ...]:
        """Every way to keep all cards but this many, as bits."""
        kept = self.game.cards - count
        return tuple(m for m in range(1 << self.game.cards) if m.bit_count() == kept)

    def weigh(
        self, history: int, cards: Sequence[int], board: Sequence[int], masks: tuple[int, ...]
    ) -> DrawsWeighed:
        """Weigh every draw of a position that keeps one of these sets of cards (bits, all of one
        size)."""
        game, hidden = self.game, self.game.plan.hidden
        count = game.cards - masks[0].bit_count()
        gone = {*cards, *board}
        left = np.array([n for n in range(game.space.size) if n not in gone], np.uint8)
        draws = combinations(len(left), count)
        come, held = left[draws], np.array(cards, np.uint8)
        kept = [np.tile(held[kept_columns(mask, len(cards))], (len(draws), 1)) for mask in masks]
        hands = np.concatenate([np.concatenate([each, come], axis=1) for each in kept])
        hands.sort(axis=1)
        values = self._values(self.contest.player, hands)
        rising = np.argsort(values, kind="stable")
        dealers = self.dealers_with(tuple(board))
        apart = _without_cards(dealers, cards)
        number_of = np.zeros(game.space.size, np.uint8)
        number_of[left] = np.arange(len(left))
        sizes = [comb(len(left), size) for size in range(min(count, hidden) + 1)]
        endings = np.array([choice.ending for choice in game.after(history)])
        found = DrawsWeighed(
            masks, np.zeros(len(masks), np.int64), np.zeros(self.pays.table.shape, np.int64)
        )
        weigh_draws(
            draws[rising % len(draws)],
            values[rising],
            game.classes_of(hands)[rising],
            rising // len(draws),
            number_of[dealers.hidden[apart]],
            dealers.values[apart],
            self.contest.qualifying,
            self.pays.table[endings],
            endings,
            binomials(len(left), max(count, hidden)),
            np.cumsum([0, *sizes[:-1]]).astype(np.int64),
            found.worths,
            found.ends,
        )
        return found


def _without_cards(dealers: DealerHandsByValue, gone: Sequence[int]) -> Flags:
    """The hands that hold none of the cards that are gone."""
    ruled_out = np.int64(sum(1 << card for card in gone))
    found: Flags = (dealers.bits & ruled_out) == 0
    return found
