"""Blackjack as kernels have it: the rules in numbers, a strategy as tables, the hands of all seats,
and what a card or a chip does to a hand.

Hands are numbered as the exact analysis does it, by how many cards of each value they hold, so a
card is one step to the next hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int32s, Int64s, UInt8s
from feltworks.kernels import inlined_by_llvm
from feltworks.odds.blackjack.plays import HandStrategy

PLAYING, STOOD, BLACKJACK, BUSTED, SURRENDERED, SETTLED, SURE, RESCUED = range(8)
"""States of a hand. A settled hand is out of the round and its net is known; so is the net of a
hand that is sure to win."""
PUSH_22, PUSH_22_ALL = 1, 2
"""A dealer's 22 pushes, either with hands that stand or with blackjacks as well."""
PUSHES = 22
MOST_HANDS = 4
DEALER = 99
NOWHERE = -1


class BlackjackNumbers(NamedTuple):
    """The rules as whole numbers; pays are in the smallest unit of pay."""

    size: int
    burn: int
    cut_at: int
    first_cards: int
    peek: int
    takes_all: int
    split_hands: int
    resplit_aces: int
    one_card_to_aces: int
    double_after_split: int
    surrender: int
    early_surrender: int
    hits_soft_17: int
    unlike_tens: int
    push_22: int
    blackjack_wins: int
    rescue: int
    by_suits: int
    scale: int
    natural_pays: int
    most_pays: int
    """The most that one unit on a hand can win."""
    natural_hand: int


class PlayTables(NamedTuple):
    """The strategy by up card and hand, the hands themselves, and each face's rank and value."""

    plays: HandStrategy
    may_double: Flags
    doubles_free: Flags
    """By hand: whether the house puts up what doubling adds."""
    splits_free: Flags
    """By the value of a pair: whether the house puts up the second hand's wager."""
    sure: Int32s
    """What one unit wins before the dealer plays, 0 if the hand has to wait for him. Indexed by
    whether the hand is split, whether it is doubled, the suit that all its cards share (from 1, 0
    for mixed suits), and the hand."""
    after: Int64s
    totals: Int64s
    ranks: UInt8s
    values: UInt8s
    suits: UInt8s
    """One bit for each suit, by face."""


class SeatHands(NamedTuple):
    """The hands of every seat, by seat and place."""

    cards: Int64s
    """The faces of the first two cards, by seat, hand and card."""
    hand: Int64s
    size: Int64s
    suits: Int64s
    """The suits of all cards, as bits."""
    stake: Int64s
    """The units that the player has bet."""
    free: Int64s
    """The units that the house has bet for him."""
    doubled: Int64s
    state: Int64s
    split: Int64s
    net: Int64s
    hands: Int64s
    """How many hands each seat has."""
    dealer: Int64s
    """The dealer's hand in numbers, at `HARD` to `UP`."""


HARD, ACES, DEALT, UP = range(4)
"""The dealer's hand: points with aces as one, whether he has an ace, number of cards, up card's
value."""


def new_felt(seats: int) -> SeatHands:
    """Empty hands for this many seats."""
    shapes = [(seats, MOST_HANDS, 2), *[(seats, MOST_HANDS)] * 9, (seats,), (4,)]
    return SeatHands(*(np.zeros(shape, np.int64) for shape in shapes))


@inlined_by_llvm
def take(felt: SeatHands, seat: int, place: int, card: int, tables: PlayTables) -> None:
    """Deal one more card to a hand; the number of a bust hand is below 0."""
    size, suit = felt.size[seat, place], np.int64(tables.suits[card])
    if size < 2:
        felt.cards[seat, place, size] = card
    felt.suits[seat, place] = suit if size == 0 else felt.suits[seat, place] | suit
    felt.size[seat, place] = size + 1
    felt.hand[seat, place] = tables.after[felt.hand[seat, place], tables.values[card]]


