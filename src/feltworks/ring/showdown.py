"""The end of a round: hands shown, pots taken, side wagers paid, the felt cleared.

One player left takes everything without showing. Otherwise the last to bet or raise in the last
betting round shows first, or the first player left of the button if nobody did, and the others
follow in turn; if the rules allow it, players whose hand cannot win any pot they play for give it
up unshown. Who takes what is decided before that and does not depend on it. A sealed hand was not
shown, so it was beaten by one that was. Side wagers are shown and paid from the dealer's right,
also those of folded hands if the rules keep them in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from feltworks.cards import SEALED
from feltworks.ring.layout import RingLayout
from feltworks.ring.operations import GivenUp, HandAnnounced, Taken
from feltworks.ring.pots import Pot, best, pots, split
from feltworks.round.core.dealing import clear_felt, end_round, put_deck_away
from feltworks.round.core.paying import pay
from feltworks.round.operations import Closed, Shown
from feltworks.round.reasons import NotAllowed
from feltworks.rules.settlement import Situation

SEALED_VALUE = -2
"""Less than the value of any hand, and than that of no hand."""


def finish(layout: RingLayout) -> None:
    """Settles the pot, then the side wagers, then clears the felt."""
    made = pots(layout.paid, layout.live, sum(layout.dead))
    if sum(layout.live) > 1:
        values = _values(layout)
        _show(layout, made, values)
        for number in reversed(range(len(made))):
            _take(layout, made, number, _in_order(layout, best(made[number], values)))
    else:
        _take(layout, made, 0, made[0].players)
    if layout.spots:
        _settle_side_wagers(layout)
    clear_felt(layout, layout.seat_at)
    put_deck_away(layout)
    end_round(layout, Closed())


def _values(layout: RingLayout) -> list[int]:
    """The value of each hand still in; other places are below any."""
    hand, cards = layout.plan.hand, layout.cards
    values = [-1] * len(layout.seat_at)
    for place, seat in enumerate(layout.seat_at):
        if layout.live[place]:
            drawn = hand.cards(cards, seat)
            assert drawn is not None, "the stages deal every card of the hand"
            values[place] = SEALED_VALUE if SEALED in drawn else hand.value(drawn)
    return values


def _show(layout: RingLayout, made: Sequence[Pot], values: Sequence[int]) -> None:
    places = len(layout.seat_at)
    first = max(layout.aggressor, 0)
    must = layout.plan.ring.shows == "all-hands"
    highest = [-1] * len(made)
    for turn in range(places):
        place = (first + turn) % places
        if not layout.live[place]:
            continue
        value = values[place]
        mine = [number for number, pot in enumerate(made) if place in pot.players]
        if value == SEALED_VALUE and any(highest[number] < 0 for number in mine):
            raise _sealed(layout.seat_at[place])
        if must or any(value >= highest[number] for number in mine):
            seat = layout.seat_at[place]
            _show_cards(layout, seat)
            layout.log.append(HandAnnounced(seat, layout.plan.hand.in_words(value)))
            for number in mine:
                highest[number] = max(highest[number], value)
        else:
            layout.log.append(GivenUp(layout.seat_at[place]))


def _in_order(layout: RingLayout, winners: Sequence[int]) -> Sequence[int]:
    """Tied players in the order in which odd chips go to them."""
    if len(winners) == 1 or layout.plan.ring.odd_chip == "first-left-of-button":
        return winners
    faces = layout.plan.deck.faces

    def highest(place: int) -> int:
        seat = layout.seat_at[place]
        return max(
            faces.index(card)
            for zone in layout.plan.player_zones
            for card in layout.cards[seat, zone]
        )

    return sorted(winners, key=highest, reverse=True)


def _take(layout: RingLayout, made: Sequence[Pot], number: int, winners: Sequence[int]) -> None:
    parts = split(made[number].cents, len(winners), layout.stakes.chip)
    for place, cents in zip(winners, parts, strict=True):
        if cents:
            layout.stacks[place] += cents
            layout.log.append(Taken(layout.seat_at[place], cents, number, len(made)))


def _settle_side_wagers(layout: RingLayout) -> None:
    """Every side wager of the round, from the dealer's right."""
    hands = layout.plan.hands
    for seat in layout.seats_from_right:
        place = layout.seat_at.index(seat)
        if not any(isinstance(entry, Shown) and entry.seat == seat for entry in layout.log):
            _show_cards(layout, seat)
        spot, folded = layout.own(seat), not layout.live[place]
        for wager in spot.stakes:
            held = {
                id: hands[id].held(layout.cards, seat) for id in layout.plan.wagers[wager].hands
            }
            payment = layout.plan.payment(wager, Situation(held, folded=folded))
            settled = pay(layout, spot, wager, payment)
            layout.stacks[place] += settled.returned_cents + settled.paid_cents


def _show_cards(layout: RingLayout, seat: int) -> None:
    """The seat's cards are turned over."""
    for zone in layout.plan.player_zones:
        cards = layout.cards.get((seat, zone))
        if cards and SEALED in cards:
            raise _sealed(seat)
        if cards:
            layout.log.append(Shown(seat, zone, cards))


def _sealed(seat: int) -> NotAllowed:
    """The error for a round that is not possible: that hand is always shown by the rules."""
    return NotAllowed("sealed-hand", f"Seat {seat} shows its hand here, and it is sealed.")
