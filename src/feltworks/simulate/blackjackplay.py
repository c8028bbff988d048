"""Rounds of blackjack played by tables of a strategy, as the blackjack engine deals them.

A decision is one lookup in the tables by up card and hand. Insurance and even money are declined.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Int64s
from feltworks.kernels import borrowing, inlined_by_llvm
from feltworks.simulate.blackjackhands import (
    ACES,
    BLACKJACK,
    BUSTED,
    DEALER,
    DEALT,
    HARD,
    PLAYING,
    PUSH_22_ALL,
    RESCUED,
    SETTLED,
    STOOD,
    SURE,
    SURRENDERED,
    UP,
    BlackjackNumbers,
    PlayTables,
    SeatHands,
    compiled_is_settled,
    compiled_settled_net,
    dealer_natural,
    dealer_points,
    double_wager,
    may_split,
    split_off,
    take,
    take_dealer,
)
from feltworks.simulate.shoes import ShoeInUse, draw


@inlined_by_llvm
def sure_pays(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What one unit on a hand wins before the dealer plays; 0 if the hand has to wait for him."""
    suit = 0
    if house.by_suits:
        suits = felt.suits[seat, place]
        suit = 1 if suits == 1 else 2 if suits == 2 else 3 if suits == 4 else 4 if suits == 8 else 0
    split, doubled = felt.split[seat, place], felt.doubled[seat, place]
    return int(tables.sure[split, doubled, suit, felt.hand[seat, place]])


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
            saved = house.rescue and tables.totals[hand] < 21 and tables.plays.rescues[up, hand]
            felt.state[seat, place] = RESCUED if saved else STOOD
            return True
        first = size == 2
        if first and house.surrender and not was_split and tables.plays.surrenders[up, hand]:
            felt.state[seat, place] = SURRENDERED
            return True
        pair = tables.values[felt.cards[seat, place, 0]]
        if first and tables.plays.splits[up, pair] and may_split(felt, seat, place, house, tables):
            split_off(felt, seat, place, tables)
            continue
        if was_split and house.one_card_to_aces and pair == 0:
            felt.state[seat, place] = STOOD
            return True
        is_free = place > 0 and felt.free[seat, place] > 0
        doubles = tables.plays.free_doubles[up, hand] if is_free else tables.plays.doubles[up, hand]
        doubles = doubles and tables.may_double[hand]
        doubles = doubles and (not was_split or house.double_after_split == 1)
        hits = tables.plays.free_hits[up, hand] if is_free else tables.plays.hits[up, hand]
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
    state, stake = felt.state[seat, place], felt.stake[seat, place]
    won = felt.net[seat, place] if state == SURE else stake + felt.free[seat, place]
    mine = tables.totals[felt.hand[seat, place]]
    return int(compiled_settled_net(house, state, dealer_points(felt), mine, won, stake))


@inlined_by_llvm
def play_round(
    shoe: ShoeInUse, felt: SeatHands, script: Int64s, house: BlackjackNumbers, tables: PlayTables
) -> bool:
    """Play one round up to the settling; false if the shoe runs out: the round is void."""
    seats = len(felt.hands)
    # The place of a first hand. Numba compiles whatever is called with the constant 0 once for that
    # constant and once for all numbers: a seventh of all the compiling for such a game.
    first = int(np.int64(0))
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
            take(felt, script[step], first, card, tables)
    up = felt.dealer[UP]
    may_be = up == 0 or up == 9
    if may_be and house.early_surrender:
        for seat in range(seats):
            hand = felt.hand[seat, 0]
            if hand != house.natural_hand and tables.plays.surrenders[up, hand]:
                felt.state[seat, 0], felt.net[seat, 0] = SETTLED, -(house.scale // 2)
    if may_be and house.peek and dealer_natural(felt):
        return True
    checked = house.peek == 1 or not may_be
    for seat in range(seats):
        place = first
        while place < felt.hands[seat]:
            if felt.state[seat, place] == SETTLED:
                place += 1
                continue
            if not play_hand(felt, seat, place, shoe, house, tables):
                return False
            if compiled_is_settled(house, felt.state[seat, place], checked):
                felt.net[seat, place] = plain_net(felt, seat, place, house, tables)
                felt.state[seat, place] = SETTLED
            place += 1
    return play_dealer(felt, shoe, house, tables)


@borrowing
def round_card_by_card(
    shoe: ShoeInUse,
    felt: SeatHands,
    script: Int64s,
    house: BlackjackNumbers,
    tables: PlayTables,
    nets: Int64s,
) -> bool:
    """Play one round and find each seat's net; false if the shoe runs out: the round is void."""
    if not play_round(shoe, felt, script, house, tables):
        return False
    for seat in range(len(nets)):
        nets[seat] = 0
        for place in range(felt.hands[seat]):
            nets[seat] += hand_net(felt, seat, place, house, tables)
    return True
