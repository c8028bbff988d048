"""Blackjack played by tables of a strategy, shoe by shoe, as the blackjack engine deals it.

Hands are numbered as in the exact analysis, by how many cards of each value they hold. So a
decision is one lookup in its tables, and a card is one step to the next hand. Insurance and even
money are declined.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import borrowing, inlined_by_llvm
from feltworks.simulate.shoes import ShoeInUse, draw

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

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    splits: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    rescues: NDArray[np.bool_]
    free_hits: NDArray[np.bool_]
    free_doubles: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    doubles_free: NDArray[np.bool_]
    """By hand: whether the house puts up what doubling adds."""
    splits_free: NDArray[np.bool_]
    """By the value of a pair: whether the house puts up the second hand's wager."""
    sure: NDArray[np.int32]
    """What one unit wins before the dealer plays, 0 if the hand has to wait for him. Indexed by
    whether the hand is split, whether it is doubled, the suit that all its cards share (from 1, 0
    for mixed suits), and the hand."""
    after: NDArray[np.int64]
    totals: NDArray[np.int64]
    ranks: NDArray[np.uint8]
    values: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    """One bit for each suit, by face."""


class SeatHands(NamedTuple):
    """The hands of every seat, by seat and place."""

    hand: NDArray[np.int64]
    size: NDArray[np.int64]
    ranks: NDArray[np.int64]
    """The ranks of the first two cards, by seat, hand and card."""
    values: NDArray[np.int64]
    suits: NDArray[np.int64]
    """The suits of the first two cards, then at `ALL` those of all cards of the hand."""
    stake: NDArray[np.int64]
    """The units that the player has bet."""
    free: NDArray[np.int64]
    """The units that the house has bet for him."""
    doubled: NDArray[np.int64]
    state: NDArray[np.int64]
    split: NDArray[np.int64]
    net: NDArray[np.int64]
    hands: NDArray[np.int64]
    """How many hands each seat has."""
    dealer: NDArray[np.int64]
    """The dealer's hand in numbers, at `HARD` to `UP`."""


ALL = 2
"""Index of the suits of all cards of a hand."""
HARD, ACES, DEALT, UP = range(4)
"""The dealer's hand: points with aces as one, whether he has an ace, number of cards, up card's
value."""


@inlined_by_llvm
def take(felt: SeatHands, seat: int, place: int, card: int, tables: PlayTables) -> None:
    """Deal one more card to a hand; the number of a bust hand is below 0."""
    size = felt.size[seat, place]
    value = np.int64(tables.values[card])
    suit = np.int64(tables.suits[card])
    if size < 2:
        felt.ranks[seat, place, size] = tables.ranks[card]
        felt.values[seat, place, size] = value
        felt.suits[seat, place, size] = suit
    felt.suits[seat, place, ALL] = suit if size == 0 else felt.suits[seat, place, ALL] | suit
    felt.size[seat, place] = size + 1
    felt.hand[seat, place] = tables.after[felt.hand[seat, place], value]


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
def may_split(felt: SeatHands, seat: int, place: int, house: BlackjackNumbers) -> bool:
    if felt.size[seat, place] != 2 or felt.hands[seat] >= house.split_hands:
        return False
    one, other = felt.values[seat, place, 0], felt.values[seat, place, 1]
    alike = felt.ranks[seat, place, 0] == felt.ranks[seat, place, 1]
    if not alike and not (house.unlike_tens and one == 9 and other == 9):
        return False
    return not (felt.split[seat, place] and one == 0 and not house.resplit_aces)


@inlined_by_llvm
def split_off(felt: SeatHands, seat: int, place: int, tables: PlayTables) -> None:
    """Make the second card a hand of its own, behind the seat's other hands."""
    new = felt.hands[seat]
    felt.hands[seat] = new + 1
    is_free = tables.splits_free[felt.values[seat, place, 0]]
    felt.stake[seat, new], felt.free[seat, new] = (0, 1) if is_free else (1, 0)
    for half in range(2):
        at = place if half == 0 else new
        value, rank = felt.values[seat, place, half], felt.ranks[seat, place, half]
        suit = felt.suits[seat, place, half]
        felt.values[seat, at, 0], felt.ranks[seat, at, 0] = value, rank
        felt.suits[seat, at, 0], felt.suits[seat, at, ALL] = suit, suit
        felt.hand[seat, at], felt.size[seat, at] = tables.after[0, value], 1
        felt.doubled[seat, at], felt.state[seat, at], felt.split[seat, at] = 0, PLAYING, 1


