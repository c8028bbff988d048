"""Rounds among players dealt in bulk: the betting of equal stacks, decided by bots.

What makes a round of players long to tell is left out where it cannot come up: every seat begins
with the same chips, so nobody is all in for less than another and there are no side pots, and
what nobody called may as well stay in the pot that its owner takes. Everything else is as the
engine has it, which deals the same rounds from the same random words, some hundred times slower.

Seats are numbered from 0. Places count from the button's left, as in `ring.layout`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import borrowing, kernel
from feltworks.odds.equity.sampling import next_random
from feltworks.players.ring.estimating import (
    CALLED,
    RAISED,
    RAISED_LATER,
    PotKnown,
    PotReader,
    best_value,
    hands_to_deal,
    pot_part,
    read_board,
)
from feltworks.simulate.philox import mixed

BURNT, TABLE_UP, TABLE_DOWN, TURNED, NO_MORE = -1, -2, -3, -4, -5
"""Where a card goes that is no player's; `TURNED` are cards of the table turned over."""
NO_BETTING, LEFT_OF_BUTTON, LEFT_OF_BIG_BLIND = -1, 0, 1
FOLD = -1
CHANCE_BLOCK = 1 << 31
"""The block of random words, far above those of the cards, that the bots' chance starts from."""


class RingBets(NamedTuple):
    """The stakes, in cents."""

    stack: int
    """What everybody begins with."""
    ante: int
    small_blind: int
    big_blind: int
    bet: int
    most_bet: int
    """What a bet or raise may add, 0 where only the stack limits it."""
    wagers: int
    """Bets and raises of a betting round, the big blind among them."""
    chip: int
    is_fixed: bool
    big_blind_option: bool
    blinds_swapped: bool
    """Two players, and the button posts the small blind."""
    odd_chip_by_card: bool


class RingTempers(NamedTuple):
    """The seats' tempers, an array for each field of `players.ring.bots.Temper`."""

    raises_at: NDArray[np.float64]
    bets_at: NDArray[np.float64]
    loose: NDArray[np.float64]
    bluffs: NDArray[np.float64]
    wavers: NDArray[np.float64]
    weighs: NDArray[np.bool_]
    counts_rivals: NDArray[np.bool_]


class RingCode(NamedTuple):
    """What is the same in every round.

    `script` says by stage and number of hands still in where each card goes: to a player, counted
    among those still in, and to which of his cards, or one of the places above and how many cards
    are turned. `known` has by stage the cards that a player holds when he bets, -1 for no more.
    """

    faces: NDArray[np.uint8]
    script: NDArray[np.int64]
    known: NDArray[np.int64]
    opens: NDArray[np.int64]
    bets: RingBets
    tempers: RingTempers
    pot: PotReader


class RingState(NamedTuple):
    """One round under way; `did` is by seat, all else by place."""

    own: NDArray[np.uint8]
    live: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    bets: NDArray[np.int64]
    paid: NDArray[np.int64]
    did: NDArray[np.int64]
    chance: NDArray[np.uint64]
    spare: NDArray[np.float64]
    """The second of two normal numbers, until it is used; not a number where there is none."""
    board: NDArray[np.uint8]
    down: NDArray[np.uint8]
    at: NDArray[np.int64]
    """Cards out of the deck, cards of the board that lie open, cards of it face down, the seat at
    the first place."""


OUT, OPEN, DOWN, FIRST_SEAT = range(4)


@kernel
def random_part(chance: NDArray[np.uint64]) -> float:
    """A number from 0 up to 1 with 53 bits."""
    return float(next_random(chance) >> np.uint64(11)) * 2.0**-53


@kernel
def normal_number(chance: NDArray[np.uint64], spare: NDArray[np.float64]) -> float:
    """A normal number; they come in pairs, as in `random.Random.gauss`."""
    kept = spare[0]
    if not math.isnan(kept):
        spare[0] = np.nan
        return kept
    angle = random_part(chance) * 2.0 * math.pi
    radius = math.sqrt(-2.0 * math.log(1.0 - random_part(chance)))
    spare[0] = math.sin(angle) * radius
    return math.cos(angle) * radius


