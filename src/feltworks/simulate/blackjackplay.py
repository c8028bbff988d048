"""Blackjack played by tables of a strategy, shoe by shoe, as the blackjack engine deals it.

Hands are numbered as the exact analysis does it, by how many cards of each value they hold, so a
play is one look into its tables and a card is one step to the next hand. Insurance and even money
are declined.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import borrowing, inlined
from feltworks.simulate.shoes import ShoeInUse, draw

PLAYING, STOOD, BLACKJACK, BUSTED, SURRENDERED, SETTLED, CHARLIE = range(7)
"""States of a hand; one that is settled is out of the round, with its net kept."""
MOST_HANDS = 4
DEALER = 99
NOWHERE = -1


class BlackjackNumbers(NamedTuple):
    """The rules in whole numbers; pays are in the smallest unit of pay."""

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
    scale: int
    natural_pays: int
    natural_hand: int


class PlayTables(NamedTuple):
    """What to do by up card and hand, the hands themselves, and each face's rank and value."""

    hits: NDArray[np.bool_]
    doubles: NDArray[np.bool_]
    splits: NDArray[np.bool_]
    surrenders: NDArray[np.bool_]
    may_double: NDArray[np.bool_]
    charlies: NDArray[np.bool_]
    after: NDArray[np.int64]
    totals: NDArray[np.int64]
    ranks: NDArray[np.uint8]
    values: NDArray[np.uint8]


class SeatHands(NamedTuple):
    """The hands of every seat, by seat and place."""

    hand: NDArray[np.int64]
    size: NDArray[np.int64]
    ranks: NDArray[np.int64]
    """Of the first two cards, by seat, hand and card."""
    values: NDArray[np.int64]
    stake: NDArray[np.int64]
    state: NDArray[np.int64]
    split: NDArray[np.int64]
    net: NDArray[np.int64]
    hands: NDArray[np.int64]
    """How many each seat has."""
    dealer: NDArray[np.int64]
    """Hard points, whether there is an ace, cards, the up card's value."""


@inlined
def take(felt: SeatHands, seat: int, place: int, card: int, tables: PlayTables) -> None:
    """One more card to a hand; a hand below 0 is bust."""
    size = felt.size[seat, place]
    value = np.int64(tables.values[card])
    if size < 2:
        felt.ranks[seat, place, size] = tables.ranks[card]
        felt.values[seat, place, size] = value
    felt.size[seat, place] = size + 1
    felt.hand[seat, place] = tables.after[felt.hand[seat, place], value]


@inlined
def take_dealer(felt: SeatHands, card: int, tables: PlayTables) -> None:
    value = np.int64(tables.values[card])
    if felt.dealer[2] == 0:
        felt.dealer[3] = value
    felt.dealer[0] += value + 1
    if value == 0:
        felt.dealer[1] = 1
    felt.dealer[2] += 1


@inlined
def may_split(felt: SeatHands, seat: int, place: int, house: BlackjackNumbers) -> bool:
    if felt.size[seat, place] != 2 or felt.hands[seat] >= house.split_hands:
        return False
    one, other = felt.values[seat, place, 0], felt.values[seat, place, 1]
    alike = felt.ranks[seat, place, 0] == felt.ranks[seat, place, 1]
    if not alike and not (house.unlike_tens and one == 9 and other == 9):
        return False
    return not (felt.split[seat, place] and one == 0 and not house.resplit_aces)


@inlined
def split_off(felt: SeatHands, seat: int, place: int, tables: PlayTables) -> None:
    """The second card begins a hand of its own, behind all others of the seat."""
    new = felt.hands[seat]
    felt.hands[seat] = new + 1
    for half in range(2):
        at = place if half == 0 else new
        value, rank = felt.values[seat, place, half], felt.ranks[seat, place, half]
        felt.values[seat, at, 0], felt.ranks[seat, at, 0] = value, rank
        felt.hand[seat, at], felt.size[seat, at] = tables.after[0, value], 1
        felt.stake[seat, at], felt.state[seat, at], felt.split[seat, at] = 1, PLAYING, 1


