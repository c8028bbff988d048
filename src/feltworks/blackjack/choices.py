"""A seat's choices on its hand in play, or when insurance is offered: which are open, what they do.

Every choice has one function that says how or why not it may be made, and one that makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from feltworks.blackjack.hand import ACE, POINTS, TEN, BlackjackHand, is_pair
from feltworks.blackjack.layout import (
    BlackjackLayout,
    BlackjackSpot,
    draw,
    original_wager,
    show_hand,
)
from feltworks.blackjack.operations import FreeBet
from feltworks.blackjack.pays import LOSE
from feltworks.blackjack.plan import INSURANCE
from feltworks.blackjack.settling import call, settle_hand
from feltworks.errors import short_repr
from feltworks.round.contract import Amounts
from feltworks.round.core.betting import check_turn, chosen_amount, fixed_amount
from feltworks.round.moves import Decide
from feltworks.round.operations import Moved, Staked
from feltworks.round.reasons import NotAllowed, Reason
from feltworks.rules.schema.mechanisms import Blackjack

Judge = Callable[[BlackjackLayout, BlackjackSpot, BlackjackHand], "ChoiceOrReason"]

HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
INSURE, EVEN_MONEY, DECLINE = "insure", "even-money", "decline"

DOUBLED_TOTALS: Mapping[str, range] = {"9-11": range(9, 12), "10-11": range(10, 12)}
"""Totals on which a house that restricts doubling allows it; they are hard ones."""


@dataclass(frozen=True, slots=True)
class BlackjackChoice:
    """A choice that a seat may make now, with the wager it takes if any."""

    id: str
    name: str
    amounts: Amounts | None = None


ChoiceOrReason = BlackjackChoice | Reason

_HIT, _STAND = BlackjackChoice(HIT, "Hit"), BlackjackChoice(STAND, "Stand")
_SURRENDER, _RESCUE = BlackjackChoice(SURRENDER, "Surrender"), BlackjackChoice(SURRENDER, "Rescue")
_FREE_DOUBLE, _FREE_SPLIT = (
    BlackjackChoice(DOUBLE, "Free double"),
    BlackjackChoice(SPLIT, "Free split"),
)
_EVEN_MONEY = BlackjackChoice(EVEN_MONEY, "Even money")
_NO_INSURANCE, _NO_EVEN_MONEY, _PLAY_ON = (
    BlackjackChoice(DECLINE, "No insurance"),
    BlackjackChoice(DECLINE, "No even money"),
    BlackjackChoice(DECLINE, "Play on"),
)


def open_choices(layout: BlackjackLayout) -> Iterator[BlackjackChoice]:
    """Every choice open to the seat whose turn it is."""
    spot = layout.spots[layout.decides]
    for judge in _judges(layout).values():
        found = judge(layout, spot, spot.hands[layout.hand_at])
        if isinstance(found, BlackjackChoice):
            yield found


def find_choice(layout: BlackjackLayout, id: str) -> BlackjackChoice:
    """The open choice of that id; raises `NotAllowed` if there is none or it is not open."""
    judges = _judges(layout)
    judge = judges.get(id) if type(id) is str else None
    if judge is None:
        raise NotAllowed(
            "no-such-choice", f"{short_repr(id)} is no choice here: {', '.join(judges)} are."
        )
    spot = layout.spots[layout.decides]
    found = judge(layout, spot, spot.hands[layout.hand_at])
    if isinstance(found, Reason):
        raise NotAllowed(found.rule, found.text)
    return found


def has_offer(layout: BlackjackLayout, spot: BlackjackSpot) -> bool:
    """Whether a seat has anything to decide before the dealer looks at his second card."""
    return spot.in_main and any(
        isinstance(judge(layout, spot, spot.hands[0]), BlackjackChoice)
        for judge in (_insure, _even_money, _surrender_early)
    )


def can_split(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> bool:
    return isinstance(_split(layout, spot, hand), BlackjackChoice)


def _judges(layout: BlackjackLayout) -> Mapping[str, Judge]:
    return _OFFERED if layout.phase == "offer" else _PLAYED


def _one_card_only(layout: BlackjackLayout, hand: BlackjackHand) -> bool:
    return layout.plan.game.one_card_to_split_aces and hand.split_ace


ONE_CARD_ONLY = Reason("one-card-only", "A split ace gets one card only.")
DOUBLED = Reason("doubled", "A doubled hand gets no further card.")


def _hit(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    if hand.doubled:
        return DOUBLED
    return ONE_CARD_ONLY if _one_card_only(layout, hand) else _HIT


def _double(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    game = layout.plan.game
    if hand.doubled:
        return DOUBLED
    if len(hand.cards) != 2 and game.double_cards == "two":
        return Reason("too-late", "A hand may be doubled on its first two cards only.")
    if _one_card_only(layout, hand):
        return ONE_CARD_ONLY
    if hand.split and not game.double_after_split:
        return Reason("after-split", "This house does not let a split hand double.")
    if game.double != "any-two" and (hand.soft or hand.points not in DOUBLED_TOTALS[game.double]):
        return Reason("wrong-total", f"This house lets hard totals of {game.double} double only.")
    if is_free_double(game, hand):
        return _FREE_DOUBLE
    return BlackjackChoice(DOUBLE, "Double", fixed_amount(original_wager(layout, spot)))


def is_free_double(game: Blackjack, hand: BlackjackHand) -> bool:
    """Whether the house puts up what doubling this hand adds."""
    if game.free_double == "none" or hand.soft:
        return False
    return hand.points in DOUBLED_TOTALS[game.free_double]


def is_free_split(game: Blackjack, hand: BlackjackHand) -> bool:
    """Whether the house puts up the wager of the hand that is split off."""
    tens = POINTS[hand.cards[0].rank] == TEN
    return game.free_split == "all" or (game.free_split == "all-but-tens" and not tens)


def _split(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    game = layout.plan.game
    if len(hand.cards) != 2 or not is_pair(*hand.cards, unlike_tens=game.split_unlike_tens):
        return Reason("no-pair", "Only a pair may be split.")
    if len(spot.hands) >= game.split_hands:
        return Reason(
            "enough-hands", f"Splitting makes {game.split_hands} hands at most in this house."
        )
    if hand.split and POINTS[hand.cards[0].rank] == ACE and not game.resplit_aces:
        return Reason("aces-once", "Aces are split once only in this house.")
    if is_free_split(game, hand):
        return _FREE_SPLIT
    return BlackjackChoice(SPLIT, "Split", fixed_amount(original_wager(layout, spot)))


def _surrender(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    game = layout.plan.game
    if hand.doubled:
        return _RESCUE if game.rescue else DOUBLED
    if not (game.late_surrender or game.early_surrender):
        return NO_SURRENDER
    if hand.split or len(hand.cards) != 2:
        return Reason("too-late", "A hand may be surrendered on its first two cards only.")
    if not game.late_surrender and game.peek and layout.may_be_blackjack:
        return Reason("too-late", "A hand may be surrendered before the dealer looks only.")
    return _SURRENDER


def _surrender_early(
    layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand
) -> ChoiceOrReason:
    """Before the dealer looks; if he does not look, a hand is surrendered when it is played."""
    game = layout.plan.game
    if not (game.early_surrender and game.peek and layout.may_be_blackjack):
        return NO_SURRENDER
    if hand.natural:
        return Reason("blackjack", "A blackjack is not surrendered.")
    return _SURRENDER


NO_SURRENDER = Reason("no-surrender", "This house does not offer surrender.")
NO_ACE = Reason("no-ace", "The dealer does not show an ace.")


def _insure(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    if not layout.plan.game.insurance:
        return Reason("no-insurance", "This house does not offer insurance.")
    if layout.up_points != ACE:
        return NO_ACE
    step = layout.terms.limits.chips[0]
    most = spot.stakes[layout.plan.main] // 2 // step * step
    if most < step:
        return Reason("no-room", "Half the wager is less than the smallest chip.")
    return BlackjackChoice(INSURE, "Insurance", Amounts(step, most, step))


def _even_money(
    layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand
) -> ChoiceOrReason:
    if not layout.plan.game.even_money:
        return Reason("no-even-money", "This house does not pay even money.")
    if layout.up_points != ACE:
        return NO_ACE
    if not hand.natural:
        return Reason("no-blackjack", "Even money is for a blackjack only.")
    return _EVEN_MONEY


def _decline(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> ChoiceOrReason:
    if layout.up_points != ACE:
        return _PLAY_ON
    game = layout.plan.game
    return _NO_INSURANCE if game.insurance else _NO_EVEN_MONEY if game.even_money else _PLAY_ON


_PLAYED: Mapping[str, Judge] = {
    STAND: lambda layout, spot, hand: _STAND,
    HIT: _hit,
    DOUBLE: _double,
    SPLIT: _split,
    SURRENDER: _surrender,
}
_OFFERED: Mapping[str, Judge] = {
    DECLINE: _decline,
    INSURE: _insure,
    EVEN_MONEY: _even_money,
    SURRENDER: _surrender_early,
}


# --- what a decision does ----------------------------------------------------------------------


def decide(layout: BlackjackLayout, move: Decide) -> None:
    """A seat's decision on its hand in play, or on insurance."""
    check_turn(layout, move)
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
        _DO[made.choice](layout, spot, spot.hands[layout.hand_at], cents or 0)


