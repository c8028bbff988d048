"""Settling: wagers on the first cards when their stage is done, hands when they are decided.

A hand that is decided (busted, surrendered, a safe blackjack) is settled at once and its cards go
to the discard rack; the others wait for the dealer and are settled from his right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from feltworks.blackjack.layout import BlackjackLayout, BlackjackSpot, HandInPlay, show_hand
from feltworks.blackjack.operations import Called
from feltworks.blackjack.pays import LOSE
from feltworks.blackjack.plan import INSURANCE
from feltworks.round.core.dealing import collect_hand
from feltworks.round.core.paying import pay, share_jackpots, won_cents
from feltworks.round.operations import collected
from feltworks.rules.handbook import Held
from feltworks.rules.settlement import Payment, Situation


def call(at: HandInPlay) -> None:
    """The dealer calls a finished hand, which is turned over if it was not open."""
    at.show()
    at.layout.log.append(Called(at.spot.seat, at.zone, at.hand.call))


def settle_at_once(at: HandInPlay, payment: Payment, tip_odds: Fraction | None = None) -> None:
    """A hand leaves the game before the dealer plays."""
    _pay_hand(at, payment, tip_odds)
    collect(at)


def collect(at: HandInPlay) -> None:
    """Moves one hand's cards to the discard rack; its wager may still lie there."""
    at.hand.collected = True
    at.layout.log.append(collected(at.spot.seat, at.zone))
    if all(hand.collected for hand in at.spot.hands):
        at.layout.collected += (at.spot.seat,)


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
        at = HandInPlay(layout, spot, hand)
        if hand.state == "playing" or at.lies_face_down:
            # It was not called yet: the dealer's blackjack ended the play, or it lay face down.
            call(at)
        if not dealer.natural:
            _pay_hand(at, pays.against(dealer, hand))
        else:
            tip_odds = None if hand.natural else LOSE
            _pay_hand(at, pays.to_dealer_blackjack(hand), tip_odds)


def _pay_hand(at: HandInPlay, payment: Payment, tip_odds: Fraction | None = None) -> None:
    if at.hand.free_bets and payment.odds > 0:
        # The house pays on what it has put up as if the player had; otherwise it takes it back.
        odds = at.hand.free_bets * payment.odds
        rounding = at.layout.plan.rules.table.pays_rounded
        payment = replace(payment, cents=won_cents(odds, at.original_wager, rounding))
    pay(at.layout, at.spot, at.wager, payment, tip_odds)
    at.hand.state = "settled"


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