@kernel
def begin_round(seed: np.uint64, number: np.uint64, bets: RingBets, now: RingState) -> None:
    """Nobody has acted; antes and blinds are out."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    places = len(now.live)
    now.at[:] = 0
    now.at[FIRST_SEAT] = int(number % np.uint64(places)) + 1
    now.live[:] = True
    now.bets[:] = 0
    now.paid[:] = bets.ante
    now.did[:] = 0
    now.spare[:] = np.nan
    for place in range(places):
        seat = (now.at[FIRST_SEAT] + place) % places
        one, other, _, _ = mixed(
            number & low,
            number >> half,
            np.uint64(CHANCE_BLOCK),
            np.uint64(seat),
            seed & low,
            seed >> half,
        )
        now.chance[place, 0] = one | other << half
    small, big = (1, 0) if bets.blinds_swapped else (0, 1)
    now.bets[small] = bets.small_blind
    now.bets[big] = bets.big_blind
    now.paid[small] += bets.small_blind
    now.paid[big] += bets.big_blind
    now.asked[:] = True
    now.asked[big] = bets.big_blind_option


@borrowing
def deal_stage(stage: int, order: NDArray[np.uint8], code: RingCode, now: RingState) -> None:
    """The cards of a stage; `order` is the deck."""
    places = len(now.live)
    hands = 0
    for place in range(places):
        hands += now.live[place]
    for step in range(code.script.shape[2]):
        to, which = code.script[stage, hands, step, 0], code.script[stage, hands, step, 1]
        if to == NO_MORE:
            return
        if to == TURNED:
            for _ in range(which):
                now.board[now.at[OPEN]] = now.down[0]
                now.at[OPEN] += 1
                now.at[DOWN] -= 1
                for left in range(now.at[DOWN]):
                    now.down[left] = now.down[left + 1]
            continue
        card = code.faces[order[now.at[OUT]]]
        now.at[OUT] += 1
        if to == TABLE_UP:
            now.board[now.at[OPEN]] = card
            now.at[OPEN] += 1
        elif to == TABLE_DOWN:
            now.down[now.at[DOWN]] = card
            now.at[DOWN] += 1
        elif to >= 0:
            for place in range(places):
                to -= now.live[place]
                if to < 0:
                    now.own[place, which] = card
                    break


@kernel
def bot_part(place: int, stage: int, code: RingCode, now: RingState) -> tuple[float, int]:
    """The bot's estimate of its part of the pot, before it wavers, and how many it reckons with."""
    places, seat = len(now.live), (now.at[FIRST_SEAT] + place) % len(now.live)
    tempers, own_cards, lying = code.tempers, now.own.shape[1], now.at[OPEN]
    mine, held = np.empty(own_cards, np.uint8), 0
    for card in code.known[stage]:
        if card >= 0:
            mine[held] = now.own[place, card]
            held += 1
    free = np.ones(256, np.bool_)
    free[mine[:held]] = False
    free[now.board[:lying]] = False
    pile, size = np.empty(len(code.faces), np.uint8), 0
    for face in np.sort(code.faces):
        if free[face]:
            pile[size] = face
            size += 1
    rivals, count = np.zeros((places, 3), np.int64), 0
    most = places if tempers.counts_rivals[seat] else 1
    for other in range(places):
        at = (other - now.at[FIRST_SEAT]) % places
        if other != seat and now.live[at] and count < most:
            if tempers.weighs[seat]:
                rivals[count] = now.did[other]
            count += 1
    board = now.board.copy()
    dealt = hands_to_deal(count, own_cards, held, len(board) - lying, size)
    known = PotKnown(mine, held, board, lying, pile[:size], rivals[:dealt])
    part = pot_part(known, code.pot, next_random(now.chance[place]))
    return part, dealt


