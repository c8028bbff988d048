"""The end of a round: hands shown, pots taken, side wagers paid, the felt cleared.

One player left takes everything without showing. Else the last to bet or raise in the last betting
round shows first, or the first player left of the button when nobody did, and the others follow in
turn; where the rules let them, players whose hand cannot win any pot they play for give it up
unshown. Who takes what is settled before that and does not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring.dealing import cards_left
from feltworks.ring.operations import GivenUp, Plays, Taken
from feltworks.ring.pots import Pot, best, pots, split
from feltworks.ring.siding import settle_side_wagers, show_cards
from feltworks.round.operations import Closed, Collected, DeckPutAway

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.ring.layout import Layout


def finish(layout: Layout) -> None:
    """The pot is settled first, then the side wagers; then the felt is cleared."""
    made = pots(layout.paid, layout.live, sum(layout.dead))
    if sum(layout.live) > 1:
        values = _values(layout)
        _show(layout, made, values)
        for number in reversed(range(len(made))):
            _take(layout, made, number, best(made[number], values))
    else:
        _take(layout, made, 0, made[0].players)
    if layout.side:
        settle_side_wagers(layout)
    _clear(layout)


def _values(layout: Layout) -> list[int]:
    """What each hand still in is worth; others are worth less than any."""
    hand, cards = layout.plan.hand, layout.cards
    values = [-1] * len(layout.seats)
    for place, seat in enumerate(layout.seats):
        if layout.live[place]:
            drawn = hand.drawn(cards, seat)
            assert drawn is not None, "the stages deal every card of the hand"
            values[place] = hand.value(drawn)
    return values


def _show(layout: Layout, made: Sequence[Pot], values: Sequence[int]) -> None:
    places = len(layout.seats)
    first = max(layout.aggressor, 0)
    must = layout.plan.ring.shows == "all-hands"
    highest = [-1] * len(made)
    for turn in range(places):
        place = (first + turn) % places
        if not layout.live[place]:
            continue
        value = values[place]
        mine = [number for number, pot in enumerate(made) if place in pot.players]
        if must or any(value >= highest[number] for number in mine):
            seat = layout.seats[place]
            show_cards(layout, seat)
            layout.log.append(Plays(seat, layout.plan.hand.in_words(value)))
            for number in mine:
                highest[number] = max(highest[number], value)
        else:
            layout.log.append(GivenUp(layout.seats[place]))


def _take(layout: Layout, made: Sequence[Pot], number: int, winners: Sequence[int]) -> None:
    parts = split(made[number].cents, len(winners), layout.stakes.chip)
    for place, cents in zip(winners, parts, strict=True):
        if cents:
            layout.stacks[place] += cents
            layout.log.append(Taken(layout.seats[place], cents, number, len(made)))


def _clear(layout: Layout) -> None:
    gone = {entry.seat for entry in layout.log if isinstance(entry, Collected)}
    for seat in layout.seats:
        if seat not in gone:
            layout.log.append(Collected(seat))
    layout.log.append(Collected(None))
    layout.log.append(DeckPutAway(cards_left(layout)))
    layout.log.append(Closed())
    layout.over = True