@inlined
def play_hand(
    felt: SeatHands,
    seat: int,
    place: int,
    shoe: ShoeInUse,
    house: BlackjackNumbers,
    tables: PlayTables,
) -> bool:
    """Play one hand to its end; false where the shoe runs out."""
    up = felt.dealer[3]
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
        if tables.charlies[hand] and not was_split:
            felt.state[seat, place] = CHARLIE
            return True
        aces = was_split and house.one_card_to_aces and felt.values[seat, place, 0] == 0
        if tables.totals[hand] >= 21 or felt.stake[seat, place] == 2:
            felt.state[seat, place] = STOOD
            return True
        first = size == 2
        if first and house.surrender and not was_split and tables.surrenders[up, hand]:
            felt.state[seat, place] = SURRENDERED
            return True
        splits = first and tables.splits[up, felt.values[seat, place, 0]]
        if splits and may_split(felt, seat, place, house):
            split_off(felt, seat, place, tables)
            continue
        if aces:
            felt.state[seat, place] = STOOD
            return True
        doubles = first and tables.may_double[hand] and tables.doubles[up, hand]
        doubles = doubles and (not was_split or house.double_after_split == 1)
        if not doubles and not tables.hits[up, hand]:
            felt.state[seat, place] = STOOD
            return True
        card = draw(shoe)
        if card < 0:
            return False
        if doubles:
            felt.stake[seat, place] = 2
        take(felt, seat, place, card, tables)


@inlined
def dealer_points(felt: SeatHands) -> int:
    hard = felt.dealer[0]
    return int(hard + 10 if felt.dealer[1] and hard <= 11 else hard)


@inlined
def dealer_natural(felt: SeatHands) -> bool:
    return bool(felt.dealer[2] == 2 and felt.dealer[1] == 1 and felt.dealer[0] == 11)


@inlined
def play_dealer(
    felt: SeatHands, shoe: ShoeInUse, house: BlackjackNumbers, tables: PlayTables
) -> bool:
    """The dealer draws if a hand stands against him; false where the shoe runs out."""
    stood, waiting = False, False
    for seat in range(len(felt.hands)):
        for place in range(felt.hands[seat]):
            stood = stood or felt.state[seat, place] == STOOD
            waiting = waiting or felt.state[seat, place] != SETTLED
    while True:
        points = dealer_points(felt)
        soft = felt.dealer[1] == 1 and felt.dealer[0] <= 11
        draws = points < 17 or (points == 17 and soft and house.hits_soft_17 == 1)
        if not ((felt.dealer[2] == 1 and waiting) or (stood and draws)):
            return True
        card = draw(shoe)
        if card < 0:
            return False
        take_dealer(felt, card, tables)


@inlined
def hand_net(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What a hand wins when all is played, in the smallest unit of pay."""
    state, stake, unit = felt.state[seat, place], felt.stake[seat, place], house.scale
    if state == SETTLED:
        return int(felt.net[seat, place])
    if dealer_natural(felt):
        hand = felt.hand[seat, place]
        natural = hand == house.natural_hand and felt.size[seat, place] == 2
        if natural and felt.split[seat, place] == 0:
            return 0
        if house.takes_all:
            return int(-stake * unit)
        return -unit if place == 0 else 0
    return plain_net(felt, seat, place, house, tables)


@inlined
def plain_net(
    felt: SeatHands, seat: int, place: int, house: BlackjackNumbers, tables: PlayTables
) -> int:
    """What a hand wins from a dealer who has no blackjack."""
    state, stake, unit = felt.state[seat, place], felt.stake[seat, place], house.scale
    if state == BLACKJACK:
        return house.natural_pays
    if state == SURRENDERED:
        return -(unit // 2)
    if state == BUSTED:
        return int(-stake * unit)
    if state == CHARLIE:
        return int(stake * unit)
    mine, his = tables.totals[felt.hand[seat, place]], dealer_points(felt)
    if his > 21 or mine > his:
        return int(stake * unit)
    return 0 if mine == his else int(-stake * unit)


@inlined
def play_round(
    shoe: ShoeInUse,
    felt: SeatHands,
    script: NDArray[np.int64],
    house: BlackjackNumbers,
    tables: PlayTables,
) -> bool:
    """One round up to the settling; false where the shoe runs out and it is void."""
    seats = len(felt.hands)
    felt.dealer[:] = 0
    for seat in range(seats):
        felt.hands[seat], felt.hand[seat, 0], felt.size[seat, 0] = 1, 0, 0
        felt.stake[seat, 0], felt.state[seat, 0], felt.split[seat, 0] = 1, PLAYING, 0
    for step in range(len(script)):
        card = draw(shoe)
        if card < 0:
            return False
        if script[step] == DEALER:
            take_dealer(felt, card, tables)
        elif script[step] >= 0:
            take(felt, script[step], 0, card, tables)
    up = felt.dealer[3]
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
            # Without a peek a dealer's blackjack may still come, and gives back what was added.
            if state != STOOD and (checked or (state == BUSTED and house.takes_all)):
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
    """One round with each seat's net; false where the shoe runs out and it is void."""
    if not play_round(shoe, felt, script, house, tables):
        return False
    for seat in range(len(nets)):
        nets[seat] = 0
        for place in range(felt.hands[seat]):
            nets[seat] += hand_net(felt, seat, place, house, tables)
    return True
