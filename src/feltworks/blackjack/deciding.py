"""The players' decisions, carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.choices import (
    DOUBLE,
    EVEN_MONEY,
    HIT,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    find_choice,
)
from feltworks.blackjack.dealing import draw, show_hand
from feltworks.blackjack.hand import BlackjackHand
from feltworks.blackjack.plan import INSURANCE
from feltworks.blackjack.settling import call, settle_at_once
from feltworks.round.core.betting import chosen_amount
from feltworks.round.moves import Decide
from feltworks.round.operations import Moved, Staked
from feltworks.round.reasons import NotAllowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.blackjack.layout import BlackjackLayout, BlackjackSpot


def decide(layout: BlackjackLayout, move: Decide) -> None:
    """A seat's decision on its hand in play, or on insurance."""
    if layout.needs_card or not layout.deciding:
        raise NotAllowed("no-decision", "Nobody has a decision to make now.")
    if type(move.seat) is not int or move.seat != layout.decides:
        raise NotAllowed("not-your-turn", f"It is seat {layout.decides}'s turn to decide.")
    choice = find_choice(layout, move.choice)
    if move.cards != ():
        raise NotAllowed("nothing-to-set", f"{choice.name} does not let a player set his cards.")
    cents = chosen_amount(choice.name, choice.amounts, move.cents)
    made = Decide(move.seat, move.choice, cents)
    layout.log.append(made)
    spot = layout.own(move.seat)
    if layout.phase == "offer":
        layout.deciding = layout.deciding[1:]
        _answer(layout, spot, made)
    else:
        _DONE[made.choice](layout, spot, spot.hands[layout.hand_at], cents or 0)


def _answer(layout: BlackjackLayout, spot: BlackjackSpot, made: Decide) -> None:
    """Insurance goes out, even money is paid at once."""
    if made.choice == INSURE:
        assert made.cents is not None
        _stake(layout, spot, INSURANCE, made.cents)
    elif made.choice == EVEN_MONEY:
        hand = spot.hands[0]
        call(layout, spot, hand)
        settle_at_once(layout, spot, hand, layout.plan.pays.hand("even-money"))


def _stake(layout: BlackjackLayout, spot: BlackjackSpot, wager: str, cents: int) -> None:
    spot.stakes[wager] = spot.stakes.get(wager, 0) + cents
    layout.log.append(Staked(spot.seat, wager, cents))


def _hit(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _stand(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    hand.state = "stood"
    if not layout.down.get((spot.seat, layout.plan.zone)):
        call(layout, spot, hand)


def _double(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    show_hand(layout, spot, hand)
    _stake(layout, spot, layout.plan.hand_wagers[hand.number], cents)
    hand.doubled = True
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _split(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    show_hand(layout, spot, hand)
    plan = layout.plan
    number = len(spot.hands) + 1
    card = hand.halve()
    hand.split = True
    apart = BlackjackHand(number, (card,))
    apart.split = True
    spot.hands.append(apart)
    _stake(layout, spot, plan.hand_wagers[number], cents)
    zones = plan.hand_zones
    layout.log.append(Moved(spot.seat, zones[hand.number], zones[number], card))
    # The first half gets its second card now, the other when its turn comes.
    draw(layout, spot.seat, zones[hand.number])


def _surrender(
    layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int
) -> None:
    hand.state = "surrendered"
    if layout.checked:
        settle_at_once(layout, spot, hand, layout.plan.pays.hand("surrender"))


_DONE: dict[str, Callable[[BlackjackLayout, BlackjackSpot, BlackjackHand, int], None]] = {
    HIT: _hit,
    STAND: _stand,
    DOUBLE: _double,
    SPLIT: _split,
    SURRENDER: _surrender,
}
