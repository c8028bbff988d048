"""Rounds among players dealt in bulk: the betting of equal stacks, decided by bots.

Some of an engine's work is left out because it cannot come up: every seat begins with the same
chips, so nobody is all in for less than another and there are no side pots, and an uncalled bet may
stay in the pot because its owner wins it. Everything else is as in the engine, which deals the same
rounds from the same random words, ten times slower.

All parts are compiled into one kernel: as kernels of their own, each would be optimised once more
with every one that calls it.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.kernels import borrowing, inlined
from feltworks.players.ring.estimating import (
    CALLED,
    LYING,
    RAISED,
    RAISED_LATER,
    best_value,
    read_board,
)
from feltworks.simulate.dealing import mixed
from feltworks.simulate.ringbots import (
    ACTS,
    ASKED,
    BET,
    CHANCE_BLOCK,
    DOWN,
    FIRST_SEAT,
    FOLD,
    LEFT_OF_BIG_BLIND,
    LIVE,
    NO_BETTING,
    NO_MORE,
    OUT,
    PAID,
    TABLE_DOWN,
    TABLE_UP,
    TURNED,
    VALUE,
    RingBets,
    RingCode,
    RingState,
    bot_bets,
    live_count,
)


@inlined
def begin_round(seed: np.uint64, number: np.uint64, bets: RingBets, now: RingState) -> None:
    """Reset the state; antes and blinds are out and nobody has acted."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    people, places = now.people, len(now.people)
    now.at[OUT] = now.at[DOWN] = now.known.counts[LYING] = 0
    now.at[FIRST_SEAT] = int(number % np.uint64(places)) + 1
    small, big = (1, 0) if bets.blinds_swapped else (0, 1)
    for place in range(places):
        for column in range(people.shape[1]):
            people[place, column] = 0
        blind = bets.small_blind if place == small else bets.big_blind if place == big else 0
        people[place, LIVE] = 1
        people[place, ASKED] = place != big or bets.big_blind_option
        people[place, BET] = blind
        people[place, PAID] = bets.ante + blind
        now.spare[place] = np.nan
        seat = np.uint64((now.at[FIRST_SEAT] + place) % places)
        block = np.uint64(CHANCE_BLOCK)
        one, other, _, _ = mixed(
            number & low, number >> half, block, seat, seed & low, seed >> half
        )
        now.chance[place] = one | other << half


@inlined
def deal_stage(stage: int, orders: UInt8s, lane: int, code: RingCode, now: RingState) -> None:
    """Deal the cards of a stage from the deck in column `lane`."""
    board, hands = now.known.board, live_count(now)
    lying = now.known.counts[LYING]
    for step in range(code.script.shape[2]):
        to, which = code.script[stage, hands, step, 0], code.script[stage, hands, step, 1]
        if to == NO_MORE:
            break
        if to == TURNED:
            for turned in range(which):
                board[lying + turned] = now.down[turned]
            lying += which
            now.at[DOWN] -= which
            for left in range(now.at[DOWN]):
                now.down[left] = now.down[left + which]
            continue
        card = code.faces[orders[now.at[OUT], lane]]
        now.at[OUT] += 1
        if to == TABLE_UP:
            board[lying] = card
            lying += 1
        elif to == TABLE_DOWN:
            now.down[now.at[DOWN]] = card
            now.at[DOWN] += 1
        elif to >= 0:
            for place in range(len(now.people)):
                if now.people[place, LIVE]:
                    if to == 0:
                        now.own[place, which] = card
                    to -= 1
    now.known.counts[LYING] = lying


@inlined
def open_options(
    bet: int, paid: int, level: int, raise_by: int, wagers: int, bets: RingBets
) -> tuple[int, int, int]:
    """What a call costs, and the least and the most to raise to, 0 if he may not raise."""
    stack = bets.stack - paid
    call, all_in = min(level - bet, stack), bet + stack
    if call == stack or wagers >= bets.wagers:
        return call, 0, 0
    if bets.is_fixed:
        to = min(level + bets.bet, all_in)
        return call, to, to
    most = min(all_in, level + bets.most_bet) if bets.most_bet else all_in
    return call, min(level + raise_by, most), most


