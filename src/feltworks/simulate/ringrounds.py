"""Rounds among players dealt in bulk: the betting of equal stacks, decided by bots.

Some of an engine's work is left out because it cannot come up: every seat begins with the same
chips, so nobody is all in for less than another and there are no side pots, and an uncalled bet may
stay in the pot because its owner wins it. Everything else is as in the engine, which deals the same
rounds from the same random words, ten times slower.

Seats are numbered from 0. Places count from the button's left, as in `ring.layout`. All parts are
compiled into one kernel: as kernels of their own, each would be optimised once more with every one
that calls it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import borrowing, inlined
from feltworks.odds.equity.sampling import next_random
from feltworks.players.ring.estimating import (
    CALLED,
    FREE,
    HELD,
    LYING,
    RAISED,
    RAISED_LATER,
    RIVALS,
    PotKnown,
    PotReader,
    best_value,
    pot_part,
    read_board,
)
from feltworks.simulate.philox import mixed

BURNT, TABLE_UP, TABLE_DOWN, TURNED, NO_MORE = -1, -2, -3, -4, -5
"""Where a card goes that is no player's; with `TURNED` cards of the table are turned over."""
NO_BETTING, LEFT_OF_BUTTON, LEFT_OF_BIG_BLIND = -1, 0, 1
FOLD = -1
CHANCE_BLOCK = 1 << 31
"""The block of random words, far above those of the cards, where the bots' numbers start."""


class RingBets(NamedTuple):
    """The stakes, in cents."""

    stack: int
    """What everybody begins with."""
    ante: int
    small_blind: int
    big_blind: int
    bet: int
    most_bet: int
    """The most that a bet or raise may add; 0 if only the stack limits it."""
    wagers: int
    """Bets and raises allowed in a betting round, the big blind included."""
    chip: int
    is_fixed: bool
    big_blind_option: bool
    blinds_swapped: bool
    """Whether there are two players, so that the button posts the small blind."""
    odd_chip_by_card: bool


class RingCode(NamedTuple):
    """What is the same in every round.

    `faces` are the faces of the deck's cards, `held` the same in order. `script` says, by stage and
    number of hands still in, where each card goes: to a player (counted among those still in) and
    to which of his cards, or to one of the places above with the number of cards that are turned.
    `known` lists by stage the cards that a player holds when he bets, -1 after the last.
    """

    faces: NDArray[np.uint8]
    held: NDArray[np.uint8]
    script: NDArray[np.int64]
    known: NDArray[np.int64]
    opens: NDArray[np.int64]
    bets: RingBets
    tempers: NDArray[np.float64]
    """By seat and field of `TEMPER`."""
    pot: PotReader


class RingState(NamedTuple):
    """One round under way, by place."""

    own: NDArray[np.uint8]
    people: NDArray[np.int64]
    """The columns below, for each place."""
    chance: NDArray[np.uint64]
    spare: NDArray[np.float64]
    """The second of two normal numbers, until it is used; NaN if there is none."""
    down: NDArray[np.uint8]
    at: NDArray[np.int64]
    """Cards dealt from the deck, cards of the table face down, the seat at the first place."""
    known: PotKnown
    """What the bot to act knows; the open cards of the board are shared by all."""


OUT, DOWN, FIRST_SEAT = range(3)
LIVE, ASKED, BET, PAID, VALUE, ACTS = range(6)
"""Columns of `people`: whether he is in the round, whether he must still act, what he bet and what
he paid in all, the value of his hand; from `ACTS` on what he did."""
TEMPER = ("raises_at", "bets_at", "loose", "bluffs", "wavers", "weighs", "counts_rivals")
RAISES_AT, BETS_AT, LOOSE, BLUFFS, WAVERS, WEIGHS, COUNTS_RIVALS = range(len(TEMPER))


@inlined
def live_count(now: RingState) -> int:
    """How many players are still in."""
    live = 0
    for place in range(len(now.people)):
        live += now.people[place, LIVE]
    return live


