"""A round among players as kernels have it: what is the same in every round, and what a bot does.

Rules, stakes and bots are made into arrays by `ring_code`. Seats are numbered from 0. Places count
from the button's left, as in `ring.layout`. A bot bets as `players.ring.bots` has it, by the part
of the pot that it estimates; its chance is a stream of its own, and the same words give the same
numbers as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Floats, Int64s, UInt8s, UInt64s
from feltworks.kernels import inlined
from feltworks.odds.equity import PotHand
from feltworks.odds.equity.kernels import next_random
from feltworks.players.ring.bots import Temper
from feltworks.players.ring.estimating import (
    FREE,
    HELD,
    LYING,
    RIVALS,
    PotKnown,
    PotReader,
    new_known,
    pot_part,
    pot_reader,
)
from feltworks.ring import RingPlan
from feltworks.ring.stakes import Stakes
from feltworks.round import Terms
from feltworks.rules.schema import Rules

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

    faces: UInt8s
    held: UInt8s
    script: Int64s
    known: Int64s
    opens: Int64s
    bets: RingBets
    tempers: Floats
    """By seat and field of `TEMPER`."""
    pot: PotReader


class RingState(NamedTuple):
    """One round under way, by place."""

    own: UInt8s
    people: Int64s
    """The columns below, for each place."""
    chance: UInt64s
    spare: Floats
    """The second of two normal numbers, until it is used; NaN if there is none."""
    down: UInt8s
    at: Int64s
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


OPENS = {
    None: NO_BETTING,
    "left-of-button": LEFT_OF_BUTTON,
    "left-of-big-blind": LEFT_OF_BIG_BLIND,
}


def ring_code(
    rules: Rules, terms: Terms, stack_cents: int, pot: PotHand, tempers: Sequence[Temper]
) -> RingCode | None:
    """The arrays that the kernel deals by; None if it does not support the cards or stakes."""
    plan, seats = RingPlan(rules), len(tempers)
    stakes = plan.stakes(terms)
    if not _is_dealt_plainly(plan, pot) or not _is_deep(plan, stakes, stack_cents):
        return None
    script, known = _script(plan, pot, seats)
    return RingCode(
        faces=pot.faces(pot.deck.cards),
        held=pot.free_faces(()),
        script=script,
        known=known,
        opens=np.array([OPENS[first] for first in plan.first_to_act], np.int64),
        bets=RingBets(
            stack=stack_cents,
            ante=stakes.ante,
            small_blind=stakes.small_blind,
            big_blind=stakes.big_blind,
            bet=stakes.bet,
            most_bet=stakes.most_bet or 0,
            wagers=stakes.wagers,
            chip=stakes.chip,
            is_fixed=stakes.is_fixed,
            big_blind_option=stakes.big_blind_option,
            blinds_swapped=seats == 2 and plan.ring.heads_up_blinds == "custom",
            odd_chip_by_card=plan.ring.odd_chip == "highest-card",
        ),
        tempers=np.array([[getattr(one, name) for name in TEMPER] for one in tempers], float),
        pot=pot_reader(pot),
    )


def new_state(code: RingCode, seats: int) -> RingState:
    """An empty state for a round."""
    return RingState(
        own=np.zeros((seats, len(code.pot.own)), np.uint8),
        people=np.zeros((seats, ACTS + 3), np.int64),
        chance=np.zeros(seats, np.uint64),
        spare=np.zeros(seats),
        down=np.zeros(len(code.pot.board), np.uint8),
        at=np.zeros(3, np.int64),
        known=new_known(code.pot, seats - 1),
    )


def _is_dealt_plainly(plan: RingPlan, pot: PotHand) -> bool:
    """Whether the pot's hand uses all cards dealt, the table has one zone at most, and no player
    holds cards that he may not see."""
    rules = plan.rules
    wanted = rules.hands[pot.id].from_
    dealt = dict.fromkeys(rules.zones, 0)
    for step in (step for stage in rules.stages for step in stage.deal):
        if step.to is not None:
            dealt[step.to] += step.cards or 0
            if step.face == "blind" and rules.zones[step.to] == "player":
                return False
    board = [zone for zone in wanted if rules.zones[zone] == "table"]
    return dealt == {zone: wanted.get(zone, 0) for zone in rules.zones} and len(board) <= 1


def _is_deep(plan: RingPlan, stakes: Stakes, stack_cents: int) -> bool:
    """Whether stacks are so deep that all are all in or none is, and the big blind is a bet."""
    forced = stakes.ante + stakes.big_blind
    if stakes.most_bet is None:
        return stakes.big_blind > 0 and forced < stack_cents
    most = stakes.wagers * max(stakes.bet, stakes.most_bet) * plan.betting_rounds
    return stakes.big_blind > 0 and forced + most <= stack_cents


def _script(
    plan: RingPlan, pot: PotHand, seats: int
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int64]], ...]:
    """`RingCode.script` and `RingCode.known`."""
    start, dealt = {}, 0
    for zone in pot.own_zones:
        start[zone] = dealt
        dealt += plan.rules.hands[pot.id].from_[zone]
    longest = max(stage.cards_needed(seats) + len(stage.stage.deal) for stage in plan.stages)
    script = np.full((len(plan.stages), seats + 1, longest, 2), NO_MORE, np.int64)
    known = np.full((len(plan.stages), pot.own_cards), -1, np.int64)
    held: list[int] = []
    for number, stage in enumerate(plan.stages):
        after = dict(start)
        for hands in range(seats, 0, -1):
            got = {
                (hand, zone): place for hand in range(1, hands + 1) for zone, place in start.items()
            }
            for at, act in enumerate(stage.script(tuple(range(1, hands + 1)))):
                where = act.place
                if where in got:
                    script[number, hands, at] = where[0] - 1, got[where]
                    got[where] += 1
                elif act.does == "deal":
                    script[number, hands, at, 0] = TABLE_UP if act.face == "up" else TABLE_DOWN
                else:
                    is_turned = act.does == "turn"
                    script[number, hands, at] = TURNED if is_turned else BURNT, act.cards
            after = {zone: got[1, zone] for zone in start}
        held += [place for zone in start for place in range(start[zone], after[zone])]
        known[number, : len(held)] = sorted(held)
        start = after
    return script, known