@kernel
def bot_bets(
    place: int, stage: int, options: tuple[int, int, int], code: RingCode, now: RingState
) -> int:
    """What the bot's bet comes to: its bet as it is, more, or `FOLD`.

    `options` are what a call costs, and the least and the most to raise to, 0 where it may not.
    """
    call, least, most = options
    seat = (now.at[FIRST_SEAT] + place) % len(now.live)
    tempers, chance = code.tempers, now.chance[place]
    reach, pot = now.paid[place] + call, 0
    for cents in now.paid:
        pot += min(cents, reach)
    part, rivals = bot_part(place, stage, code, now)
    if tempers.wavers[seat]:
        part += tempers.wavers[seat] * normal_number(chance, now.spare[place])
        part = min(max(part, 0.0), 1.0)
    if most:
        wanted = tempers.raises_at[seat] if call else tempers.bets_at[seat]
        bluff = now.live.sum() == 2 and random_part(chance) < tempers.bluffs[seat]
        if part * (rivals + 1) >= wanted or (bluff and not call):
            if least == most:
                return least
            chip, all_in = code.bets.chip, code.bets.stack - now.paid[place] + now.bets[place]
            step = 1 if all_in % chip or least % chip or most % chip else chip
            target = least + int((pot + call) * min(part, 1.0) * 0.8)
            return max(min(target, most) // step * step, least)
    if part + tempers.loose[seat] >= call / (pot + call):
        return now.bets[place] + call
    return FOLD if call else now.bets[place]


@kernel
def open_options(
    place: int, level: int, raise_by: int, wagers: int, bets: RingBets, now: RingState
) -> tuple[int, int, int]:
    """What a call costs, and the least and the most to raise to, 0 where he may not."""
    stack = bets.stack - now.paid[place]
    call, all_in = min(level - now.bets[place], stack), now.bets[place] + stack
    if call == stack or wagers >= bets.wagers:
        return call, 0, 0
    if bets.is_fixed:
        to = min(level + bets.bet, all_in)
        return call, to, to
    most = min(all_in, level + bets.most_bet) if bets.most_bet else all_in
    return call, min(level + raise_by, most), most


@kernel
def bet_stage(stage: int, is_first: bool, code: RingCode, now: RingState) -> bool:
    """A betting round; tells whether anybody had to decide.

    `is_first` tells that nobody had before: what is done then says which starts are played.
    """
    places, bets, anybody = len(now.live), code.bets, False
    level, raise_by, wagers = now.bets.max(), bets.bet, int(now.bets.any())
    at = 0
    if code.opens[stage] == LEFT_OF_BIG_BLIND:
        at = 1 if bets.blinds_swapped else 2
    quiet = 0
    while quiet < places and now.live.sum() > 1:
        place = at % places
        at += 1
        quiet += 1
        lags = now.asked[place] or now.bets[place] < level
        if not (now.live[place] and lags and now.paid[place] < bets.stack):
            continue
        quiet, anybody = 0, True
        options = open_options(place, level, raise_by, wagers, bets, now)
        to = bot_bets(place, stage, options, code, now)
        did = now.did[(now.at[FIRST_SEAT] + place) % places]
        now.asked[place] = False
        if to == FOLD:
            now.live[place] = False
            continue
        if to > level:
            did[RAISED if is_first else RAISED_LATER] += 1
            raise_by = max(raise_by, to - level)
            level = to
            wagers += 1
        elif options[0] and is_first:
            did[CALLED] += 1
        now.paid[place] += to - now.bets[place]
        now.bets[place] = to
    now.bets[:] = 0
    now.asked[:] = True
    return anybody


@kernel
def take_pot(code: RingCode, now: RingState, nets: NDArray[np.int64]) -> None:
    """What each seat won: the pot to the best hand, odd chips in the order of the rules."""
    places, first = len(now.live), now.at[FIRST_SEAT]
    values = np.full(places, -1, np.int64)
    if now.live.sum() > 1:
        now.board[now.at[OPEN] :] = now.down[: now.at[DOWN]]
        sums = np.empty(len(code.pot.tables.own), np.uint64)
        read_board(now.board, code.pot, sums)
        for place in range(places):
            if now.live[place]:
                values[place] = best_value(now.own[place], 0, code.pot, sums)
    else:
        values[now.live] = 0
    winners = np.flatnonzero(values == values.max())
    if code.bets.odd_chip_by_card:
        highest = np.array([now.own[place].max() for place in winners])
        winners = winners[np.argsort(-highest.astype(np.int64), kind="mergesort")]
    pot, chip = now.paid.sum(), code.bets.chip
    share = pot // len(winners) // chip * chip
    odd_chips, loose_cents = divmod(pot - share * len(winners), chip)
    for place in range(places):
        nets[(first + place) % places] = -now.paid[place]
    for way in range(len(winners)):
        seat = (first + winners[way]) % places
        nets[seat] += share + chip * (way < odd_chips) + loose_cents * (way == 0)


@kernel
def play_ring_rounds(
    seed: np.uint64,
    first: np.uint64,
    orders: NDArray[np.uint8],
    code: RingCode,
    now: RingState,
    nets: NDArray[np.int64],
) -> None:
    """Rounds from their decks, a column each, to what every seat won, a row each."""
    order = np.empty(len(orders), np.uint8)
    for number in range(len(nets)):
        order[:] = orders[:, number]
        begin_round(seed, first + np.uint64(number), code.bets, now)
        anybody = False
        for stage in range(len(code.opens)):
            if stage and now.live.sum() < 2:
                break
            deal_stage(stage, order, code, now)
            if code.opens[stage] != NO_BETTING:
                anybody |= bet_stage(stage, not anybody, code, now)
        take_pot(code, now, nets[number])