@inlined_by_llvm
def sure_pays(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What one unit on a hand wins before the dealer plays; 0 if the hand has to wait for him."""
    suit = 0
    if house.by_suits:
        suits = felt.suits[seat, place, ALL]
        suit = 1 if suits == 1 else 2 if suits == 2 else 3 if suits == 4 else 4 if suits == 8 else 0
    split, doubled = felt.split[seat, place], felt.doubled[seat, place]
    return int(tables.sure[split, doubled, suit, felt.hand[seat, place]])


@inlined_by_llvm
def double_wager(felt: SeatHands, seat: int, place: int, tables: PlayTables) -> None:
    """Put one more unit on a hand, the player's or the house's."""
    felt.doubled[seat, place] = 1
    if tables.doubles_free[felt.hand[seat, place]]:
        felt.free[seat, place] += 1
    else:
        felt.stake[seat, place] += 1


@inlined_by_llvm
def play_hand(
    felt: SeatHands,
    seat: int,
    place: int,
    shoe: ShoeInUse,
    house: BlackjackNumbers,
    tables: PlayTables,
) -> bool:
    """Play one hand to its end; false if the shoe runs out."""
    up = felt.dealer[UP]
    while True:
        if felt.size[seat, place] == 1:
            card = draw(shoe)
            if card < 0:
                return False
            take(felt, seat, place, card, tables)
        hand, size = felt.hand[seat, place], felt.size[seat, place]
        if hand < 0:
            felt.state[seat, place] = BUSTED
            return True
        was_split = felt.split[seat, place] == 1
        if hand == house.natural_hand and size == 2 and not was_split:
            felt.state[seat, place] = BLACKJACK
            return True
        pays = sure_pays(felt, seat, place, house, tables)
        if pays > 0:
            felt.state[seat, place] = SURE
            felt.net[seat, place] = pays * (felt.stake[seat, place] + felt.free[seat, place])
            return True
        if tables.totals[hand] >= 21 or felt.doubled[seat, place] == 1:
            saved = house.rescue and tables.totals[hand] < 21 and tables.rescues[up, hand]
            felt.state[seat, place] = RESCUED if saved else STOOD
            return True
        first = size == 2
        if first and house.surrender and not was_split and tables.surrenders[up, hand]:
            felt.state[seat, place] = SURRENDERED
            return True
        splits = first and tables.splits[up, felt.values[seat, place, 0]]
        if splits and may_split(felt, seat, place, house):
            split_off(felt, seat, place, tables)
            continue
        if was_split and house.one_card_to_aces and felt.values[seat, place, 0] == 0:
            felt.state[seat, place] = STOOD
            return True
        is_free = place > 0 and felt.free[seat, place] > 0
        doubles = tables.free_doubles[up, hand] if is_free else tables.doubles[up, hand]
        doubles = doubles and tables.may_double[hand]
        doubles = doubles and (not was_split or house.double_after_split == 1)
        hits = tables.free_hits[up, hand] if is_free else tables.hits[up, hand]
        if not doubles and not hits:
            felt.state[seat, place] = STOOD
            return True
        card = draw(shoe)
        if card < 0:
            return False
        if doubles:
            double_wager(felt, seat, place, tables)
        take(felt, seat, place, card, tables)


@inlined_by_llvm
def dealer_points(felt: SeatHands) -> int:
    hard = felt.dealer[HARD]
    return int(hard + 10 if felt.dealer[ACES] and hard <= 11 else hard)


@inlined_by_llvm
def dealer_natural(felt: SeatHands) -> bool:
    return bool(felt.dealer[DEALT] == 2 and felt.dealer[ACES] == 1 and felt.dealer[HARD] == 11)


@inlined_by_llvm
def play_dealer(
    felt: SeatHands, shoe: ShoeInUse, house: BlackjackNumbers, tables: PlayTables
) -> bool:
    """The dealer draws if a hand still stands against him; false if the shoe runs out."""
    stood, waiting = False, False
    for seat in range(len(felt.hands)):
        for place in range(felt.hands[seat]):
            state = felt.state[seat, place]
            stood = stood or state == STOOD or (state == BLACKJACK and house.push_22 == PUSH_22_ALL)
            waiting = waiting or felt.state[seat, place] != SETTLED
    while True:
        points = dealer_points(felt)
        soft = felt.dealer[ACES] == 1 and felt.dealer[HARD] <= 11
        draws = points < 17 or (points == 17 and soft and house.hits_soft_17 == 1)
        if not ((felt.dealer[DEALT] == 1 and waiting) or (stood and draws)):
            return True
        card = draw(shoe)
        if card < 0:
            return False
        take_dealer(felt, card, tables)


@inlined_by_llvm
def hand_net(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What a hand wins once everything is played, in the smallest unit of pay."""
    state, stake, unit = felt.state[seat, place], felt.stake[seat, place], house.scale
    if state == SETTLED:
        return int(felt.net[seat, place])
    if dealer_natural(felt):
        hand = felt.hand[seat, place]
        natural = hand == house.natural_hand and felt.size[seat, place] == 2
        if natural and felt.split[seat, place] == 0:
            return house.natural_pays if house.blackjack_wins else 0
        if house.takes_all:
            return int(-stake * unit)
        return -unit if place == 0 else 0
    return plain_net(felt, seat, place, house, tables)


@inlined_by_llvm
def plain_net(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What a hand wins against a dealer who has no blackjack."""
    state, stake, unit = felt.state[seat, place], felt.stake[seat, place], house.scale
    his = dealer_points(felt)
    if state == BLACKJACK:
        return 0 if his == PUSHES and house.push_22 == PUSH_22_ALL else house.natural_pays
    if state == SURRENDERED:
        return -(unit // 2)
    if state == RESCUED:
        return -unit
    if state == BUSTED:
        return int(-stake * unit)
    if state == SURE:
        return int(felt.net[seat, place])
    if his == PUSHES and house.push_22:
        return 0
    mine = tables.totals[felt.hand[seat, place]]
    if his > 21 or mine > his:
        return int((stake + felt.free[seat, place]) * unit)
    return 0 if mine == his else int(-stake * unit)


@inlined_by_llvm
def play_round(
    shoe: ShoeInUse,
    felt: SeatHands,
    script: NDArray[np.int64],
    house: BlackjackNumbers,
    tables: PlayTables,
) -> bool:
    """Play one round up to the settling; false if the shoe runs out: the round is void."""
    seats = len(felt.hands)
    felt.dealer[:] = 0
    for seat in range(seats):
        felt.hands[seat], felt.hand[seat, 0], felt.size[seat, 0] = 1, 0, 0
        felt.stake[seat, 0], felt.free[seat, 0], felt.doubled[seat, 0] = 1, 0, 0
        felt.state[seat, 0], felt.split[seat, 0] = PLAYING, 0
    for step in range(len(script)):
        card = draw(shoe)
        if card < 0:
            return False
        if script[step] == DEALER:
            take_dealer(felt, card, tables)
        elif script[step] >= 0:
            take(felt, script[step], 0, card, tables)
    up = felt.dealer[UP]
    may_be = up == 0 or up == 9
    if may_be and house.early_surrender:
        for seat in range(seats):
            hand = felt.hand[seat, 0]
            if hand != house.natural_hand and tables.surrenders[up, hand]:
                felt.state[seat, 0], felt.net[seat, 0] = SETTLED, -(house.scale // 2)
    if may_be and house.peek and dealer_natural(felt):
        return True
    checked = house.peek == 1 or not may_be
    for seat in range(seats):
        place = 0
        while place < felt.hands[seat]:
            if felt.state[seat, place] == SETTLED:
                place += 1
                continue
            if not play_hand(felt, seat, place, shoe, house, tables):
                return False
            state = felt.state[seat, place]
            # Without a peek the dealer may still have blackjack; then what was added is given back.
            over = checked or (state == BUSTED and house.takes_all)
            over = over or (state == BLACKJACK and house.blackjack_wins)
            if state == BLACKJACK and house.push_22 == PUSH_22_ALL:
                over = False
            if state != STOOD and over:
                felt.net[seat, place] = plain_net(felt, seat, place, house, tables)
                felt.state[seat, place] = SETTLED
            place += 1
    return play_dealer(felt, shoe, house, tables)


@borrowing
def round_by_hand(
    shoe: ShoeInUse,
    felt: SeatHands,
    script: NDArray[np.int64],
    house: BlackjackNumbers,
    tables: PlayTables,
    nets: NDArray[np.int64],
) -> bool:
    """Play one round and find each seat's net; false if the shoe runs out: the round is void."""
    if not play_round(shoe, felt, script, house, tables):
        return False
    for seat in range(len(nets)):
        nets[seat] = 0
        for place in range(felt.hands[seat]):
            nets[seat] += hand_net(felt, seat, place, house, tables)
    return True
