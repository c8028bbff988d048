"""A blackjack round of one seat as an automaton: state and next card in, next state out.

With a fixed strategy nothing is left to decide, so a round is an automaton over the ten values of
cards. Each state is a row of edges; an edge holds the next state, which card is looked at next (one
of the first cards, by its place, or the next one of the shoe), and the outcome if the round is
over. Identical rows are merged: by totals a few hundred remain of some thirty thousand positions,
which stay in the fastest cache, and a step has no branch that a processor could guess wrong. A
round with a split hand is flagged and played by `blackjackplay` instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from feltworks.odds.blackjack.shoe import ACE, TEN
from feltworks.simulate.blackjackhands import (
    BLACKJACK,
    BUSTED,
    DEALER,
    PUSH_22_ALL,
    RESCUED,
    STOOD,
    SURE,
    SURRENDERED,
    BlackjackNumbers,
    PlayTables,
    is_settled,
    settled_net,
)
from feltworks.simulate.blackjackshoes import (
    CARD_BY_CARD,
    COLUMNS,
    DONE,
    NEXT_CARD,
    OUTCOME_SHIFT,
    READ_SHIFT,
    UNSHUFFLED,
    StepTable,
)


class _Ended(NamedTuple):
    """How the player's hand ended, before the dealer's is known."""

    state: int
    total: int
    won: int = 1
    lost: int = 1
    """Units that the hand wins and loses; of a hand sure to win, its win in units of pay."""


@dataclass
class _Building:
    house: BlackjackNumbers
    tables: PlayTables
    script: list[int]
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    nets: list[int] = field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        self.row([DONE] * UNSHUFFLED, unshuffled=DONE)
        self.own = [place for place, goes in enumerate(self.script) if goes == 0]
        self.dealer = [place for place, goes in enumerate(self.script) if goes == DEALER]
        self.played = cache(self._played)
        self.dealt = cache(self._dealt)
        self.finished = cache(self._finished)

    def row(self, edges: list[int], *, unshuffled: int | None = None) -> int:
        """The state with these edges; an existing state is used again."""
        last = CARD_BY_CARD << OUTCOME_SHIFT if unshuffled is None else unshuffled
        return self.rows.setdefault((*edges, last), len(self.rows))

    def reading(self, place: int, edges: list[int]) -> int:
        """The edge to a state that looks at the card at `place`."""
        return self.row(edges) * COLUMNS | place << READ_SHIFT

    def end(self, net: int) -> int:
        """The edge that ends one round and begins the next."""
        if net not in self.nets[1:]:
            self.nets.append(net)
        return self.nets.index(net, 1) << OUTCOME_SHIFT

    # --- first cards -----------------------------------------------------------------------

    def begin(self) -> int:
        """The up card, then the player's two."""
        return self.reading(self.dealer[0], [self._second(up) for up in range(10)])

    def _second(self, up: int) -> int:
        return self.reading(self.own[0], [self._third(up, one) for one in range(10)])

    def _third(self, up: int, one: int) -> int:
        after = self.tables.after
        held = [int(after[after[0, one], two]) for two in range(10)]
        return self.reading(self.own[1], [self._opened(up, hand) for hand in held])

    def _opened(self, up: int, hand: int) -> int:
        """After the first cards: the dealer looks at his second card if he may have a blackjack,
        unless the player surrenders first."""
        is_early = self.house.early_surrender and up in (ACE, TEN)
        if is_early and hand != self.house.natural_hand and self.tables.plays.surrenders[up, hand]:
            return self.end(-(self.house.scale // 2))
        if not (self.house.peek and up in (ACE, TEN)):
            return self.played(up, hand, 2)
        natural = -self.house.scale
        if hand == self.house.natural_hand:
            natural = self.house.natural_pays if self.house.blackjack_wins else 0
        looked = [
            self.end(natural) if {up, hole} == {ACE, TEN} else self.played(up, hand, 2)
            for hole in range(10)
        ]
        return self.reading(self.dealer[1], looked)

    # --- the player ------------------------------------------------------------------------

    def _played(self, up: int, hand: int, size: int) -> int:
        """The edge to the hand's next play; `size` is 2, or 3 for any larger number of cards."""
        house, tables, first = self.house, self.tables, size == 2
        if hand < 0:
            return self.finished(up, _Ended(BUSTED, 0))
        total = int(tables.totals[hand])
        if hand == house.natural_hand and first:
            return self.finished(up, _Ended(BLACKJACK, total))
        sure = {int(pays) for pays in tables.sure[0, 0, :, hand]}
        if len(sure) > 1:
            return CARD_BY_CARD << OUTCOME_SHIFT
        if pays := sure.pop():
            return self.finished(up, _Ended(SURE, total, won=pays))
        if total >= 21:
            return self.finished(up, _Ended(STOOD, total))
        if first and house.surrender and tables.plays.surrenders[up, hand]:
            return self.finished(up, _Ended(SURRENDERED, total))
        if first and house.split_hands > 1 and self._splits(up, hand):
            return CARD_BY_CARD << OUTCOME_SHIFT
        after = [int(tables.after[hand, value]) for value in range(10)]
        if tables.may_double[hand] and tables.plays.doubles[up, hand]:
            lost = 1 if tables.doubles_free[hand] else 2
            return self.reading(NEXT_CARD, [self._doubled(up, grown, lost) for grown in after])
        if tables.plays.hits[up, hand]:
            return self.reading(NEXT_CARD, [self.played(up, grown, 3) for grown in after])
        return self.finished(up, _Ended(STOOD, total))

    def _splits(self, up: int, hand: int) -> bool:
        after = self.tables.after
        return any(
            self.tables.plays.splits[up, value] and after[after[0, value], value] == hand
            for value in range(10)
        )

    def _doubled(self, up: int, hand: int, lost: int) -> int:
        """The edge after the card of a doubled hand; one unit is lost if the house put up the
        second."""
        if hand < 0:
            return self.finished(up, _Ended(BUSTED, 0, 2, lost))
        total, pays = int(self.tables.totals[hand]), int(self.tables.sure[0, 1, 0, hand])
        if pays:
            return self.finished(up, _Ended(SURE, total, 2 * pays, lost))
        if self.house.rescue and total < 21 and self.tables.plays.rescues[up, hand]:
            return self.finished(up, _Ended(RESCUED, total, 2, lost))
        return self.finished(up, _Ended(STOOD, total, 2, lost))

    # --- the dealer ------------------------------------------------------------------------

    def _finished(self, up: int, ended: _Ended) -> int:
        """The edge after the player's last card: to the end if the hand is decided, or to the
        dealer."""
        checked = self.house.peek == 1 or up not in (ACE, TEN)
        if is_settled(self.house, ended.state, checked):
            return self.end(self._plain_net(ended, 0))
        his = (up + 1, up == ACE, 1)
        if len(self.dealer) == 1:
            return self.dealt(ended, *his)
        second = [self.dealt(ended, *_with_card(his, value)) for value in range(10)]
        return self.reading(self.dealer[1], second)

    def _waits(self, ended: _Ended) -> bool:
        """Whether the dealer draws against the hand."""
        pushes = ended.state == BLACKJACK and self.house.push_22 == PUSH_22_ALL
        return ended.state == STOOD or pushes

    def _dealt(self, ended: _Ended, hard: int, ace: bool, cards: int) -> int:
        """The edge after a card of the dealer: to his next card, or to the end."""
        soft = ace and hard <= 11
        points = hard + 10 if soft else hard
        draws = points < 17 or (points == 17 and soft and self.house.hits_soft_17)
        if cards == 1 or (self._waits(ended) and draws):
            his = (hard, ace, cards)
            grown = [self.dealt(ended, *_with_card(his, value)) for value in range(10)]
            return self.reading(NEXT_CARD, grown)
        if cards == 2 and ace and hard == 11:
            if ended.state == BLACKJACK:
                return self.end(self.house.natural_pays if self.house.blackjack_wins else 0)
            return self.end(-self.house.scale * (ended.lost if self.house.takes_all else 1))
        return self.end(self._plain_net(ended, points))

    def _plain_net(self, ended: _Ended, points: int) -> int:
        """What a hand wins from a dealer who has no blackjack."""
        return settled_net(self.house, ended.state, points, ended.total, ended.won, ended.lost)


def _with_card(his: tuple[int, bool, int], value: int) -> tuple[int, bool, int]:
    """The dealer's hard points, whether he has an ace, and his cards (3 for any more), with one
    more card."""
    hard, ace, cards = his
    return hard + value + 1, ace or value == ACE, min(cards + 1, 3)


def step_table(house: BlackjackNumbers, tables: PlayTables, script: list[int]) -> StepTable:
    """The automaton of a strategy; `script` says where the first cards go."""
    building = _Building(house, tables, script)
    begin = building.begin()
    edges = np.zeros((len(building.rows), COLUMNS), np.uint32)
    for row, number in building.rows.items():
        edges[number, : len(row)] = row
    nets = np.array(building.nets, np.int64)
    return StepTable(edges.reshape(-1), begin, nets, len(script))