@inlined
def next_word(place: int, now: RingState) -> np.uint64:
    """The next 64 bits of a bot's random numbers."""
    now.known.state[0] = now.chance[place]
    word = next_random(now.known.state)
    now.chance[place] = now.known.state[0]
    return np.uint64(word)


@inlined
def random_part(place: int, now: RingState) -> float:
    """A random number from 0 up to 1, with 53 bits."""
    return float(next_word(place, now) >> np.uint64(11)) * 2.0**-53


@inlined
def normal_number(place: int, now: RingState) -> float:
    """A normally distributed number; they come in pairs, as in `random.Random.gauss`."""
    kept = float(now.spare[place])
    if not math.isnan(kept):
        now.spare[place] = np.nan
        return kept
    angle = random_part(place, now) * 2.0 * math.pi
    radius = math.sqrt(-2.0 * math.log(1.0 - random_part(place, now)))
    now.spare[place] = math.sin(angle) * radius
    return math.cos(angle) * radius


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
def deal_stage(
    stage: int, orders: NDArray[np.uint8], lane: int, code: RingCode, now: RingState
) -> None:
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
def look_around(place: int, stage: int, code: RingCode, now: RingState) -> None:
    """What the bot knows: its cards, those it has not seen, and what its rivals did."""
    known, places = now.known, len(now.people)
    seat = (now.at[FIRST_SEAT] + place) % places
    held = size = count = 0
    for at in range(code.known.shape[1]):
        if code.known[stage, at] >= 0:
            known.mine[held] = now.own[place, code.known[stage, at]]
            held += 1
    for at in range(len(code.held)):
        face, free = code.held[at], True
        for card in range(held):
            free &= known.mine[card] != face
        for card in range(known.counts[LYING]):
            free &= known.board[card] != face
        if free:
            known.pile[size] = face
            size += 1
    weighs = code.tempers[seat, WEIGHS] > 0
    most = places if code.tempers[seat, COUNTS_RIVALS] > 0 else 1
    for other in range(places):
        at = (other - now.at[FIRST_SEAT]) % places
        if at != place and now.people[at, LIVE] and count < most:
            for did in range(3):
                known.rivals[count, did] = now.people[at, ACTS + did] if weighs else 0
            count += 1
    known.counts[HELD], known.counts[FREE], known.counts[RIVALS] = held, size, count


@inlined
def bot_bets(
    place: int, stage: int, options: tuple[int, int, int], code: RingCode, now: RingState
) -> int:
    """What the bot bets: its present bet, more, or `FOLD`.

    `options` are what a call costs, and the least and the most to raise to, 0 if it may not raise.
    """
    call, least, most = options
    people, places = now.people, len(now.people)
    bet, paid = int(people[place, BET]), int(people[place, PAID])
    seat, pot = (now.at[FIRST_SEAT] + place) % places, 0
    for other in range(places):
        pot += min(people[other, PAID], paid + call)
    look_around(place, stage, code, now)
    part = pot_part(now.known, code.pot, next_word(place, now))
    rivals, tempers = now.known.counts[RIVALS], code.tempers
    if tempers[seat, WAVERS] > 0:
        part += tempers[seat, WAVERS] * normal_number(place, now)
        part = min(max(part, 0.0), 1.0)
    if most:
        wanted = tempers[seat, RAISES_AT] if call else tempers[seat, BETS_AT]
        bluff = live_count(now) == 2 and random_part(place, now) < tempers[seat, BLUFFS]
        if part * (rivals + 1) >= wanted or (bluff and not call):
            if least == most:
                return least
            chip = code.bets.chip
            all_in = code.bets.stack - paid + bet
            step = 1 if all_in % chip or least % chip or most % chip else chip
            target = least + int((pot + call) * min(part, 1.0) * 0.8)
            return max(min(target, most) // step * step, least)
    if not call or part + tempers[seat, LOOSE] >= call / (pot + call):
        return bet + call
    return FOLD


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
def take_pot(lane: int, code: RingCode, now: RingState, nets: NDArray[np.int64]) -> None:
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
    seed: np.uint64,
    first: np.uint64,
    orders: NDArray[np.uint8],
    code: RingCode,
    now: RingState,
    nets: NDArray[np.int64],
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