def _answer(layout: BlackjackLayout, spot: BlackjackSpot, made: Decide) -> None:
    """Places insurance, pays even money, or settles a surrendered hand."""
    if made.choice == INSURE:
        assert made.cents is not None
        _stake(layout, spot, INSURANCE, made.cents)
    elif made.choice == EVEN_MONEY:
        hand = spot.hands[0]
        call(layout, spot, hand)
        settle_hand(layout, spot, hand, layout.plan.pays.hand("even-money"))
    elif made.choice == SURRENDER:
        _surrenders(layout, spot, spot.hands[0], 0)


def _stake(layout: BlackjackLayout, spot: BlackjackSpot, wager: str, cents: int) -> None:
    spot.stakes[wager] = spot.stakes.get(wager, 0) + cents
    layout.log.append(Staked(spot.seat, wager, cents))


def _free_bet(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand) -> None:
    """The house puts up as much as the seat has bet; the seat's own stakes do not change."""
    amount, wager = original_wager(layout, spot), layout.plan.hand_wagers[hand.number]
    hand.free_bets += 1
    layout.log.append(FreeBet(spot.seat, wager, amount))


def _hits(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _stands(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    hand.state = "stood"
    if not layout.down.get((spot.seat, layout.plan.zone)):
        call(layout, spot, hand)


def _doubles(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    show_hand(layout, spot, hand)
    if is_free_double(layout.plan.game, hand):
        _free_bet(layout, spot, hand)
    else:
        _stake(layout, spot, layout.plan.hand_wagers[hand.number], cents)
    hand.doubled = True
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _splits(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int) -> None:
    show_hand(layout, spot, hand)
    plan = layout.plan
    number = len(spot.hands) + 1
    card = hand.halve()
    hand.split = True
    apart = BlackjackHand(number, (card,), split=True)
    spot.hands.append(apart)
    if is_free_split(plan.game, hand):
        spot.stakes[plan.hand_wagers[number]] = 0
        _free_bet(layout, spot, apart)
    else:
        _stake(layout, spot, plan.hand_wagers[number], cents)
    zones = plan.hand_zones
    layout.log.append(Moved(spot.seat, zones[hand.number], zones[number], card))
    # The first half gets its second card now, the other when its turn comes.
    draw(layout, spot.seat, zones[hand.number])


def _surrenders(
    layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand, cents: int
) -> None:
    if hand.doubled:
        call(layout, spot, hand)
        # Only the chips of the double come back: the wager that the tip belongs to is lost
        # completely.
        settle_hand(layout, spot, hand, layout.plan.pays.hand("rescue"), tip_odds=LOSE)
        return
    hand.state = "surrendered"
    if layout.checked or layout.plan.game.early_surrender:
        settle_hand(layout, spot, hand, layout.plan.pays.hand("surrender"))


_DO: dict[str, Callable[[BlackjackLayout, BlackjackSpot, BlackjackHand, int], None]] = {
    HIT: _hits,
    STAND: _stands,
    DOUBLE: _doubles,
    SPLIT: _splits,
    SURRENDER: _surrenders,
}
