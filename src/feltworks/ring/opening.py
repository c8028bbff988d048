"""Before the deal: who sits in with how much, where the button is, side wagers; then the blinds.

The dealer closes the betting when two players or more are in and the button is placed. Everybody
antes, the two players left of the button post the blinds, and whoever owes blinds from games he
missed posts them, the small one dead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring.layout import PASSED_OVER, UNASKED
from feltworks.ring.operations import Anted, Posted
from feltworks.round.reasons import Reason
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from typing import Literal

    from feltworks.ring.layout import Layout
    from feltworks.round.moves import Button, NoMoreBets, SitIn

LARGEST_STACK_CENTS = 10**12
NOT_NOW = Reason("betting-closed", "Seats are taken before the deal, and the betting is closed.")
POSTS = ("", "small", "big", "both")


def sit_in_objection(layout: Layout, move: SitIn) -> Reason | None:
    """Why this seat may not take part so."""
    if layout.stage_at >= 0:
        return NOT_NOW
    plan = layout.plan
    if type(move.seat) is not int or not 1 <= move.seat <= plan.seats:
        return Reason("no-such-seat", f"There is no seat {move.seat}: seats are 1 to {plan.seats}.")
    if move.seat in layout.sitting:
        return Reason("already-in", f"Seat {move.seat} already sits in.")
    most = plan.ring.players_at_most
    if len(layout.sitting) >= most:
        return Reason("table-full", f"The game is for {most} players at most.")
    if type(move.cents) is not int or not 1 <= move.cents <= LARGEST_STACK_CENTS:
        largest = dollars_text(LARGEST_STACK_CENTS)
        return Reason("wrong-stack", f"A stack is from a cent to {largest}.")
    if move.posts not in POSTS:
        return Reason("no-such-blind", f"{move.posts!r} is no blind to post: small, big or both.")
    if move.posts and plan.ring.missed_blinds == "wait":
        return Reason("waits", "Whoever missed blinds waits for the big blind and posts nothing.")
    return None


def apply_sit_in(layout: Layout, move: SitIn) -> Reason | None:
    if reason := sit_in_objection(layout, move):
        return reason
    layout.sitting = {**layout.sitting, move.seat: move}
    layout.log.append(move)
    return None


def button_objection(layout: Layout, move: Button) -> Reason | None:
    """Why the button cannot be there."""
    if layout.stage_at >= 0:
        return NOT_NOW
    if layout.button is not None:
        return Reason("button-placed", f"The button is already at seat {layout.button}.")
    if move.seat not in layout.sitting:
        return Reason("button-not-in", f"Seat {move.seat} does not sit in; the button is a player.")
    return None


def apply_button(layout: Layout, move: Button) -> Reason | None:
    if reason := button_objection(layout, move):
        return reason
    layout.button = move.seat
    layout.log.append(move)
    return None


def close_objection(layout: Layout, move: NoMoreBets) -> Reason | None:
    """Why the cards cannot be dealt yet."""
    if layout.stage_at >= 0:
        return NOT_NOW
    players, ring = len(layout.sitting), layout.plan.ring
    if players < ring.players_at_least:
        least = ring.players_at_least
        return Reason("too-few-players", f"The game takes {least} players; {players} sit in.")
    if layout.button is None:
        return Reason("button-missing", "The button must be placed before the deal.")
    needed, held = layout.plan.cards_needed(players), layout.plan.deck.size
    if needed > held:
        return Reason(
            "deck-too-small", f"{players} players need {needed} cards and the deck holds {held}."
        )
    return None


def apply_close(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := close_objection(layout, move):
        return reason
    layout.log.append(move)
    _take_places(layout)
    if layout.stakes.ante:
        for place in range(len(layout.seats)):
            _ante(layout, place)
    _post_blinds(layout)
    return None


def _take_places(layout: Layout) -> None:
    """Players in order from the button's left, the button last."""
    button = layout.button
    assert button is not None
    taken = sorted(layout.sitting)
    layout.seats = tuple(
        [seat for seat in taken if seat > button] + [seat for seat in taken if seat <= button]
    )
    side = layout.side
    layout.stacks = [
        layout.sitting[seat].cents - (sum(side[seat].values()) if seat in side else 0)
        for seat in layout.seats
    ]
    places = len(layout.seats)
    layout.bets = [0] * places
    layout.paid = [0] * places
    layout.dead = [0] * places
    layout.live = [True] * places
    layout.seen = [UNASKED] * places


def blind_places(layout: Layout) -> tuple[int, int]:
    """The places of the small and the big blind.

    With two players the letter of the rules makes the button the big blind; custom, the small one.
    """
    if len(layout.seats) == 2 and layout.plan.ring.heads_up_blinds == "custom":
        return 1, 0
    return 0, 1


def _post_blinds(layout: Layout) -> None:
    stakes = layout.stakes
    small, big = blind_places(layout)
    _post(layout, small, "small")
    _post(layout, big, "big")
    for place, seat in enumerate(layout.seats):
        owed = layout.sitting[seat].posts
        if not owed or place in (small, big):
            continue
        if owed != "small":
            _post(layout, place, "big")
        if owed != "big":
            _post_dead(layout, place)
    # The bet to match is the whole big blind, also when its player could not post all of it.
    layout.level = layout.full = stakes.big_blind
    layout.raise_by = stakes.bet
    layout.wagers = 1
    if not stakes.big_blind_option:
        layout.seen[big] = PASSED_OVER
    layout.able = sum(map(bool, layout.stacks))


def _ante(layout: Layout, place: int) -> None:
    cents = min(layout.stakes.ante, layout.stacks[place])
    layout.stacks[place] -= cents
    layout.paid[place] += cents
    layout.log.append(Anted(layout.seats[place], cents))


def _post(layout: Layout, place: int, blind: Literal["small", "big"]) -> None:
    stakes = layout.stakes
    full = stakes.small_blind if blind == "small" else stakes.big_blind
    cents = min(full, layout.stacks[place])
    if cents:
        layout.stacks[place] -= cents
        layout.paid[place] += cents
        layout.bets[place] = cents
        layout.log.append(Posted(layout.seats[place], blind, cents))


def _post_dead(layout: Layout, place: int) -> None:
    cents = min(layout.stakes.small_blind, layout.stacks[place])
    if cents == layout.stacks[place] and not layout.paid[place]:
        # With dead chips only, nobody could match him: all that he has counts as his bet.
        _post(layout, place, "small")
    elif cents:
        layout.stacks[place] -= cents
        layout.dead[place] += cents
        layout.log.append(Posted(layout.seats[place], "small", cents, dead=True))
