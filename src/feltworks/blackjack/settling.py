"""Settling: wagers on the first cards when their stage is done, hands when they are decided.

A hand that is decided (busted, surrendered, a safe blackjack) is settled at once and its cards go
to the discard rack; the others wait for the dealer and are settled from his right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from feltworks.blackjack.hand import BlackjackHand
from feltworks.blackjack.layout import BlackjackLayout, BlackjackSpot, original_wager, show_hand
from feltworks.blackjack.operations import Called
from feltworks.blackjack.pays import LOSE
from feltworks.blackjack.plan import INSURANCE
from feltworks.round.core.dealing import collect_hand
from feltworks.round.core.paying import pay, share_jackpots, won_cents
from feltworks.round.operations import collected
from feltworks.rules.handbook import Held
from feltworks.rules.settlement import Payment, Situation


def call(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> None:
    """The dealer calls a finished hand, which is turned over if it was not open."""
    show_hand(layout, spot, hand)
    zone = layout.plan.hand_zones[hand.number]
    layout.log.append(Called(spot.seat, zone, hand.call))


def settle_hand(
    layout: BlackjackLayout,
    spot: BlackjackSpot,
    hand: BlackjackHand,
    payment: Payment,
    *,
    tip_odds: Fraction | None = None,
    at_once: bool = True,
) -> None:
    """Pays a hand; `at_once` if it leaves the game before the dealer plays."""
    if hand.free_bets and payment.odds > 0:
        # The house pays on what it has put up as if the player had; otherwise it takes it back.
        odds = hand.free_bets * payment.odds
        rounding = layout.plan.rules.table.pays_rounded
        payment = replace(payment, cents=won_cents(odds, original_wager(layout, spot), rounding))
    pay(layout, spot, layout.plan.hand_wagers[hand.number], payment, tip_odds)
    hand.state = "settled"
    if at_once:
        collect(layout, spot, hand)


def collect(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> None:
    """Moves one hand's cards to the discard rack; its wager may still lie there."""
    hand.collected = True
    layout.log.append(collected(spot.seat, layout.plan.hand_zones[hand.number]))
    if all(hand.collected for hand in spot.hands):
        layout.collected += (spot.seat,)


def settle_beside(layout: BlackjackLayout, wagers: Iterable[str]) -> None:
    """Settles wagers on the first cards, from the dealer's right, then shares jackpots."""
    for seat in layout.seats_from_right:
        due = [id for id in wagers if layout.spots[seat].has_out(id)]
        if due:
            _pay_beside(layout, layout.own(seat), due)
    share_jackpots(layout)


def settle_insurance(layout: BlackjackLayout, payment: Payment) -> None:
    """Every insurance wager is paid or taken, from the dealer's right."""
    for seat in layout.seats_from_right:
        if layout.spots[seat].has_out(INSURANCE):
            pay(layout, layout.own(seat), INSURANCE, payment)


def settle_round(layout: BlackjackLayout) -> None:
    """Everything still out, seat by seat from the dealer's right."""
    plan = layout.plan
    as_settled = plan.rules.table.discards == "as-settled"
    main_first = plan.order[0] == plan.main
    for seat in layout.seats_from_right:
        spot = layout.own(seat)
        beside = [id for id in plan.order if id != plan.main and spot.has_out(id)]
        if main_first:
            _settle_main(layout, spot)
        if beside:
            _pay_beside(layout, spot, beside)
        if not main_first:
            _settle_main(layout, spot)
        if as_settled:
            collect_hand(layout, seat)
    share_jackpots(layout)


def _settle_main(layout: BlackjackLayout, spot: BlackjackSpot) -> None:
    pays, dealer = layout.plan.pays, layout.dealer
    if spot.has_out(INSURANCE):
        won = dealer.natural
        pay(layout, spot, INSURANCE, pays.insured if won else pays.insured_for_nothing)
    for hand in spot.hands:
        if hand.state == "settled":
            continue
        if hand.state == "playing" or layout.down.get((spot.seat, layout.plan.zone)):
            # It was not called yet: the dealer's blackjack ended the play, or it lay face down.
            call(layout, spot, hand)
        lost = dealer.natural and not hand.natural
        payment = pays.to_dealer_blackjack(hand) if dealer.natural else pays.against(dealer, hand)
        tip_odds = LOSE if lost else None
        settle_hand(layout, spot, hand, payment, tip_odds=tip_odds, at_once=False)


def _pay_beside(layout: BlackjackLayout, spot: BlackjackSpot, wagers: Iterable[str]) -> None:
    """Settles the seat's wagers on its first cards."""
    plan = layout.plan
    show_hand(layout, spot, spot.hands[0] if spot.hands else None)
    held: dict[str, Held] = {}
    for wager in wagers:
        for id in plan.wagers[wager].hands:
            if id not in held:
                held[id] = plan.hands[id].held(layout.cards, spot.seat)
        payment = plan.payment(wager, Situation(held))
        pay(layout, spot, wager, payment)
