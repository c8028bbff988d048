"""Before the deal: who sits in with how much, where the button is, side wagers; then the blinds.

The dealer closes the betting when two players or more are in and the button is placed. Everybody
antes, the two players left of the button post the blinds, and players who owe blinds from games
they missed post them, the small one dead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from feltworks.errors import short_repr
from feltworks.money import dollars_text
from feltworks.ring.layout import LARGEST_STACK_CENTS, PASSED_OVER, UNASKED, RingLayout
from feltworks.ring.operations import Anted, Posted
from feltworks.round.core.betting import check_betting_open, check_seat
from feltworks.round.moves import Button, SitIn
from feltworks.round.reasons import NotAllowed

# Cached: the same entries come game after game, and a lookup is faster than making one.
_anted, _posted = lru_cache(maxsize=8192)(Anted), lru_cache(maxsize=8192)(Posted)

SEATS_ARE_TAKEN = "Seats are taken"
POSTS = ("", "small", "big", "both")


def sit_in(layout: RingLayout, move: SitIn) -> None:
    """A player takes part with the chips before him."""
    check_betting_open(layout, SEATS_ARE_TAKEN)
    plan, seat = layout.plan, move.seat
    check_seat(seat, plan.seats)
    if seat in layout.sitting:
        raise NotAllowed("already-in", f"Seat {seat} already sits in.")
    most = plan.ring.players_at_most
    if len(layout.sitting) >= most:
        raise NotAllowed("table-full", f"The game is for {most} players at most.")
    if type(move.cents) is not int or not 1 <= move.cents <= LARGEST_STACK_CENTS:
        largest = dollars_text(LARGEST_STACK_CENTS)
        raise NotAllowed("wrong-stack", f"A stack is from a cent to {largest}.")
    if move.posts not in POSTS:
        posts = short_repr(move.posts)
        raise NotAllowed("no-such-blind", f"{posts} is no blind to post: small, big or both.")
    if move.posts and plan.ring.missed_blinds == "wait":
        raise NotAllowed(
            "waits", "Whoever missed blinds waits for the big blind and posts nothing."
        )
    layout.sitting = {**layout.sitting, seat: move}
    layout.log.append(move)


def place_button(layout: RingLayout, move: Button) -> None:
    """Places the button at that seat."""
    check_betting_open(layout, SEATS_ARE_TAKEN)
    if layout.button is not None:
        raise NotAllowed("button-placed", f"The button is already at seat {layout.button}.")
    if type(move.seat) is not int or move.seat not in layout.sitting:
        raise NotAllowed(
            "button-not-in",
            f"Seat {short_repr(move.seat)} does not sit in; the button is a player.",
        )
    layout.button = move.seat
    layout.log.append(move)


def check_close(layout: RingLayout) -> None:
    """Raises `NotAllowed` if the cards cannot be dealt yet."""
    check_betting_open(layout, SEATS_ARE_TAKEN)
    players, ring = len(layout.sitting), layout.plan.ring
    if players < ring.players_at_least:
        least = ring.players_at_least
        raise NotAllowed("too-few-players", f"The game takes {least} players; {players} sit in.")
    if layout.button is None:
        raise NotAllowed("button-missing", "The button must be placed before the deal.")
    needed, held = layout.plan.cards_needed(players), layout.plan.deck.size
    if needed > held:
        raise NotAllowed(
            "deck-too-small", f"{players} players need {needed} cards and the deck holds {held}."
        )


def begin(layout: RingLayout) -> None:
    """Players take their places; antes and blinds go out."""
    _take_places(layout)
    if layout.stakes.ante:
        for place, seat in enumerate(layout.seat_at):
            cents = min(layout.stakes.ante, layout.stacks[place])
            layout.stacks[place] -= cents
            layout.paid[place] += cents
            layout.log.append(_anted(seat, cents))
    _post_blinds(layout)


def _take_places(layout: RingLayout) -> None:
    """Players in order from the button's left, the button last."""
    button = layout.button
    assert button is not None
    taken = sorted(layout.sitting)
    layout.seat_at = tuple(
        [seat for seat in taken if seat > button] + [seat for seat in taken if seat <= button]
    )
    layout.stacks = [
        layout.sitting[seat].cents - sum(layout.stakes_beside(seat).values())
        for seat in layout.seat_at
    ]
    places = len(layout.seat_at)
    layout.bets = [0] * places
    layout.paid = [0] * places
    layout.dead = [0] * places
    layout.live = [True] * places
    layout.answered = [UNASKED] * places


def blind_places(layout: RingLayout) -> tuple[int, int]:
    """The places of the small and the big blind.

    With two players the letter of the rules makes the button the big blind; custom, the small one.
    """
    if len(layout.seat_at) == 2 and layout.plan.ring.heads_up_blinds == "custom":
        return 1, 0
    return 0, 1


def _post_blinds(layout: RingLayout) -> None:
    stakes = layout.stakes
    small, big = blind_places(layout)
    _post(layout, small, "small")
    _post(layout, big, "big")
    for place, seat in enumerate(layout.seat_at):
        owed = layout.sitting[seat].posts
        if not owed or place in (small, big):
            continue
        if owed != "small":
            _post(layout, place, "big")
        if owed != "big":
            _post_dead(layout, place)
    # The bet to match is the whole big blind, even if its player could not post all of it.
    layout.level = layout.full = stakes.big_blind
    layout.full_bets = (stakes.big_blind,)
    layout.raise_by = stakes.bet
    layout.wagers = 1
    if not stakes.big_blind_option:
        layout.answered[big] = PASSED_OVER
    layout.able = sum(map(bool, layout.stacks))


def _post(layout: RingLayout, place: int, blind: Literal["small", "big"]) -> None:
    stakes = layout.stakes
    full = stakes.small_blind if blind == "small" else stakes.big_blind
    cents = min(full, layout.stacks[place])
    if cents:
        layout.stacks[place] -= cents
        layout.paid[place] += cents
        layout.bets[place] = cents
        layout.log.append(_posted(layout.seat_at[place], blind, cents))


def _post_dead(layout: RingLayout, place: int) -> None:
    cents = min(layout.stakes.small_blind, layout.stacks[place])
    if cents == layout.stacks[place] and not layout.paid[place]:
        # With dead chips only, nobody could match him: all that he has counts as his bet.
        _post(layout, place, "small")
    elif cents:
        layout.stacks[place] -= cents
        layout.dead[place] += cents
        layout.log.append(Posted(layout.seat_at[place], "small", cents, dead=True))
