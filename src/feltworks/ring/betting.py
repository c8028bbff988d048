"""A betting round: whose turn it is, what he may do, and when nobody has anything left to do.

A raise must be a full one unless it is all a player has. Such a short raise has to be answered, but
players who had already acted may not raise again unless they face a full raise. In fixed limit a
short bet or raise may be completed to its full size, and the two count as one; otherwise a raise
adds at least as much as the last full one. Whether short ones use up the raises that a round
allows, and whether half a bet in fixed limit counts as a full one, are rules of the file. Nobody
may raise if no other player can answer. Rounds that were dealt before this was corrected have
`loose_raises`: in fixed limit a completed bet let everybody raise who had acted before it, whatever
he faced, and a raise was offered even if nobody could answer it.
"""

from __future__ import annotations

from functools import lru_cache

from feltworks.ring.layout import NO_OPTIONS, NOBODY, UNASKED, Options, RingLayout
from feltworks.ring.operations import Gathered, Uncalled
from feltworks.round.contract import Amounts, Legal
from feltworks.round.moves import Decide

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise-to"


def ask(layout: RingLayout, start: int) -> None:
    """Gives the turn to the next player from `start` on who has something to decide."""
    actor = layout.actor = next_actor(layout, start)
    if actor < 0:
        layout.options, layout.legal = NO_OPTIONS, ()
    else:
        layout.options = options(layout, actor)
        layout.legal = legal_decisions(layout)


def next_actor(layout: RingLayout, start: int) -> int:
    """The first place from `start` on that must still act; None if the round is complete."""
    live, stacks, bets, answered = layout.live, layout.stacks, layout.bets, layout.answered
    if layout.able < 2:
        for place, stack in enumerate(stacks):
            if stack and live[place] and bets[place] < _highest_other(layout, place):
                return place
        return NOBODY
    level, places = layout.level, len(stacks)
    for place in range(start, start + places):
        at = place % places
        if live[at] and stacks[at] and (answered[at] == UNASKED or bets[at] < level):
            return at
    return NOBODY


def _highest_other(layout: RingLayout, place: int) -> int:
    """The highest bet of another player who is still in."""
    others = [bet for at, bet in enumerate(layout.bets) if layout.live[at] and at != place]
    return max(others, default=0)


def options(layout: RingLayout, place: int) -> Options:
    """What the player at that place may do now."""
    stack, bet, level = layout.stacks[place], layout.bets[place], layout.level
    if layout.able < 2:
        # Everyone else is all in: there is only their highest bet to match, and nobody to raise.
        return Options(min(_highest_other(layout, place) - bet, stack), 0, 0)
    call = min(level - bet, stack)
    if call == stack or not (may_raise(layout, place) and _can_be_answered(layout, place)):
        return Options(call, 0, 0)
    stakes, all_in = layout.stakes, bet + stack
    if stakes.is_fixed:
        full = layout.full + stakes.bet
        # At the cap only a short wager may still be completed, as the two count as one.
        completes = layout.short and stakes.counts_short and all_in >= full
        if layout.wagers >= stakes.wagers and not completes:
            return Options(call, 0, 0)
        to = min(full, all_in)
        return Options(call, to, to)
    if layout.wagers >= stakes.wagers:
        return Options(call, 0, 0)
    most = all_in if stakes.most_bet is None else min(all_in, level + stakes.most_bet)
    return Options(call, min(level + layout.raise_by, most), most)


def may_raise(layout: RingLayout, place: int) -> bool:
    """Whether he may raise: he has not acted, or faces a full raise."""
    answered, stakes = layout.answered[place], layout.stakes
    if answered < 0:
        return True
    if layout.plan.loose_raises and stakes.is_fixed:
        return layout.full > answered
    return layout.level - answered >= (stakes.least_full if stakes.is_fixed else layout.raise_by)


def _can_be_answered(layout: RingLayout, place: int) -> bool:
    """Whether another player still in has chips beyond the bet to match."""
    if layout.plan.loose_raises:
        return True
    level, bets, stacks = layout.level, layout.bets, layout.stacks
    for at, live in enumerate(layout.live):
        if live and at != place and bets[at] + stacks[at] > level:
            return True
    return False


def legal_decisions(layout: RingLayout) -> tuple[Legal, ...]:
    """The choices of the player whose turn it is."""
    options = layout.options
    all_in = layout.bets[layout.actor] + layout.stacks[layout.actor]
    chip = layout.stakes.chip
    # A player with loose cents may bet them.
    is_loose = all_in % chip or options.least_to % chip or options.most_to % chip
    step = 1 if is_loose else chip
    return _legal(layout.seat_at[layout.actor], options, step, layout.level == 0)


@lru_cache(maxsize=8192)
def _legal(seat: int, options: Options, step: int, opens: bool) -> tuple[Legal, ...]:
    call, least, most = options
    if call:
        amounts = Amounts(call, call, only=(call,))
        legal = [
            Legal(Decide(seat, FOLD), "Fold"),
            Legal(Decide(seat, CALL, call), "Call", amounts),
        ]
    else:
        legal = [Legal(Decide(seat, CHECK), "Check")]
    if most:
        choice, name = (BET, "Bet") if opens else (RAISE, "Raise to")
        only = (most,) if least == most else ()
        legal.append(Legal(Decide(seat, choice, least), name, Amounts(least, most, step, only)))
    return tuple(legal)


def open_betting(layout: RingLayout, first: int) -> None:
    """A betting round begins with the player at that place, or after him."""
    layout.opened = True
    layout.aggressor = NOBODY
    ask(layout, first)


def take_bet_down(layout: RingLayout) -> None:
    """Lowers the bet to match once a hand is void: to the highest left, or the big blind.

    The wagers made still count: a void hand gives nobody another raise.
    """
    stakes = layout.stakes
    is_first = not any(layout.plan.first_to_act[: layout.stage_at])
    blind = stakes.big_blind if is_first else 0
    lying = [bet for bet, live in zip(layout.bets, layout.live, strict=True) if live]
    level = max(blind, *lying)
    if level < layout.level:
        layout.level = level
        layout.full_bets = tuple([bet for bet in layout.full_bets if bet <= level])
        layout.full = max(layout.full_bets, default=0)
        # At the cap nothing can be completed any more: that would be another raise.
        layout.short = level > layout.full and layout.wagers < stakes.wagers
        layout.raise_by = max(stakes.bet, min(layout.raise_by, level - blind))


def end_betting(layout: RingLayout) -> None:
    """Returns what nobody called, and puts the rest into the pot."""
    bets = layout.bets
    if any(bets):
        first, second = sorted(bets)[-1:-3:-1]
        if first > second:
            _return_uncalled(layout, bets.index(first), first - second)
        lying = tuple([(layout.seat_at[at], bet) for at, bet in enumerate(bets) if bet])
        if lying:
            layout.log.append(Gathered(lying, sum(layout.paid) + sum(layout.dead)))
    places = len(bets)
    layout.bets = [0] * places
    layout.answered = [UNASKED] * places
    layout.level = layout.full = layout.wagers = 0
    layout.full_bets = ()
    layout.short = False
    layout.raise_by = layout.stakes.bet


def _return_uncalled(layout: RingLayout, place: int, cents: int) -> None:
    layout.able += not layout.stacks[place]
    layout.stacks[place] += cents
    layout.paid[place] -= cents
    layout.bets[place] -= cents
    layout.log.append(Uncalled(layout.seat_at[place], cents))
