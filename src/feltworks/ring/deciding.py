"""A player's decision: why it may not be made, and what it does when it may."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from feltworks.ring.betting import BET, CALL, CHECK, FOLD, RAISE, ask
from feltworks.ring.operations import Wagered
from feltworks.ring.sweeping import fold_hand
from feltworks.round.moves import Decide
from feltworks.round.reasons import Reason
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.ring.layout import Layout
    from feltworks.round.contract import Legal

wagered = lru_cache(maxsize=8192)(Wagered)
"""The same entries come again and again; making one costs more than finding it."""


def decide_objection(layout: Layout, move: Decide) -> Reason | None:
    """Why the seat may not decide so now."""
    for legal in layout.legal:
        if legal.move is move:
            return None
    if layout.actor < 0:
        return Reason("no-decision", "Nobody has a decision to make now.")
    seat = layout.seats[layout.actor]
    if move.seat != seat:
        return Reason("not-your-turn", f"It is seat {seat}'s turn to act.")
    if move.cards:
        return Reason("nothing-to-set", "Cards are not set apart between players.")
    for legal in layout.legal:
        if isinstance(legal.move, Decide) and legal.move.choice == move.choice:
            return _amount_objection(legal, move.cents)
    return _no_such_choice(layout, move.choice)


def _amount_objection(legal: Legal, cents: int | None) -> Reason | None:
    amounts = legal.amounts
    if amounts is None:
        return None if cents is None else Reason("no-amount", f"{legal.name} takes no amount.")
    if cents is None and amounts.single is not None:
        return None
    if type(cents) is int and amounts.allows(cents):
        return None
    least, most = dollars_text(amounts.least_cents), dollars_text(amounts.most_cents)
    if amounts.single is not None:
        return Reason("wrong-size", f"{legal.name} must be {least}.")
    chip = dollars_text(amounts.step_cents)
    return Reason("wrong-size", f"{legal.name} is from {least} to {most} in chips of {chip}.")


def _no_such_choice(layout: Layout, choice: str) -> Reason:
    options, offered = layout.options, " and ".join(_choices(layout))
    if choice in (BET, RAISE) and not options.most_to:
        if layout.wagers >= layout.stakes.wagers:
            text = f"The round has had its {layout.wagers} wagers: only {offered} are open."
            return Reason("raises-capped", text)
        if options.call == layout.stacks[layout.actor]:
            return Reason("all-in", f"A call already takes the whole stack: {offered} are open.")
        if layout.seen[layout.actor] >= 0:
            text = f"A raise that came short does not reopen the betting: {offered} are open."
            return Reason("not-reopened", text)
        return Reason("nobody-to-raise", f"Everyone else is all in: only {offered} are open.")
    return Reason("no-such-choice", f"{choice!r} is no choice here: {offered} are open.")


def _choices(layout: Layout) -> list[str]:
    moves = [legal.move for legal in layout.legal]
    return [move.choice for move in moves if isinstance(move, Decide)]


def apply_decide(layout: Layout, move: Decide) -> Reason | None:
    """The decision carried out, and the turn passed on."""
    if reason := decide_objection(layout, move):
        return reason
    place, options, choice = layout.actor, layout.options, move.choice
    cents = move.cents
    if choice == FOLD:
        layout.log.append(move)
        fold_hand(layout, place)
    elif choice == CHECK:
        layout.log.append(move)
    else:
        if cents is None:
            cents = options.call if choice == CALL else options.most_to
            move = Decide(move.seat, choice, cents)
        layout.log.append(move)
        if choice == CALL:
            _put_in(layout, place, cents)
        else:
            _put_in(layout, place, cents - layout.bets[place])
            _raise(layout, place, cents)
    layout.seen[place] = layout.full if layout.stakes.is_fixed else layout.level
    ask(layout, place + 1)
    return None


def _put_in(layout: Layout, place: int, cents: int) -> None:
    layout.stacks[place] -= cents
    layout.paid[place] += cents
    layout.bets[place] += cents
    all_in = not layout.stacks[place]
    layout.able -= all_in
    layout.log.append(wagered(layout.seats[place], cents, layout.bets[place], all_in))


def _raise(layout: Layout, place: int, to: int) -> None:
    stakes = layout.stakes
    by = to - layout.level
    full = to - layout.full >= stakes.bet if stakes.is_fixed else by >= layout.raise_by
    if full:
        layout.wagers += 1
        layout.full = to
        layout.raise_by = by
    layout.level = to
    layout.aggressor = place