@inlined
def bet_stage(stage: int, is_first: bool, code: RingCode, now: RingState) -> bool:
    """Play a betting round; returns whether anybody had to decide.

    `is_first` says that nobody had to decide before: acts then show which hands he starts with.
    """
    people, places, bets, anybody = now.people, len(now.people), code.bets, False
    level, raise_by, at, quiet = 0, bets.bet, 0, 0
    for place in range(places):
        level = max(level, int(people[place, BET]))
    wagers = 1 if level else 0
    if code.opens[stage] == LEFT_OF_BIG_BLIND:
        at = 1 if bets.blinds_swapped else 2
    while quiet < places and live_count(now) > 1:
        place = at % places
        at += 1
        quiet += 1
        bet, paid = int(people[place, BET]), int(people[place, PAID])
        lags = people[place, ASKED] or bet < level
        if not people[place, LIVE] or not lags or paid == bets.stack:
            continue
        quiet, anybody = 0, True
        options = open_options(bet, paid, level, raise_by, wagers, bets)
        to = bot_bets(place, stage, options, code, now)
        people[place, ASKED] = 0
        if to == FOLD:
            people[place, LIVE] = 0
            continue
        if to > level:
            people[place, ACTS + (RAISED if is_first else RAISED_LATER)] += 1
            raise_by = max(raise_by, to - level)
            level = to
            wagers += 1
        elif options[0] and is_first:
            people[place, ACTS + CALLED] += 1
        people[place, PAID] += to - bet
        people[place, BET] = to
    for place in range(places):
        people[place, BET], people[place, ASKED] = 0, 1
    return anybody


@inlined
def read_hands(code: RingCode, now: RingState) -> None:
    """The values of the hands still in; a hand left alone need not have all its cards."""
    known, people = now.known, now.people
    is_alone = live_count(now) == 1
    if not is_alone:
        for at in range(now.at[DOWN]):
            known.board[known.counts[LYING] + at] = now.down[at]
        read_board(known.board, code.pot, known.sums)
    for place in range(len(people)):
        people[place, VALUE] = -1
        if people[place, LIVE]:
            for at in range(len(known.mine)):
                known.mine[at] = now.own[place, at]
            people[place, VALUE] = (
                0 if is_alone else best_value(known.mine, 0, code.pot, known.sums)
            )


@inlined
def take_pot(lane: int, code: RingCode, now: RingState, nets: Int64s) -> None:
    """What each seat won: the pot to the best hand, odd chips in the order of the rules."""
    people, places, chip = now.people, len(now.people), code.bets.chip
    read_hands(code, now)
    pot = best = winners = 0
    for place in range(places):
        pot += people[place, PAID]
        best = max(best, people[place, VALUE])
        nets[lane, (now.at[FIRST_SEAT] + place) % places] = -people[place, PAID]
    for place in range(places):
        winners += people[place, VALUE] == best
    share = pot // winners // chip * chip
    left = pot - share * winners
    for way in range(winners):
        chosen, highest = -1, -1
        for place in range(places):
            if people[place, VALUE] == best:
                card = 0
                if code.bets.odd_chip_by_card:
                    for at in range(now.own.shape[1]):
                        card = max(card, int(now.own[place, at]))
                if card > highest:
                    chosen, highest = place, card
        people[chosen, VALUE] = -1
        odd = chip if way < left // chip else 0
        loose = left % chip if way == 0 else 0
        nets[lane, (now.at[FIRST_SEAT] + chosen) % places] += share + odd + loose


@borrowing
def play_ring_rounds(
    seed: np.uint64, first: np.uint64, orders: UInt8s, code: RingCode, now: RingState, nets: Int64s
) -> None:
    """Play rounds from their decks, one column each; `nets` gets what every seat won, one row
    each."""
    for lane in range(len(nets)):
        begin_round(seed, first + np.uint64(lane), code.bets, now)
        anybody = False
        for stage in range(len(code.opens)):
            if stage and live_count(now) < 2:
                break
            deal_stage(stage, orders, lane, code, now)
            if code.opens[stage] != NO_BETTING:
                decided = bet_stage(stage, not anybody, code, now)
                anybody = anybody or decided
        take_pot(lane, code, now, nets)
