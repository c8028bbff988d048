"""An exchange against a dealer's hand, one position at a time: every hand he can have is looked at.

The dealer's hands with his open cards are valued once. A hand of the player's, the open cards and
the cards given up rule some of them out; the others are counted by whether they qualify and how
they compare. To weigh the exchange, this is done for every card that may come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations as sets_of
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import combinations
from feltworks.odds.contests import CountedContest
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.game import ExchangeGame
from feltworks.odds.exchange.subsets import kept_columns
from feltworks.odds.walk import Progress, silent

MOST_STATES = 2_000
"""So many hands may follow from one position; each is held against all hands of the dealer."""


class DealerPositions:
    """Answers positions of a game with a dealer."""

    def __init__(self, game: ExchangeGame) -> None:
        self.game = game
        self.pays = game.pays
        key = f"stages.{game.stage.id}.decide"
        left = game.space.size - game.cards - game.plan.board
        for draw in game.draws:
            states = sum(comb(game.cards, n) * comb(left, n) for n in draw.counts)
            if states > MOST_STATES:
                raise OddsRefused(
                    f"{key}.{draw.choice}.discard",
                    f"{states:,} hands can follow from this exchange, each against every hand of "
                    f"the dealer; up to {MOST_STATES:,} are weighed: let fewer cards be given up",
                )
        self._dealers = lru_cache(maxsize=8)(self._dealers_with)

    @property
    def contest(self) -> CountedContest:
        return self.game.contests[0]

    @property
    def seconds_to_get_ready(self) -> float:
        """Nothing has to be made ready: each position is counted when it is asked for."""
        return 0.0

    def get_ready(self, progress: Progress = silent) -> None:
        """Nothing has to be made ready."""

    def _dealers_with(self, shown: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The dealer's hands with those open cards: his other cards as bits, and the values."""
        game, hidden = self.game, self.game.plan.hidden
        left = np.array([n for n in range(game.space.size) if n not in shown], np.uint8)
        more = left[combinations(len(left), hidden)]
        bits = (np.int64(1) << more.astype(np.int64)).sum(axis=1)
        hands = np.concatenate([more, np.tile(np.array(shown, np.uint8), (len(more), 1))], axis=1)
        chooser = game.book.chooser(self.contest.dealer)
        compiled = game.book.compiled(self.contest.dealer)
        values = chooser.row_values(compiled, game.space.faces[hands]).astype(np.int64)
        order = np.argsort(values, kind="stable")
        return bits[order], values[order]

    def _cases(self, value: int, shown: tuple[int, ...], gone: Sequence[int]) -> list[int]:
        """How many hands of the dealer there are for each of `CASES`."""
        bits, values = self._dealers(shown)
        ruled_out = np.int64(sum(1 << card for card in gone))
        left = values[(bits & ruled_out) == 0]
        q = self.contest.qualifying
        below, upto, no_q = np.searchsorted(left, [value, value + 1, q]).tolist()
        total = len(left)
        lower = min(below, no_q)
        tied = upto - below
        unqualified = [lower, tied if value < q else 0, max(no_q - upto, 0)]
        wins = below - lower
        return [*unqualified, wins, tied if value >= q else 0, total - max(upto, no_q)]

    def _value(self, cards: Sequence[int]) -> int:
        hand = self.contest.player
        faces = self.game.space.faces[np.array([cards], np.uint8)]
        compiled = self.game.book.compiled(hand)
        return int(self.game.book.chooser(hand).row_values(compiled, faces)[0])

    def last_worths(
        self, history: int, cards: Sequence[int], board: Sequence[int], given_up: Sequence[int]
    ) -> list[Fraction]:
        """What each choice after the exchange is worth."""
        (pay_class,) = self.game.classes_of(np.array([sorted(cards)], np.uint8))
        cases = self._cases(self._value(cards), tuple(board), [*cards, *given_up])
        hands = sum(cases)
        found = []
        for choice in self.game.after(history):
            pays = self.pays.table[choice.ending, pay_class].tolist()
            if self.game.tree.endings[choice.ending].folded_at is not None:
                found.append(Fraction(pays[0], self.pays.scale))
                continue
            total = sum(pay * count for pay, count in zip(pays, cases, strict=True))
            found.append(Fraction(total, hands * self.pays.scale))
        return found

    def exchange_worths(
        self, cards: Sequence[int], board: Sequence[int]
    ) -> Iterator[tuple[int, int, Fraction]]:
        """A draw, the cards kept as bits, and what that is worth."""
        left = [n for n in range(self.game.space.size) if n not in {*cards, *board}]
        for number, draw in enumerate(self.game.draws):
            for count in draw.counts:
                for mask in range(1 << len(cards)):
                    if len(cards) - mask.bit_count() != count:
                        continue
                    kept = [cards[place] for place in kept_columns(mask, len(cards))]
                    gone = [card for card in cards if card not in kept]
                    worth = [
                        max(self.last_worths(draw.history, [*kept, *more], board, gone))
                        for more in sets_of(left, count)
                    ]
                    yield number, mask, sum(worth, Fraction(0)) / len(worth)
