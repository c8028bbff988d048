"""What the rest of a round depends on, and nothing else. Two rounds in equal positions go on alike,
card for card and choice for choice, whatever happened before. A walk over every card that can come
visits each position only once, so that small shoes can be counted completely."""

from __future__ import annotations

from collections.abc import Hashable

from feltworks.blackjack.hand import BlackjackHand
from feltworks.blackjack.layout import BlackjackLayout, BlackjackSpot, original_wager
from feltworks.blackjack.pays import BlackjackPays
from feltworks.blackjack.plan import INSURANCE
from feltworks.cards import Card


def position(layout: BlackjackLayout) -> Hashable:
    """Equal for layouts that differ only in the log, in the order of cards or in their suits.

    While side wagers are out, suits count too.
    """
    spots = tuple([_spot(layout, spot) for spot in layout.spots.values()])
    suits_matter = any(beside for *_, beside in spots) or layout.plan.pays.suits_matter
    begun = layout.phase not in ("bets", "stages")
    first_cards = [
        (place, _seen(cards, with_suits=suits_matter)) for place, cards in layout.cards.items()
    ]
    return (
        layout.phase,
        layout.stage_at,
        layout.script[layout.script_at :],
        layout.dealt if suits_matter else _ranks_left(layout),
        layout.deciding,
        layout.hand_at,
        layout.checked,
        layout.over,
        tuple(first_cards) if suits_matter or not begun else layout.up_card.rank,
        tuple([place for place, cards in layout.down.items() if cards]),
        _in_play(layout.dealer, with_suits=False),
        spots,
    )


def _seen(cards: tuple[Card, ...], *, with_suits: bool) -> tuple[str, ...]:
    return tuple([str(card) if with_suits else card.rank for card in cards])


def _ranks_left(layout: BlackjackLayout) -> tuple[int, ...]:
    left = dict.fromkeys(layout.plan.deck.ranks, 0)
    for card, (shift, copies) in layout.plan.faces.items():
        left[card.rank] += copies - ((layout.dealt >> shift) & 255)
    return tuple(left.values())


def _spot(layout: BlackjackLayout, spot: BlackjackSpot) -> tuple[Hashable, ...]:
    hand_wagers = layout.plan.hand_wagers.values()
    stake = spot.stakes.get(layout.plan.main, 0)
    if spot.hands:
        stake = original_wager(layout, spot)
    insured = spot.stakes[INSURANCE] if spot.has_out(INSURANCE) else 0
    beside = tuple(
        [
            (id, cents)
            for id, cents in spot.stakes.items()
            if id not in hand_wagers and id != INSURANCE and spot.has_out(id)
        ]
    )
    pays = layout.plan.pays
    finished = sorted([_finished(pays, hand) for hand in spot.hands if hand.state != "playing"])
    suits = layout.plan.pays.suits_matter
    playing = tuple(
        [_in_play(hand, with_suits=suits) for hand in spot.hands if hand.state == "playing"]
    )
    tips = tuple(spot.tips.items())
    return spot.seat, stake, insured, tips, tuple(finished), playing, beside


def _finished(pays: BlackjackPays, hand: BlackjackHand) -> tuple[str, int, bool, bool, int, str]:
    """What the dealer's hand will be compared with; only the first hand has the original wager."""
    bonus = str(pays.twenty_one(hand)) if hand.state == "twenty-one" else ""
    return hand.state, hand.points, hand.doubled, hand.number == 1, hand.free_bets, bonus


def _in_play(hand: BlackjackHand, *, with_suits: bool) -> Hashable:
    ranks = _seen(hand.cards, with_suits=with_suits)
    # What was split decides what the halves may do: a split ace is not like other aces.
    half_of = ranks[0] if hand.split else ""
    # Two tens of unlike rank may be split, and then it matters which of them comes first.
    held = tuple(ranks if len(ranks) == 2 else sorted(ranks))
    return hand.number, held, hand.doubled, half_of, hand.free_bets
