"""How a round of blackjack goes on between decisions, until a card or a decision is needed.

The stages of the file come first: cards are dealt and wagers on them settled. Then insurance is
offered against an ace, the dealer peeks, the seats play their hands from his left, he plays his
own, and what is still out is settled from his right.
"""

from __future__ import annotations

from collections.abc import Callable

from feltworks.blackjack.choices import can_split, has_offer
from feltworks.blackjack.hand import TWENTY_ONE, BlackjackHand
from feltworks.blackjack.layout import (
    BlackjackLayout,
    BlackjackPhase,
    BlackjackSpot,
    draw,
    show_hole_card,
    takes_place,
)
from feltworks.blackjack.operations import Called, NextHand, Peeked, ShoeEmpty, ShoeStands
from feltworks.blackjack.plan import INSURANCE
from feltworks.blackjack.settling import (
    call,
    collect,
    settle_beside,
    settle_hand,
    settle_insurance,
    settle_round,
)
from feltworks.round.core.dealing import clear_felt, end_round, turn_up
from feltworks.round.core.reading import HOUSE
from feltworks.round.core.ruling import give_back
from feltworks.round.operations import Closed, Voided, stage_begun

DEALER_STANDS_ON = 17


def go_on(layout: BlackjackLayout) -> None:
    """Everything the dealer does until the round waits for somebody, or is over."""
    while not layout.over:
        turn_up(layout)
        if layout.needs_card:
            if not layout.left:
                layout.log.append(ShoeEmpty())
                void_round(layout)
            return
        if not layout.spots:
            _close(layout)
        elif _PHASES[layout.phase](layout):
            return


def begin(layout: BlackjackLayout) -> None:
    """The betting is closed: notes who plays blackjack, and goes on to the first stage."""
    for seat in layout.seats:
        if layout.plan.main in layout.spots[seat].stakes:
            layout.own(seat).in_main = True
    layout.phase = "stages"


def _stages(layout: BlackjackLayout) -> bool:
    """Begins the next stage, or the play after the last; never waits for a decision."""
    stages = layout.plan.stages
    if layout.stage_at == len(stages) - 1:
        _begin_play(layout)
        return False
    fresh = layout.stage_at < 0 and not layout.terms.discarded
    if layout.stage_at >= 0 and (settles := stages[layout.stage_at].stage.settles):
        settle_beside(layout, settles)
    layout.stage_at += 1
    while not takes_place(layout, stages[layout.stage_at].stage.if_out):
        layout.stage_at += 1
    order = stages[layout.stage_at]
    layout.log.append(stage_begun(order.stage.id))
    layout.script, layout.script_at = order.script(tuple(layout.seats)), 0
    if fresh:
        layout.script = layout.plan.burns + layout.script
    return False


def _begin_play(layout: BlackjackLayout) -> None:
    """The first cards become hands; before the dealer looks, insurance or surrender is offered."""
    plan = layout.plan
    layout.dealer = BlackjackHand(cards=layout.cards[HOUSE, plan.dealer_zone])
    for seat in layout.seats:
        if layout.spots[seat].in_main:
            layout.own(seat).hands = [BlackjackHand(cards=layout.cards[seat, plan.zone])]
    layout.deciding = tuple(s for s in layout.seats if has_offer(layout, layout.spots[s]))
    layout.phase = "offer"


def _offer(layout: BlackjackLayout) -> bool:
    if layout.deciding:
        return True
    layout.phase = "peek"
    return False


def _peek(layout: BlackjackLayout) -> bool:
    """The dealer looks for a blackjack if the rules have him look; otherwise it may still come."""
    game, natural = layout.plan.game, layout.dealer.natural
    layout.phase = "hands"
    layout.deciding = tuple(seat for seat in layout.seats if layout.spots[seat].in_main)
    if not layout.may_be_blackjack:
        layout.checked = True
    elif game.peek:
        layout.log.append(Peeked(natural))
        layout.checked = not natural
        if natural:
            layout.deciding = ()
        else:
            settle_insurance(layout, layout.plan.pays.insured_for_nothing)
    return False


