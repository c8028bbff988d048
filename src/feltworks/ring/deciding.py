"""A player's decision: whether it may be made, and what it does."""

from __future__ import annotations

from functools import lru_cache

from feltworks.errors import short_repr
from feltworks.ring.betting import BET, CALL, FOLD, RAISE, ask, may_raise
from feltworks.ring.layout import RingLayout
from feltworks.ring.operations import KeptBeside, Wagered
from feltworks.round.core.betting import chosen_amount
from feltworks.round.core.dealing import collect_hand
from feltworks.round.moves import Decide
from feltworks.round.operations import folded
from feltworks.round.reasons import NotAllowed

# Cached: the same entries recur, and a lookup is faster than making one.
_wagered = lru_cache(maxsize=8192)(Wagered)


def decide(layout: RingLayout, move: Decide) -> None:
    """Carries out the decision, and passes the turn on."""
    move = _checked(layout, move)
    place, choice, cents = layout.actor, move.choice, move.cents
    layout.log.append(move)
    if choice == FOLD:
        _fold(layout, place)
    elif cents is not None:
        if choice == CALL:
            _put_in(layout, place, cents)
        else:
            _put_in(layout, place, cents - layout.bets[place])
            _raise(layout, place, cents)
    loose = layout.plan.loose_raises and layout.stakes.is_fixed
    layout.answered[place] = layout.full if loose else layout.level
    ask(layout, place + 1)


def _checked(layout: RingLayout, move: Decide) -> Decide:
    """The move with its amount filled in; raises `NotAllowed` if the seat may not decide so."""
    for legal in layout.legal:
        if legal.move is move:
            return move
    if layout.actor < 0:
        raise NotAllowed("no-decision", "Nobody has a decision to make now.")
    seat = layout.decides
    if type(move.seat) is not int or move.seat != seat:
        raise NotAllowed("not-your-turn", f"It is seat {seat}'s turn to act.")
    if move.cards != ():
        raise NotAllowed("nothing-to-set", "Cards are not set apart between players.")
    for legal in layout.legal:
        if legal.choice == move.choice:
            cents = chosen_amount(legal.name, legal.amounts, move.cents)
            return move if cents == move.cents else Decide(seat, move.choice, cents)
    raise _no_such_choice(layout, move.choice)


def _no_such_choice(layout: RingLayout, choice: object) -> NotAllowed:
    options = layout.options
    offered = " and ".join(legal.choice for legal in layout.legal if legal.choice)
    if choice in (BET, RAISE) and not options.most_to:
        if layout.wagers >= layout.stakes.wagers:
            text = f"The round has had its {layout.wagers} wagers: only {offered} are open."
            return NotAllowed("raises-capped", text)
        if options.call == layout.stacks[layout.actor]:
            return NotAllowed(
                "all-in", f"A call already takes the whole stack: {offered} are open."
            )
        if not may_raise(layout, layout.actor):
            text = f"A raise that came short does not reopen the betting: {offered} are open."
            return NotAllowed("not-reopened", text)
        return NotAllowed(
            "nobody-to-raise", f"Nobody else has chips for a raise: only {offered} are open."
        )
    return NotAllowed(
        "no-such-choice", f"{short_repr(choice)} is no choice here: {offered} are open."
    )


def _put_in(layout: RingLayout, place: int, cents: int) -> None:
    layout.stacks[place] -= cents
    layout.paid[place] += cents
    layout.bets[place] += cents
    all_in = not layout.stacks[place]
    layout.able -= all_in
    layout.log.append(_wagered(layout.seat_at[place], cents, layout.bets[place], all_in))


def _raise(layout: RingLayout, place: int, to: int) -> None:
    stakes = layout.stakes
    by = to - layout.level
    is_full = to - layout.full >= stakes.least_full if stakes.is_fixed else by >= layout.raise_by
    completes = is_full and layout.short and stakes.is_fixed and stakes.counts_short
    if is_full:
        layout.full, layout.raise_by = to, by
        layout.full_bets += (to,)
    if (is_full or stakes.counts_short) and not completes:
        layout.wagers += 1
    layout.short = not is_full
    layout.level = to
    layout.aggressor = place


def _fold(layout: RingLayout, place: int) -> None:
    """Takes the hand out of the pot; beside a side wager its cards stay, face down."""
    seat = layout.seat_at[place]
    layout.live[place] = False
    layout.able -= 1
    layout.log.append(folded(seat))
    beside = layout.stakes_beside(seat)
    if beside:
        layout.log.append(KeptBeside(seat, next(iter(beside))))
    elif layout.plan.rules.table.folded_hands == "collected":
        collect_hand(layout, seat)
