"""The input of the kernel for games among players: rules, stakes and bots in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feltworks.odds.equity import PotHand
from feltworks.players.ring.bots import Temper
from feltworks.players.ring.estimating import new_known, pot_reader
from feltworks.ring import RingPlan
from feltworks.ring.stakes import Stakes
from feltworks.round import Terms
from feltworks.rules.schema import Rules
from feltworks.simulate.ringbots import (
    ACTS,
    BURNT,
    LEFT_OF_BIG_BLIND,
    LEFT_OF_BUTTON,
    NO_BETTING,
    NO_MORE,
    TABLE_DOWN,
    TABLE_UP,
    TEMPER,
    TURNED,
    RingBets,
    RingCode,
    RingState,
)

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