def _hands(layout: BlackjackLayout) -> bool:
    """The hand in play: finished, short of a card, or waiting for its player."""
    if not layout.deciding:
        layout.phase = "dealer"
        return False
    spot = layout.spots[layout.deciding[0]]
    if layout.hand_at == len(spot.hands):
        layout.deciding, layout.hand_at = layout.deciding[1:], 0
        return False
    hand = spot.hands[layout.hand_at]
    if hand.state != "playing":
        layout.hand_at += 1
    elif len(hand.cards) == 1:
        zone = layout.plan.hand_zones[hand.number]
        layout.log.append(NextHand(spot.seat, zone))
        draw(layout, spot.seat, zone)
    elif _is_finished(layout, spot, hand):
        spot = layout.own(spot.seat)
        _finish_hand(layout, spot, spot.hands[layout.hand_at])
    else:
        return True
    return False


def _is_finished(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> bool:
    """Whether a hand has no more decisions: twenty-one or more, doubled without rescue, a split
    ace, a charlie."""
    game = layout.plan.game
    if hand.points >= TWENTY_ONE or (hand.doubled and not game.rescue) or _is_charlie(layout, hand):
        return True
    return game.one_card_to_split_aces and hand.split_ace and not can_split(layout, spot, hand)


def _is_charlie(layout: BlackjackLayout, hand: BlackjackHand) -> bool:
    """Whether the hand has the number of cards of a charlie without a bust, and was not split."""
    charlie = layout.plan.game.charlie
    enough = charlie is not None and len(hand.cards) >= charlie
    return enough and not hand.split and hand.points <= TWENTY_ONE


def _finish_hand(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> None:
    pays, game = layout.plan.pays, layout.plan.game
    call(layout, spot, hand)
    if hand.natural:
        hand.state = "blackjack"
        if (layout.checked or game.blackjack_wins) and game.push_22 != "all":
            settle_hand(layout, spot, hand, pays.hand("blackjack"))
    elif payment := pays.twenty_one(hand):
        hand.state = "twenty-one"
        if layout.checked:
            settle_hand(layout, spot, hand, payment)
    elif _is_charlie(layout, hand):
        hand.state = "charlie"
        if layout.checked:
            settle_hand(layout, spot, hand, pays.hand("charlie"))
    elif hand.points <= TWENTY_ONE:
        hand.state = "stood"
    elif layout.checked or pays.takes_added_stakes:
        settle_hand(layout, spot, hand, pays.hand("bust"))
    else:
        # A dealer's blackjack would still return what was added to the original wager.
        hand.state = "bust"
        collect(layout, spot, hand)


def _dealer(layout: BlackjackLayout) -> bool:
    """The dealer shows, and draws if a hand stands against him."""
    plan, dealer = layout.plan, layout.dealer
    show_hole_card(layout)
    stood, waiting = False, dealer.natural
    drawn_for = ("stood", "blackjack") if plan.game.push_22 == "all" else ("stood",)
    for spot in layout.spots.values():
        waiting = waiting or spot.has_out(INSURANCE)
        for hand in spot.hands:
            stood = stood or hand.state in drawn_for
            waiting = waiting or hand.state != "settled"
    second_card_due = len(dealer.cards) == 1 and waiting
    if second_card_due or (stood and _dealer_draws(layout)):
        draw(layout, HOUSE, plan.dealer_zone)
        return False
    if len(dealer.cards) > 1:
        layout.log.append(Called(None, plan.dealer_zone, dealer.call))
    layout.phase = "settling"
    return False


def _dealer_draws(layout: BlackjackLayout) -> bool:
    dealer = layout.dealer
    points = dealer.points
    if points == DEALER_STANDS_ON and dealer.soft:
        return layout.plan.game.soft_17 == "hits"
    return points < DEALER_STANDS_ON


def _settling(layout: BlackjackLayout) -> bool:
    settle_round(layout)
    _close(layout)
    return False


def void_round(layout: BlackjackLayout) -> None:
    """Returns every wager; the cards that came out of the shoe stay out."""
    for seat in layout.seats_from_right:
        give_back(layout, seat)
    if not (layout.taking_bets or layout.over):
        _clear(layout)
    end_round(layout, Voided())


def _close(layout: BlackjackLayout) -> None:
    _clear(layout)
    end_round(layout, Closed())


def _clear(layout: BlackjackLayout) -> None:
    """Clears the felt; the shoe stays as it is."""
    clear_felt(layout, layout.seats_from_right)
    layout.log.append(ShoeStands(layout.used, layout.left))


_PHASES: dict[BlackjackPhase, Callable[[BlackjackLayout], bool]] = {
    "stages": _stages,
    "offer": _offer,
    "peek": _peek,
    "hands": _hands,
    "dealer": _dealer,
    "settling": _settling,
}