@inlined_by_llvm
def take_dealer(felt: SeatHands, card: int, tables: PlayTables) -> None:
    value = np.int64(tables.values[card])
    if felt.dealer[DEALT] == 0:
        felt.dealer[UP] = value
    felt.dealer[HARD] += value + 1
    if value == 0:
        felt.dealer[ACES] = 1
    felt.dealer[DEALT] += 1


@inlined_by_llvm
def may_split(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> bool:
    if felt.size[seat, place] != 2 or felt.hands[seat] >= house.split_hands:
        return False
    first, second = felt.cards[seat, place, 0], felt.cards[seat, place, 1]
    one, other = tables.values[first], tables.values[second]
    alike = tables.ranks[first] == tables.ranks[second]
    if not alike and not (house.unlike_tens and one == 9 and other == 9):
        return False
    return not (felt.split[seat, place] and one == 0 and not house.resplit_aces)


@inlined_by_llvm
def split_off(felt: SeatHands, seat: int, place: int, tables: PlayTables) -> None:
    """Make the second card a hand of its own, behind the seat's other hands."""
    new = felt.hands[seat]
    felt.hands[seat] = new + 1
    is_free = tables.splits_free[tables.values[felt.cards[seat, place, 0]]]
    felt.stake[seat, new], felt.free[seat, new] = (0, 1) if is_free else (1, 0)
    for half in range(2):
        at, card = place if half == 0 else new, felt.cards[seat, place, half]
        felt.cards[seat, at, 0], felt.suits[seat, at] = card, tables.suits[card]
        felt.hand[seat, at], felt.size[seat, at] = tables.after[0, tables.values[card]], 1
        felt.doubled[seat, at], felt.state[seat, at], felt.split[seat, at] = 0, PLAYING, 1


@inlined_by_llvm
def double_wager(felt: SeatHands, seat: int, place: int, tables: PlayTables) -> None:
    """Put one more unit on a hand, the player's or the house's."""
    felt.doubled[seat, place] = 1
    if tables.doubles_free[felt.hand[seat, place]]:
        felt.free[seat, place] += 1
    else:
        felt.stake[seat, place] += 1


@inlined_by_llvm
def dealer_points(felt: SeatHands) -> int:
    hard = felt.dealer[HARD]
    return int(hard + 10 if felt.dealer[ACES] and hard <= 11 else hard)


@inlined_by_llvm
def dealer_natural(felt: SeatHands) -> bool:
    return bool(felt.dealer[DEALT] == 2 and felt.dealer[ACES] == 1 and felt.dealer[HARD] == 11)


def is_settled(house: BlackjackNumbers, state: int, checked: bool) -> bool:
    """Whether what a hand wins is known before the dealer draws. If he was not `checked` for a
    blackjack, one may still come and give back what was added."""
    if state == STOOD or (state == BLACKJACK and house.push_22 == PUSH_22_ALL):
        return False
    over = checked or (state == BUSTED and house.takes_all == 1)
    return over or (state == BLACKJACK and house.blackjack_wins == 1)


def settled_net(
    house: BlackjackNumbers, state: int, his: int, mine: int, won: int, lost: int
) -> int:
    """What a hand wins against a dealer with this total who has no blackjack, in the smallest unit
    of pay. It wins `won` units and loses `lost`; a hand sure to win wins `won` units of pay."""
    if state == BLACKJACK:
        return 0 if his == PUSHES and house.push_22 == PUSH_22_ALL else house.natural_pays
    if state == SURRENDERED:
        return -(house.scale // 2)
    if state == RESCUED:
        return -house.scale
    if state == BUSTED:
        return -lost * house.scale
    if state == SURE:
        return won
    if his == PUSHES and house.push_22:
        return 0
    if his > 21 or mine > his:
        return won * house.scale
    return 0 if mine == his else -lost * house.scale


compiled_is_settled = inlined_by_llvm(is_settled)
compiled_settled_net = inlined_by_llvm(settled_net)
"""The same for other kernels; `blackjacksteps` calls the plain functions."""
